#include "arena/mpi_message.h"

#include <stdlib.h>
#include <time.h>

static bool check_code(int code, Error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    if (code == MPI_SUCCESS)
        return true;
    MPI_Error_string(code, text, &length);
    return error_set(error, "MPI: %.300s", text);
}

bool message_send(int rank, MessageTag tag, const void *bytes, size_t size, Error *error)
{
    return check_code(MPI_Send(bytes, (int)size, MPI_BYTE, rank, (int)tag, MPI_COMM_WORLD), error);
}

bool message_post(int rank, MessageTag tag, const void *bytes, size_t size, MPI_Request *request,
                  Error *error)
{
    *request = MPI_REQUEST_NULL;
    return check_code(
        MPI_Isend(bytes, (int)size, MPI_BYTE, rank, (int)tag, MPI_COMM_WORLD, request), error);
}

bool message_is_sent(MPI_Request *request)
{
    int done = 0;
    return MPI_Test(request, &done, MPI_STATUS_IGNORE) == MPI_SUCCESS && done;
}

bool message_post_empty(int rank, MessageTag tag, Error *error)
{
    MPI_Request request;
    return message_post(rank, tag, NULL, 0, &request, error) &&
           check_code(MPI_Request_free(&request), error);
}

static bool make_room(Inbox *inbox, size_t size, Error *error)
{
    if (size <= inbox->capacity && inbox->bytes)
        return true;
    char *bytes = realloc(inbox->bytes, size + 1);
    if (!bytes)
        return error_out_of_memory(error);
    inbox->bytes = bytes;
    inbox->capacity = size;
    return true;
}

bool message_receive(Inbox *inbox, bool *arrived, Error *error)
{
    MPI_Status status;
    int found = 0, size = 0;
    *arrived = false;
    if (!check_code(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, &status),
                    error))
        return false;
    if (!found)
        return true;
    MPI_Get_count(&status, MPI_BYTE, &size);
    inbox->size = (size_t)size;
    inbox->tag = (MessageTag)status.MPI_TAG;
    inbox->rank = status.MPI_SOURCE;
    *arrived = true;
    return make_room(inbox, inbox->size, error) &&
           check_code(MPI_Recv(inbox->bytes, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
                               MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                      error);
}

void message_pause(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

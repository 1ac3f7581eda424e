/* pool_mpi_worker.c: a rank that works.
 *
 * Its main thread talks to rank 0, a second one runs the jobs: so a stop reaches a job that
 * takes minutes, and the next jobs are there before one ends.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena/mpi_message.h"
#include "arena/pool_mpi.h"
#include "util/clock.h"

/* More than rank 0 ever hands out ahead. */
enum { QUEUE_SIZE = 64 };

typedef struct Desk {
    Work work;
    void *worker;
    atomic_bool stop;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    bool ending;
    /* A ring: jobs that are done and to be sent, then those that wait. Counts, not indexes. */
    int64_t jobs[QUEUE_SIZE];
    char *results[QUEUE_SIZE]; // ResultMessages with their results
    unsigned sent, done, given;
} Desk;

int pool_mpi_place(void)
{
    MPI_Comm machine;
    int world, place, lowest;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &place);
    lowest = world;
    MPI_Bcast(&lowest, 1, MPI_INT, 0, machine);
    MPI_Comm_free(&machine);
    return lowest == 0 ? place - 1 : place; // rank 0 does not work
}

static void say(MessageTag tag, const void *bytes, size_t size)
{
    message_send(0, tag, bytes, size, NULL); // if this fails rank 0 is gone, and so shall we be
}

/* The number of the next job's slot in the ring; -1 when there will be none. */
static int wait_for_job(Desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    while (desk->done == desk->given && !desk->ending)
        pthread_cond_wait(&desk->arrived, &desk->lock);
    int slot = desk->ending ? -1 : (int)(desk->done % QUEUE_SIZE);
    pthread_mutex_unlock(&desk->lock);
    return slot;
}

static bool run_job(Desk *desk, int slot)
{
    ResultMessage *message = (ResultMessage *)(void *)desk->results[slot];
    const Work *work = &desk->work;
    double start = clock_now();
    message->job = desk->jobs[slot];
    if (!work->run(work->context, desk->worker, message->job, &desk->stop, message + 1))
        return false;
    message->seconds = clock_now() - start;
    pthread_mutex_lock(&desk->lock);
    desk->done++;
    pthread_mutex_unlock(&desk->lock);
    return true;
}

static void *work_main(void *argument)
{
    Desk *desk = argument;
    int slot;
    while ((slot = wait_for_job(desk)) >= 0 && run_job(desk, slot))
        ;
    return NULL;
}

static void send_results(Desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    unsigned done = desk->done;
    pthread_mutex_unlock(&desk->lock);
    for (; desk->sent != done; desk->sent++)
        say(MESSAGE_RESULT, desk->results[desk->sent % QUEUE_SIZE],
            sizeof(ResultMessage) + desk->work.result_size);
}

static void take_job(Desk *desk, const Inbox *inbox)
{
    pthread_mutex_lock(&desk->lock);
    memcpy(&desk->jobs[desk->given++ % QUEUE_SIZE], inbox->bytes, sizeof(int64_t));
    pthread_cond_signal(&desk->arrived);
    pthread_mutex_unlock(&desk->lock);
}

static void end_jobs(Desk *desk)
{
    atomic_store(&desk->stop, true);
    pthread_mutex_lock(&desk->lock);
    desk->ending = true;
    pthread_cond_signal(&desk->arrived);
    pthread_mutex_unlock(&desk->lock);
    pthread_join(desk->thread, NULL);
    send_results(desk);
}

/* Jobs until rank 0 ends the task. */
static void attend(Desk *desk, Inbox *inbox)
{
    bool arrived;
    while (message_receive(inbox, &arrived, NULL)) {
        if (arrived && inbox->tag == MESSAGE_END)
            return;
        if (arrived && inbox->tag == MESSAGE_JOB)
            take_job(desk, inbox);
        send_results(desk);
        if (!arrived)
            message_pause();
    }
}

static bool desk_create(Desk *desk, Error *error)
{
    for (int i = 0; i < QUEUE_SIZE; i++) {
        desk->results[i] = calloc(1, sizeof(ResultMessage) + desk->work.result_size);
        if (!desk->results[i])
            return error_out_of_memory(error);
    }
    desk->worker = desk->work.worker_create(desk->work.context, error);
    if (!desk->worker)
        return false;
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->arrived, NULL);
    if (pthread_create(&desk->thread, NULL, work_main, desk) == 0)
        return true;
    desk->work.worker_destroy(desk->work.context, desk->worker);
    desk->worker = NULL;
    return error_set(error, "cannot start a thread");
}

static void desk_destroy(Desk *desk)
{
    if (desk->worker) {
        desk->work.worker_destroy(desk->work.context, desk->worker);
        pthread_mutex_destroy(&desk->lock);
        pthread_cond_destroy(&desk->arrived);
    }
    for (int i = 0; i < QUEUE_SIZE; i++)
        free(desk->results[i]);
}

/* What rank 0 wants, on this side; NULL with a sentence if it cannot be the same here. */
static const Task *open_task(const Task *const *tasks, const TaskMessage *message,
                             const char *order, Work *work, Error *error)
{
    uint64_t check;
    if (strcmp(message->version, ISOLAB_VERSION)) {
        error_set(error, "is version %s, rank 0 is %s", ISOLAB_VERSION, message->version);
        return NULL;
    }
    while (*tasks && strcmp((*tasks)->name, message->task))
        tasks++;
    if (!*tasks) {
        error_set(error, "knows no task '%s'", message->task);
        return NULL;
    }
    if (!(*tasks)->open(order, work, &check, error))
        return NULL;
    if (check == message->check && work->result_size == message->result_size)
        return *tasks;
    (*tasks)->close(work);
    error_set(error, "does not see the same as rank 0: are the files the same there?");
    return NULL;
}

static void wait_for_end(Inbox *inbox)
{
    bool arrived;
    while (message_receive(inbox, &arrived, NULL) && !(arrived && inbox->tag == MESSAGE_END))
        if (!arrived)
            message_pause();
}

static void serve_task(int place, const Task *const *tasks, Inbox *inbox)
{
    Desk desk = {.sent = 0};
    ReadyMessage ready = {.good = false};
    TaskMessage message;
    memcpy(&message, inbox->bytes, sizeof message);
    const Task *task =
        open_task(tasks, &message, inbox->bytes + sizeof message, &desk.work, &ready.error);
    ready.good = task && desk_create(&desk, &ready.error);
    ready.idle = message.by_clock && place >= sysconf(_SC_NPROCESSORS_ONLN);
    say(MESSAGE_READY, &ready, sizeof ready);
    if (ready.good) {
        attend(&desk, inbox);
        end_jobs(&desk);
    } else {
        wait_for_end(inbox);
    }
    desk_destroy(&desk);
    if (task)
        task->close(&desk.work);
    say(MESSAGE_ENDED, NULL, 0);
}

void pool_mpi_serve(int place, const Task *const *tasks)
{
    Inbox inbox = {.bytes = NULL};
    bool arrived, leave = false;
    while (!leave && message_receive(&inbox, &arrived, NULL)) {
        if (arrived && inbox.tag == MESSAGE_TASK)
            serve_task(place, tasks, &inbox);
        leave = arrived && inbox.tag == MESSAGE_LEAVE;
        if (!arrived)
            message_pause();
    }
    say(MESSAGE_LEFT, NULL, 0);
    free(inbox.bytes);
}

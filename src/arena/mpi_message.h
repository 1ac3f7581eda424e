/* mpi_message.h: what rank 0 and its workers say to each other. For pool_mpi*.c only.
 *
 *     rank 0        worker
 *     TASK    ->                what to work on
 *             <-    READY       or why not
 *     JOBS    ->                numbers; a few may wait at the worker
 *             <-    RESULTS     of one job or some
 *             <-    FAILED      an Error: there will be no more of them
 *     END     ->                drop what waits, stop what runs
 *             <-    ENDED
 *     LEAVE   ->                no more tasks
 *             <-    LEFT
 *
 * Nobody waits inside an MPI call: Open MPI keeps a core busy while it waits, a core that the
 * games need, and rank 0 has a clock and a Ctrl-C to look after. Whoever expects something
 * looks, and sleeps a little between looks. Sending waits too, until the other side looks: what
 * is sent often is sent in the background, and in messages so small that they go at once.
 */
#pragma once

#include <mpi.h>
#include <stdalign.h>
#include <stddef.h>

#include "arena/pool.h"

typedef enum MessageTag {
    MESSAGE_TASK,
    MESSAGE_READY,
    MESSAGE_JOBS,
    MESSAGE_RESULTS,
    MESSAGE_FAILED,
    MESSAGE_END,
    MESSAGE_ENDED,
    MESSAGE_LEAVE,
    MESSAGE_LEFT,
} MessageTag;

/* The recipe follows, with its final zero. */
typedef struct TaskMessage {
    char version[32]; // of the program: results are bytes of its memory
    char task[32];
    uint64_t check;
    uint64_t result_size;
    bool by_clock;
} TaskMessage;

typedef struct ReadyMessage {
    bool good;
    bool idle; // its machine has enough workers for jobs by the clock
    Error error;
} ReadyMessage;

/* The result follows, padded to the alignment; then perhaps another. */
typedef struct ResultMessage {
    alignas(max_align_t) int64_t job;
    double seconds; // that it took
} ResultMessage;

/* The last message that was received. */
typedef struct Inbox {
    char *bytes; // freed by the owner; aligned for any type
    size_t size, capacity;
    MessageTag tag;
    int rank;
} Inbox;

/* Bytes that go at once even between processes of one machine. */
enum { MESSAGE_SMALL = 3500 };

static inline size_t result_message_size(size_t result_size)
{
    size_t unit = alignof(max_align_t);
    return sizeof(ResultMessage) + (result_size + unit - 1) / unit * unit;
}

bool message_send(int rank, MessageTag tag, const void *bytes, size_t size, Error *error);

/* Without waiting. The bytes must stay until message_is_sent(). */
bool message_post(int rank, MessageTag tag, const void *bytes, size_t size, MPI_Request *request,
                  Error *error);
bool message_is_sent(MPI_Request *request);

/* Without waiting, and without bytes. */
bool message_post_empty(int rank, MessageTag tag, Error *error);

/* Receives a message if one has arrived. False with a sentence if MPI failed. */
bool message_receive(Inbox *inbox, bool *arrived, Error *error);

/* Between two looks. */
void message_pause(void);

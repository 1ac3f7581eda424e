/* mpi_message.h: what rank 0 and its workers say to each other. For pool_mpi*.c only.
 *
 *     rank 0        worker
 *     TASK    ->                what to work on
 *             <-    READY       or why not
 *     JOB     ->                a number; a few may wait at the worker
 *             <-    RESULT      of one job
 *     END     ->                drop what waits, stop what runs
 *             <-    ENDED
 *     LEAVE   ->                no more tasks
 *             <-    LEFT
 *
 * Nobody waits inside an MPI call: Open MPI keeps a core busy while it waits, a core that the
 * games need, and rank 0 has a clock and a Ctrl-C to look after. Whoever expects something
 * looks, and sleeps a little between looks.
 */
#pragma once

#include <stdalign.h>
#include <stddef.h>

#include "arena/pool.h"

typedef enum MessageTag {
    MESSAGE_TASK,
    MESSAGE_READY,
    MESSAGE_JOB,
    MESSAGE_RESULT,
    MESSAGE_END,
    MESSAGE_ENDED,
    MESSAGE_LEAVE,
    MESSAGE_LEFT,
} MessageTag;

/* The order's text follows, with its final zero. */
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

/* The result follows. */
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

bool message_send(int rank, MessageTag tag, const void *bytes, size_t size, Error *error);

/* Receives a message if one has arrived. False with a sentence if MPI failed. */
bool message_receive(Inbox *inbox, bool *arrived, Error *error);

/* Between two looks. */
void message_pause(void);

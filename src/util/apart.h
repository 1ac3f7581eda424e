/* apart.h: work that may do anything, done in a process of its own.
 *
 * For code that a user brought: it may crash, never end, eat memory, call exit(). So it runs in a
 * forked child, which answers questions one at a time; what it breaks is the child, and whoever
 * asked gets a sentence. The next question starts a new child.
 *
 * Forked and not started anew: the child needs nothing handed over, its code is at the same
 * addresses, and a start takes a millisecond. It owns no descriptor of ours but its end of a socket
 * pair, writes what it prints to standard error, starts no process, and dies with us.
 *
 * The work counts its steps; a step that takes seconds of the child's own
 * processor time, or half a minute in which it does not even want that, is taken for endless,
 * however busy the machine is.
 *
 * A Apart belongs to one thread at a time.
 */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "util/error.h"

typedef struct Apart Apart;

typedef enum ApartStatus {
    APART_OK,
    APART_LATE,    // the deadline passed
    APART_ENDLESS, // a step did not end
    APART_DIED,    // a signal, or exit()
    APART_STOPPED, // by the caller's flag
    APART_SHORT,   // no process could be had: our fault, not the work's
} ApartStatus;

/* What the child and we both see. */
typedef struct ApartShared {
    volatile uint64_t steps; // the child adds to it
    atomic_bool stop;        // set with the caller's flag: the child is to answer soon
} ApartShared;

typedef struct ApartWork {
    /* In the child, before the first question; false ends it with the sentence. NULL: nothing. */
    bool (*begin)(void *context, ApartShared *shared, Error *error);
    /* Answers one question: blocks of the sizes below. */
    void (*answer)(void *context, const void *question, void *answer);
    void *context;
    size_t question_size, answer_size;
    size_t megabytes; // that it may take beyond what we have; 0: 1024
} ApartWork;

/* Starts nothing yet. NULL without memory, with a sentence. `work` and what it points to are copied
 * and have to last. */
Apart *apart_create(const ApartWork *work, Error *error);
void apart_destroy(Apart *apart); // NULL is allowed

/* Starts the child if none runs. */
ApartStatus apart_begin(Apart *apart, Error *error);

/* `deadline` of clock_now(), INFINITY for none; `stop` may be NULL: once it is set the child gets a
 * second to answer. After anything but APART_OK the child is gone, and `error` says why. */
ApartStatus apart_ask(Apart *apart, const void *question, void *answer, double deadline,
                      const atomic_bool *stop, Error *error);

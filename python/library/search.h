/* search.h: a search that Python waits for.
 *
 * It runs in a thread of its own without the interpreter's lock. The thread that asked for it
 * waits, sees to signals (a Ctrl-C raises there and stops the search), and calls `watch`, so that
 * what is told reaches the caller's own thread. A heuristic written in Python is called where the
 * search is: two threads for each of its calls would take longer than most of them.
 */
#pragma once

#include "module.h"

#include <pthread.h>

typedef struct Search {
    Library *library;
    PositionObject *root;
    IsolabStop *stop;
    PyObject *watch;    // None: nobody watches; borrowed, as the next
    PyObject *evaluate; // None: the agent's own
    /* What runs in the other thread; false with a sentence in `why`. */
    bool (*work)(struct Search *search);
    void *object; // for `work`
    IsolabSearch limits;
    char why[WHY_SIZE];
    /* Between the threads, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    const IsolabChoice *told; // until the caller's thread has passed it on
    bool done, good;
    PyObject *type, *value, *traceback; // the first exception
} Search;

/* Reads seconds and nodes, and where they are not NULL depth and virtual seconds; None is no
 * limit. */
bool search_limits(Library *library, PyObject *seconds, PyObject *nodes, PyObject *depth,
                   PyObject *virtual_seconds, IsolabSearch *limits);

/* Runs it to its end. `*busy` is the object's, and set meanwhile: one search at a time. */
bool search_run(Search *search, bool *busy);

PyObject *choice_wrap(PyObject *names, const IsolabChoice *choice);

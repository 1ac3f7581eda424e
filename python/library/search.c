#include "search.h"

#include <errno.h>
#include <math.h>
#include <time.h>

static bool read_seconds(Library *library, PyObject *number, const char *what, double *seconds)
{
    *seconds = 0;
    if (number == Py_None)
        return true;
    *seconds = PyFloat_AsDouble(number);
    if (PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError))
        return false;
    PyErr_Clear();
    if (*seconds > 0 && isfinite(*seconds))
        return true;
    library_raise(library, "%s is a number of seconds above 0, not %R", what, number);
    return false;
}

bool search_limits(Library *library, PyObject *seconds, PyObject *nodes, PyObject *depth,
                   PyObject *virtual_seconds, IsolabSearch *limits)
{
    uint64_t plies = 0;
    *limits = (IsolabSearch){.size = sizeof *limits};
    bool good = read_seconds(library, seconds, "time", &limits->seconds) &&
                library_count(library, nodes, "nodes", 1, UINT64_MAX, 0, &limits->nodes) &&
                (!depth || library_count(library, depth, "depth", 1, 1000, 0, &plies)) &&
                (!virtual_seconds ||
                 read_seconds(library, virtual_seconds, "virtual", &limits->virtual_seconds));
    limits->depth = (int)plies;
    return good;
}

PyObject *choice_wrap(PyObject *names, const IsolabChoice *choice)
{
    return Py_BuildValue(
        "(NdiOKddN)", square_wrap(names, choice->move), choice->score, choice->depth,
        choice->exact ? Py_True : Py_False, (unsigned long long)choice->nodes, choice->seconds,
        choice->virtual_seconds, squares_wrap(names, choice->line, choice->line_count));
}

/* With the interpreter's lock: the first exception is the one that will be raised. */
static void keep_exception(Search *search)
{
    if (search->type)
        PyErr_Clear();
    else
        PyErr_Fetch(&search->type, &search->value, &search->traceback);
    isolab_stop_set(search->stop, true);
}

/* ---- In the thread that searches */

static void tell_caller(void *context, const IsolabChoice *so_far)
{
    Search *search = context;
    pthread_mutex_lock(&search->lock);
    search->told = so_far;
    pthread_cond_broadcast(&search->changed);
    while (search->told)
        pthread_cond_wait(&search->changed, &search->lock);
    pthread_mutex_unlock(&search->lock);
}

static double ask_python(void *context, const IsolabPosition *position, IsolabSide side)
{
    Search *search = context;
    double value = 0;
    PyGILState_STATE state = PyGILState_Ensure();
    if (!search->type) { // else the search is about to stop
        PyObject *wrapped = position_wrap(search->library, position, search->root->names);
        PyObject *answer = wrapped
                               ? PyObject_CallFunctionObjArgs(search->evaluate, wrapped,
                                                              search->library->sides[side], NULL)
                               : NULL;
        value = answer ? PyFloat_AsDouble(answer) : 0;
        Py_XDECREF(answer);
        Py_XDECREF(wrapped);
        if (PyErr_Occurred()) {
            keep_exception(search);
            value = 0;
        }
    }
    PyGILState_Release(state);
    return value;
}

static void *search_thread(void *argument)
{
    Search *search = argument;
    bool asks = search->evaluate != Py_None;
    PyGILState_STATE state = PyGILState_UNLOCKED;
    PyThreadState *thread = NULL;
    if (asks) { // known to Python from first to last, so that each call only takes the lock
        state = PyGILState_Ensure();
        thread = PyEval_SaveThread();
    }
    bool good = search->work(search);
    if (asks) {
        PyEval_RestoreThread(thread);
        PyGILState_Release(state);
    }
    pthread_mutex_lock(&search->lock);
    search->good = good;
    search->done = true;
    pthread_cond_broadcast(&search->changed);
    pthread_mutex_unlock(&search->lock);
    return NULL;
}

/* ---- In the thread that waits */

/* Until something is told, the search is done, or signals should be seen to. Holds the lock of
 * `search` and not the interpreter's. */
static void await_change(Search *search)
{
    enum { LOOK_EVERY = 20000000 }; // nanoseconds
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += LOOK_EVERY;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    while (!search->told && !search->done)
        if (pthread_cond_timedwait(&search->changed, &search->lock, &until) == ETIMEDOUT)
            return;
}

static void pass_on(Search *search)
{
    PyObject *choice = choice_wrap(search->root->names, search->told);
    PyObject *answer = choice ? PyObject_CallFunctionObjArgs(search->watch, choice, NULL) : NULL;
    if (!answer)
        keep_exception(search);
    Py_XDECREF(answer);
    Py_XDECREF(choice);
}

/* With the interpreter's lock, which it lets go while it waits. */
static void attend(Search *search)
{
    for (bool done = false; !done;) {
        bool told;
        Py_BEGIN_ALLOW_THREADS;
        pthread_mutex_lock(&search->lock);
        await_change(search);
        told = search->told != NULL;
        done = search->done;
        pthread_mutex_unlock(&search->lock);
        Py_END_ALLOW_THREADS;
        if (PyErr_CheckSignals())
            keep_exception(search);
        if (!told)
            continue;
        if (!search->type)
            pass_on(search);
        pthread_mutex_lock(&search->lock);
        search->told = NULL;
        pthread_cond_broadcast(&search->changed);
        pthread_mutex_unlock(&search->lock);
    }
}

bool search_run(Search *search, bool *busy)
{
    pthread_t thread;
    if (*busy) {
        library_raise(search->library, "one search at a time: this one is not at its end");
        return false;
    }
    isolab_stop_set(search->stop, false);
    search->limits.stop = search->stop;
    search->limits.context = search;
    search->limits.watch = search->watch == Py_None ? NULL : tell_caller;
    search->limits.evaluate = search->evaluate == Py_None ? NULL : ask_python;
    search->told = NULL;
    search->done = search->good = false;
    search->type = search->value = search->traceback = NULL;
    pthread_mutex_init(&search->lock, NULL);
    pthread_cond_init(&search->changed, NULL);
    *busy = true;
    bool started = !pthread_create(&thread, NULL, search_thread, search);
    if (started) {
        attend(search);
        Py_BEGIN_ALLOW_THREADS;
        pthread_join(thread, NULL);
        Py_END_ALLOW_THREADS;
    }
    *busy = false;
    pthread_cond_destroy(&search->changed);
    pthread_mutex_destroy(&search->lock);
    if (!started)
        library_raise(search->library, "there is no thread to search in");
    else if (search->type)
        PyErr_Restore(search->type, search->value, search->traceback);
    else if (!search->good)
        library_refuse(search->library, search->why);
    else
        return true;
    return false;
}

/* clock.c: the agent's time, and who sees to it.
 *
 * Time is the processor's that this process has used, so that a busy machine takes nothing from
 * anybody; or the wall clock's, as in the course. Agents ask for what is left between any two
 * nodes, and the processor's clock is a system call of ten times the price of the wall's: so the
 * wall clock is read, which can only run faster, and the processor's once a millisecond of it.
 *
 * A thread that needs nothing of Python watches over a turn. From `soft` on it sends SIGPROF to the
 * main thread, again and again, which there becomes an exception; who does not end by that has its
 * verdict written to the other side at `hard`, and the process ends. So it does after `idle`
 * seconds in which all its threads slept, which the processor's clock does not see: not ready to
 * run and kept waiting, which is the machine's doing. And once a second it writes a sign of life,
 * so that the other side need not guess how slow the machine is.
 */
#include "course.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double sync_interval = 0.001; // seconds
static const double look_interval = 0.050;
static const double soft_interval = 0.020;
static const double life_interval = 1.0;

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---- What is left */

static struct {
    bool wall;
    double limit;         // seconds
    double start;         // on the turn's clock
    double seen, seen_at; // what the turn's clock last said, and when on the wall's
} turn;

static double seconds_used(void)
{
    double now = read_clock(CLOCK_MONOTONIC);
    if (turn.wall)
        return now - turn.start;
    if (now - turn.seen_at > sync_interval) {
        turn.seen = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        turn.seen_at = now;
    }
    return turn.seen + (now - turn.seen_at) - turn.start;
}

static PyObject *clock_start(PyObject *module, PyObject *arguments)
{
    (void)module;
    double limit;
    int wall;
    if (!PyArg_ParseTuple(arguments, "dp", &limit, &wall))
        return NULL;
    turn.limit = limit;
    turn.wall = wall;
    turn.seen_at = read_clock(CLOCK_MONOTONIC);
    turn.seen = read_clock(CLOCK_PROCESS_CPUTIME_ID);
    turn.start = wall ? turn.seen_at : turn.seen;
    return Py_NewRef(Py_None);
}

static PyObject *clock_time_left(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyFloat_FromDouble((turn.limit - seconds_used()) * 1e3);
}

/* Exactly, rather than as far as was seen. */
static PyObject *clock_time_used(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    double now = read_clock(turn.wall ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID);
    return PyFloat_FromDouble(now - turn.start);
}

static PyObject *clock_moves(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyLong_FromUnsignedLongLong(course_moves);
}

/* ---- Who watches */

enum { VERDICT_SIZE = 512 };

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool running; // the thread
    bool armed;
    bool wall;
    double start, soft, hard, idle;
    int output;
    char late[VERDICT_SIZE], silent[VERDICT_SIZE];
    pthread_t main_thread;
} watch = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void say(const char *line)
{
    size_t length = strlen(line);
    while (length > 0) {
        ssize_t written = write(watch.output, line, length);
        if (written < 0 && errno != EINTR)
            return;
        if (written > 0) {
            line += written;
            length -= (size_t)written;
        }
    }
}

/* Whether that thread waits for something other than a processor or a disk. */
static bool is_task_asleep(const char *task)
{
    char path[sizeof "/proc/self/task//stat" + 255], text[256];
    snprintf(path, sizeof path, "/proc/self/task/%.255s/stat", task);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? 0 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *name_end = strrchr(text, ')');
    return !name_end || (name_end[1] && (name_end[2] == 'S' || name_end[2] == 'T'));
}

/* Whether all threads are, but for the one that asks: a search has one of its own. */
static bool is_asleep(void)
{
    int awake = 0;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *task; tasks && (task = readdir(tasks));)
        awake += task->d_name[0] != '.' && !is_task_asleep(task->d_name);
    if (tasks)
        closedir(tasks);
    return awake <= 1;
}

static _Noreturn void end_with(const char *verdict)
{
    say(verdict);
    _exit(0);
}

static void *stand_watch(void *unused)
{
    (void)unused;
    double asleep = 0, next_soft = 0, next_life = 0, last_look = 0, last_used = 0;
    bool was_armed = false;
    pthread_mutex_lock(&watch.lock);
    for (;;) {
        if (!watch.armed) {
            was_armed = false;
            pthread_cond_wait(&watch.changed, &watch.lock);
            continue;
        }
        double now = read_clock(CLOCK_MONOTONIC);
        double processor = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        double used = (watch.wall ? now : processor) - watch.start;
        if (!was_armed) {
            was_armed = true;
            asleep = next_soft = 0;
            last_look = now;
            last_used = processor;
            next_life = now + life_interval;
        }
        if (now - last_look >= look_interval) {
            if (processor - last_used < 0.1 * (now - last_look) && is_asleep())
                asleep += now - last_look;
            last_look = now;
            last_used = processor;
        }
        if (used >= watch.hard)
            end_with(watch.late);
        if (asleep >= watch.idle)
            end_with(watch.silent);
        if (used >= watch.soft && now >= next_soft) {
            pthread_kill(watch.main_thread, SIGPROF);
            next_soft = now + soft_interval;
        }
        if (now >= next_life) {
            say("info string thinking\n");
            next_life = now + life_interval;
        }
        double wait = fmin(look_interval, used < watch.soft ? watch.soft - used : soft_interval);
        wait = fmax(wait, 0.0005);
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(wait * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&watch.changed, &watch.lock, &until);
    }
    return NULL;
}

/* The thread gets no signals: they are for Python's main thread. */
static bool start_watcher(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    watch.main_thread = pthread_self();
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 << 10);
    int failure = pthread_create(&thread, &attributes, stand_watch, NULL);
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure == 0;
}

static PyObject *clock_watch(PyObject *module, PyObject *arguments)
{
    (void)module;
    double soft, hard, idle;
    int output;
    const char *late, *silent;
    if (!PyArg_ParseTuple(arguments, "dddiss", &soft, &hard, &idle, &output, &late, &silent))
        return NULL;
    if (!watch.running && !(watch.running = start_watcher())) {
        PyErr_SetString(PyExc_OSError, "no thread can be had");
        return NULL;
    }
    pthread_mutex_lock(&watch.lock);
    watch.armed = true;
    watch.wall = turn.wall;
    watch.start = turn.start;
    watch.soft = soft;
    watch.hard = hard;
    watch.idle = idle;
    watch.output = output;
    PyOS_snprintf(watch.late, sizeof watch.late, "%s\n", late);
    PyOS_snprintf(watch.silent, sizeof watch.silent, "%s\n", silent);
    pthread_cond_signal(&watch.changed);
    pthread_mutex_unlock(&watch.lock);
    return Py_NewRef(Py_None);
}

/* Another verdict, for a turn that has come to something meanwhile. */
static PyObject *clock_settle(PyObject *module, PyObject *verdict)
{
    (void)module;
    PyObject *bytes = PyUnicode_AsUTF8String(verdict);
    const char *text = bytes ? PyBytes_AsString(bytes) : NULL;
    if (!text) {
        Py_XDECREF(bytes);
        return NULL;
    }
    pthread_mutex_lock(&watch.lock);
    PyOS_snprintf(watch.late, sizeof watch.late, "%s\n", text);
    PyOS_snprintf(watch.silent, sizeof watch.silent, "%s\n", text);
    pthread_mutex_unlock(&watch.lock);
    Py_DECREF(bytes);
    return Py_NewRef(Py_None);
}

/* From here on nothing is written but by whoever calls. */
static PyObject *clock_unwatch(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    pthread_mutex_lock(&watch.lock);
    watch.armed = false;
    pthread_mutex_unlock(&watch.lock);
    return Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"start_clock", clock_start, METH_VARARGS, "Begins a turn: seconds, and whether by the wall."},
    {"time_left", clock_time_left, METH_NOARGS, "Milliseconds left of the turn."},
    {"time_used", clock_time_used, METH_NOARGS, "Seconds used of the turn."},
    {"moves_made", clock_moves, METH_NOARGS, "On all boards and states so far."},
    {"watch", clock_watch, METH_VARARGS,
     "Watches a turn: soft, hard, idle seconds; where to write; what if late, what if silent."},
    {"settle", clock_settle, METH_O, "What to write instead, late or silent."},
    {"unwatch", clock_unwatch, METH_NOARGS, "The turn is over."},
    {NULL, NULL, 0, NULL},
};

int clock_add(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}

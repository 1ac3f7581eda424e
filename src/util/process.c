#define _GNU_SOURCE // environ, pipe2, ppoll, strerror_r that returns the text
#include "util/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/guard.h"

struct Process {
    pid_t pid;         // the guard's, if there is one
    int lifeline;      // to the guard; -1: none
    int input, output; // our ends
    size_t start, end; // of what was read and not yet handed out
    char bytes[PROCESS_LINE_MAX + 1];
};

/* How long a wait goes on without a look whether the child still lives: one that died may have
 * left a grandchild that keeps the pipe open. */
static const double look_interval = 0.010;

enum { READ_END, WRITE_END };

static void close_pipe(const int ends[2])
{
    close(ends[READ_END]);
    close(ends[WRITE_END]);
}

/* In a program started without standard streams a pipe could get their numbers, which the child
 * needs free. */
static bool lift_above_standard(int *descriptor)
{
    if (*descriptor > STDERR_FILENO)
        return true;
    int higher = fcntl(*descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (higher < 0)
        return false;
    close(*descriptor);
    *descriptor = higher;
    return true;
}

/* Only our end does not block: the child's program expects a pipe that does. */
static bool open_pipe(int ends[2], int ours)
{
    if (pipe2(ends, O_CLOEXEC))
        return false;
    if (lift_above_standard(&ends[READ_END]) && lift_above_standard(&ends[WRITE_END]) &&
        !fcntl(ends[ours], F_SETFL, O_NONBLOCK))
        return true;
    int failure = errno;
    close_pipe(ends);
    errno = failure;
    return false;
}

/* What is to be started, and the child's ends of the pipes. */
typedef struct Order {
    const char *command;
    int input, output;
    bool show_errors;
} Order;

static int prepare_streams(posix_spawn_file_actions_t *actions, const Order *order)
{
    int failure = posix_spawn_file_actions_adddup2(actions, order->input, STDIN_FILENO);
    if (!failure)
        failure = posix_spawn_file_actions_adddup2(actions, order->output, STDOUT_FILENO);
    if (!failure && !order->show_errors)
        failure =
            posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    return failure;
}

/* A group of its own, and signals as a fresh program expects them whatever ours are. */
static int prepare_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &all);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETSIGDEF);
}

/* 0 or an error number. `passed` is a descriptor that is kept besides the standard ones, or -1. */
static int spawn(const Order *order, const char *program, char *const arguments[], int passed,
                 pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure)
        return failure;
    failure = posix_spawnattr_init(&attributes);
    if (!failure) {
        failure = prepare_streams(&actions, order);
        if (!failure && passed >= 0)
            failure = posix_spawn_file_actions_adddup2(&actions, passed, passed);
        if (!failure)
            failure = prepare_attributes(&attributes);
        if (!failure)
            failure = posix_spawn(pid, program, &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static int spawn_plain(const Order *order, pid_t *pid)
{
    char shell[] = "sh", flag[] = "-c";
    char *arguments[] = {shell, flag, (char *)(uintptr_t)order->command, NULL};
    return spawn(order, "/bin/sh", arguments, -1, pid);
}

static bool is_ready(int descriptor, short events, double seconds)
{
    struct pollfd wanted = {.fd = descriptor, .events = events};
    struct timespec limit = {.tv_nsec = (long)(fmax(seconds, 0) * 1e9)};
    return ppoll(&wanted, 1, &limit, NULL) > 0;
}

static void bury(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* What becomes of a guard that never says a word: it is none. */
enum { GUARD_ABSENT = -1 };

static int hear_guard(int lifeline)
{
    const double patience = 10;
    unsigned char failure;
    double deadline = clock_now() + patience;
    while (!is_ready(lifeline, POLLIN, fmin(deadline - clock_now(), look_interval)))
        if (clock_now() > deadline)
            return GUARD_ABSENT;
    return recv(lifeline, &failure, 1, 0) == 1 ? failure : GUARD_ABSENT;
}

static int spawn_with_lifeline(const Order *order, const int ends[2], pid_t *pid)
{
    char name[] = GUARD_NAME, number[16];
    char *arguments[] = {name, number, (char *)(uintptr_t)order->command, NULL};
    snprintf(number, sizeof number, "%d", ends[WRITE_END]);
    int failure = spawn(order, GUARD_PROGRAM, arguments, ends[WRITE_END], pid);
    close(ends[WRITE_END]);
    if (failure)
        return failure == ENOENT || failure == EACCES ? GUARD_ABSENT : failure;
    failure = hear_guard(ends[READ_END]);
    if (failure) {
        kill(*pid, SIGKILL);
        bury(*pid);
    }
    return failure;
}

static int spawn_guarded(const Order *order, int *lifeline, pid_t *pid)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
        return errno;
    if (!lift_above_standard(&ends[READ_END]) || !lift_above_standard(&ends[WRITE_END])) {
        int failure = errno;
        close_pipe(ends);
        return failure;
    }
    int failure = spawn_with_lifeline(order, ends, pid);
    if (failure)
        close(ends[READ_END]);
    else
        *lifeline = ends[READ_END];
    return failure;
}

static int start_with_pipes(Process *process, const char *command, bool show_errors)
{
    int input[2], output[2];
    if (!open_pipe(input, WRITE_END))
        return errno;
    if (!open_pipe(output, READ_END)) {
        int failure = errno;
        close_pipe(input);
        return failure;
    }
    Order order = {command, input[READ_END], output[WRITE_END], show_errors};
    int failure = GUARD_ABSENT;
    process->lifeline = -1;
    if (guard_is_there())
        failure = spawn_guarded(&order, &process->lifeline, &process->pid);
    if (failure == GUARD_ABSENT)
        failure = spawn_plain(&order, &process->pid);
    close(input[READ_END]);
    close(output[WRITE_END]);
    process->input = input[WRITE_END];
    process->output = output[READ_END];
    if (failure) {
        close(process->input);
        close(process->output);
    }
    return failure;
}

Process *process_start(const char *command, bool show_errors, Error *error)
{
    Process *process = malloc(sizeof *process);
    if (!process) {
        error_out_of_memory(error);
        return NULL;
    }
    process->start = process->end = 0;
    int failure = start_with_pipes(process, command, show_errors);
    if (failure == EBADF) // what is open lies beyond a limit that was lowered meanwhile
        failure = EMFILE;
    if (failure) {
        char reason[128];
        error_set(error, "no process could be started: %s",
                  strerror_r(failure, reason, sizeof reason));
        free(process);
        return NULL;
    }
    return process;
}

/* WNOWAIT leaves the zombie, and with it the group's number, to process_stop(). */
static bool look_at_end(const Process *process, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    return waitid(P_PID, (id_t)process->pid, info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info->si_pid != 0;
}

bool process_has_ended(const Process *process)
{
    siginfo_t info;
    return look_at_end(process, &info);
}

const char *process_end(const Process *process, char text[PROCESS_END_SIZE])
{
    const int by_signal = 128; // what the shell adds to the signal that ended its command
    siginfo_t info;
    text[0] = '\0';
    if (!look_at_end(process, &info) || !info.si_pid)
        return text;
    bool exited = info.si_code == CLD_EXITED;
    int number = info.si_status;
    if (exited && number > by_signal && number < by_signal + NSIG) {
        exited = false;
        number -= by_signal;
    }
    snprintf(text, PROCESS_END_SIZE, "%s %d", exited ? "exit status" : "signal", number);
    return text;
}

/* OK also when the other end is gone: reading or writing will tell. */
static ProcessStatus wait_until_ready(const Process *process, int descriptor, short events,
                                      double deadline)
{
    for (;;) {
        double left = deadline - clock_now();
        if (is_ready(descriptor, events, fmin(left, look_interval)))
            return PROCESS_OK;
        if (process_has_ended(process)) // it may have written its last since
            return is_ready(descriptor, events, 0) ? PROCESS_OK : PROCESS_CLOSED;
        if (left <= 0)
            return PROCESS_LATE;
    }
}

/* write() without the signal that a closed pipe raises: it is aimed at this thread alone, so it
 * can be held back here and taken away. */
static ssize_t write_quietly(int descriptor, const char *bytes, size_t length)
{
    sigset_t broken_pipe, before, pending;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, &before);
    ssize_t written = write(descriptor, bytes, length);
    int failure = errno;
    if (written < 0 && failure == EPIPE && !sigismember(&pending, SIGPIPE))
        sigtimedwait(&broken_pipe, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return written;
}

static bool is_temporary(int failure)
{
    return failure == EAGAIN || failure == EINTR;
}

ProcessStatus process_write(Process *process, const char *bytes, size_t length, double deadline)
{
    while (length) {
        ProcessStatus status = wait_until_ready(process, process->input, POLLOUT, deadline);
        if (status != PROCESS_OK)
            return status;
        ssize_t written = write_quietly(process->input, bytes, length);
        if (written < 0 && !is_temporary(errno))
            return PROCESS_CLOSED;
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        }
    }
    return PROCESS_OK;
}

static bool take_line(Process *process, const char **line, size_t *length)
{
    char *begin = process->bytes + process->start;
    char *newline = memchr(begin, '\n', process->end - process->start);
    if (!newline)
        return false;
    *line = begin;
    *length = (size_t)(newline - begin);
    if (*length && newline[-1] == '\r')
        --*length;
    process->start = (size_t)(newline + 1 - process->bytes);
    return true;
}

static void make_room(Process *process)
{
    memmove(process->bytes, process->bytes + process->start, process->end - process->start);
    process->end -= process->start;
    process->start = 0;
}

static ProcessStatus read_more(Process *process)
{
    make_room(process);
    size_t room = sizeof process->bytes - process->end;
    if (!room)
        return PROCESS_LONG;
    ssize_t count = read(process->output, process->bytes + process->end, room);
    if (count == 0 || (count < 0 && !is_temporary(errno)))
        return PROCESS_CLOSED;
    if (count > 0)
        process->end += (size_t)count;
    return PROCESS_OK;
}

ProcessStatus process_read_line(Process *process, double deadline, const char **line,
                                size_t *length)
{
    while (!take_line(process, line, length)) {
        ProcessStatus status = wait_until_ready(process, process->output, POLLIN, deadline);
        if (status == PROCESS_OK)
            status = read_more(process);
        if (status != PROCESS_OK)
            return status;
    }
    return PROCESS_OK;
}

/* Its output is read and dropped meanwhile, or it might wait for us to read it. */
static void wait_for_end(Process *process, double deadline)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (!process_has_ended(process) && clock_now() < deadline) {
        process->start = process->end = 0;
        bool open = is_ready(process->output, POLLIN, 1e-3);
        if (open && read_more(process) == PROCESS_CLOSED)
            nanosleep(&moment, NULL);
    }
}

void process_stop(Process *process, double patience)
{
    if (!process)
        return;
    close(process->input);
    wait_for_end(process, clock_now() + patience);
    if (process->lifeline >= 0)
        close(process->lifeline);
    else if (kill(-process->pid, SIGKILL)) // under an emulator it may not have its group yet
        kill(process->pid, SIGKILL);
    bury(process->pid);
    close(process->output);
    free(process);
}

#define _GNU_SOURCE // close_range, on_exit, ppoll, MAP_ANONYMOUS
#include "util/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/clock.h"
#include "util/confine.h"

struct Apart {
    ApartWork work;
    pid_t pid;  // 0: no child
    int socket; // our end
    ApartShared *shared;
    clockid_t processor; // the child's
};

enum { MEGABYTES = 1024 };

static const double look_interval = 0.050; // seconds between two looks at stop and steps
static const double step_processor = 2;    // seconds of the child's processor a step may take
static const double stop_patience = 1;     // seconds to answer once stopped
static const double step_asleep = 30;      // seconds in which it may want nothing at all

/* ---- The child */

static pid_t child_parent;

static void leave_with_parent(int signal)
{
    (void)signal;
    if (getppid() != child_parent)
        _exit(0);
}

/* exit() called by the work is to end it, and nothing else: what our own program registered for its
 * end is not the child's to do. */
static void leave_at_once(int status, void *unused)
{
    (void)unused;
    _exit(status);
}

static void limit_memory(size_t megabytes)
{
    unsigned long long total, resident, shared, text, library, data;
    FILE *file = fopen("/proc/self/statm", "r");
    bool known = file && fscanf(file, "%llu %llu %llu %llu %llu %llu", &total, &resident, &shared,
                                &text, &library, &data) == 6;
    if (file)
        fclose(file);
    if (!known)
        return;
    rlim_t most = (rlim_t)data * (rlim_t)sysconf(_SC_PAGESIZE) + ((rlim_t)megabytes << 20);
    setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
}

/* Signals as a fresh program has them, a group of its own, no descriptor but `keep`, and no process
 * beside it. */
static void settle_child(const ApartWork *work, pid_t parent, int keep)
{
    struct sigaction plain = {.sa_handler = SIG_DFL};
    struct sigaction watch = {.sa_handler = leave_with_parent, .sa_flags = SA_RESTART};
    struct itimerval each_second = {{1, 0}, {1, 0}};
    sigset_t none;
    for (int signal = 1; signal < NSIG; signal++)
        sigaction(signal, &plain, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    child_parent = parent;
    sigaction(SIGALRM, &watch, NULL);
    setitimer(ITIMER_REAL, &each_second, NULL);
    __fpurge(stdout); // what we had not written yet is ours to write
    on_exit(leave_at_once, NULL);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0)
        dup2(nothing, STDIN_FILENO);
    dup2(STDERR_FILENO, STDOUT_FILENO);
    if (keep > STDERR_FILENO + 1)
        close_range(STDERR_FILENO + 1, (unsigned)keep - 1, 0);
    close_range((unsigned)keep + 1, ~0U, 0);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    limit_memory(work->megabytes ? work->megabytes : MEGABYTES);
    confine_process(); // where there is no filter, what it starts at least dies with its group
}

/* A block of exactly that size; false when the other end is gone. */
static bool receive(int socket, void *block, size_t size)
{
    char *bytes = block;
    while (size > 0) {
        ssize_t got = recv(socket, bytes, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

static bool deliver(int socket, const void *block, size_t size)
{
    const char *bytes = block;
    while (size > 0) {
        ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

/* The first thing a child says is how its beginning went: an empty sentence, or why it cannot. */
static _Noreturn void serve(const ApartWork *work, int socket, ApartShared *shared)
{
    Error error = {""};
    void *question = malloc(work->question_size), *answer = malloc(work->answer_size);
    if (!question || !answer)
        error_out_of_memory(&error);
    else if (work->begin && !work->begin(work->context, shared, &error) && !*error.text)
        error_set(&error, "it could not begin");
    bool good = deliver(socket, &error, sizeof error) && !*error.text;
    while (good && receive(socket, question, work->question_size)) {
        memset(answer, 0, work->answer_size);
        work->answer(work->context, question, answer);
        shared->steps++;
        good = deliver(socket, answer, work->answer_size);
    }
    _exit(0);
}

/* ---- Our side */

Apart *apart_create(const ApartWork *work, Error *error)
{
    Apart *apart = calloc(1, sizeof *apart);
    if (!apart) {
        error_out_of_memory(error);
        return NULL;
    }
    apart->work = *work;
    return apart;
}

/* Ends the child and tells how it had ended, if it had, in `status`. */
static bool bury(Apart *apart, int *status)
{
    bool by_itself = waitpid(apart->pid, status, WNOHANG) == apart->pid;
    kill(-apart->pid, SIGKILL); // whatever it started
    if (!by_itself) {
        kill(apart->pid, SIGKILL);
        while (waitpid(apart->pid, status, 0) < 0 && errno == EINTR) {
        }
    }
    close(apart->socket);
    munmap(apart->shared, sizeof *apart->shared);
    apart->pid = 0;
    return by_itself;
}

void apart_destroy(Apart *apart)
{
    int status;
    if (apart && apart->pid)
        bury(apart, &status);
    free(apart);
}

static ApartStatus no_process(const char *what, Error *error)
{
    error_set(error, "%s cannot be had: %s", what, strerror(errno));
    return APART_SHORT;
}

static ApartStatus fork_child(Apart *apart, Error *error)
{
    int ends[2];
    pid_t parent = getpid();
    ApartShared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return no_process("memory shared with a process", error);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends)) {
        ApartStatus status = no_process("a pair of sockets", error);
        munmap(shared, sizeof *shared);
        return status;
    }
    pid_t pid = fork();
    if (pid == 0) {
        settle_child(&apart->work, parent, ends[1]);
        serve(&apart->work, ends[1], shared);
    }
    close(ends[1]);
    if (pid < 0) {
        ApartStatus status = no_process("a process", error);
        close(ends[0]);
        munmap(shared, sizeof *shared);
        return status;
    }
    setpgid(pid, pid); // both sides try, so that it has happened whoever comes first
    apart->pid = pid;
    apart->socket = ends[0];
    apart->shared = shared;
    if (clock_getcpuclockid(pid, &apart->processor))
        apart->processor = CLOCK_MONOTONIC;
    return APART_OK;
}

static ApartStatus tell_death(Apart *apart, Error *error)
{
    int status;
    for (int i = 0; i < 100; i++) { // its end of the socket closes a moment before it is dead
        siginfo_t info = {.si_pid = 0};
        waitid(P_PID, (id_t)apart->pid, &info, WEXITED | WNOWAIT | WNOHANG);
        if (info.si_pid)
            break;
        poll(NULL, 0, 10);
    }
    if (!bury(apart, &status))
        error_set(error, "it closed its connection");
    else if (WIFSIGNALED(status))
        error_set(error, "it ended by signal %d (%s)", WTERMSIG(status),
                  strsignal(WTERMSIG(status)));
    else
        error_set(error, "it called exit(%d)", WEXITSTATUS(status));
    return APART_DIED;
}

static double processor_seconds(const Apart *apart)
{
    struct timespec spent;
    if (clock_gettime(apart->processor, &spent))
        return 0;
    return (double)spent.tv_sec + (double)spent.tv_nsec * 1e-9;
}

/* How long it wanted a processor that others had; 0 where the kernel does not say. */
static double waited_seconds(const Apart *apart)
{
    char path[64];
    unsigned long long ran, waited = 0;
    snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)apart->pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    if (fscanf(file, "%llu %llu", &ran, &waited) != 2)
        waited = 0;
    fclose(file);
    return (double)waited * 1e-9;
}

/* Which step the child was last seen at, and since when. */
typedef struct Watch {
    uint64_t step;
    double since, processor, waited;
} Watch;

static Watch watch_step(const Apart *apart)
{
    return (Watch){apart->shared->steps, clock_now(), processor_seconds(apart),
                   waited_seconds(apart)};
}

static bool is_endless(const Apart *apart, Watch *watch)
{
    siginfo_t info = {.si_pid = 0};
    if (!waitid(P_PID, (id_t)apart->pid, &info, WSTOPPED | WNOHANG | WNOWAIT) && info.si_pid)
        return true; // it was stopped, and nobody will wake it
    if (apart->shared->steps != watch->step)
        *watch = watch_step(apart);
    return processor_seconds(apart) - watch->processor > step_processor ||
           (clock_now() - watch->since > step_asleep &&
            clock_now() - watch->since - (waited_seconds(apart) - watch->waited) > step_asleep);
}

/* Waits until there is something to read. */
static ApartStatus wait_for_answer(Apart *apart, double deadline, const atomic_bool *stop,
                                   Error *error)
{
    int status;
    double give_up = INFINITY;
    Watch watch = watch_step(apart);
    for (;;) {
        double left = fmin(deadline - clock_now(), look_interval);
        struct timespec wait = {0, (long)(fmax(left, 0) * 1e9)};
        struct pollfd readable = {apart->socket, POLLIN, 0};
        if (ppoll(&readable, 1, &wait, NULL) > 0)
            return APART_OK;
        if (stop && atomic_load(stop) && !atomic_exchange(&apart->shared->stop, true))
            give_up = clock_now() + stop_patience;
        if (clock_now() >= give_up) {
            bury(apart, &status);
            error_set(error, "stopped");
            return APART_STOPPED;
        }
        if (clock_now() >= deadline) {
            bury(apart, &status);
            error_set(error, "it did not answer in time");
            return APART_LATE;
        }
        if (is_endless(apart, &watch)) {
            bury(apart, &status);
            error_set(error, "it did not come to an end");
            return APART_ENDLESS;
        }
    }
}

ApartStatus apart_begin(Apart *apart, Error *error)
{
    Error begun;
    int unused;
    if (apart->pid)
        return APART_OK;
    ApartStatus status = fork_child(apart, error);
    if (status == APART_OK)
        status = wait_for_answer(apart, INFINITY, NULL, error);
    if (status != APART_OK)
        return status;
    if (!receive(apart->socket, &begun, sizeof begun))
        return tell_death(apart, error);
    if (!*begun.text)
        return APART_OK;
    bury(apart, &unused);
    error_set(error, "%s", begun.text);
    return APART_DIED;
}

ApartStatus apart_ask(Apart *apart, const void *question, void *answer, double deadline,
                      const atomic_bool *stop, Error *error)
{
    ApartStatus status = apart_begin(apart, error);
    if (status != APART_OK)
        return status;
    atomic_store(&apart->shared->stop, false);
    if (!deliver(apart->socket, question, apart->work.question_size))
        return tell_death(apart, error);
    status = wait_for_answer(apart, deadline, stop, error);
    if (status != APART_OK)
        return status;
    if (!receive(apart->socket, answer, apart->work.answer_size))
        return tell_death(apart, error);
    return APART_OK;
}

#define _GNU_SOURCE // ppoll
#include "util/guard.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Who forks faster than it is killed is given up after so many seconds. */
enum { SWEEP_SECONDS = 10 };

static bool entered; // true of the whole program, once and before there are threads

bool guard_is_there(void)
{
    return entered;
}

static void wake(int number)
{
    (void)number;
}

/* The command gets a group of its own, and dies with the guard. */
static pid_t start_command(const char *command, const sigset_t *signals)
{
    pid_t guard = getpid(), pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        sigprocmask(SIG_SETMASK, signals, NULL);
        if (getppid() == guard)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    if (pid > 0)
        setpgid(pid, pid); // whoever comes first
    return pid;
}

/* Buries whoever ended, but leaves the command's own body: its number is still needed. */
static bool has_ended(pid_t command)
{
    for (;;) {
        siginfo_t info = {.si_pid = 0};
        if (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid == 0)
            return false;
        if (info.si_pid == command)
            return true;
        waitpid(info.si_pid, NULL, 0);
    }
}

/* Until the command ends or the lifeline does. `signals` lets SIGCHLD through, which is blocked
 * but for the wait. */
static void stand_guard(pid_t command, int lifeline, const sigset_t *signals)
{
    struct pollfd end = {.fd = lifeline, .events = POLLIN};
    while (!has_ended(command))
        if (ppoll(&end, 1, NULL, signals) > 0)
            return;
}

/* The fourth field of /proc/N/stat; the second, a name in brackets, may contain anything. */
static pid_t parent_of(const char *number)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/%.16s/stat", number);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, text, sizeof text - 1);
    if (file >= 0)
        close(file);
    text[length > 0 ? length : 0] = '\0';
    const char *name_end = strrchr(text, ')');
    int parent = -1;
    if (name_end)
        sscanf(name_end + 1, " %*c %d", &parent);
    return parent;
}

/* Returns how many there were, dead ones included. One that is there from the beginning is seen;
 * and who has descendants has children. */
static int kill_children(void)
{
    DIR *processes = opendir("/proc");
    int count = 0;
    if (!processes)
        return 0;
    for (struct dirent *entry; (entry = readdir(processes));)
        if (isdigit((unsigned char)entry->d_name[0]) && parent_of(entry->d_name) == getpid()) {
            kill((pid_t)atol(entry->d_name), SIGKILL);
            count++;
        }
    closedir(processes);
    return count;
}

/* The group at one blow, then generation after generation. Returns the command's status. */
static int sweep(pid_t command)
{
    int status = 0;
    alarm(SWEEP_SECONDS);
    kill(-command, SIGKILL);
    while (waitpid(command, &status, 0) < 0 && errno == EINTR)
        ;
    while (waitpid(-1, NULL, WNOHANG) >= 0 && kill_children() > 0)
        waitpid(-1, NULL, 0);
    return status;
}

/* Ends as the command did, a signal told as the shell tells it. */
static _Noreturn void guard(int lifeline, const char *command)
{
    sigset_t child_ended, signals;
    struct sigaction action = {.sa_handler = wake};
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ended, &signals);
    sigaction(SIGCHLD, &action, NULL);
    fcntl(lifeline, F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t pid = start_command(command, &signals);
    char failure = pid < 0 ? (char)errno : 0;
    send(lifeline, &failure, 1, MSG_NOSIGNAL);
    if (pid < 0)
        _exit(127);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    close(STDERR_FILENO);
    stand_guard(pid, lifeline, &signals);
    int status = sweep(pid);
    _exit(WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status));
}

void guard_enter(int argc, char **argv)
{
    entered = true;
    if (argc == 3 && !strcmp(argv[0], GUARD_NAME))
        guard(atoi(argv[1]), argv[2]);
}

#include "cli/interrupt.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

static atomic_bool interrupted; // a signal handler has nowhere else to put it

static void on_signal(int number)
{
    (void)number;
    atomic_store_explicit(&interrupted, true, memory_order_relaxed);
}

/* A terminal that closes may say so twice, and nobody is impatient; under nohup not at all. */
static void watch_hangup(struct sigaction action)
{
    struct sigaction before;
    action.sa_flags &= ~(int)SA_RESETHAND;
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

const atomic_bool *interrupt_flag(void)
{
    return &interrupted;
}

const atomic_bool *interrupt_watch(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    action.sa_flags = (int)SA_RESETHAND | SA_RESTART;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    watch_hangup(action);
    return &interrupted;
}

void interrupt_die(void)
{
    fflush(stdout);
    signal(SIGINT, SIG_DFL);
    raise(SIGINT);
}

bool interrupt_came(void)
{
    return atomic_load_explicit(&interrupted, memory_order_relaxed);
}

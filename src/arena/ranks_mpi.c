/* ranks_mpi.c: jobs on MPI ranks. Only rank 0 reads the command line, prints and stores; the
 * others know nothing but the tasks it sends. */
#include "arena/ranks.h"

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "arena/pool_mpi.h"

static void pass_over(int number)
{
    (void)number;
}

/* Ctrl-C and termination reach every rank. Rank 0 decides what becomes of them: a worker that
 * left on its own would take the others with it. */
static void leave_signals_to_rank_0(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = pass_over; // not SIG_IGN, which an agent's process would inherit
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

bool ranks_begin(int *argc, char ***argv, const Task *const *tasks)
{
    int threading, rank;
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &threading);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0)
        leave_signals_to_rank_0();
    RankPlace place = pool_mpi_place();
    if (rank == 0)
        return true;
    pool_mpi_serve(place, tasks);
    MPI_Finalize();
    return false;
}

int ranks_end(int code, const atomic_bool *hurry)
{
    if (pool_mpi_dismiss(hurry)) {
        MPI_Finalize();
    } else {
        fflush(NULL);
        MPI_Abort(MPI_COMM_WORLD, code);
    }
    return code;
}

int ranks_count(void)
{
    int count;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count - 1;
}

bool ranks_run(const Jobs *jobs, int threads, const atomic_bool *stop, int *idle, Error *error)
{
    (void)threads;
    *idle = 0;
    return ranks_count() ? pool_mpi_run(jobs, stop, idle, error) : pool_run(jobs, 1, stop, error);
}

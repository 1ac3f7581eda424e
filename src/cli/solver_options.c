#include "cli/solver_options.h"

#include "cli/playing.h"

bool solver_options_read(const Arguments *arguments, SolverSettings *settings, Limits *limits,
                         Error *error)
{
    int64_t threads = 1, megabytes = 0;
    *limits = (Limits){0};
    if (!arguments_integer(arguments, "threads", 1, SOLVER_THREADS_MAX, &threads, error) ||
        !arguments_integer(arguments, "hash", 1, 1 << 24, &megabytes, error) ||
        !playing_limit(arguments, "nodes", limits, error) ||
        !playing_limit(arguments, "time", limits, error))
        return false;
    *settings = (SolverSettings){(int)threads, (size_t)megabytes};
    return true;
}

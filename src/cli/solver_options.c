#include "cli/solver_options.h"

#include <math.h>

#include "cli/interrupt.h"
#include "cli/playing.h"

bool solver_options_read(const Arguments *arguments, SolverOptions *options, Error *error)
{
    int64_t threads = 1, megabytes = 0;
    Limits limits = {0};
    if (!arguments_integer(arguments, "threads", 1, SOLVER_THREADS_MAX, &threads, error) ||
        !arguments_integer(arguments, "hash", 1, 1 << 24, &megabytes, error) ||
        !playing_limit(arguments, "nodes", &limits, error) ||
        !playing_limit(arguments, "time", &limits, error))
        return false;
    *options = (SolverOptions){.settings = {(int)threads, (size_t)megabytes},
                               .seconds = limits.seconds > 0 ? limits.seconds : INFINITY,
                               .nodes = limits.nodes ? limits.nodes : UINT64_MAX};
    return true;
}

EffortLimits solver_options_limits(const SolverOptions *options)
{
    return (EffortLimits){interrupt_flag(), clock_now() + options->seconds, options->nodes};
}

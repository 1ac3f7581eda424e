#include "ui/solver_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/interrupt.h"

static double unit_seconds(const char *unit)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(unit, units[i].name))
            return units[i].seconds;
    return 0;
}

static bool read_time(const char *value, double *seconds, Error *error)
{
    char quote[QUOTE_SIZE], *unit;
    if (!value)
        return true;
    double number = strtod(value, &unit);
    bool shaped = value[0] >= '0' && value[0] <= '9' && unit_seconds(unit) > 0;
    if (!shaped || !(number > 0) || !isfinite(number))
        return error_set(error, "--time is such as 150ms, 10s, 5m or 2h, not %s",
                         error_quote(quote, value, strlen(value)));
    *seconds = number * unit_seconds(unit);
    return true;
}

bool solver_options_read(const Arguments *arguments, SolverOptions *options, Error *error)
{
    int64_t threads = 1, megabytes = 0, nodes = INT64_MAX;
    if (!arguments_integer(arguments, "threads", 1, SOLVER_THREADS_MAX, &threads, error) ||
        !arguments_integer(arguments, "hash", 1, 1 << 24, &megabytes, error) ||
        !arguments_integer(arguments, "nodes", 1, INT64_MAX, &nodes, error))
        return false;
    *options = (SolverOptions){.settings = {(int)threads, (size_t)megabytes},
                               .seconds = INFINITY,
                               .nodes = nodes == INT64_MAX ? UINT64_MAX : (uint64_t)nodes};
    return read_time(arguments_value(arguments, "time", 0), &options->seconds, error);
}

EffortLimits solver_options_limits(const SolverOptions *options)
{
    return (EffortLimits){interrupt_watch(), clock_now() + options->seconds, options->nodes};
}

static void print_progress(void *unused, const SolverProgress *progress)
{
    (void)unused;
    fprintf(stderr, "\r%8.1f s  %10.1f M nodes  %6.2f M/s  moves %d/%d  table %2d %% \033[K",
            progress->seconds, (double)progress->nodes * 1e-6,
            (double)progress->nodes / progress->seconds * 1e-6, progress->moves_done,
            progress->moves, progress->fill / 10);
}

const SolverWatch *solver_options_watch(void)
{
    static const SolverWatch watch = {print_progress, NULL};
    return isatty(STDERR_FILENO) ? &watch : NULL;
}

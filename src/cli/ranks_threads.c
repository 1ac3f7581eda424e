#include "cli/ranks.h"

bool ranks_begin(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return true;
}

int ranks_end(int code)
{
    return code;
}

int ranks_count(void)
{
    return 0;
}

bool ranks_run(const Jobs *jobs, int threads, const atomic_bool *stop, Error *error)
{
    return pool_run(jobs, threads, stop, error);
}

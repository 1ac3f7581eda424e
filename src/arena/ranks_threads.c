#include "arena/ranks.h"

bool ranks_begin(int *argc, char ***argv, const Task *const *tasks)
{
    (void)argc;
    (void)argv;
    (void)tasks;
    return true;
}

int ranks_end(int code, const atomic_bool *hurry)
{
    (void)hurry;
    return code;
}

int ranks_count(void)
{
    return 0;
}

bool ranks_run(const Jobs *jobs, int threads, const atomic_bool *stop, int *idle, Error *error)
{
    *idle = 0;
    return pool_run(jobs, threads, stop, error);
}

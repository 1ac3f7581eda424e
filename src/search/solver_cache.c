#include "search/solver_cache.h"

Solver *solver_cache_get(SolverCache *cache, const Board *board, Error *error)
{
    if (cache->solver && cache->width == board->width && cache->height == board->height &&
        cache->threads == cache->settings.threads)
        return cache->solver;
    solver_cache_free(cache);
    cache->solver = solver_create(board, cache->settings, error);
    cache->width = board->width;
    cache->height = board->height;
    cache->threads = cache->settings.threads;
    return cache->solver;
}

void solver_cache_free(SolverCache *cache)
{
    solver_destroy(cache->solver);
    cache->solver = NULL;
}

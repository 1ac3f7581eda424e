/* team.h: the same work by several threads at once.
 *
 * Threads that cannot be had are done without: the work is such that one is enough, and the caller
 * itself is always there. Where there are no threads at all (bare.c) it works alone.
 */
#pragma once

/* The part of the work with that number, from 0. */
typedef void (*TeamWork)(void *context, int number);

/* For a caller that wants to be asked now and then how it comes along. */
typedef struct TeamLook {
    void (*look)(void *context);
    void *context;
    double seconds; // between two looks
} TeamLook;

/* Works on numbers 0 up to `threads`, each in a thread of its own but 0, which the caller does;
 * with `look` (else NULL) all have their own, and the caller looks from time to time until the last
 * is done. Returns when all are; and how many there were, the first ones, at least 1. */
int team_run(int threads, TeamWork work, void *context, const TeamLook *look);

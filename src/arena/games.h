/* games.h: the games of a tournament as jobs of the pool. A job's number is the game's, its
 * result a Game. */
#pragma once

#include "arena/pool.h"
#include "arena/tournament.h"

/* Points to the tournament, which has to outlive it. */
Work games_work(const Tournament *tournament);

/* Makes the same work elsewhere, from the settings' text (settings_print()). */
extern const Task games_task;

/* Differs where the settings or the positions of an openings' file do. */
bool games_check(const Tournament *tournament, uint64_t *check, Error *error);

/* Whether any agent plays by the clock on the wall. */
bool games_are_by_clock(const Tournament *tournament);

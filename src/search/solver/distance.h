/* distance.h: how long the loser can hold out.
 *
 * The distance of a position is the number of plies to the end when the winner hurries and the
 * loser resists as long as it can. That is a much larger question than who wins: the search asks
 * "within n plies?" for growing n, with a table of what is known of each position, and stops at
 * its limits with a lower bound.
 */
#pragma once

#include "core/longest.h"
#include "core/position.h"
#include "util/budget.h"

typedef struct Distance Distance;

Distance *distance_create(const Board *board, Error *error);
void distance_destroy(Distance *distance);

/* Whether `winner`, who must win `position`, can end the game within `plies` more. Any answer if
 * the effort stops. */
bool distance_is_within(Distance *distance, const Position *position, Side winner, int plies,
                        Effort *effort);

/* The plies to the end of a position that `winner` must win; -1 if the effort stops. */
int distance_find(Distance *distance, const Position *position, Side winner, Effort *effort);

/* A line of that many plies with best play of both. False if the effort stops. */
bool distance_line(Distance *distance, const Position *position, Side winner, int plies,
                   Effort *effort, Square *line);

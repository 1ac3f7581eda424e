/* submissions.h: --course, a class of agents by the names of their files. */
#pragma once

#include "arena/tournament.h"
#include "cli/arguments.h"

/* Adds an agent for every file that fits one of the patterns, named by its folder. One that does
 * not import is told on standard error and left out. A board that nobody has said becomes the one
 * that the agents can play on. */
bool submissions_add(const Arguments *arguments, TournamentSettings *settings, Error *error);

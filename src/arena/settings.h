/* settings.h: a tournament's settings as JSON, both ways.
 *
 * The same text describes a run in the store, is printed by --print-settings and is read by
 * --settings FILE. Printing is canonical: equal settings give equal bytes.
 */
#pragma once

#include <jansson.h>

#include "arena/tournament.h"

/* Unknown members, wrong types and bad specs are refused, by name. Absent members keep what
 * `settings` holds. */
bool settings_parse(const char *json, size_t length, TournamentSettings *settings, Error *error);

/* The same for what the store has kept, to show it: nothing is looked for that may be gone. */
bool settings_parse_kept(const char *json, size_t length, TournamentSettings *settings,
                         Error *error);

/* A new string, freed by the caller; NULL when out of memory. Without a board where a file of
 * openings has it. */
char *settings_print(const TournamentSettings *settings);

/* Parts of such texts: `"alphabeta:chase,w1=2"`, `"nodes=5000"`. NULL when out of memory. */
json_t *agent_json(const AgentSpec *spec);
json_t *limits_json(const Limits *limits);

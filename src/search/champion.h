/* champion.h: the strongest play there is here.
 *
 * Exact where the solver reaches within the budget, which on 7x7 is everywhere; a deep search
 * judged by a network where it does not. A Champion owns its tables and remembers what it proved
 * from one move to the next. One search at a time.
 */
#pragma once

#include "search/search.h"

typedef struct Champion Champion;

typedef struct ChampionSettings {
    int threads;      // while the clock ends the search, or nothing does
    size_t megabytes; // of tables in all
} ChampionSettings;

Champion *champion_create(ChampionSettings settings, Error *error);
void champion_destroy(Champion *champion); // NULL is allowed

/* Bytes of all its tables. */
size_t champion_memory(ChampionSettings settings);

/* A new game: as newly made, with what searches of that board (NULL: which one will be seen) within
 * those limits need. False if the memory cannot be had. */
bool champion_begin(Champion *champion, const Board *board, const Limits *limits, Error *error);

/* False when memory for the board's tables cannot be had or, with an answer all the same, when a
 * thread cannot. */
bool champion_search(Champion *champion, const SearchJob *job, SearchResult *result, Error *error);

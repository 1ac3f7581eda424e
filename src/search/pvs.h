/* pvs.h: principal-variation search with a table, the champion's eyes where the solver does not
 * reach.
 *
 * A Pvs owns its table and remembers from one move of a game to the next, on one board. One search
 * at a time; the threads it uses are its own business.
 */
#pragma once

#include "eval/network.h"
#include "search/search.h"

typedef struct Pvs Pvs;

enum { PVS_THREADS_MAX = 64 };

/* For searches with up to so many threads. */
Pvs *pvs_create(size_t megabytes, int threads, Error *error);
void pvs_destroy(Pvs *pvs); // NULL is allowed
void pvs_forget(Pvs *pvs);  // empties the table

/* Instead of the network that comes with the program; the weights stay the caller's. */
void pvs_judge_by(Pvs *pvs, const NetworkWeights *weights);

/* Iterative deepening within the job's limits; nodes are those of all threads. With one thread
 * and a limit that is not a clock, the answer always is the same. False if some thread could not
 * be had, and the answer is that of the others. */
bool pvs_search(Pvs *pvs, const SearchJob *job, int threads, SearchResult *result);

/* output.h: what the engine says.
 *
 * Two threads speak, the one that reads commands and the one that searches; each line goes out
 * whole and at once, under a lock. No memory is allocated: an engine short of it must still be
 * able to answer.
 */
#pragma once

#include <pthread.h>

#include "search/search.h"

typedef struct EngineOutput {
    pthread_mutex_t lock;
} EngineOutput;

void engine_output_init(EngineOutput *output);
void engine_output_destroy(EngineOutput *output);

/* One line, or several that belong together; the last line end is added. */
void engine_say(EngineOutput *output, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* `info depth ... pv ...`. The score is for the side to move; where its line is known to last to
 * the end, `plies` is its length, else 0. */
void engine_say_info(EngineOutput *output, const Board *board, const SearchResult *result,
                     int plies);
void engine_say_best(EngineOutput *output, const Board *board, Square move); // SQUARE_NONE: (none)

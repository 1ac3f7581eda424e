#include "engine/output.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void engine_output_init(EngineOutput *output)
{
    pthread_mutex_init(&output->lock, NULL);
}

void engine_output_destroy(EngineOutput *output)
{
    pthread_mutex_destroy(&output->lock);
}

void engine_say(EngineOutput *output, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&output->lock);
    vprintf(format, arguments);
    putchar('\n');
    fflush(stdout);
    pthread_mutex_unlock(&output->lock);
    va_end(arguments);
}

enum { SCORE_SIZE = 32, CENTIPAWNS_MOST = 100000 };

/* `mate N` counts the moves of the side to move up to the end, negative if it loses. Everything
 * else is hundredths of the heuristic's unit, also the infinities: of results that are proved but
 * of unknown length, and of some heuristics where the game is not over. */
static const char *print_score(const SearchResult *result, int plies, char text[SCORE_SIZE])
{
    if (plies) {
        snprintf(text, SCORE_SIZE, "mate %d", result->score > 0 ? (plies + 1) / 2 : -(plies / 2));
        return text;
    }
    double cents = round(100 * result->score);
    if (cents > CENTIPAWNS_MOST)
        cents = CENTIPAWNS_MOST;
    if (cents < -CENTIPAWNS_MOST)
        cents = -CENTIPAWNS_MOST;
    snprintf(text, SCORE_SIZE, "cp %d", (int)cents);
    return text;
}

void engine_say_info(EngineOutput *output, const Board *board, const SearchResult *result,
                     int plies)
{
    char score[SCORE_SIZE], line[GAME_TEXT_SIZE], square[SQUARE_TEXT_SIZE];
    double rate = result->seconds > 0 ? (double)result->nodes / result->seconds : 0;
    int used = 0;
    line[0] = '\0';
    for (int i = 0; i < result->line.count; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, " %s",
                         square_print(board, result->line.moves[i], square));
    engine_say(output, "info depth %d nodes %llu nps %.0f time %.0f score %s pv%s", result->depth,
               (unsigned long long)result->nodes, rate, result->seconds * 1e3,
               print_score(result, plies, score), line);
}

void engine_say_best(EngineOutput *output, const Board *board, Square move)
{
    char square[SQUARE_TEXT_SIZE];
    engine_say(output, "bestmove %s",
               move == SQUARE_NONE ? "(none)" : square_print(board, move, square));
}

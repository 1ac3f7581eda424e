/* engine.c: what the page needs beyond isolab.h, whose functions it calls by their names.
 *
 * A function to be called back, which a page cannot hand over; games of a match, which are the
 * program's own (arena/tournament.h): same agents, board and seed, same games; and the bench's
 * signature, to tell that this is the same engine.
 */
#include "isolab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"
#include "lab/bench.h"
#include "stats/distribution.h"
#include "stats/pairs.h"

/* ---- What an agent tells on the way */

__attribute__((import_module("page"), import_name("watch"))) void page_watch(
    const IsolabChoice *so_far);

typedef void (*Watch)(void *context, const IsolabChoice *so_far);

static void tell_page(void *context, const IsolabChoice *so_far)
{
    (void)context;
    page_watch(so_far);
}

/* For IsolabSearch's `watch`. */
ISOLAB_API Watch web_watch(void);
Watch web_watch(void)
{
    return tell_page;
}

/* ---- A duel: a match's games, one by one */

typedef struct WebDuel {
    Tournament tournament;
    Seats seats;
} WebDuel;

static bool duel_init(WebDuel *duel, const char *one, const char *other, int width, int height,
                      int pairs, uint64_t seed, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    tournament_standard(settings);
    settings->width = width;
    settings->height = height;
    settings->pairs = pairs;
    settings->seed = seed;
    settings->agent_count = 2;
    settings->tested_count = 1;
    bool good = agent_parse(one, strlen(one), &settings->agents[0], error) &&
                agent_parse(other, strlen(other), &settings->agents[1], error) &&
                tournament_create(&duel->tournament, settings, error);
    free(settings);
    return good;
}

/* NULL with a sentence. */
ISOLAB_API WebDuel *web_duel_create(const char *one, const char *other, int width, int height,
                                    int pairs, uint64_t seed, char *why, size_t size);
WebDuel *web_duel_create(const char *one, const char *other, int width, int height, int pairs,
                         uint64_t seed, char *why, size_t size)
{
    Error error = {""};
    WebDuel *duel = calloc(1, sizeof *duel);
    if (duel && duel_init(duel, one, other, width, height, pairs, seed, &error))
        return duel;
    if (!duel)
        error_out_of_memory(&error);
    snprintf(why, size, "%s", error.text);
    free(duel);
    return NULL;
}

ISOLAB_API void web_duel_destroy(WebDuel *duel);
void web_duel_destroy(WebDuel *duel)
{
    seats_destroy(&duel->seats);
    tournament_destroy(&duel->tournament);
    free(duel);
}

/* Plays the game of that number; two in a row are a pair, in the first of which `one` moves first.
 * Its text, as a position's, goes into `text`. Returns who won: 0 `one`, 1 `other`, -1 nobody, with
 * a sentence in place of the text. */
ISOLAB_API int web_duel_play(WebDuel *duel, int number, char *text, size_t size);
int web_duel_play(WebDuel *duel, int number, char *text, size_t size)
{
    const Tournament *tournament = &duel->tournament;
    const Board *board = &tournament->openings.board;
    GameKey key = tournament_key(tournament, number);
    Opening opening = openings_at(&tournament->openings, key.opening);
    char start[OPENING_TEXT_SIZE], name[SQUARE_TEXT_SIZE];
    Game game;
    tournament_play(tournament, &duel->seats, key, NULL, &game);
    if (game.winner == SIDE_NONE) {
        snprintf(text, size, "%s", game.fault);
        return -1;
    }
    int length = snprintf(text, size, "%s", opening_print(board, &opening, start));
    for (int i = 0; i < game.moves.count && length < (int)size; i++)
        length += snprintf(text + length, size - (size_t)length, " %s",
                           square_print(board, game.moves.moves[i], name));
    return game_winner_of_pairing(key, game.winner);
}

/* What the program asks GSL. */
double normal_reach(double confidence)
{
    double low = 0, high = 40;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if (erf(middle / sqrt(2)) < confidence)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The interval that a match's score has, from pairs lost, split and won. */
ISOLAB_API void web_interval(int lost, int split, int won, double bounds[2]);
void web_interval(int lost, int split, int won, double bounds[2])
{
    PairCounts pairs = {{(uint64_t)lost, (uint64_t)split, (uint64_t)won}};
    Interval interval = pairs_interval(&pairs, CONFIDENCE);
    bounds[0] = interval.low;
    bounds[1] = interval.high;
}

/* ---- The bench */

static void ignore_row(void *context, const BenchRow *row)
{
    (void)context;
    (void)row;
}

/* 0: it failed. */
ISOLAB_API uint64_t web_signature(void);
uint64_t web_signature(void)
{
    uint64_t signature;
    return bench_run((BenchWatch){ignore_row, NULL}, &signature, NULL) ? signature : 0;
}

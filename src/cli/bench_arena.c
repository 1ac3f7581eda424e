/* bench_arena.c: whole games per second on one thread, without a store.
 *
 * The agents of the studies at a budget of nodes: openings, referee and the agents' own overhead
 * count, which the searches alone do not show.
 */
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "cli/bench.h"
#include "util/clock.h"
#include "util/terminal.h"

static const char work[] = "{\"agents\": [\"AB_Improved\", \"alphabeta:attacker\"],"
                           " \"against\": [\"AB_Open\", \"MM_Improved\", \"Random\"],"
                           " \"pairs\": 40, \"budget\": \"nodes=1000\"}";

static bool make_tournament(Tournament *tournament, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    settings_standard(settings);
    bool good = settings_parse(work, strlen(work), settings, error) &&
                tournament_create(tournament, settings, error);
    free(settings);
    return good;
}

/* Differs if any move or count of nodes does, within the range of JSON's whole numbers. */
static uint64_t game_signature(const Game *game)
{
    uint64_t signature = game->side[FIRST].nodes + 3 * game->side[SECOND].nodes;
    for (int i = 0; i < game->moves.count; i++)
        signature += (uint64_t)(i + 1) * game->moves.moves[i];
    return signature;
}

static void play_all(const Tournament *tournament, Seats *seats, Bench *bench)
{
    for (int64_t i = 0; i < tournament->game_count; i++) {
        Game game;
        tournament_play(tournament, seats, tournament_key(tournament, i), NULL, &game);
        bench->signature += game_signature(&game);
    }
}

static void tell_speed(const Tournament *tournament, double seconds, Bench *bench)
{
    double speed = seconds > 0 ? (double)tournament->game_count / seconds : 0;
    if (bench->json)
        whole_json_set(bench->json, "games_per_second", json_real(speed));
    else
        terminal_say("%-38s %-12s %12lld %6.0f games/s\n", "the studies' agents, nodes=1000", "7x7",
                     (long long)tournament->game_count, speed);
}

bool bench_arena(Bench *bench, Error *error)
{
    Tournament *tournament = malloc(sizeof *tournament);
    Seats *seats = calloc(1, sizeof *seats);
    bool good = (tournament && seats) || error_out_of_memory(error);
    if (good && (good = make_tournament(tournament, error))) {
        double start = clock_now();
        play_all(tournament, seats, bench);
        tell_speed(tournament, clock_now() - start, bench);
        seats_destroy(seats);
        tournament_destroy(tournament);
    }
    free(seats);
    free(tournament);
    return good;
}

#include "arena/tournament.h"

#include <stdlib.h>
#include <string.h>

void tournament_standard(TournamentSettings *settings)
{
    memset(settings, 0, sizeof *settings);
    settings->width = settings->height = 7;
    settings->openings = (OpeningSettings){.kind = OPENINGS_RANDOM, .plies = 2};
    settings->pairs = 10;
    settings->repeats = 1;
    settings->seed = 1;
}

static int64_t count_pairings(const TournamentSettings *settings)
{
    int64_t tested = settings->tested_count, all = settings->agent_count;
    return tested ? tested * (all - tested) : all * (all - 1) / 2;
}

static bool check_settings(const TournamentSettings *settings, Error *error)
{
    int tested = settings->tested_count, all = settings->agent_count;
    if (all < 2)
        return error_set(error, "a tournament needs at least two agents");
    if (tested < 0 || tested >= all)
        return error_set(error, "nobody to play against");
    if (settings->pairs < 1 || settings->repeats < 1)
        return error_set(error, "pairs and repeats are at least 1");
    if (2 * count_pairings(settings) * settings->pairs > TOURNAMENT_GAMES_MAX / settings->repeats)
        return error_set(error, "a run has at most %d games; these pairs and repeats make more",
                         TOURNAMENT_GAMES_MAX);
    if (settings->openings.kind == OPENINGS_RANDOM &&
        (settings->openings.plies < 0 || settings->openings.plies > SQUARE_LIMIT))
        return error_set(error, "openings have 0 to %d plies", SQUARE_LIMIT);
    return true;
}

static void add_pairing(Tournament *tournament, int a, int b)
{
    tournament->pairings[tournament->pairing_count++] = (Pairing){a, b};
}

static void add_pairings(Tournament *tournament)
{
    int tested = tournament->settings.tested_count, all = tournament->settings.agent_count;
    if (tested)
        for (int b = tested; b < all; b++)
            for (int a = 0; a < tested; a++)
                add_pairing(tournament, a, b);
    else
        for (int a = 0; a < all; a++)
            for (int b = a + 1; b < all; b++)
                add_pairing(tournament, a, b);
}

bool tournament_create(Tournament *tournament, const TournamentSettings *settings, Error *error)
{
    Board board;
    *tournament = (Tournament){.settings = *settings};
    TournamentSettings *own = &tournament->settings;
    own->openings.file = own->openings_file;
    own->openings.seed = own->seed;
    bool by_openings = own->width == 0 && own->openings.kind == OPENINGS_FILE;
    if (!check_settings(own, error) ||
        (!by_openings && !board_init(&board, own->width, own->height, error)) ||
        !openings_create(&tournament->openings, by_openings ? NULL : &board, &own->openings, error))
        return false;
    own->openings.text = NULL; // the caller's
    own->width = tournament->openings.board.width;
    own->height = tournament->openings.board.height;
    size_t most = (size_t)own->agent_count * (size_t)own->agent_count;
    tournament->pairings = malloc(most * sizeof *tournament->pairings);
    if (!tournament->pairings) {
        openings_destroy(&tournament->openings);
        return error_out_of_memory(error);
    }
    add_pairings(tournament);
    tournament->game_count = 2LL * tournament->pairing_count * own->pairs * own->repeats;
    return true;
}

void tournament_destroy(Tournament *tournament)
{
    openings_destroy(&tournament->openings);
    free(tournament->pairings);
    tournament->pairings = NULL;
}

GameKey tournament_key(const Tournament *tournament, int64_t game)
{
    int64_t rest = game / 2;
    return (GameKey){.pairing = (int)(rest % tournament->pairing_count),
                     .opening = rest / tournament->pairing_count,
                     .side = (int)(game % 2)};
}

int64_t tournament_game(const Tournament *tournament, GameKey key)
{
    return 2 * (key.opening * tournament->pairing_count + key.pairing) + key.side;
}

int tournament_repeat(const Tournament *tournament, GameKey key)
{
    return (int)(key.opening / tournament->settings.pairs);
}

int tournament_agent(const Tournament *tournament, GameKey key, Side side)
{
    const Pairing *pairing = &tournament->pairings[key.pairing];
    return (int)side == key.side ? pairing->a : pairing->b;
}

Limits tournament_limits(const Tournament *tournament, int agent)
{
    return agent_limits(&tournament->settings.agents[agent], &tournament->settings.limits);
}

int game_winner_of_pairing(GameKey key, Side winner)
{
    return winner == SIDE_NONE ? -1 : (int)winner == key.side ? 0 : 1;
}

void seats_destroy(Seats *seats)
{
    for (size_t i = 0; i < sizeof seats->agents / sizeof *seats->agents; i++) {
        agent_destroy(seats->agents[i]);
        seats->agents[i] = NULL;
    }
}

static Agent *seat_agent(const Tournament *tournament, Seats *seats, int number,
                         const atomic_bool *stop, Error *error)
{
    const TournamentSettings *settings = &tournament->settings;
    Agent **seat = &seats->agents[number];
    if (!*seat)
        *seat = agent_create_ready(&settings->agents[number], &settings->limits,
                                   &tournament->openings.board, stop, error);
    return *seat;
}

bool seats_fill(Seats *seats, const Tournament *tournament, const atomic_bool *stop, Error *error)
{
    for (int i = 0; i < tournament->settings.agent_count; i++)
        if (!seat_agent(tournament, seats, i, stop, error))
            return false;
    return true;
}

bool seats_measure(const Tournament *tournament, size_t *bytes, Error *error)
{
    const TournamentSettings *settings = &tournament->settings;
    AgentMemory sum = {0};
    for (int i = 0; i < settings->agent_count; i++)
        if (!agent_measure(&settings->agents[i], &settings->limits, &tournament->openings.board,
                           &sum, error))
            return false;
    *bytes = sum.kept + sum.turn;
    return true;
}

void tournament_play(const Tournament *tournament, Seats *seats, GameKey key,
                     const atomic_bool *stop, Game *game)
{
    Opening opening = openings_at(&tournament->openings, key.opening);
    Random random[2];
    GameSettings settings = {.board = &tournament->openings.board,
                             .start = opening.position,
                             .grace = GAME_GRACE,
                             .stop = stop};
    uint64_t pair = (uint64_t)tournament_game(tournament, key) / 2;
    for (Side side = FIRST; side <= SECOND; side++) {
        Error error;
        random[side] = random_stream(tournament->settings.seed, pair,
                                     (uint64_t)(2 * key.side) + (uint64_t)side);
        settings.random[side] = &random[side];
        settings.agents[side] =
            seat_agent(tournament, seats, tournament_agent(tournament, key, side), stop, &error);
        if (!settings.agents[side]) {
            *game = (Game){.start = opening.position,
                           .winner = SIDE_NONE,
                           .reason = GAME_SHORT,
                           .attacker = position_attacker(settings.board, &opening.position)};
            memcpy(game->fault, error.text, sizeof game->fault);
            return;
        }
    }
    game_play(&settings, game);
}

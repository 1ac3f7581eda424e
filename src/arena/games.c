#include "arena/games.h"

#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "util/checksum.h"

static bool measure_seats(const void *tournament, size_t *bytes, Error *error)
{
    return seats_measure(tournament, bytes, error);
}

static void leave_seats(const void *tournament, void *seats)
{
    (void)tournament;
    seats_destroy(seats);
    free(seats);
}

static void *take_seats(const void *tournament, const atomic_bool *stop, Error *error)
{
    Seats *seats = calloc(1, sizeof *seats);
    if (!seats) {
        error_out_of_memory(error);
        return NULL;
    }
    if (seats_fill(seats, tournament, stop, error))
        return seats;
    leave_seats(tournament, seats);
    return NULL;
}

static bool play_game(const void *context, void *seats, int64_t job, const atomic_bool *stop,
                      void *result, Error *error)
{
    const Tournament *tournament = context;
    Game *game = result;
    tournament_play(tournament, seats, tournament_key(tournament, job), stop, game);
    if (game->reason == GAME_SHORT)
        memcpy(error->text, game->fault, sizeof error->text);
    return game->reason < GAME_ABORTED;
}

Work games_work(const Tournament *tournament)
{
    return (Work){.context = tournament,
                  .result_size = sizeof(Game),
                  .measure = measure_seats,
                  .worker_create = take_seats,
                  .worker_destroy = leave_seats,
                  .run = play_game};
}

bool games_check(const Tournament *tournament, uint64_t *check, Error *error)
{
    const Openings *openings = &tournament->openings;
    char text[OPENING_TEXT_SIZE];
    char *settings = settings_print(&tournament->settings);
    if (!settings)
        return error_out_of_memory(error);
    *check = fingerprint_add(FINGERPRINT_START, settings, strlen(settings));
    for (int i = 0; i < openings->count; i++) {
        opening_print(&openings->board, &openings->list[i], text);
        *check = fingerprint_add(*check, text, strlen(text));
    }
    free(settings);
    return true;
}

bool games_are_by_clock(const Tournament *tournament)
{
    for (int i = 0; i < tournament->settings.agent_count; i++)
        if (tournament_limits(tournament, i).seconds > 0)
            return true;
    return false;
}

/* With agents that can play here: each game of another would be lost. */
static bool create_from(Tournament *tournament, const char *recipe, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    tournament_standard(settings);
    bool good = settings_parse(recipe, strlen(recipe), settings, error);
    for (int i = 0; good && i < settings->agent_count; i++)
        good = agent_check(&settings->agents[i], &settings->limits, NULL, error);
    good = good && tournament_create(tournament, settings, error);
    free(settings);
    return good;
}

static bool task_open(const char *recipe, Work *work, uint64_t *check, Error *error)
{
    Tournament *tournament = calloc(1, sizeof *tournament);
    if (!tournament)
        return error_out_of_memory(error);
    if (create_from(tournament, recipe, error)) {
        if (games_check(tournament, check, error)) {
            *work = games_work(tournament);
            return true;
        }
        tournament_destroy(tournament);
    }
    free(tournament);
    return false;
}

static void task_close(Work *work)
{
    Tournament *tournament = (Tournament *)work->context;
    tournament_destroy(tournament);
    free(tournament);
}

const Task games_task = {.name = "games", .open = task_open, .close = task_close};

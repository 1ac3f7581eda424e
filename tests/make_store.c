/* make_store.c: `make_store FILE SETTINGS [LIMIT]` plays a tournament into a database, for tests
 * of whatever reads one. SETTINGS is JSON as settings.h has it; LIMIT leaves the run unfinished
 * after that many games. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "store/store.h"

enum { BATCH = 1000 };

static bool play_all(Store *store, int64_t run, const Tournament *tournament, int64_t limit,
                     Error *error)
{
    static StoredGame batch[BATCH];
    static Seats seats;
    int filled = 0;
    bool good = true;
    for (int64_t game = 0; good && game < limit; game++) {
        GameKey key = tournament_key(tournament, game);
        batch[filled].key = key;
        tournament_play(tournament, &seats, key, NULL, &batch[filled++].game);
        if (filled < BATCH && game + 1 < limit)
            continue;
        good = store_add_games(store, run, batch, filled, error);
        filled = 0;
    }
    seats_destroy(&seats);
    return good;
}

static bool make(Store *store, const Tournament *tournament, int64_t limit, Error *error)
{
    int64_t run, all = tournament->game_count;
    char *settings = settings_print(&tournament->settings);
    Text openings = TEXT_EMPTY;
    openings_print(&tournament->openings, &openings);
    bool good = settings &&
                store_run_create(store, "tournament", settings, openings.bytes, all, &run, error) &&
                play_all(store, run, tournament, limit < all ? limit : all, error) &&
                (limit < all || store_run_finish(store, run, error));
    text_free(&openings);
    free(settings);
    return good;
}

int main(int argc, char **argv)
{
    static TournamentSettings settings;
    static Tournament tournament;
    Error error = {"usage: make_store FILE SETTINGS [LIMIT]"};
    Store *store = NULL;
    tournament_standard(&settings);
    bool good = argc >= 3 && settings_parse(argv[2], strlen(argv[2]), &settings, &error) &&
                tournament_create(&tournament, &settings, &error) &&
                (store = store_open(argv[1], STORE_WRITE, &error)) &&
                make(store, &tournament, argc > 3 ? atoll(argv[3]) : INT64_MAX, &error);
    store_close(store);
    tournament_destroy(&tournament);
    if (!good)
        fprintf(stderr, "make_store: %s\n", error.text);
    return good ? 0 : 1;
}

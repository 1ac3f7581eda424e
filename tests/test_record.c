/* Playing into the store: exactly the missing games, whatever was stored before. */
#include "store_support.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/settings.h"
#include "store/record.h"

static Tournament *make(const char *json)
{
    static TournamentSettings settings;
    Error error;
    Tournament *tournament = malloc(sizeof *tournament);
    assert_non_null(tournament);
    settings_standard(&settings);
    if (!settings_parse(json, strlen(json), &settings, &error) ||
        !tournament_create(tournament, &settings, &error))
        fail_msg("%s", error.text);
    return tournament;
}

static void destroy(Tournament *tournament)
{
    tournament_destroy(tournament);
    free(tournament);
}

static const char small[] = "{\"board\": \"5x5\", \"agents\": [\"random\", \"greedy:open\"],"
                            " \"against\": [\"first\", \"greedy:improved\", \"random\"],"
                            " \"pairs\": 20, \"repeats\": 3}";

static StoredGame play(const Tournament *tournament, int64_t game)
{
    static Seats seats;
    StoredGame stored = {.key = tournament_key(tournament, game)};
    tournament_play(tournament, &seats, stored.key, NULL, &stored.game);
    seats_destroy(&seats);
    return stored;
}

/* What the stored games should be: played here, one by one, in their order. */
typedef struct Expected {
    const Tournament *tournament;
    int64_t count, missing_allowed;
    int64_t a_wins;
} Expected;

static bool compare(void *context, const StoredGame *stored)
{
    Expected *expected = context;
    StoredGame own = play(expected->tournament, tournament_game(expected->tournament, stored->key));
    assert_int_equal(own.game.moves.count, stored->game.moves.count);
    assert_memory_equal(own.game.moves.moves, stored->game.moves.moves,
                        (size_t)own.game.moves.count);
    assert_int_equal(own.game.winner, stored->game.winner);
    assert_int_equal(own.game.attacker, stored->game.attacker);
    expected->a_wins += game_winner_of_pairing(stored->key, stored->game.winner) == 0;
    expected->count++;
    return true;
}

static int64_t sum_of_scores(const Record *record, int64_t *a_wins)
{
    int64_t games = 0;
    *a_wins = 0;
    for (int i = 0; i < record->tournament->pairing_count; i++) {
        const RecordScore *score = &record->scores[i];
        games += score->games;
        *a_wins += score->a_wins;
        assert_true(score->forfeits == 0 && score->longest_overrun == 0);
    }
    return games;
}

static void assert_right(Store *store, int64_t run, const Record *record)
{
    Error error;
    int64_t a_wins;
    Expected expected = {.tournament = record->tournament};
    assert_true(store_games(store, run, compare, &expected, &error));
    assert_true(expected.count == record->done);
    assert_true(sum_of_scores(record, &a_wins) == record->done);
    assert_true(a_wins == expected.a_wins);
}

static void sit(Store *store, int64_t run, const Tournament *tournament, int threads,
                Record *record)
{
    Error error;
    RecordSettings settings = {.store = store, .run = run, .threads = threads};
    if (!record_games(record, tournament, &settings, &error))
        fail_msg("%s", error.text);
}

static bool is_finished(Store *store, int64_t run)
{
    StoreRun info;
    Error error;
    assert_true(store_run_get(store, run, &info, &error));
    bool finished = info.finished != NULL;
    store_run_free(&info);
    return finished;
}

/* Any part of the games stored before, in any order: the rest is played, and nothing else. */
static void test_the_missing_games_are_played(void **state)
{
    (void)state;
    static StoredGame before[720];
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    assert_true(tournament->game_count == COUNT_OF(before));
    for (int percent = 0; percent <= 100; percent += 20) {
        Random random = random_stream(7, (uint64_t)percent, 0);
        int64_t run = new_run(store, tournament->game_count);
        int stored = 0;
        for (int64_t game = tournament->game_count - 1; game >= 0; game--)
            if (random_below(&random, 100) < (uint32_t)percent)
                before[stored++] = play(tournament, game);
        add_games(store, run, before, stored);
        Record record;
        sit(store, run, tournament, 1 + percent % 3, &record);
        assert_true(record.already_done == stored);
        assert_true(record_is_complete(&record) && record.done == tournament->game_count);
        assert_right(store, run, &record);
        assert_true(is_finished(store, run));
        record_destroy(&record);
    }
    store_close(store);
    destroy(tournament);
}

typedef struct Patience {
    int64_t games; // until this many are done
    bool seen_uncounted;
} Patience;

static void lose_patience(void *context, const Record *record, bool *enough)
{
    const Patience *patience = context;
    *enough = record->done >= patience->games;
}

/* Enough, again and again: what is stored is right after each sitting, and in the end whole. */
static void test_many_sittings(void **state)
{
    (void)state;
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, tournament->game_count), before = 0;
    bool complete = false;
    for (int sitting = 0; !complete; sitting++) {
        Record record;
        Error error;
        Patience patience = {.games = before + 40};
        RecordSettings settings = {.store = store,
                                   .run = run,
                                   .threads = 1 + sitting % 2,
                                   .watch = lose_patience,
                                   .context = &patience};
        assert_true(record_games(&record, tournament, &settings, &error));
        assert_true(record.already_done == before && record.done > before);
        assert_right(store, run, &record);
        complete = record_is_complete(&record);
        assert_int_equal(is_finished(store, run), complete);
        before = record.done;
        record_destroy(&record);
    }
    store_close(store);
    destroy(tournament);
}

static void test_stopped_before_it_began(void **state)
{
    (void)state;
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    Record record;
    Error error;
    atomic_bool stop = true;
    RecordSettings settings = {
        .store = store, .run = new_run(store, tournament->game_count), .threads = 2, .stop = &stop};
    assert_true(record_games(&record, tournament, &settings, &error));
    assert_true(record.done == 0 && !record_is_complete(&record));
    record_destroy(&record);
    store_close(store);
    destroy(tournament);
}

/* Plays like `random` while this machine has what it needs. */
static atomic_int turns_left;

static AgentOutcome choose_while_possible(Agent *agent, const SearchJob *job, SearchResult *result,
                                          Error *error)
{
    (void)agent;
    if (atomic_fetch_sub(&turns_left, 1) <= 0)
        return error_set(error, "no memory") ? AGENT_CHOSE : AGENT_SHORT;
    Square moves[SQUARE_LIMIT];
    search_begin(result, moves, search_shuffled_moves(job, moves));
    return AGENT_CHOSE;
}

/* It ends the run; no game is lost by it, those played are kept, and the next sitting has the
 * rest. */
static void test_a_shortage(void **state)
{
    (void)state;
    static const AgentKind scarce = {.name = "scarce", .choose = choose_while_possible};
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, tournament->game_count), before = 0;
    tournament->settings.agents[0].kind = &scarce;
    for (int sitting = 0; sitting < 4; sitting++) {
        Record record;
        Error error;
        RecordSettings settings = {.store = store, .run = run, .threads = 1 + sitting % 3};
        atomic_store(&turns_left, 500);
        assert_false(record_games(&record, tournament, &settings, &error));
        assert_string_equal(error.text, "'random': no memory");
        assert_true(record.kept && record.done > before);
        before = record.done;
        atomic_store(&turns_left, INT_MAX);
        assert_right(store, run, &record);
        record_destroy(&record);
    }
    Record record;
    sit(store, run, tournament, 2, &record);
    assert_true(record.already_done == before && record_is_complete(&record));
    assert_right(store, run, &record);
    record_destroy(&record);
    store_close(store);
    destroy(tournament);
}

/* A file that goes while it is played into: nothing is counted that is not there. */
static void remove_file(void *context, const Record *record, bool *enough)
{
    (void)enough;
    if (record->done > 0)
        unlink(context);
}

static void test_the_file_goes(void **state)
{
    (void)state;
    static const char *const files[] = {"a.db", "b.db-wal", "c.db-shm"};
    for (int i = 0; i < COUNT_OF(files); i++) {
        char database[] = {files[i][0], '.', 'd', 'b', '\0'};
        Tournament *tournament = make(small);
        Store *store = open_store(database, STORE_WRITE);
        Record record;
        Error error;
        char sentence[PATH_SIZE];
        RecordSettings settings = {.store = store,
                                   .run = new_run(store, tournament->game_count),
                                   .threads = 2,
                                   .watch = remove_file,
                                   .context = (char *)files[i]};
        StoredGame first = play(tournament, 0); // so that there is something from the start
        add_games(store, settings.run, &first, 1);
        assert_false(record_games(&record, tournament, &settings, &error));
        snprintf(sentence, sizeof sentence,
                 "%s' was deleted, moved or replaced while it was in use", files[i]);
        assert_non_null(strstr(error.text, sentence));
        assert_false(record.kept);
        assert_true(record.done == 1);
        record_destroy(&record);
        store_close(store);
        destroy(tournament);
    }
}

/* A run that vanished under it. */
static void test_storing_fails(void **state)
{
    (void)state;
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    Record record;
    Error error;
    int64_t keep = new_run(store, 1);
    RecordSettings settings = {.store = store, .run = keep, .threads = 2};
    StoredGame twice = play(tournament, 4);
    add_games(store, keep, &twice, 1);
    settings.run = keep + 1;
    assert_false(record_games(&record, tournament, &settings, &error));
    assert_string_equal(error.text, "'a.db' has no run 2");
    assert_true(record.done == 0);
    record_destroy(&record);
    store_close(store);
    destroy(tournament);
}

/* Games of some other tournament in the run are not counted, and do no harm. */
static void test_games_that_do_not_belong(void **state)
{
    (void)state;
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, tournament->game_count), a_wins;
    StoredGame strange[] = {make_game((GameKey){tournament->pairing_count, 0, 0}, 1),
                            make_game((GameKey){0, 60, 1}, 1),
                            make_game((GameKey){5, 1000000, 0}, 1)};
    Record record;
    add_games(store, run, strange, COUNT_OF(strange));
    sit(store, run, tournament, 2, &record);
    assert_true(record.already_done == 0 && record_is_complete(&record));
    assert_true(sum_of_scores(&record, &a_wins) == tournament->game_count);
    record_destroy(&record);
    store_close(store);
    destroy(tournament);
}

static void test_pairs_in_order(void **state)
{
    (void)state;
    Tournament *tournament = make(small);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t run = new_run(store, tournament->game_count);
    Record record;
    sit(store, run, tournament, 2, &record);
    for (int pairing = 0; pairing < tournament->pairing_count; pairing++) {
        int64_t counts[3] = {0}, opening = 0;
        int points;
        for (; record_pair(&record, pairing, opening, &points); opening++)
            counts[points]++;
        assert_true(opening == 60);
        for (int i = 0; i < 3; i++)
            assert_true(counts[i] == record.scores[pairing].pairs[i]);
    }
    int points;
    record.outcome[tournament_game(tournament, (GameKey){2, 30, 1})] = 0;
    assert_false(record_pair(&record, 2, 30, &points));
    assert_true(record_pair(&record, 2, 31, &points));
    record_destroy(&record);
    store_close(store);
    destroy(tournament);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_the_missing_games_are_played),
        IN_DIRECTORY(test_many_sittings),
        IN_DIRECTORY(test_stopped_before_it_began),
        IN_DIRECTORY(test_storing_fails),
        IN_DIRECTORY(test_games_that_do_not_belong),
        IN_DIRECTORY(test_pairs_in_order),
        IN_DIRECTORY(test_a_shortage),
        IN_DIRECTORY(test_the_file_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

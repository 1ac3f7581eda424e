/* Experiments called from C: settings in, result out, watched, stopped by the flag, resumed. */
#include "store_support.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arena/settings.h"
#include "lab/study_claims.h"
#include "lab/tune.h"

static const TournamentSettings *make(const char *json)
{
    static TournamentSettings settings;
    Error error;
    tournament_standard(&settings);
    if (!settings_parse(json, strlen(json), &settings, &error))
        fail_msg("%s", error.text);
    return &settings;
}

static const char small[] = "{\"board\": \"5x5\", \"agents\": [\"random\", \"greedy:open\"],"
                            " \"against\": [\"first\", \"greedy:improved\", \"random\"],"
                            " \"pairs\": 20, \"repeats\": 3}";
enum { SMALL_GAMES = 720 };

static RunSettings settings_of(const char *json)
{
    return (RunSettings){
        .kind = "match", .games = make(json), .database = "a.db", .resume = true, .threads = 2};
}

static Run *play(const RunSettings *settings)
{
    static Run run;
    Error error;
    if (!run_play(&run, settings, &error))
        fail_msg("%s", error.text);
    return &run;
}

static StoredGame play_alone(const Tournament *tournament, int64_t game)
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
    int64_t count, a_wins;
} Expected;

static bool compare(void *context, const StoredGame *stored)
{
    Expected *expected = context;
    StoredGame own =
        play_alone(expected->tournament, tournament_game(expected->tournament, stored->key));
    assert_int_equal(own.game.moves.count, stored->game.moves.count);
    assert_memory_equal(own.game.moves.moves, stored->game.moves.moves,
                        (size_t)own.game.moves.count);
    assert_int_equal(own.game.winner, stored->game.winner);
    assert_int_equal(own.game.attacker, stored->game.attacker);
    expected->a_wins += game_winner_of_pairing(stored->key, stored->game.winner) == 0;
    expected->count++;
    return true;
}

static int64_t sum_of_scores(const Run *run, int64_t *a_wins)
{
    int64_t games = 0;
    *a_wins = 0;
    for (int i = 0; i < run->tournament.pairing_count; i++) {
        const RunScore *score = &run->scores[i];
        games += score->games;
        *a_wins += score->a_wins;
        assert_true(score->forfeits == 0 && score->longest_overrun == 0);
    }
    return games;
}

static void assert_right(const Run *run)
{
    Error error;
    int64_t a_wins;
    Expected expected = {.tournament = &run->tournament};
    assert_true(store_games(run->store, run->number, compare, &expected, &error));
    assert_true(expected.count == run->done);
    assert_true(sum_of_scores(run, &a_wins) == run->done);
    assert_true(a_wins == expected.a_wins);
}

static bool is_finished(const Run *run)
{
    StoreRun info;
    Error error;
    assert_true(store_run_get(run->store, run->number, &info, &error));
    bool finished = info.finished != NULL;
    store_run_free(&info);
    return finished;
}

/* The run of these settings, not begun, in its store; with the games of `json`. */
static int64_t make_run(const RunSettings *settings, Store *store, Tournament *tournament)
{
    int64_t number = 0;
    Error error;
    assert_true(tournament_create(tournament, settings->games, &error));
    char *text = settings_print(&tournament->settings);
    assert_non_null(text);
    assert_true(
        store_run_create(store, settings->kind, text, "", tournament->game_count, &number, &error));
    free(text);
    return number;
}

/* Any part of the games stored before, in any order: the rest is played, and nothing else. */
static void test_the_missing_games_are_played(void **state)
{
    (void)state;
    static StoredGame before[SMALL_GAMES];
    static Tournament tournament;
    for (int percent = 0; percent <= 100; percent += 20) {
        Random random = random_stream(7, (uint64_t)percent, 0);
        RunSettings settings = settings_of(small);
        char database[] = {(char)('a' + percent / 20), '.', 'd', 'b', '\0'};
        Store *store = open_store(database, STORE_WRITE);
        int64_t number = make_run(&settings, store, &tournament);
        int stored = 0;
        for (int64_t game = tournament.game_count - 1; game >= 0; game--)
            if (random_below(&random, 100) < (uint32_t)percent)
                before[stored++] = play_alone(&tournament, game);
        add_games(store, number, before, stored);
        store_close(store);
        tournament_destroy(&tournament);
        settings.database = database;
        settings.threads = 1 + percent % 3;
        Run *run = play(&settings);
        assert_true(run->number == number && run->already_done == stored);
        assert_true(run->stage == RUN_DONE && run->done == SMALL_GAMES);
        assert_right(run);
        assert_true(is_finished(run));
        run_destroy(run);
    }
}

/* Who watches, and sets the flag when that many games are done. */
typedef struct Watcher {
    atomic_bool stop;
    int64_t games;
    RunStage stage;
    int64_t done;
    int calls[RUN_FAILED + 1];
} Watcher;

static void watch(void *context, const Run *run)
{
    Watcher *watcher = context;
    assert_true(run->stage >= watcher->stage && run->done >= watcher->done);
    assert_true(run->stage > RUN_BEGUN || run->done == 0);
    watcher->stage = run->stage;
    watcher->done = run->done;
    watcher->calls[run->stage]++;
    if (run->stage == RUN_PLAYING && run->done >= watcher->games)
        atomic_store(&watcher->stop, true);
}

static void test_watched(void **state)
{
    (void)state;
    RunSettings settings = settings_of(small);
    Watcher watcher = {.games = INT64_MAX};
    settings.watch = watch;
    settings.context = &watcher;
    run_destroy(play(&settings));
    assert_true(watcher.calls[RUN_BEGUN] == 1 && watcher.calls[RUN_PLAYING] >= 2);
    assert_true(watcher.calls[RUN_DONE] == 1 && watcher.done == SMALL_GAMES);

    watcher = (Watcher){.games = INT64_MAX}; // it is only read again
    Run *run = play(&settings);
    assert_true(run->already_done == SMALL_GAMES && run->stage == RUN_DONE);
    assert_true(watcher.calls[RUN_BEGUN] == 1 && watcher.calls[RUN_PLAYING] == 1);
    assert_true(run->number == 1);
    run_destroy(run);

    watcher = (Watcher){.games = INT64_MAX};
    settings.resume = false; // a new one
    run = play(&settings);
    assert_true(run->number == 2 && run->already_done == 0 && run->done == SMALL_GAMES);
    run_destroy(run);
}

/* Again and again: what is stored is right after each sitting, and in the end whole. */
static void test_many_sittings(void **state)
{
    (void)state;
    int64_t before = 0;
    bool complete = false;
    for (int sitting = 0; !complete; sitting++) {
        RunSettings settings = settings_of(small);
        Watcher watcher = {.games = before + 40};
        settings.threads = 1 + sitting % 2;
        settings.stop = &watcher.stop;
        settings.watch = watch;
        settings.context = &watcher;
        Run *run = play(&settings);
        assert_true(run->already_done == before && run->done > before);
        assert_right(run);
        complete = run_is_complete(run);
        assert_int_equal(run->stage, complete ? RUN_DONE : RUN_STOPPED);
        assert_int_equal(is_finished(run), complete);
        before = run->done;
        run_destroy(run);
    }
}

static void test_stopped_before_it_began(void **state)
{
    (void)state;
    atomic_bool stop = true;
    RunSettings settings = settings_of(small);
    settings.stop = &stop;
    Run *run = play(&settings);
    assert_true(run->done == 0 && run->stage == RUN_STOPPED && !run_is_complete(run));
    run_destroy(run);
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
    static const AgentKind scarce = {.name = "random", .choose = choose_while_possible};
    static TournamentSettings games;
    RunSettings settings = settings_of(small);
    int64_t before = 0;
    games = *settings.games;
    games.agents[0].kind = &scarce;
    settings.games = &games;
    for (int sitting = 0; sitting < 4; sitting++) {
        static Run run;
        Error error;
        settings.threads = 1 + sitting % 3;
        atomic_store(&turns_left, 500);
        assert_false(run_play(&run, &settings, &error));
        assert_string_equal(error.text, "'random': no memory");
        assert_true(run.stage == RUN_FAILED && run.kept && run.done > before);
        before = run.done;
        atomic_store(&turns_left, INT_MAX);
        assert_right(&run);
        run_destroy(&run);
    }
    Run *run = play(&settings);
    assert_true(run->already_done == before && run_is_complete(run));
    assert_right(run);
    run_destroy(run);
}

/* A file that goes while it is played into: nothing is counted that is not there. */
static void remove_file(void *context, const Run *run)
{
    if (run->done > 0)
        unlink(context);
}

static void test_the_file_goes(void **state)
{
    (void)state;
    static const char *const files[] = {"a.db", "b.db-wal", "c.db-shm"};
    for (int i = 0; i < COUNT_OF(files); i++) {
        static Tournament tournament;
        static Run run;
        char database[] = {files[i][0], '.', 'd', 'b', '\0'};
        RunSettings settings = settings_of(small);
        Error error;
        char sentence[PATH_SIZE];
        settings.database = database;
        settings.watch = remove_file;
        settings.context = (char *)files[i];
        Store *store = open_store(database, STORE_WRITE);
        int64_t number = make_run(&settings, store, &tournament);
        StoredGame first = play_alone(&tournament, 0); // so that there is something from the start
        add_games(store, number, &first, 1);
        assert_false(run_play(&run, &settings, &error));
        snprintf(sentence, sizeof sentence,
                 "%s' was deleted, moved or replaced while it was in use", files[i]);
        assert_non_null(strstr(error.text, sentence));
        assert_false(run.kept);
        assert_true(run.done == 1);
        run_destroy(&run);
        store_close(store);
        tournament_destroy(&tournament);
    }
}

static void delete_the_run(void *context, const Run *run)
{
    (void)context;
    if (run->stage == RUN_BEGUN)
        make_by_sql("a.db", "DELETE FROM run");
}

static void test_the_run_goes(void **state)
{
    (void)state;
    static Run run;
    RunSettings settings = settings_of(small);
    Error error;
    settings.watch = delete_the_run;
    assert_false(run_play(&run, &settings, &error));
    assert_string_equal(error.text, "'a.db' has no run 1");
    assert_true(run.stage == RUN_FAILED && run.done == 0);
    run_destroy(&run);
}

/* Games of some other tournament in the run are not counted, and do no harm. */
static void test_games_that_do_not_belong(void **state)
{
    (void)state;
    static Tournament tournament;
    RunSettings settings = settings_of(small);
    Store *store = open_store("a.db", STORE_WRITE);
    int64_t number = make_run(&settings, store, &tournament), a_wins;
    StoredGame strange[] = {make_game((GameKey){tournament.pairing_count, 0, 0}, 1),
                            make_game((GameKey){0, 60, 1}, 1),
                            make_game((GameKey){5, 1000000, 0}, 1)};
    add_games(store, number, strange, COUNT_OF(strange));
    store_close(store);
    tournament_destroy(&tournament);
    Run *run = play(&settings);
    assert_true(run->number == number && run->already_done == 0 && run_is_complete(run));
    assert_true(sum_of_scores(run, &a_wins) == SMALL_GAMES);
    run_destroy(run);
}

static void test_pairs_in_order(void **state)
{
    (void)state;
    RunSettings settings = settings_of(small);
    Run *run = play(&settings);
    int points;
    for (int pairing = 0; pairing < run->tournament.pairing_count; pairing++) {
        uint64_t counts[3] = {0};
        int64_t opening = 0;
        for (; run_pair(run, pairing, opening, &points); opening++)
            counts[points]++;
        assert_true(opening == 60);
        for (int i = 0; i < 3; i++)
            assert_true(counts[i] == run->scores[pairing].pairs.points[i]);
    }
    RunVerdict verdict;
    Error error;
    assert_true(run_judge(run, &verdict, &error));
    assert_true(pairs_count(&verdict.pairs) == 60 && verdict.lone_games == 0);
    assert_true(verdict.estimate.score == pairs_score(&run->scores[0].pairs));
    run->outcome[tournament_game(&run->tournament, (GameKey){2, 30, 1})] = 0;
    assert_false(run_pair(run, 2, 30, &points));
    assert_true(run_pair(run, 2, 31, &points));
    run_destroy(run);
}

static const char unequal[] = "{\"board\": \"5x5\", \"agents\": [\"greedy:improved\", \"random\"],"
                              " \"pairs\": 5000}";

/* It ends where it is decided, at the same pair on any number of threads, and stays so. */
static void test_a_test_decides(void **state)
{
    (void)state;
    const Sprt sprt = sprt_standard(0, 50);
    PairCounts pairs = {{0}};
    for (int threads = 1; threads <= 4; threads++) {
        RunSettings settings = settings_of(unequal);
        settings.threads = threads;
        settings.sprt = &sprt;
        settings.resume = threads == 4; // reads the third: all are finished, whether or not a slow
                                        // judge let them play to the end
        Run *run = play(&settings);
        assert_int_equal(run->stage, RUN_DONE);
        assert_true(is_finished(run));
        assert_int_equal(run->match.state.verdict, SPRT_ACCEPT_ELO1);
        if (threads == 1)
            pairs = run->match.pairs;
        assert_memory_equal(&pairs, &run->match.pairs, sizeof pairs);
        assert_true(threads < 4 ? run->number == threads && run->already_done == 0
                                : run->number == 3 && run->already_done == run->done);
        StoreRun info;
        RunVerdict verdict;
        Error error;
        assert_true(run_judge(run, &verdict, &error));
        assert_memory_equal(&pairs, &verdict.pairs, sizeof pairs);
        assert_true(verdict.lone_games == 0 && verdict.estimate.interval.low > 0.5);
        assert_true(store_run_get(run->store, run->number, &info, &error));
        assert_string_equal(info.kind, "match sprt 0,50");
        store_run_free(&info);
        run_destroy(run);
    }
}

/* Who cannot play is refused before there is anything, and nobody is told of a run. */
static void test_refused(void **state)
{
    (void)state;
    static Run run;
    Watcher watcher = {0};
    RunSettings settings = settings_of("{\"agents\": [\"exec:./nobody\", \"random\"]}");
    Error error;
    settings.watch = watch;
    settings.context = &watcher;
    assert_false(run_play(&run, &settings, &error));
    assert_non_null(strstr(error.text, "nobody"));
    assert_true(run.stage == RUN_FAILED && watcher.calls[RUN_FAILED] == 0);
    assert_int_equal(access("a.db", F_OK), -1);
    run_destroy(&run);
}

/* The settings have the file's name only; the run remembers what was in it. */
static void test_openings_that_changed(void **state)
{
    (void)state;
    static Run run;
    static const char one[] = "5x5 c3 a1\n", other[] = "5x5 c3 b1\n";
    RunSettings settings =
        settings_of("{\"board\": \"5x5\", \"agents\": [\"random\", \"first\"], \"pairs\": 1,"
                    " \"openings\": {\"file\": \"openings.txt\"}}");
    Error error;
    write_bytes("openings.txt", one, strlen(one));
    run_destroy(play(&settings));
    write_bytes("openings.txt", other, strlen(other));
    assert_false(run_play(&run, &settings, &error));
    assert_string_equal(error.text, "the openings in 'openings.txt' are not those that run 1 began "
                                    "with: bring them back, or start a new run");
    assert_true(run.other_openings && run.stage == RUN_FAILED);
    run_destroy(&run);
    write_bytes("openings.txt", one, strlen(one));
    Run *again = play(&settings);
    assert_true(again->number == 1 && again->already_done == 2);
    run_destroy(again);
}

/* A study stopped before a game and played on: nothing said of nothing, then of all. */
static void test_a_study(void **state)
{
    (void)state;
    static TournamentSettings games;
    static Run run;
    Error error;
    Study *study = study_create("003", &error);
    assert_non_null(study);
    games = study->settings;
    games.limits = (Limits){.nodes = 20};
    study_scale(&games, 0.1);
    for (int sitting = 0; sitting < 2; sitting++) {
        atomic_bool stop = sitting == 0;
        RunSettings settings = {
            .games = &games, .database = "a.db", .resume = true, .threads = 2, .stop = &stop};
        StudyResult result;
        StudyJudgement judgement;
        assert_true(study_play(study, settings, &run, &result, &error));
        assert_int_equal(run.stage, stop ? RUN_STOPPED : RUN_DONE);
        assert_string_equal(result.standing->run.kind, "study 003");
        assert_true(run.number == 1 && result.standing->run.games == run.done);
        assert_true(run.done == (stop ? 0 : run.tournament.game_count));
        assert_true(study_judge(&result, &study->claims[0], &judgement, &error));
        assert_int_equal(judgement.units > 0, !stop);
        assert_true(!stop || judgement.verdict == CLAIM_UNDECIDED);
        study_result_destroy(&result);
        run_destroy(&run);
    }
    study_destroy(study);
}

/* Who watches a tuning, and sets the flag after that many points. */
typedef struct TuneWatcher {
    atomic_bool stop;
    int points, calls;
} TuneWatcher;

static void watch_points(void *context, const Tuned *tuned)
{
    TuneWatcher *watcher = context;
    assert_int_equal(tuned->tuner.count, ++watcher->calls);
    if (tuned->tuner.count == watcher->points)
        atomic_store(&watcher->stop, true);
}

/* The whole grid of one weight: the start, 0, 1 and 2. */
static Tuned *tune(TuneObjective objective, const char *database, int points)
{
    static TuneSettings settings;
    static Tuned tuned;
    TuneWatcher watcher = {.points = points};
    Error error;
    settings = (TuneSettings){
        .games = *make("{\"board\": \"5x5\", \"agents\": [\"greedy:chase\"], \"pairs\": 6,"
                       " \"against\": [\"random\", \"greedy:improved\"]}"),
        .tuner = {.method = TUNER_GRID, .axes = {{0, 2, 1, 0.3125}}, .axis_count = 1, .rounds = 1},
        .objective = objective,
        .positions = 30,
        .confirm_pairs = 10,
        .sprt = sprt_standard(0, 10),
        .run = {.database = database, .resume = true, .threads = 2, .stop = &watcher.stop},
        .watch = watch_points,
        .context = &watcher};
    assert_true(
        agent_parameter_find(&settings.games.agents[0], "w1", 2, settings.parameters, &error));
    if (!tune_run(&tuned, &settings, &error))
        fail_msg("%s", error.text);
    assert_int_equal(watcher.calls, tuned.tuner.count);
    return &tuned;
}

/* Cut off after two points and resumed: what one that was not cut off comes to. */
static void test_a_tuning(void **state)
{
    (void)state;
    for (TuneObjective objective = TUNE_SCORE; objective <= TUNE_ACCURACY; objective++) {
        double scores[4];
        const char *database = objective == TUNE_SCORE ? "a.db" : "b.db";
        Tuned *tuned = tune(objective, database, 2);
        assert_true(tuned->stopped && !tuned->complete && tuned->tuner.count == 2);
        tuned_destroy(tuned);
        tuned = tune(objective, database, 0);
        assert_true(tuned->complete && !tuned->stopped && tuned->tuner.count == 4);
        assert_int_equal(tuned->measured_here, objective == TUNE_SCORE ? 2 : 4);
        for (int i = 0; i < 4; i++)
            scores[i] = tuned->tuner.points[i].score;
        Sequential match = tuned->confirmation.match;
        assert_int_equal(pairs_count(&match.pairs) > 0, tuned_has_moved(tuned));
        tuned_destroy(tuned);
        tuned = tune(objective, "other.db", 0);
        for (int i = 0; i < 4; i++)
            assert_true(scores[i] == tuned->tuner.points[i].score);
        const Sequential *again = &tuned->confirmation.match;
        assert_memory_equal(&match.pairs, &again->pairs, sizeof match.pairs);
        assert_true(match.state.ratio == again->state.ratio);
        assert_int_equal(match.state.verdict, again->state.verdict);
        tuned_destroy(tuned);
    }
}

/* A run that cannot be played leaves what there is to say of it. */
static void test_a_tuning_that_fails(void **state)
{
    (void)state;
    static TuneSettings settings;
    static Tuned tuned;
    Error error;
    settings = (TuneSettings){.games = *make("{\"agents\": [\"greedy:chase\"],"
                                             " \"against\": [\"exec:./nobody\"]}"),
                              .tuner = {.axes = {{0, 2, 1, 0.3125}}, .axis_count = 1, .rounds = 1},
                              .sprt = sprt_standard(0, 10),
                              .run = {.database = "a.db"}};
    assert_true(
        agent_parameter_find(&settings.games.agents[0], "w1", 2, settings.parameters, &error));
    assert_false(tune_run(&tuned, &settings, &error));
    assert_non_null(strstr(error.text, "nobody"));
    assert_true(tuned.run.stage == RUN_FAILED && tuned.tuner.count == 0);
    tuned_destroy(&tuned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_DIRECTORY(test_the_missing_games_are_played),
        IN_DIRECTORY(test_watched),
        IN_DIRECTORY(test_many_sittings),
        IN_DIRECTORY(test_stopped_before_it_began),
        IN_DIRECTORY(test_the_run_goes),
        IN_DIRECTORY(test_games_that_do_not_belong),
        IN_DIRECTORY(test_pairs_in_order),
        IN_DIRECTORY(test_a_test_decides),
        IN_DIRECTORY(test_refused),
        IN_DIRECTORY(test_openings_that_changed),
        IN_DIRECTORY(test_a_shortage),
        IN_DIRECTORY(test_a_study),
        IN_DIRECTORY(test_a_tuning),
        IN_DIRECTORY(test_a_tuning_that_fails),
        IN_DIRECTORY(test_the_file_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

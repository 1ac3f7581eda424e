/* Engines in other processes: one that plays, and one for each way of not playing. Every one of
 * them is put into matches that must come to their end, with the right winner and reason, and
 * nothing left behind. */
#define _GNU_SOURCE // usleep
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "leftovers.h"
#include "matches.h"
#include "util/guard.h"

/* For whoever fails at once, so that a slow machine is not taken for a sin; and for whoever has
 * to be given up. */
#define PATIENT ",nodes=10,start=10m,patience=10m"
#define BRISK   ",nodes=10,start=10m,patience=80ms,grace=40ms"

typedef struct Sin {
    const char *name; // and the number of the go it is committed at
    const char *settings;
    int moves; // made before it; -1: any number
    GameReason reason;
    const char *fault; // part of the sentence
} Sin;

static const Sin all_sins[] = {
    {"crash 1", PATIENT, 0, GAME_CRASH, "ended with signal 11 before bestmove"},
    {"crash 3", PATIENT, 2, GAME_CRASH, "ended with signal 11 before bestmove"},
    {"exit 2", PATIENT, 1, GAME_CRASH, "ended with exit status 3 before bestmove"},
    {"exit-at-once", PATIENT, 0, GAME_CRASH, "before uciok"},
    {"no-uciok", ",nodes=10,start=80ms", 0, GAME_TIME, "did not say uciok within 0.08 s"},
    {"hang 1", BRISK, 0, GAME_TIME, "did not say bestmove within 0.12 s"},
    {"hang 1", ",start=10m,time=30ms,grace=40ms", 0, GAME_TIME,
     "did not say bestmove within 0.11 s"},
    {"deaf 1", BRISK, 0, GAME_TIME, "did not say bestmove"},
    {"trickle 1", BRISK, 0, GAME_TIME, "did not say bestmove"},
    {"garbage 1", BRISK, 0, GAME_TIME, "did not say bestmove"},
    {"flood 2", PATIENT, 1, GAME_CRASH, "wrote more than 16 MB before bestmove"},
    {"endless-line 2", PATIENT, 1, GAME_CRASH, "a line of more than 65536 bytes"},
    {"garbage-move 2", PATIENT, 1, GAME_ILLEGAL, "answered '\\xff\\x00\\x1b[2J': "},
    {"blocked 2", PATIENT, 1, GAME_ILLEGAL, "answered 'a99': "},
    {"own-square 2", PATIENT, 1, GAME_ILLEGAL, "the engine answered '"},
    {"none-move 2", PATIENT, 1, GAME_ILLEGAL, "answered '(none)': "},
    {"empty-move 2", PATIENT, 1, GAME_ILLEGAL, "answered '': "},
    {"close 2", PATIENT, 1, GAME_CRASH, "closed its input or output before bestmove"},
    {"close-all 2", PATIENT, 1, GAME_CRASH, "closed its input or output before bestmove"},
    {"grandchild 2", PATIENT, 1, GAME_CRASH, "ended with exit status 5 before bestmove"},
    {"twice 2", PATIENT, 2, GAME_ILLEGAL, "a bestmove nobody asked for"},
    {"die-after 2", PATIENT, 2, GAME_CRASH, "ended with exit status 6 before bestmove"},
    {"die-at-game", PATIENT, 0, GAME_CRASH, "ended with exit status 9 before readyok"},
};

static Match sin_match(const char *sin, const char *settings)
{
    char text[AGENT_TEXT_SIZE];
    snprintf(text, sizeof text, "exec:'" ENGINE "' %s%s", sin, settings);
    return match_start("7x7", text, "random");
}

/* What is wrong with how the game went; "" if nothing. */
static void judge(const Sin *sin, const Game *game, Side side, char verdict[512])
{
    int moves = (game->moves.count + (side == FIRST)) / 2;
    verdict[0] = '\0';
    if (game->winner != side_other(side) || game->reason != sin->reason ||
        !strstr(game->fault, sin->fault) || (sin->moves >= 0 && moves != sin->moves))
        snprintf(verdict, 512, "%s: %s after %d moves: %s", sin->name,
                 game_reason_name(game->reason), moves, game->fault);
}

/* Three games, so that it is seen to start anew: each goes the same way. */
static bool play_sin(const Sin *sin, char verdict[512])
{
    Match match = sin_match(sin->name, sin->settings);
    verdict[0] = '\0';
    for (int i = 0; i < 3 && !*verdict; i++) {
        Side side = i % 2 ? SECOND : FIRST;
        Game game = match_game(&match, side);
        judge(sin, &game, side, verdict);
    }
    match_end(&match);
    return !*verdict;
}

static void test_sins(void **state)
{
    (void)state;
    int descriptors = count_descriptors();
    for (int i = 0; i < COUNT_OF(all_sins); i++) {
        char verdict[512];
        if (!play_sin(&all_sins[i], verdict))
            fail_msg("%s", verdict);
        assert_no_child();
        assert_int_equal(count_descriptors(), descriptors);
    }
}

static void *play_every_fourth(void *first)
{
    static char verdicts[4][512];
    int start = *(int *)first;
    for (int i = start; i < COUNT_OF(all_sins); i += 4)
        if (!play_sin(&all_sins[i], verdicts[start]))
            return verdicts[start];
    return NULL;
}

static void test_sins_at_once(void **state)
{
    (void)state;
    int descriptors = count_descriptors();
    pthread_t threads[4];
    int numbers[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, play_every_fourth, &numbers[i]), 0);
    void *verdicts[4];
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], &verdicts[i]);
    for (int i = 0; i < 4; i++)
        if (verdicts[i])
            fail_msg("%s", (char *)verdicts[i]);
    assert_no_child();
    assert_int_equal(count_descriptors(), descriptors);
}

/* As their reaper we would inherit whoever lives on. */
static void test_grandchildren_die_too(void **state)
{
    (void)state;
    static const Sin sins[] = {
        {"grandchild 1", PATIENT, 0, GAME_CRASH, "exit status 5"},
        {"daemon 1", PATIENT, 0, GAME_CRASH, "exit status 5"},
        {"daemon-and-hang 1", BRISK, 0, GAME_TIME, "did not say bestmove"},
    };
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    for (int i = 0; i < COUNT_OF(sins); i++) {
        char verdict[512];
        if (!play_sin(&sins[i], verdict))
            fail_msg("%s", verdict);
        assert_no_child();
    }
    prctl(PR_SET_CHILD_SUBREAPER, 0);
}

static void test_a_good_engine(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"", PATIENT},
        {"", ",depth=3,start=10m,patience=10m"},
        {"", ",virtual=10ms,start=10m,patience=10m"},
        {"never-quit", PATIENT ",placements=greedy:open"},
        {"options", ",option.Skill Level=3, 4,option.Clear Hash=" PATIENT},
        {"fairy", ",dialect=fairy" PATIENT},
        {"die-between", PATIENT},
        {"obey", ",nodes=10,start=10m,patience=5ms,grace=10m"},
    };
    int descriptors = count_descriptors();
    for (int i = 0; i < COUNT_OF(ways); i++) {
        Match match = sin_match(ways[i][0], ways[i][1]);
        for (int n = 0; n < 4; n++) {
            Game game = match_game(&match, n % 2 ? SECOND : FIRST);
            if (game.reason != GAME_STUCK)
                fail_msg("%s: %s", ways[i][0], game.fault);
            assert_played_out(&match.board, &game);
        }
        match_end(&match);
        assert_no_child();
        assert_int_equal(count_descriptors(), descriptors);
    }
}

static void test_boards(void **state)
{
    (void)state;
    static const Size shapes[] = {{3, 4}, {11, 9}, {8, 16}, {26, 4}, {3, 42}};
    for (int i = 0; i < COUNT_OF(shapes); i++)
        for (int fairy = 0; fairy < 2; fairy++) {
            Match match =
                sin_match(fairy ? "fairy" : "", fairy ? ",dialect=fairy" PATIENT : PATIENT);
            assert_true(board_init(&match.board, shapes[i].width, shapes[i].height, NULL));
            Game game = match_game(&match, FIRST);
            assert_played_out(&match.board, &game);
            match_end(&match);
        }
}

static void hear_depth(void *depth, const SearchResult *so_far)
{
    *(int *)depth = so_far->depth;
}

static void test_what_it_tells(void **state)
{
    (void)state;
    Match match = sin_match("", PATIENT);
    Given where = given("7x7 d4 c2");
    int depth = 0;
    SearchJob job = {.board = &where.board,
                     .position = where.position,
                     .random = &match.random[0],
                     .listener = {hear_depth, &depth}};
    SearchResult result;
    assert_int_equal(agent_choose(match.agent, &job, &result, NULL), AGENT_CHOSE);
    assert_true(result.nodes == 17 && result.depth == 2 && result.score == 1.25);
    assert_true(result.line.count == 1 && result.line.moves[0] == result.move);
    assert_int_equal(depth, 2);
    match_end(&match);
}

/* The engine would think for ten minutes. */
static void *raise_flag(void *flag)
{
    usleep(30000);
    atomic_store((atomic_bool *)flag, true);
    return NULL;
}

static void play_until_stopped(const char *sin, const char *settings)
{
    atomic_bool stop = false;
    pthread_t thread;
    Match match = sin_match(sin, settings);
    match.stop = &stop;
    assert_int_equal(pthread_create(&thread, NULL, raise_flag, &stop), 0);
    Game game = match_game(&match, FIRST);
    pthread_join(thread, NULL);
    assert_int_equal(game.reason, GAME_ABORTED);
    assert_int_equal(game.winner, SIDE_NONE);
    match_end(&match);
    assert_no_child();
}

static void test_the_stop_flag(void **state)
{
    (void)state;
    play_until_stopped("hang", ",nodes=10,patience=10m");
    play_until_stopped("trickle", ",time=10m");
    play_until_stopped("obey", ",nodes=10,patience=10m,grace=10m");
    play_until_stopped("no-uciok", ",nodes=10,start=10m");
}

/* After a fault the next turn starts a new process by itself, game or no game. */
static void test_turns_without_a_game(void **state)
{
    (void)state;
    Match match = sin_match("exit 2", PATIENT);
    Given where = given("7x7 d4 c2");
    SearchJob job = {.board = &where.board, .position = where.position, .random = &match.random[0]};
    for (int i = 0; i < 6; i++) {
        SearchResult result;
        AgentOutcome outcome = agent_choose(match.agent, &job, &result, NULL);
        assert_int_equal(outcome, i % 2 ? AGENT_CRASH : AGENT_CHOSE);
    }
    match_end(&match);
    assert_no_child();
}

/* No descriptor for its pipes is not the engine's fault, before its first game or after it crashed.
 * That it crashed is. */
static void test_no_process_can_be_had(void **state)
{
    (void)state;
    struct rlimit before, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){.rlim_cur = 3, .rlim_max = before.rlim_max};
    Match match = sin_match("exit 2", PATIENT);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
        Game game = match_game(&match, FIRST);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_int_equal(game.reason, GAME_SHORT);
        assert_int_equal(game.winner, SIDE_NONE);
        assert_non_null(strstr(game.fault, "no process could be started: Too many open files"));
        game = match_game(&match, FIRST);
        assert_int_equal(game.reason, GAME_CRASH);
        assert_int_equal(game.winner, SECOND);
    }
    match_end(&match);
    assert_no_child();
}

static void test_agents_that_cannot_be(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"exec:x,dialect=fairy,virtual=1s",
         "a fairy engine has no virtual clock: give it time, nodes or depth"},
        {"exec:x,virtual=1s,virtual-node=14us",
         "virtual-node cannot be told to an engine in another process"},
        {"exec:x,virtual=1s,virtual-slowness=3",
         "virtual-slowness cannot be told to an engine in another process"},
        {"exec:x,virtual=500us",
         "an engine in another process takes virtual in whole milliseconds"},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        Error error = {""};
        AgentSpec spec;
        assert_true(agent_parse(cases[i][0], strlen(cases[i][0]), &spec, &error));
        assert_null(agent_create(&spec, NULL, &error));
        assert_string_equal(error.text, cases[i][1]);
    }
}

/* Late by its own clock, but the spec asks the referee to be patient; without that, forfeit. */
static void test_grace(void **state)
{
    (void)state;
    Match match = sin_match("obey 2", ",time=1ms,grace=30s");
    assert_true(match.agent->grace == 30);
    match_end(&match);
    Match strict = sin_match("obey 1", ",time=1ms,start=10m");
    Game game = match_game(&strict, FIRST);
    assert_int_equal(game.reason, GAME_TIME);
    // A slow machine may not bring its answer to `stop` in time either.
    assert_true(strstr(game.fault, " of 1.0 ms") || strstr(game.fault, "did not say bestmove"));
    match_end(&strict);
}

int main(int argc, char **argv)
{
    guard_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_good_engine),         cmocka_unit_test(test_boards),
        cmocka_unit_test(test_what_it_tells),         cmocka_unit_test(test_sins),
        cmocka_unit_test(test_sins_at_once),          cmocka_unit_test(test_grandchildren_die_too),
        cmocka_unit_test(test_the_stop_flag),         cmocka_unit_test(test_turns_without_a_game),
        cmocka_unit_test(test_agents_that_cannot_be), cmocka_unit_test(test_grace),
        cmocka_unit_test(test_no_process_can_be_had),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

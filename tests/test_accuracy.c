/* Accuracy against brute force: the problems, every share and area by its definition, and that
 * neither threads nor company change an answer. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include "report/accuracy_page.h"
#include "report/accuracy_tables.h"
#include "report/puzzles.h"
#include "solver_support.h"
#include "stats/roc.h"

enum { CANDIDATES = 12, SMALL = 240 };

static Candidate candidates[CANDIDATES];
static int candidate_count;

static void add_agent(const char *text)
{
    Candidate *candidate = &candidates[candidate_count++];
    Error error;
    *candidate = (Candidate){.agent.kind = NULL};
    if (!agent_parse(text, strlen(text), &candidate->agent, &error))
        fail_msg("%s", error.text);
}

static void add_heuristic(const char *text)
{
    Candidate *candidate = &candidates[candidate_count++];
    Error error;
    *candidate = (Candidate){.agent.kind = NULL};
    if (!heuristic_parse(text, strlen(text), &candidate->heuristic, &error))
        fail_msg("%s", error.text);
}

static AccuracySettings settings_on(int width, int height, int low, int high, int problems)
{
    AccuracySettings settings = {.problem_count = problems, .candidates = candidates};
    Board board;
    assert_true(board_init(&board, width, height, NULL));
    problem_standard(&settings.problems, &board);
    settings.problems.low = low;
    settings.problems.high = high;
    settings.candidate_count = candidate_count;
    settings.limits.nodes = 2000;
    return settings;
}

static Accuracy *run(AccuracySettings *settings, int threads)
{
    Error error;
    settings->threads = threads;
    Accuracy *accuracy = accuracy_run(settings, &error);
    if (!accuracy)
        fail_msg("%s", error.text);
    assert_int_equal(accuracy->done, settings->problem_count);
    return accuracy;
}

static Side brute_winner(const Board *board, const Position *position)
{
    return brute_wins(board, position) ? position->to_move : side_other(position->to_move);
}

static void check_problem(const Board *board, const Problem *problem, int plies)
{
    Position position = position_start(board);
    assert_int_equal(problem->moves.count, plies);
    for (int i = 0; i < problem->moves.count; i++) {
        assert_true(position_is_legal(board, &position, problem->moves.moves[i]));
        position = position_after(&position, problem->moves.moves[i]);
    }
    assert_true(position_equal(&position, &problem->position));
    assert_false(position_is_over(board, &position));
    Squares legal = position_moves(board, &position, position.to_move);
    assert_true(problem->winning == brute_winning(board, &position));
    assert_true(problem->losing == (legal & ~problem->winning));
    assert_int_equal(problem->winner, brute_winner(board, &position));
    assert_int_equal(problem_is_test(problem), problem->winning && problem->winning != legal);
}

static void test_problems(void **state)
{
    (void)state;
    static const Size boards[] = {{4, 4}, {5, 4}, {5, 5}};
    for (int b = 0; b < COUNT_OF(boards); b++) {
        int low = b == 2 ? 6 : 2, high = low + 5;
        candidate_count = 0;
        AccuracySettings settings =
            settings_on(boards[b].width, boards[b].height, low, high, SMALL);
        Accuracy *accuracy = run(&settings, 2);
        for (int i = 0; i < SMALL; i++) {
            assert_int_equal(accuracy->problems[i].state, PROBLEM_SOLVED);
            check_problem(&settings.problems.board, &accuracy->problems[i], low + i % 6);
        }
        accuracy_destroy(accuracy);
    }
}

/* 3x3: no knight ever reaches the centre, and all is over after eight plies. */
static void test_what_no_game_reaches(void **state)
{
    (void)state;
    candidate_count = 0;
    AccuracySettings settings = settings_on(3, 3, 2, 8, 70);
    Accuracy *accuracy = run(&settings, 2);
    for (int i = 0; i < 70; i++)
        if (i % 7 == 6)
            assert_int_equal(accuracy->problems[i].state, PROBLEM_UNREACHED);
    AccuracySummary summary;
    assert_true(accuracy_summarize(accuracy, &summary, NULL));
    assert_true(summary.unreached >= 10 && summary.unsolved == 0);
    assert_int_equal(summary.solved + summary.unreached, 70);
    accuracy_summary_free(&summary);
    accuracy_destroy(accuracy);
}

/* The definitions again, from the positions alone. */

static bool is_asked(const Accuracy *accuracy, int i, AccuracyFilter filter)
{
    const Board *board = &accuracy->settings.problems.board;
    const Position *position = &accuracy->problems[i].position;
    int ply = position_move_count(board, position);
    if (ply < filter.low || ply > filter.high)
        return false;
    bool attacks = position_attacker(board, position) == brute_winner(board, position);
    return filter.role == ROLE_ANY || attacks == (filter.role == ROLE_ATTACKER);
}

/* The chance that the candidate's move wins: known for `first` and for heuristics. */
static double expected_kept(const Candidate *candidate, const Board *board,
                            const Position *position)
{
    Squares legal = position_moves(board, position, position->to_move);
    Squares winning = brute_winning(board, position);
    if (candidate_is_agent(candidate))
        return squares_has(winning, bits_lowest(legal));
    double values[SQUARE_LIMIT], highest = -INFINITY, wins = 0, ties = 0;
    for (Square square = 0; square < board->area; square++) {
        if (!squares_has(legal, square))
            continue;
        Position after = position_after(position, square);
        double value = heuristic_value(&candidate->heuristic, board, &after, position->to_move);
        values[square] = isnan(value) ? 0 : value;
        highest = values[square] > highest ? values[square] : highest;
    }
    for (Square square = 0; square < board->area; square++)
        if (squares_has(legal, square) && values[square] == highest) {
            ties++;
            wins += squares_has(winning, square);
        }
    return wins / ties;
}

static void check_share(const Accuracy *accuracy, int candidate, AccuracyFilter filter)
{
    const Board *board = &accuracy->settings.problems.board;
    double kept = 0;
    int64_t tests = 0;
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        const Position *position = &accuracy->problems[i].position;
        Squares winning = brute_winning(board, position);
        if (!is_asked(accuracy, i, filter) || !winning ||
            winning == position_moves(board, position, position->to_move))
            continue;
        tests++;
        kept += expected_kept(&candidates[candidate], board, position);
    }
    AccuracyShare share = accuracy_share(accuracy, candidate, filter);
    assert_int_equal(share.tests, tests);
    assert_int_equal(share.failed, 0);
    assert_true(fabs(share.kept - kept) < 1e-9);
}

static void check_area(const Accuracy *accuracy, int candidate, AccuracyFilter filter,
                       const AccuracyFigures *figures)
{
    const Board *board = &accuracy->settings.problems.board;
    double above = 0, pairs = 0, value[2];
    int count = accuracy->settings.problem_count;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const Position *won = &accuracy->problems[i].position;
            const Position *lost = &accuracy->problems[j].position;
            if (!is_asked(accuracy, i, filter) || !is_asked(accuracy, j, filter) ||
                !accuracy->problems[i].winning || accuracy->problems[j].winning)
                continue;
            value[0] = heuristic_value(&candidates[candidate].heuristic, board, won, won->to_move);
            value[1] =
                heuristic_value(&candidates[candidate].heuristic, board, lost, lost->to_move);
            pairs++;
            above += value[0] > value[1] ? 1 : value[0] == value[1] ? 0.5 : 0;
        }
    assert_true(pairs > 0 && figures->undefined == 0);
    assert_true((double)figures->won * (double)figures->lost == pairs);
    assert_true(fabs(figures->area - above / pairs) < 1e-9);
    Interval range =
        roc_interval(figures->area, (uint64_t)figures->won, (uint64_t)figures->lost, 0.95);
    assert_true(figures->area_range.low == range.low && figures->area_range.high == range.high);
}

static void check_figures(const Accuracy *accuracy, int candidate, AccuracyFilter filter,
                          const AccuracyFigures *figures)
{
    check_share(accuracy, candidate, filter);
    AccuracyShare share = accuracy_share(accuracy, candidate, filter);
    Interval range = interval_share(share.kept / (double)share.tests, (uint64_t)share.tests, 0.95);
    assert_true(figures->rate == share.kept / (double)share.tests);
    assert_true(figures->rate_range.low == range.low && figures->rate_range.high == range.high);
    if (!candidate_is_agent(&candidates[candidate]) && filter.role == ROLE_ANY)
        check_area(accuracy, candidate, filter, figures);
}

/* open-div and balanced have infinite values here, null and open ties. */
static void test_every_number(void **state)
{
    (void)state;
    candidate_count = 0;
    add_agent("first");
    add_heuristic("null");
    add_heuristic("open");
    add_heuristic("improved");
    add_heuristic("open-div");
    add_heuristic("balanced");
    AccuracySettings settings = settings_on(5, 4, 4, 9, SMALL);
    Accuracy *accuracy = run(&settings, 2);
    AccuracySummary summary;
    assert_true(accuracy_summarize(accuracy, &summary, NULL));
    assert_int_equal(summary.group_count, 6);
    for (int c = 0; c < candidate_count; c++) {
        const AccuracyLine *line = &summary.lines[c];
        check_figures(accuracy, c, (AccuracyFilter){4, 9, ROLE_ANY}, &line->all);
        check_figures(accuracy, c, (AccuracyFilter){4, 9, ROLE_ATTACKER}, &line->attacker);
        check_figures(accuracy, c, (AccuracyFilter){4, 9, ROLE_DEFENDER}, &line->defender);
        check_figures(accuracy, c, (AccuracyFilter){6, 6, ROLE_ANY}, &line->groups[2]);
    }
    accuracy_summary_free(&summary);
    accuracy_destroy(accuracy);
}

/* Perfect play never errs; a random move wins as often as brute force says, which is also the
 * share of a heuristic that finds all moves equally good; and a greedy one as its heuristic. */
static void test_known_players(void **state)
{
    (void)state;
    candidate_count = 0;
    add_agent("champion,hash=2,nodes=1000000");
    add_agent("random");
    add_agent("greedy:improved");
    add_heuristic("null");
    add_heuristic("improved");
    AccuracySettings settings = settings_on(5, 5, 5, 12, 800);
    Accuracy *accuracy = run(&settings, 2);
    AccuracyShare share[5];
    for (int c = 0; c < candidate_count; c++)
        share[c] = accuracy_share(accuracy, c, ACCURACY_ALL);
    double deviation = 0.5 * sqrt((double)share[0].tests);
    assert_true(share[0].tests > 100 && share[0].kept == (double)share[0].tests);
    assert_true(fabs(share[1].kept - share[3].kept) < 4 * deviation);
    assert_true(fabs(share[2].kept - share[4].kept) < 4 * deviation);
    assert_true(share[3].kept < 0.9 * (double)share[3].tests);
    for (int i = 0; i < 800; i++) {
        if (!problem_is_test(&accuracy->problems[i]))
            continue;
        const Trial *random = accuracy_trial(accuracy, i, 1);
        const Trial *greedy = accuracy_trial(accuracy, i, 2);
        double best = accuracy_trial(accuracy, i, 4)->kept;
        assert_true(random->kept == squares_has(accuracy->problems[i].winning, random->move));
        assert_true(best == 1 ? greedy->kept == 1 : best == 0 ? greedy->kept == 0 : true);
    }
    accuracy_destroy(accuracy);
}

static void check_same_problems(const Accuracy *a, const Accuracy *b)
{
    for (int i = 0; i < a->settings.problem_count; i++) {
        const Problem *left = &a->problems[i], *right = &b->problems[i];
        assert_int_equal(left->state, right->state);
        assert_true(position_equal(&left->position, &right->position));
        assert_true(left->winning == right->winning && left->losing == right->losing);
    }
}

static bool same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static void check_same_trials(const Accuracy *a, int a_candidate, const Accuracy *b,
                              int b_candidate)
{
    for (int i = 0; i < a->settings.problem_count; i++) {
        const Trial *left = accuracy_trial(a, i, a_candidate);
        const Trial *right = accuracy_trial(b, i, b_candidate);
        assert_int_equal(left->move, right->move);
        assert_true(same_number(left->kept, right->kept));
        assert_true(same_number(left->value, right->value));
    }
}

/* Some of these the solver's limit leaves unsolved: always the same ones. */
static void test_threads_and_company(void **state)
{
    (void)state;
    candidate_count = 0;
    add_agent("mcts,nodes=50");
    add_agent("champion,hash=2,nodes=300");
    add_agent("alphabeta:improved,nodes=100");
    add_heuristic("reach");
    AccuracySettings settings = settings_on(6, 6, 4, 15, 120);
    settings.problems.nodes = 2000;
    Accuracy *one = run(&settings, 1), *four = run(&settings, 4);
    settings.candidates = candidates + 1;
    settings.candidate_count = 1;
    settings.known = one->problems;
    Accuracy *alone = run(&settings, 2);
    AccuracySummary summary;
    assert_true(accuracy_summarize(one, &summary, NULL));
    assert_true(summary.unsolved > 10 && summary.solved > 10);
    check_same_problems(one, four);
    check_same_problems(one, alone);
    for (int c = 0; c < candidate_count; c++)
        check_same_trials(one, c, four, c);
    check_same_trials(one, 1, alone, 0);
    accuracy_summary_free(&summary);
    accuracy_destroy(alone);
    accuracy_destroy(four);
    accuracy_destroy(one);
}

static void test_puzzles(void **state)
{
    (void)state;
    candidate_count = 0;
    add_agent("first");
    add_heuristic("open");
    add_agent("random");
    AccuracySettings settings = settings_on(5, 5, 6, 10, 600);
    Accuracy *accuracy = run(&settings, 2);
    const Board *board = &settings.problems.board;
    Puzzles puzzles, few;
    assert_true(puzzles_find(accuracy, 600, &puzzles, NULL));
    assert_true(puzzles_find(accuracy, 3, &few, NULL));
    assert_true(puzzles.count > 3 && few.count == 3);
    for (int i = 0; i < puzzles.count; i++) {
        const Puzzle *puzzle = &puzzles.list[i];
        const Position *position = &accuracy->problems[puzzle->problem].position;
        assert_true(brute_winning(board, position) == squares_only(puzzle->solution));
        assert_true(bits_count(position_moves(board, position, position->to_move)) >= 3);
        int missed = (accuracy_trial(accuracy, puzzle->problem, 0)->move != puzzle->solution) +
                     (accuracy_trial(accuracy, puzzle->problem, 2)->move != puzzle->solution);
        assert_int_equal(puzzle->missed, missed);
        assert_int_equal(puzzle->agents, 2);
        assert_true(i == 0 || puzzles.list[i - 1].missed >= missed);
        for (int j = 0; j < i; j++) {
            Position other =
                position_canonical(board, &accuracy->problems[puzzles.list[j].problem].position);
            Position own = position_canonical(board, position);
            assert_false(position_equal(&own, &other));
        }
    }
    puzzles_free(&few);
    puzzles_free(&puzzles);
    accuracy_destroy(accuracy);
}

/* With a knight in hand `attacker` has no value: such positions are counted apart. */
static void test_undefined(void **state)
{
    (void)state;
    candidate_count = 0;
    add_heuristic("attacker");
    AccuracySettings settings = settings_on(4, 4, 1, 2, 40);
    Accuracy *accuracy = run(&settings, 2);
    AccuracySummary summary;
    assert_true(accuracy_summarize(accuracy, &summary, NULL));
    const AccuracyFigures *all = &summary.lines[0].all;
    assert_int_equal(all->undefined, 20);
    assert_int_equal(all->won + all->lost, 20);
    assert_true(isnan(summary.lines[0].groups[0].area));
    accuracy_summary_free(&summary);
    accuracy_destroy(accuracy);
}

/* Stopped before it began: nothing is known, and nothing breaks. */
static void test_stop(void **state)
{
    (void)state;
    atomic_bool stop = true;
    candidate_count = 0;
    add_agent("first");
    add_heuristic("open");
    AccuracySettings settings = settings_on(5, 5, 2, 9, 50);
    settings.threads = 2;
    settings.stop = &stop;
    Error error;
    Accuracy *accuracy = accuracy_run(&settings, &error);
    AccuracySummary summary;
    Text text = TEXT_EMPTY;
    assert_non_null(accuracy);
    assert_int_equal(accuracy->done, 0);
    assert_true(accuracy_summarize(accuracy, &summary, &error));
    assert_true(isnan(summary.lines[0].all.rate) && isnan(summary.lines[1].all.area));
    accuracy_tables(&summary, 0, &text);
    accuracy_blunders(&summary, 5, &text);
    assert_true(text_ok(&text));
    text_free(&text);
    accuracy_summary_free(&summary);
    accuracy_destroy(accuracy);
}

static AgentOutcome lack_memory(Agent *agent, const SearchJob *job, SearchResult *result,
                                Error *error)
{
    (void)agent;
    (void)job;
    (void)result;
    return error_set(error, "no memory") ? AGENT_CHOSE : AGENT_SHORT;
}

/* What this machine does not have is no mistake of an agent's, nor a reason for other problems. */
static void test_shortages(void **state)
{
    (void)state;
    static const AgentKind poor = {.name = "poor", .choose = lack_memory};
    const AgentSpec spec = {.kind = &poor, .text = "poor"};
    for (int as_source = 0; as_source < 2; as_source++) {
        Error error;
        candidate_count = 0;
        add_agent("first");
        if (!as_source)
            candidates[candidate_count++] = candidate_agent(&spec);
        AccuracySettings settings = settings_on(4, 4, 4, 6, 40);
        if (as_source)
            settings.problems.sources[settings.problems.source_count++] = spec;
        settings.threads = 2;
        assert_null(accuracy_run(&settings, &error));
        assert_string_equal(error.text, "'poor': no memory");
    }
}

static void test_bad_settings(void **state)
{
    (void)state;
    Error error;
    AccuracySettings settings = settings_on(4, 4, 5, 4, 1);
    assert_null(accuracy_run(&settings, &error));
    assert_string_equal(error.text, "plies are a range within 0-15 on this board, not 5-4");
    settings = settings_on(4, 4, 2, 4, 1);
    settings.problems.source_count = 0;
    assert_null(accuracy_run(&settings, &error));
}

/* An engine that is not there would fail every test; as a source it would reach no position. */
static void test_agents_that_are_not_here(void **state)
{
    (void)state;
    Error error;
    candidate_count = 0;
    add_agent("exec:./no/such/engine");
    AccuracySettings settings = settings_on(4, 4, 4, 6, 1);
    assert_null(accuracy_run(&settings, &error));
    assert_string_equal(error.text, "'exec:./no/such/engine': no such command");
    settings.problems.sources[0] = candidates[0].agent;
    settings.candidate_count = 0;
    assert_null(accuracy_run(&settings, &error));
    assert_string_equal(error.text, "'exec:./no/such/engine': no such command");
}

/* What a worker rank is sent. */
static void test_bad_recipes(void **state)
{
    (void)state;
    static const char *const recipes[] = {
        "",
        "7",
        "[]",
        "{}",
#define RECIPE(board, from, candidates, known)                                                     \
    "{\"board\":\"" board "\",\"low\":2,\"high\":4,\"from\":" from                                 \
    ",\"from_budget\":\"\",\"nodes\":9,\"seed\":1,\"candidates\":" candidates                      \
    ",\"budget\":\"\"" known "}"
        RECIPE("0x9", "[\"random\"]", "[]", ""),
        RECIPE("4x4", "[]", "[]", ""),
        RECIPE("4x4", "[7]", "[]", ""),
        RECIPE("4x4", "[\"random\"]", "[7]", ""),
        RECIPE("4x4", "[\"random\"]", "[{\"heuristic\":\"none\"}]", ""),
        RECIPE("4x4", "[\"random\"]", "[]", ",\"known\":[{\"game\":\"4x4 z9\"}]"),
        RECIPE("4x4", "[\"random\"]", "[]", ",\"known\":[{\"game\":\"4x4 a1\",\"winning\":[7]}]"),
    };
    static const char good[] = RECIPE("4x4", "[\"random\"]", "[{\"agent\":\"first\"}]", "");
    Work work;
    uint64_t check;
    Error error;
    for (int i = 0; i < COUNT_OF(recipes); i++) {
        error = (Error){""};
        assert_false(accuracy_task.open(recipes[i], &work, &check, &error));
        assert_true(*error.text);
    }
    assert_true(accuracy_task.open(good, &work, &check, &error));
    accuracy_task.close(&work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_what_no_game_reaches),
        cmocka_unit_test(test_every_number),
        cmocka_unit_test(test_known_players),
        cmocka_unit_test(test_threads_and_company),
        cmocka_unit_test(test_puzzles),
        cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_shortages),
        cmocka_unit_test(test_bad_settings),
        cmocka_unit_test(test_agents_that_are_not_here),
        cmocka_unit_test(test_bad_recipes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What `fit` learns from and is judged by, and a fit from beginning to end. */
#include "store_support.h"

#include <stdlib.h>

#include "lab/fit.h"

static Problem placed(const Board *board, Square first, Square second)
{
    Problem problem = {.state = PROBLEM_SOLVED, .position = position_start(board)};
    problem.moves.moves[problem.moves.count++] = first;
    problem.moves.moves[problem.moves.count++] = second;
    return problem;
}

/* An opening and its images are on the same side, whatever was played after. */
static void test_openings_are_held_back_whole(void **state)
{
    (void)state;
    static ProblemSettings settings = {.seed = 5};
    assert_true(board_init(&settings.board, 7, 7, NULL));
    const Board *board = &settings.board;
    int unseen = 0, all = 0, differ = 0;
    for (Square first = 0; first < board->area; first++)
        for (Square second = 0; second < board->area; second++) {
            if (first == second)
                continue;
            Problem problem = placed(board, first, second);
            bool held = fit_is_unseen(&settings, &problem);
            for (int i = 0; i < board->symmetry_count; i++) {
                Problem image =
                    placed(board, board->symmetry[i][first], board->symmetry[i][second]);
                image.moves.moves[image.moves.count++] = 0;
                assert_int_equal(fit_is_unseen(&settings, &image), held);
            }
            settings.seed = 6;
            differ += fit_is_unseen(&settings, &problem) != held;
            settings.seed = 5;
            unseen += held;
            all++;
        }
    assert_true(unseen > all / 5 && unseen < all * 2 / 5);
    assert_true(differ > all / 4);
}

static FitSettings settings_of(const char *features, int positions)
{
    FitSettings settings = {.positions = {.problem_count = positions, .threads = 2}};
    Board board;
    Error error;
    assert_true(board_init(&board, 5, 5, NULL));
    problem_standard(&settings.positions.problems, &board);
    if (!fit_terms_read(&settings.terms, features, &error))
        fail_msg("%s", error.text);
    return settings;
}

/* Nothing is judged by what it was fitted to, and everything solved is used for one or the other.
 */
static void test_a_fit(void **state)
{
    (void)state;
    static Fit fit;
    Error error;
    FitSettings settings = settings_of("own,opp", 200);
    if (!fit_run(&fit, &settings, &error))
        fail_msg("%s", error.text);
    assert_int_equal(fit.sample->done, 200);
    assert_int_equal(fit.fitted.seen + fit.unseen_count, 200);
    for (int i = 0; i < fit.unseen_count; i++)
        assert_true(fit_is_unseen(&settings.positions.problems, &fit.unseen[i]));
    assert_int_equal(fitted_weight_count(&fit.fitted), 3);
    assert_int_equal(fit.fitted.formula.bytes[0], '=');
    assert_int_equal(fit.judged->settings.problem_count, fit.unseen_count);
    assert_string_equal(fit.summary.lines[0].name.bytes, "the fit");
    assert_true(fit.summary.lines[0].all.area > 0.6); // it tells who wins, better than chance
    fit_destroy(&fit);
}

static void test_too_few_positions(void **state)
{
    (void)state;
    static Fit fit;
    Error error;
    atomic_bool stop = true;
    FitSettings settings = settings_of("own", 10);
    settings.positions.stop = &stop;
    assert_false(fit_run(&fit, &settings, &error));
    assert_true(fit.too_few);
    assert_string_equal(error.text, "no positions to judge by: take more");
    fit_destroy(&fit);
}

/* For the compiled formulas. */
static int make_cache(void **state)
{
    return directory_create(state) || setenv("XDG_CACHE_HOME", *state, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_openings_are_held_back_whole),
                                       cmocka_unit_test(test_a_fit),
                                       cmocka_unit_test(test_too_few_positions)};
    return cmocka_run_group_tests(tests, make_cache, directory_remove);
}

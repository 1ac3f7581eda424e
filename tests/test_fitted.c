/* What `fit` learns from and is judged by: which problems are held back. */
#include "support.h"

#include "report/fitted.h"

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
            bool held = fitted_is_unseen(&settings, &problem);
            for (int i = 0; i < board->symmetry_count; i++) {
                Problem image =
                    placed(board, board->symmetry[i][first], board->symmetry[i][second]);
                image.moves.moves[image.moves.count++] = 0;
                assert_int_equal(fitted_is_unseen(&settings, &image), held);
            }
            settings.seed = 6;
            differ += fitted_is_unseen(&settings, &problem) != held;
            settings.seed = 5;
            unseen += held;
            all++;
        }
    assert_true(unseen > all / 5 && unseen < all * 2 / 5);
    assert_true(differ > all / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_openings_are_held_back_whole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

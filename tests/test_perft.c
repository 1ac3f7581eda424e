/* Counts of move sequences against the published ones, on both widths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "core/notation.h"
#include "core/perft.h"

static void check(const char *text, const uint64_t *counts, int depth)
{
    Board board;
    Position position;
    Error error;
    if (!position_parse(text, strlen(text), &board, &position, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    for (int wide = 0; wide < 2; wide++, board_widen(&board))
        for (int d = 1; d <= depth; d++) {
            assert_int_equal(perft(&board, &position, d), counts[d - 1]);
            assert_int_equal(perft_bulk(&board, &position, d, PERFT_BULK_ONE), counts[d - 1]);
        }
}

static void test_rules_counts(void **state)
{
    (void)state;
    check("7x7", (uint64_t[]){49, 2352, 11280, 52672, 232416, 999456, 4226272}, 7);
    check("8x8 d4 e5", (uint64_t[]){8, 62, 356, 1992, 8094, 31630, 126500}, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rules_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

#include "solver_support.h"

bool brute_wins(const Board *board, const Position *position)
{
    Squares moves = position_moves(board, position, position->to_move);
    while (moves) {
        Position after = position_after(position, bits_take_lowest(&moves));
        if (!brute_wins(board, &after))
            return true;
    }
    return false;
}

Squares brute_winning(const Board *board, const Position *position)
{
    Squares winning = 0, moves = position_moves(board, position, position->to_move);
    while (moves) {
        Square move = bits_take_lowest(&moves);
        Position after = position_after(position, move);
        if (!brute_wins(board, &after))
            winning |= squares_only(move);
    }
    return winning;
}

int brute_longest(const Board *board, Square from, Squares blanks)
{
    int longest = 0;
    for (Squares moves = board->geometry_128.moves[from] & blanks; moves;) {
        Square to = bits_take_lowest(&moves);
        int length = 1 + brute_longest(board, to, blanks & ~squares_only(to));
        longest = length > longest ? length : longest;
    }
    return longest;
}

static Square random_square(Random *random, Squares squares)
{
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(squares)); skip; skip--)
        squares &= squares - 1;
    return bits_lowest(squares);
}

/* Random moves until few blanks are left; a game that ends before is begun again. */
static Position played(Random *random, const Board *board, int blanks)
{
    for (int tries = 0; tries < 1000; tries++) {
        Position position = position_start(board);
        while (!position_is_over(board, &position) && bits_count(position.blanks) > blanks)
            position = position_after(
                &position,
                random_square(random, position_moves(board, &position, position.to_move)));
        if (bits_count(position.blanks) <= blanks)
            return position;
    }
    return position_start(board);
}

/* Knights a few moves from each other, blanks around them. */
static Position scattered(Random *random, const Board *board, int blanks)
{
    Square first = random_square(random, board_all(board));
    while (!board->geometry_128.moves[first]) // the centre of 3x3
        first = random_square(random, board_all(board));
    Squares near =
        reach_within_128(&board->geometry_128, first, board_all(board), 2) & ~squares_only(first);
    Square second = random_square(random, near);
    Position position = {0, {first, second}, random_below(random, 2) ? FIRST : SECOND};
    near |= reach_within_128(&board->geometry_128, second, board_all(board), 2);
    near &= ~squares_only(first) & ~squares_only(second);
    for (int i = 0; i < blanks && near; i++) {
        Square blank = random_square(random, near);
        near &= ~squares_only(blank);
        position.blanks |= squares_only(blank);
    }
    return position;
}

/* Something to decide: both can move, and the regions meet. */
static bool is_lively(const Board *board, const Position *position)
{
    return position_moves(board, position, FIRST) && position_moves(board, position, SECOND) &&
           !position_is_isolated(board, position);
}

static Position random_kind(Random *random, const Board *board, int blanks)
{
    if (board->area <= 36 && random_below(random, 2)) {
        Position position = played(random, board, blanks);
        if (position_both_placed(&position) && bits_count(position.blanks) <= blanks)
            return position;
    }
    return scattered(random, board, blanks);
}

Position random_ending(Random *random, Board *board, int blanks)
{
    int width = 3 + (int)random_below(random, 9);
    int most = 128 / width < 12 ? 128 / width : 12;
    int height = 3 + (int)random_below(random, (uint32_t)(most - 2));
    if (!board_init(board, width, height, NULL))
        fail_msg("%dx%d is a board", width, height);
    Position position = random_kind(random, board, blanks);
    bool lively = random_below(random, 4) > 0; // three in four, if it can be had
    for (int tries = 0; lively && tries < 30 && !is_lively(board, &position); tries++)
        position = random_kind(random, board, blanks);
    return position;
}

Position parse_or_fail(const char *text, Board *board)
{
    Position position;
    Error error;
    if (!position_parse(text, strlen(text), board, &position, NULL, &error))
        fail_msg("%s: %s", text, error.text);
    return position;
}

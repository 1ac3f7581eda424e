#include "core/position.h"

const char *side_name(Side side)
{
    static const char *const names[] = {"first", "second", "none"};
    assert(side <= SIDE_NONE);
    return names[side];
}

Position position_start(const Board *board)
{
    return (Position){board_all(board), {SQUARE_NONE, SQUARE_NONE}, FIRST};
}

bool position_equal(const Position *a, const Position *b)
{
    return a->blanks == b->blanks && a->knight[FIRST] == b->knight[FIRST] &&
           a->knight[SECOND] == b->knight[SECOND] && a->to_move == b->to_move;
}

uint64_t position_hash(const Position *position)
{
    uint64_t hash = (uint64_t)position->blanks * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29 ^ (uint64_t)(position->blanks >> 64)) * 0xD6E8FEB86659FD93u;
    hash ^= (uint64_t)(position->knight[FIRST] << 16 | position->knight[SECOND] << 8 |
                       (int)position->to_move);
    hash *= 0xBF58476D1CE4E5B9u;
    return hash ^ hash >> 32;
}

Squares position_moves(const Board *board, const Position *position, Side side)
{
    assert(side != SIDE_NONE);
    return moves_from_128(&board->geometry_128, position->knight[side], position->blanks);
}

bool position_is_legal(const Board *board, const Position *position, Square target)
{
    return target < board->area &&
           squares_has(position_moves(board, position, position->to_move), target);
}

Position position_after(const Position *position, Square target)
{
    assert(squares_has(position->blanks, target));
    Position after = *position;
    after.blanks &= ~squares_only(target);
    after.knight[position->to_move] = target;
    after.to_move = side_other(position->to_move);
    return after;
}

Square position_random_move(const Board *board, const Position *position, Random *random)
{
    Squares moves = position_moves(board, position, position->to_move);
    assert(moves);
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return bits_lowest(moves);
}

bool position_both_placed(const Position *position)
{
    return position->knight[FIRST] != SQUARE_NONE && position->knight[SECOND] != SQUARE_NONE;
}

bool position_is_over(const Board *board, const Position *position)
{
    return position_moves(board, position, position->to_move) == 0;
}

Side position_winner(const Board *board, const Position *position)
{
    return position_is_over(board, position) ? side_other(position->to_move) : SIDE_NONE;
}

int position_move_count(const Board *board, const Position *position)
{
    return board->area - bits_count(position->blanks);
}

Side position_attacker(const Board *board, const Position *position)
{
    if (!position_both_placed(position))
        return SIDE_NONE;
    bool same_colour = board_colour(board, position->knight[FIRST]) ==
                       board_colour(board, position->knight[SECOND]);
    return same_colour ? position->to_move : side_other(position->to_move);
}

Squares position_region(const Board *board, const Position *position, Side side)
{
    assert(side != SIDE_NONE);
    return reach_128(&board->geometry_128, position->knight[side], position->blanks);
}

bool position_is_isolated(const Board *board, const Position *position)
{
    return !(position_region(board, position, FIRST) & position_region(board, position, SECOND));
}

static Squares squares_opposite(const Board *board, Squares squares)
{
    Squares opposite = 0;
    while (squares)
        opposite |= squares_only(board_opposite(board, bits_take_lowest(&squares)));
    return opposite;
}

bool position_is_mirror(const Board *board, const Position *position)
{
    return position_both_placed(position) &&
           position->knight[SECOND] == board_opposite(board, position->knight[FIRST]) &&
           position->blanks == squares_opposite(board, position->blanks);
}

bool position_is_mirror_loss(const Board *board, const Position *position)
{
    if (!position_is_mirror(board, position))
        return false;
    return board->centre == SQUARE_NONE ||
           !squares_has(position_region(board, position, position->to_move), board->centre);
}

Position position_image(const Board *board, const Position *position, int symmetry)
{
    assert(symmetry >= 0 && symmetry < board->symmetry_count);
    const Square *image = board->symmetry[symmetry];
    Position result = {
        0, {image[position->knight[FIRST]], image[position->knight[SECOND]]}, position->to_move};
    for (Squares rest = position->blanks; rest;)
        result.blanks |= squares_only(image[bits_take_lowest(&rest)]);
    return result;
}

static bool is_less(const Position *a, const Position *b)
{
    for (Side side = FIRST; side <= SECOND; side++)
        if (a->knight[side] != b->knight[side])
            return a->knight[side] < b->knight[side];
    return a->blanks < b->blanks;
}

Position position_canonical(const Board *board, const Position *position)
{
    Position least = *position;
    for (int i = 1; i < board->symmetry_count; i++) {
        Position image = position_image(board, position, i);
        if (is_less(&image, &least))
            least = image;
    }
    return least;
}

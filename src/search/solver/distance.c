#include "search/solver/distance.h"

#include <stdlib.h>

enum { KNOWN_BITS = 17 };

/* What is known of a position: no end within `more_than` plies, an end within `within`. */
typedef struct Known {
    Squares blanks;
    Square knight[2];
    uint8_t to_move, winner;
    uint8_t more_than, within;
} Known;

struct Distance {
    Board board;
    LongestMemory *longest;
    Known *known;
};

Distance *distance_create(const Board *board, Error *error)
{
    Distance *distance = calloc(1, sizeof *distance);
    if (!distance) {
        error_out_of_memory(error);
        return NULL;
    }
    distance->board = *board;
    distance->known = aligned_alloc(_Alignof(Known), sizeof *distance->known << KNOWN_BITS);
    distance->longest = longest_memory_create(board, error);
    if (!distance->known || !distance->longest) {
        error_out_of_memory(error);
        distance_destroy(distance);
        return NULL;
    }
    for (size_t i = 0; i < (size_t)1 << KNOWN_BITS; i++)
        distance->known[i] = (Known){.winner = SIDE_NONE};
    return distance;
}

void distance_destroy(Distance *distance)
{
    if (!distance)
        return;
    longest_memory_destroy(distance->longest);
    free(distance->known);
    free(distance);
}

static bool is_known(const Known *known, const Position *position, Side winner)
{
    return known->blanks == position->blanks && known->knight[FIRST] == position->knight[FIRST] &&
           known->knight[SECOND] == position->knight[SECOND] &&
           known->to_move == position->to_move && known->winner == winner;
}

/* The place of a position, emptied if another has it. */
static Known *known_at(Distance *distance, const Position *position, Side winner)
{
    uint64_t hash =
        (uint64_t)position->blanks ^ (uint64_t)(position->blanks >> 64) * 0xD6E8FEB86659FD93u;
    hash = (hash ^ hash >> 31) * 0x9E3779B97F4A7C15u;
    hash = (hash + (uint64_t)(position->knight[FIRST] << 8 | position->knight[SECOND])) *
           0xBF58476D1CE4E5B9u;
    Known *known = distance->known + (hash >> (64 - KNOWN_BITS));
    if (!is_known(known, position, winner))
        *known = (Known){position->blanks,
                         {position->knight[FIRST], position->knight[SECOND]},
                         (uint8_t)position->to_move,
                         (uint8_t)winner,
                         0,
                         UINT8_MAX};
    return known;
}

static int longest_walk(Distance *distance, const Position *position, Side side, Effort *effort)
{
    return longest_path(distance->longest, &distance->board, position->knight[side],
                        position->blanks, effort, NULL);
}

/* Isolated, the loser simply walks as far as it can; whether that is less than the winner can is
 * not given, for the winner may have gone wrong on the way here. */
static int isolated_distance(Distance *distance, const Position *position, Side winner,
                             Effort *effort)
{
    enum { NEVER = 2 * SQUARE_LIMIT };
    int moves = longest_walk(distance, position, side_other(winner), effort);
    int needed = moves + (position->to_move == winner);
    if (longest_walk(distance, position, winner, effort) < needed)
        return NEVER;
    return moves + needed;
}

/* The winner tries first what leaves the fewest replies. */
static Square take_tightest(const Board *board, const Position *position, Squares *moves)
{
    assert(*moves);
    Square best = bits_lowest(*moves);
    int fewest = SQUARE_LIMIT + 1;
    for (Squares rest = *moves; rest;) {
        Square move = bits_take_lowest(&rest);
        Position after = position_after(position, move);
        int replies = bits_count(position_moves(board, &after, after.to_move));
        if (replies < fewest) {
            fewest = replies;
            best = move;
        }
    }
    *moves &= ~squares_only(best);
    return best;
}

static bool search_within(Distance *distance, const Position *position, Side winner, int plies,
                          Effort *effort)
{
    const Board *board = &distance->board;
    bool hurrying = position->to_move == winner;
    Squares moves = position_moves(board, position, position->to_move);
    if (!moves)
        return !hurrying;
    if (plies < 1)
        return false;
    while (moves) {
        Square move = hurrying ? take_tightest(board, position, &moves) : bits_take_lowest(&moves);
        Position after = position_after(position, move);
        if (distance_is_within(distance, &after, winner, plies - 1, effort) == hurrying)
            return hurrying;
        if (effort->stopped)
            return false;
    }
    return !hurrying;
}

bool distance_is_within(Distance *distance, const Position *position, Side winner, int plies,
                        Effort *effort)
{
    assert(winner != SIDE_NONE);
    const Known *known = known_at(distance, position, winner);
    if (plies <= known->more_than && known->more_than > 0)
        return false;
    if (plies >= known->within)
        return true;
    if (!effort_spend(effort))
        return false;
    bool within;
    if (position_both_placed(position) && position_is_isolated(&distance->board, position))
        within = isolated_distance(distance, position, winner, effort) <= plies;
    else
        within = search_within(distance, position, winner, plies, effort);
    if (effort->stopped)
        return false;
    Known *keep = known_at(distance, position, winner);
    if (within && plies < keep->within)
        keep->within = (uint8_t)plies;
    if (!within && plies > keep->more_than)
        keep->more_than = (uint8_t)plies;
    return within;
}

int distance_find(Distance *distance, const Position *position, Side winner, Effort *effort)
{
    int plies = position->to_move == winner; // the winner has the last move
    while (!distance_is_within(distance, position, winner, plies, effort) && !effort->stopped)
        plies += 2;
    return effort->stopped ? -1 : plies;
}

static bool best_line_move(Distance *distance, const Position *position, Side winner, int plies,
                           Effort *effort, Square *move)
{
    bool hurrying = position->to_move == winner;
    Squares moves = position_moves(&distance->board, position, position->to_move);
    while (moves) {
        *move = bits_take_lowest(&moves);
        Position after = position_after(position, *move);
        int wanted = hurrying ? plies - 1 : plies - 3; // the loser's move must not allow less
        bool within = wanted >= 0 && distance_is_within(distance, &after, winner, wanted, effort);
        if (effort->stopped)
            return false;
        if (within == hurrying)
            return true;
    }
    return false;
}

bool distance_line(Distance *distance, const Position *position, Side winner, int plies,
                   Effort *effort, Square *line)
{
    assert(plies >= 0 && plies <= SQUARE_LIMIT);
    Position at = *position;
    for (int left = plies; left > 0; left--) {
        Square move;
        if (!best_line_move(distance, &at, winner, left, effort, &move))
            return false;
        *line++ = move;
        at = position_after(&at, move);
    }
    return true;
}

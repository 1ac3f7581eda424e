/* worker.c: what the search of wins.tmpl.h goes by, and how it is asked. */
#include "search/solver/worker.h"

#include "core/pair.h"
#include "search/solver/turns.h"

/* Which move to try first.
 *
 * A winning position costs what its first winning move costs, so that move should be first. The
 * score of a move is linear in a few counts after it; the weights differ for the attacker and
 * the defender, who want different things: the attacker wants the regions to overlap, the
 * defender to get away. How they were found: docs/solver-measurements.md. */
typedef struct OrderWeights {
    int their_moves, own_moves;   // |L| of each
    int their_second, own_second; // squares at exactly two moves
    int their_third, own_third;   // squares at one or three moves
    int overlap;                  // squares at exactly two moves of both
    int own_under_their_second;   // own moves that they reach in two
    int their_under_own_second;
    int overlap_third; // squares at one or three moves of both
    int degree;        // moves from its square on an empty board
} OrderWeights;

static const OrderWeights order_weights[2] = {
    // by whether the mover attacks
    [false] = {.their_moves = -8,
               .own_moves = -7,
               .their_second = -82,
               .own_second = -8,
               .their_third = -24,
               .own_third = 17,
               .overlap = 36,
               .own_under_their_second = -11,
               .their_under_own_second = -7,
               .overlap_third = 15,
               .degree = -2},
    [true] = {.their_moves = -24,
              .own_moves = 16,
              .their_second = -19,
              .own_second = -1,
              .their_third = -19,
              .own_third = 9,
              .overlap = 15,
              .own_under_their_second = 13,
              .their_under_own_second = 24,
              .overlap_third = 0,
              .degree = -1},
};

static _Atomic(uint64_t) *busy_slot(Busy *busy, uint64_t key)
{
    return busy->slots + (key >> (64 - BUSY_SLOT_BITS));
}

static bool busy_has(Busy *busy, uint64_t key)
{
    return atomic_load_explicit(busy_slot(busy, key), memory_order_relaxed) == key;
}

static void busy_enter(Busy *busy, uint64_t key)
{
    atomic_store_explicit(busy_slot(busy, key), key, memory_order_relaxed);
}

static void busy_leave(Busy *busy, uint64_t key)
{
    if (busy_has(busy, key))
        atomic_store_explicit(busy_slot(busy, key), 0, memory_order_relaxed);
}

#define TEMPLATE "search/solver/wins.tmpl.h"
#include "core/both_widths.h"

Worker worker_start(Solver *solver, int number, bool alone, Budget *budget)
{
    const Board *board = &solver->board;
    assert(number >= 0 && number < solver->threads);
    return (Worker){.board = board,
                    .shared = &solver->verdicts,
                    .own = &solver->own[number].verdicts,
                    .own_blanks = board->area * 5 / 8,
                    .longest = solver->own[number].longest,
                    .busy = alone ? NULL : solver->busy,
                    .notes = solver->notes,
                    .effort = effort_start(budget)};
}

/* Appends a branch unless an image of it is there. */
static int add_branch(const Board *board, const Position *position, Square target, Branch *branches,
                      int count)
{
    Position after = position_after(position, target);
    after = position_canonical(board, &after);
    int same = 0;
    while (same < count && !position_equal(&branches[same].after, &after))
        same++;
    if (same == count) {
        branches[count].after = after;
        branches[count].moves = 0;
        atomic_init(&branches[count++].verdict, VERDICT_UNKNOWN);
    }
    branches[same].moves |= squares_only(target);
    return count;
}

/* Second's placement opposite first's comes first: if it copies it needs no search. */
static int order_placements(const Board *board, const Position *position,
                            Square order[SQUARE_LIMIT])
{
    Squares moves = position->blanks;
    int count = 0;
    if (position->knight[FIRST] != SQUARE_NONE) {
        Square copy = board_opposite(board, position->knight[FIRST]);
        if (squares_has(moves, copy)) {
            order[count++] = copy;
            moves &= ~squares_only(copy);
        }
    }
    while (moves)
        order[count++] = bits_take_lowest(&moves);
    return count;
}

/* Legal moves, likely winners first: a win at once, then by the search's own order. */
int worker_order(const Worker *worker, const Position *position, Square order[SQUARE_LIMIT])
{
    const Board *board = worker->board;
    if (!position_both_placed(position))
        return order_placements(board, position, order);
    bool attacking = position_attacker(board, position) == position->to_move;
    int count = board->narrow
                    ? root_order_64(worker, position_node_64(position), attacking, order)
                    : root_order_128(worker, position_node_128(position), attacking, order);
    for (int i = 1; i < count; i++) {
        Position after = position_after(position, order[i]);
        if (position_is_over(board, &after)) {
            Square winner = order[i];
            order[i] = order[0];
            order[0] = winner;
        }
    }
    return count;
}

int worker_branches(const Worker *worker, const Position *position, Branch *branches)
{
    Square order[SQUARE_LIMIT];
    int moves = worker_order(worker, position, order), count = 0;
    for (int i = 0; i < moves; i++)
        count = add_branch(worker->board, position, order[i], branches, count);
    return count;
}

/* Whether the side to move wins, knights in hand included. */
Verdict worker_verdict(Worker *worker, const Position *position)
{
    const Board *board = worker->board;
    if (position_both_placed(position)) {
        bool attacking = position_attacker(board, position) == position->to_move;
        bool won = board->narrow ? root_wins_64(worker, position_node_64(position), attacking)
                                 : root_wins_128(worker, position_node_128(position), attacking);
        return worker->effort.stopped ? VERDICT_UNKNOWN : won ? VERDICT_WIN : VERDICT_LOSS;
    }
    Branch branches[SQUARE_LIMIT];
    Verdict verdict = VERDICT_LOSS;
    int count = worker_branches(worker, position, branches);
    for (int i = 0; i < count && verdict == VERDICT_LOSS; i++) {
        Verdict theirs = worker_verdict(worker, &branches[i].after);
        verdict = theirs == VERDICT_UNKNOWN ? VERDICT_UNKNOWN
                  : theirs == VERDICT_LOSS  ? VERDICT_WIN
                                            : VERDICT_LOSS;
    }
    return verdict;
}

Verdict worker_winning_move(Worker *worker, const Position *position, Square *move)
{
    const Board *board = worker->board;
    Effort *effort = &worker->effort;
    Square order[SQUARE_LIMIT];
    bool refuted[SQUARE_LIMIT] = {false};
    int count = worker_order(worker, position, order), blanks = bits_count(position->blanks);
    bool in_turns =
        position_both_placed(position) && position_attacker(board, position) == position->to_move;
    for (int round = 0, open = count; open > 0; round++)
        for (int i = 0; i < count; i++) {
            if (refuted[i])
                continue;
            Position after = position_after(position, order[i]);
            uint64_t turn =
                in_turns && open > 1 ? turn_nodes(board->area, blanks, round) : UINT64_MAX;
            uint64_t outer_end = effort_begin_turn(effort, turn);
            Verdict verdict = worker_verdict(worker, &after);
            if (effort_end_turn(effort, outer_end))
                continue;
            if (verdict == VERDICT_UNKNOWN)
                return VERDICT_UNKNOWN;
            if (verdict == VERDICT_LOSS) {
                *move = order[i];
                return VERDICT_WIN;
            }
            refuted[i] = true;
            open--;
        }
    return VERDICT_LOSS;
}

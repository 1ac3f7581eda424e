/* worker.c: who wins, exactly.
 *
 * A depth-first win/loss search over the table of table.h. What makes it small:
 *  1. Moves that lose at once are never entered, and a win at once never needs a search.
 *  2. Once the regions are disjoint the game is two longest paths (longest.h).
 *  3. Blanks that neither can reach are blocked before the table is asked: positions that differ
 *     only there are one.
 *  4. A position that is its own half turn is lost for the mover (docs/theory.md, copying).
 *  5. The order of moves (order.h), and early on turns (turns.h).
 * What makes it fast:
 *  6. Half the positions have one move that does not lose at once. It is played, and nothing is
 *     looked up, flooded or sorted until there is a choice.
 *  7. Where both sides get in three moves is worked out for the order anyway, and often already
 *     shows that the regions meet and that nothing has fallen out of reach: then the floods of 2
 *     and 3 are skipped. The rest are one flood of the union from where the two meet.
 *  8. Small positions are kept in a table that stays in the processor's cache.
 *
 * Tried and dropped (7x7, each tenth class of placements): a history of replies, up to 20 % more
 * nodes; two tables asked one after the other, no gain; counting every child's safe replies before
 * entering one, 12 % fewer nodes in 25 % more time; ordering large positions by a four-ply count
 * of the proof's size, 7 % fewer nodes in 5 to 40 % more time. More in docs/solver-measurements.md.
 */
#include "search/solver/worker.h"

#include "core/pair.h"
#include "search/solver/turns.h"

#define TEMPLATE "search/solver/wins.tmpl.h"
#include "core/both_widths.h"

/* Small positions go to a table of the thread's own that fits its processor's cache; the shared
 * one, in main memory, is asked only where a hit saves more than the asking costs. */
static int own_blanks_of(const Board *board)
{
    return board->area * 5 / 8;
}

Worker worker_start(Solver *solver, int number, bool alone, Budget *budget)
{
    const Board *board = &solver->board;
    Busy *busy = alone ? NULL : solver->busy;
    Effort effort = effort_start(budget);
    Table *table = &solver->table, *own = &solver->own[number].table;
    LongestMemory *longest = solver->own[number].longest;
    int own_blanks = own_blanks_of(board);
    return (Worker){
        .solver = solver,
        .narrow = {&board->geometry_64, table, own, own_blanks, longest, effort, busy,
                   board->centre, solver->notes},
        .wide = {&board->geometry_128, table, own, own_blanks, longest, effort, busy, board->centre,
                 solver->notes},
    };
}

Effort *worker_effort(Worker *worker)
{
    return worker->solver->board.narrow ? &worker->narrow.effort : &worker->wide.effort;
}

/* Whether the side to move wins, both knights being placed. */
static Verdict worker_verdict_placed(Worker *worker, const Position *position)
{
    const Board *board = &worker->solver->board;
    bool attacking = position_attacker(board, position) == position->to_move;
    bool won = board->narrow ? root_wins_64(&worker->narrow, position_node_64(position), attacking)
                             : root_wins_128(&worker->wide, position_node_128(position), attacking);
    if (worker_effort(worker)->stopped)
        return VERDICT_UNKNOWN;
    return won ? VERDICT_WIN : VERDICT_LOSS;
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
    const Board *board = &worker->solver->board;
    if (!position_both_placed(position))
        return order_placements(board, position, order);
    bool attacking = position_attacker(board, position) == position->to_move;
    int count = board->narrow
                    ? root_order_64(&worker->narrow, position_node_64(position), attacking, order)
                    : root_order_128(&worker->wide, position_node_128(position), attacking, order);
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
        count = add_branch(&worker->solver->board, position, order[i], branches, count);
    return count;
}

/* Whether the side to move wins, knights in hand included. */
Verdict worker_verdict(Worker *worker, const Position *position)
{
    if (position_both_placed(position))
        return worker_verdict_placed(worker, position);
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

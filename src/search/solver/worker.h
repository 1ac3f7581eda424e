/* worker.h: one thread's share of a search.
 *
 * A Solver holds the memory; a Worker is the search itself, started anew for each task, on the
 * stack of its thread. Inside search only.
 */
#pragma once

#include "core/longest.h"
#include "search/solver/solver.h"
#include "search/solver/verdicts.h"

/* Who is searching what, so that threads spread out. A hint only: a slot holds the hash of the last
 * position entered there, and a wrong answer costs time, never truth. */
enum { BUSY_SLOT_BITS = 12 };
typedef struct Busy {
    _Atomic(uint64_t) slots[1 << BUSY_SLOT_BITS];
} Busy;

struct Solver {
    Board board;
    int threads;
    Verdicts verdicts;
    Busy *busy;               // NULL with one thread
    const SolverNotes *notes; // NULL: nobody listens
    struct {
        Verdicts verdicts;
        LongestMemory *longest;
    } own[]; // by thread
};

/* Small positions go to a table of the thread's own that fits its processor's cache; the shared
 * one, in main memory, is asked only where a hit saves more than the asking costs. */
typedef struct Worker {
    const Board *board;
    Verdicts *shared; // by all threads, for large positions
    Verdicts *own;    // for small ones
    int own_blanks;   // which have at most this many blanks
    LongestMemory *longest;
    Busy *busy;               // NULL: nobody else is searching
    const SolverNotes *notes; // NULL: nobody listens
    Effort effort;
} Worker;

/* Root moves that are images of each other, and so have one verdict. */
typedef struct Branch {
    Position after;
    Squares moves;
    atomic_int verdict; // of the opponent, who is then to move
} Branch;

/* `number` picks the memory of a thread; no two workers may run on the same. `alone`: nobody else
 * is at the same position. */
Worker worker_start(Solver *solver, int number, bool alone, Budget *budget);

/* Of the side to move, knights in hand included; VERDICT_UNKNOWN if stopped. */
Verdict worker_verdict(Worker *worker, const Position *position);

/* A winning move, if the side to move wins: the first of worker_order() that does, but early on
 * the attacker's moves have turns (turns.h). */
Verdict worker_winning_move(Worker *worker, const Position *position, Square *move);

/* Legal moves, likely winners first. */
int worker_order(const Worker *worker, const Position *position, Square order[SQUARE_LIMIT]);

/* The same as branches; at most SQUARE_LIMIT. */
int worker_branches(const Worker *worker, const Position *position, Branch *branches);

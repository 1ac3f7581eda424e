/* worker.h: one thread's share of a search.
 *
 * A Solver holds the memory; a Worker is the search itself, started anew for each task, on the
 * stack of its thread. Inside search only.
 */
#pragma once

#include "core/longest.h"
#include "search/solver/busy.h"
#include "search/solver/order.h"
#include "search/solver/solver.h"
#include "search/solver/table.h"

#define TEMPLATE "search/solver/worker.tmpl.h"
#include "core/both_widths.h"

struct Solver {
    Board board;
    int threads;
    Table table;
    Busy *busy;               // NULL with one thread
    const SolverNotes *notes; // NULL: nobody listens
    struct {
        Table table;
        LongestMemory *longest;
    } own[]; // by thread
};

typedef struct Worker {
    Solver *solver;
    Search_64 narrow; // one of the two, by the board's width
    Search_128 wide;
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
Effort *worker_effort(Worker *worker);

/* Of the side to move, knights in hand included; VERDICT_UNKNOWN if stopped. */
Verdict worker_verdict(Worker *worker, const Position *position);

/* Legal moves, likely winners first. */
int worker_order(const Worker *worker, const Position *position, Square order[SQUARE_LIMIT]);

/* The same as branches; at most SQUARE_LIMIT. */
int worker_branches(const Worker *worker, const Position *position, Branch *branches);

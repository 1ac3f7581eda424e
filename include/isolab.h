/* isolab.h: knight Isolation for other programs.
 *
 *     char why[256];
 *     IsolabPosition *position = isolab_position_create("7x7 d4 c2", why, sizeof why);
 *     if (!position)
 *         puts(why);
 *     isolab_position_destroy(position);
 *
 * Objects are opaque and independent of each other: use one per thread, or share one that nobody
 * changes. A function that fails leaves one sentence in `why`, cut to `size` bytes; NULL and 0
 * where it is not wanted. Nothing here prints, exits or keeps global state, and every
 * _destroy() takes NULL.
 *
 * Structs that may grow carry their size first. The caller sets it to sizeof; what it leaves 0 is
 * as if it had not been there. Squares are numbered row by row from the top left, from 0.
 */
#ifndef ISOLAB_H
#define ISOLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISOLAB_VERSION_NUMBER 10000 // major * 10000 + minor * 100 + patch, of this header

#if defined(__GNUC__)
#define ISOLAB_API __attribute__((visibility("default")))
#else
#define ISOLAB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

ISOLAB_API const char *isolab_version(void); // of the library, such as "1.2.3"
ISOLAB_API int isolab_version_number(void);

typedef enum IsolabSide { ISOLAB_FIRST, ISOLAB_SECOND, ISOLAB_NOBODY } IsolabSide;
ISOLAB_API const char *isolab_side_name(IsolabSide side); // "first", "second", "none"

/* ---- Positions: a board and what stands on it. */

typedef struct IsolabPosition IsolabPosition;

/* From a position text: `7x7 d4 c2 e6`, or a FEN, `7/4N2/7/3*3/7/2n4/7 b`: ranks from the top, a
 * number is a run of blanks, `*` a blocked square, `N` first's knight, `n` second's, those in hand
 * in brackets behind the last rank; then `w` if first is to move, `b` if second. */
ISOLAB_API IsolabPosition *isolab_position_create(const char *text, char *why, size_t size);
ISOLAB_API IsolabPosition *isolab_position_read(const char *bytes, size_t length, char *why,
                                                size_t size); // any bytes, without a NUL
ISOLAB_API IsolabPosition *isolab_position_copy(const IsolabPosition *position); // NULL: no memory
ISOLAB_API void isolab_position_destroy(IsolabPosition *position);

ISOLAB_API int isolab_position_width(const IsolabPosition *position);
ISOLAB_API int isolab_position_height(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_to_move(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_winner(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_attacker(const IsolabPosition *position);
ISOLAB_API int isolab_position_knight(const IsolabPosition *position,
                                      IsolabSide side); // -1: in hand
ISOLAB_API bool isolab_position_is_blank(const IsolabPosition *position, int square);

/* The same board and the same on it; equal positions have the same hash. */
ISOLAB_API bool isolab_position_equal(const IsolabPosition *a, const IsolabPosition *b);
ISOLAB_API uint64_t isolab_position_hash(const IsolabPosition *position);

/* How many legal moves that side has; the first `room` of them go into `squares`. */
ISOLAB_API int isolab_position_moves(const IsolabPosition *position, IsolabSide side, int *squares,
                                     int room);

/* Moves the side to move. An illegal move changes nothing. */
ISOLAB_API bool isolab_position_play(IsolabPosition *position, int square, char *why, size_t size);

/* How to draw a board. */
typedef struct IsolabLook {
    size_t size;
    bool unicode;     // knights and dots as such; else N, n, * and .
    bool colour;      // for terminals of 256 colours
    const int *marks; // squares that stand out: legal moves, say
    int mark_count;
} IsolabLook;

/* These write as snprintf() does: at most `size` bytes, and return the length of the whole. */
ISOLAB_API size_t isolab_position_fen(const IsolabPosition *position, char *fen, size_t size);
ISOLAB_API size_t isolab_position_drawing(const IsolabPosition *position, char *text,
                                          size_t size); // N, n, * and . with coordinates
ISOLAB_API size_t isolab_position_look(const IsolabPosition *position, const IsolabLook *look,
                                       char *text, size_t size); // 0: no memory
ISOLAB_API size_t isolab_square_name(const IsolabPosition *position, int square, char *name,
                                     size_t size); // "-" off the board
ISOLAB_API int isolab_square_number(const IsolabPosition *position, const char *name); // -1: none

/* Sequences of exactly `depth` legal moves. */
ISOLAB_API uint64_t isolab_perft(const IsolabPosition *position, int depth);

/* ---- Heuristics: read once, then called as often as one likes, from any thread. */

typedef struct IsolabHeuristic IsolabHeuristic;

/* `improved`, `chase,w1=0.25`. */
ISOLAB_API IsolabHeuristic *isolab_heuristic_create(const char *spec, char *why, size_t size);
ISOLAB_API void isolab_heuristic_destroy(IsolabHeuristic *heuristic);

/* For either side, higher is better for it: infinite when the game is decided, NaN where a knight
 * that the heuristic needs is still in hand. */
ISOLAB_API double isolab_heuristic_value(const IsolabHeuristic *heuristic,
                                         const IsolabPosition *position, IsolabSide side);

/* Whether a heuristic of the user's own, `=own - opp` or `./my.c`, failed to give a value since
 * this thread last asked, and why. The others never do. */
ISOLAB_API bool isolab_heuristic_failed(const IsolabHeuristic *heuristic, char *why, size_t size);

/* ---- Searching: an agent chooses a move, the solver proves who wins. */

/* A flag to stop a search with, from another thread or a signal handler. */
typedef struct IsolabStop IsolabStop;
ISOLAB_API IsolabStop *isolab_stop_create(void); // NULL: no memory
ISOLAB_API void isolab_stop_set(IsolabStop *stop, bool stopped);
ISOLAB_API void isolab_stop_destroy(IsolabStop *stop);

typedef struct IsolabChoice {
    size_t size;
    int move;               // legal; -1: the game is over
    bool exact;             // the winner is proved
    int depth;              // plies completed
    double score;           // for the side to move, in the heuristic's units; infinite: won, lost
    double seconds;         // wall clock
    double virtual_seconds; // the studies' clock, 0 without that limit; NaN: only an engine knows
    uint64_t nodes;         // positions visited; of mcts, playouts
    const int *line;        // the line expected, `move` first; until the agent's next call
    int line_count;
    bool on_virtual_clock; // there was that limit
} IsolabChoice;

/* How long to search, and who is told. A limit of 0 is none; the tightest of several counts. */
typedef struct IsolabSearch {
    size_t size;
    double seconds;         // wall clock
    uint64_t nodes;         // positions visited; of mcts, playouts
    int depth;              // plies; the solver has none
    double virtual_seconds; // the studies' clock, exactly repeatable; the solver has none
    const IsolabStop *stop;
    /* An agent tells what it has after each depth; from the thread that searches. */
    void (*watch)(void *context, const IsolabChoice *so_far);
    void *context;
    /* A heuristic of the caller's, in place of the one in the agent's spec: the value for `side` of
     * a game that is not over, NaN where it has none; from every thread that searches. The position
     * lasts as long as the call. On the virtual clock it costs what `improved` does. Not every kind
     * of agent takes one; the solver has none. */
    double (*evaluate)(void *context, const IsolabPosition *position, IsolabSide side);
} IsolabSearch;

typedef struct IsolabAgent IsolabAgent;

/* `champion`, `alphabeta:attacker,time=150ms`, and every other spec the program takes. */
ISOLAB_API IsolabAgent *isolab_agent_create(const char *spec, char *why, size_t size);
ISOLAB_API void isolab_agent_destroy(IsolabAgent *agent);

/* For searches with these limits: its memory is measured by them, and who cannot keep them is
 * refused here, not move by move. */
ISOLAB_API IsolabAgent *isolab_agent_create_for(const char *spec, const IsolabSearch *search,
                                                char *why, size_t size);

/* Before a game, not needed for a single move: what was learned in the last one is forgotten, and
 * chance begins anew from `seed` (a new agent's is 1). */
ISOLAB_API bool isolab_agent_begin(IsolabAgent *agent, uint64_t seed, char *why, size_t size);

/* The same on the board of `position`, so that making ready for it is not on the clock. */
ISOLAB_API bool isolab_agent_begin_on(IsolabAgent *agent, const IsolabPosition *position,
                                      uint64_t seed, char *why, size_t size);

/* The spec's own limits come before those of `search` (NULL: none); without either a search that
 * would not end by itself gets 150 ms. False for an engine that answers nothing usable, and
 * without memory. */
ISOLAB_API bool isolab_agent_choose(IsolabAgent *agent, const IsolabPosition *position,
                                    const IsolabSearch *search, IsolabChoice *choice, char *why,
                                    size_t size);

typedef struct IsolabSolverSettings {
    size_t size;
    int threads;      // 0: one
    size_t megabytes; // of the table of what is proved; 0: 16 up to 49 squares, 64 above
} IsolabSolverSettings;

typedef struct IsolabSolution {
    size_t size;
    IsolabSide winner;  // ISOLAB_NOBODY: a limit came first
    const int *winning; // moves proved to win; these arrays last until the solver's next call
    int winning_count;
    const int *losing; // moves proved to lose
    int losing_count;
    const int *line; // with ISOLAB_LINE, perfect play as far as the limits go
    int line_count;
    uint64_t nodes;
    double seconds;
} IsolabSolution;

typedef struct IsolabSolver IsolabSolver;

ISOLAB_API IsolabSolver *isolab_solver_create(const IsolabSolverSettings *settings, char *why,
                                              size_t size); // NULL: all 0
ISOLAB_API void isolab_solver_destroy(IsolabSolver *solver);

/* What to find out: who wins, ending at the first winning move; each move's worth too; or who wins
 * and a line of perfect play, which is given about as long again. */
typedef enum IsolabAim { ISOLAB_WINNER, ISOLAB_ALL_MOVES, ISOLAB_LINE } IsolabAim;

/* What it proved makes the next question on the same board cheaper. False only without memory. */
ISOLAB_API bool isolab_solver_solve(IsolabSolver *solver, const IsolabPosition *position,
                                    IsolabAim aim, const IsolabSearch *search,
                                    IsolabSolution *solution, char *why, size_t size);

/* ---- What there is: rows of the registries, from 0; false past the last. */

typedef struct IsolabRow {
    size_t size;
    const char *name, *meaning;
    const char *study, *formula; // of heuristics
    const char *example;         // of agents
    int parameter_count;
} IsolabRow;

typedef struct IsolabParameter {
    size_t size;
    const char *name, *meaning;
    double standard, min, max, step; // of a word, its place among the choices
    const char *choices;             // "random|first"; NULL: a number
} IsolabParameter;

ISOLAB_API bool isolab_heuristic_row(int i, IsolabRow *row);
ISOLAB_API bool isolab_heuristic_parameter(int i, int number, IsolabParameter *parameter);
ISOLAB_API bool isolab_agent_row(int i, IsolabRow *row);
ISOLAB_API bool isolab_agent_parameter(int i, int number, IsolabParameter *parameter);

#ifdef __cplusplus
}
#endif

#endif

/* isolab_heuristic.h: a heuristic of your own, in C, at the speed of the built-in ones.
 *
 *     #include <isolab_heuristic.h>
 *
 *     double isolab_score(const IsolabScene *scene, const double *parameters)
 *     {
 *         int own = isolab_count(scene->own_moves), opponent = isolab_count(scene->opponent_moves);
 *         return own - parameters[0] * opponent;
 *     }
 *
 *     ISOLAB_HEURISTIC(.parameters = {{"w", 1, 0, 4, 0.25, "weight of the opponent's moves"}})
 *
 * and then `isolab match alphabeta:./my.c,w=2 AB_Improved`. `isolab new heuristic my.c` writes a
 * file to begin with; this header is the whole contract.
 *
 * The value is for the player scored, higher is better. Its knight is `own`, the other `opponent`.
 * The function is never asked about a game that is over, nor while a knight is in hand unless it
 * says so (`.needs`). It has to answer from its arguments alone: the same every time, a number,
 * soon. What it breaks is its own process and its own game.
 *
 * Boards of up to 64 squares run on one machine word, larger ones on 128 bits: the file is compiled
 * for both, with IsolabBits the set of squares. Squares are numbered row by row from the top left;
 * bit i of a set is square i.
 */
#ifndef ISOLAB_HEURISTIC_H
#define ISOLAB_HEURISTIC_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define ISOLAB_HEURISTIC_VERSION 1

#ifndef ISOLAB_BITS
#define ISOLAB_BITS 64
#endif

#if ISOLAB_BITS == 64
typedef uint64_t IsolabBits;
#else
__extension__ typedef unsigned __int128 IsolabBits;
#endif

enum { ISOLAB_SQUARES = 128, ISOLAB_IN_HAND = 128, ISOLAB_PARAMETERS = 6, ISOLAB_USES = 8 };

typedef struct IsolabBoard {
    IsolabBits moves[ISOLAB_SQUARES + 1]; // a knight's from each square; in hand, every square
    IsolabBits all;
    IsolabBits past_left_1, past_left_2; // squares at least 1, 2 files from the left edge
    IsolabBits past_right_1, past_right_2;
    IsolabBits corners;
    IsolabBits dark; // squares with (row + column) odd
    int width, height, area;
    uint8_t row[ISOLAB_SQUARES], column[ISOLAB_SQUARES]; // of each square, from the top left
} IsolabBoard;

typedef struct IsolabScene {
    const IsolabBoard *board;
    IsolabBits blanks;                    // squares nobody has stood on
    IsolabBits own_moves, opponent_moves; // blanks a knight's move away
    uint8_t own, opponent;                // squares, or ISOLAB_IN_HAND
    bool own_active;                      // the player scored is to move
} IsolabScene;

/* ---- Sets of squares */

static inline int isolab_count(IsolabBits bits)
{
#if ISOLAB_BITS == 64
    return __builtin_popcountll(bits);
#else
    return __builtin_popcountll((uint64_t)bits) + __builtin_popcountll((uint64_t)(bits >> 64));
#endif
}

static inline bool isolab_has(IsolabBits bits, int square)
{
    return bits >> square & 1;
}

/* Takes the lowest square out of a set that is not empty: for (IsolabBits left = set; left;) {
 * int square = isolab_take(&left); ... } */
static inline int isolab_take(IsolabBits *bits)
{
#if ISOLAB_BITS == 64
    int square = __builtin_ctzll(*bits);
#else
    uint64_t low = (uint64_t)*bits;
    int square = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(*bits >> 64));
#endif
    *bits &= *bits - 1;
    return square;
}

/* ---- Where knights get to */

/* Every blank that is a knight's move from a square of the set. */
static inline IsolabBits isolab_span(const IsolabScene *scene, IsolabBits from)
{
    const IsolabBoard *b = scene->board;
    IsolabBits one = (from << 1 & b->past_left_1) | (from >> 1 & b->past_right_1);
    IsolabBits two = (from << 2 & b->past_left_2) | (from >> 2 & b->past_right_2);
    int w = b->width;
    return ((((one << w) | two) << w) | (((one >> w) | two) >> w)) & scene->blanks;
}

/* The blanks within 1 to k knight moves, from the first of them (own_moves, opponent_moves). */
static inline IsolabBits isolab_reach(const IsolabScene *scene, IsolabBits moves, int k)
{
    IsolabBits reached = moves;
    for (IsolabBits edge = moves; --k > 0 && edge; reached |= edge)
        edge = isolab_span(scene, edge) & ~reached;
    return reached;
}

/* The same, however many moves it takes. */
static inline IsolabBits isolab_flood(const IsolabScene *scene, IsolabBits moves)
{
    return isolab_reach(scene, moves, ISOLAB_SQUARES);
}

/* Neither will ever reach a square that the other can. */
static inline bool isolab_isolated(const IsolabScene *scene)
{
    return !(isolab_flood(scene, scene->own_moves) & scene->opponent_moves);
}

/* Whether the player scored is the attacker, who can take squares the other is about to use. Both
 * knights must be placed. */
static inline bool isolab_attacks(const IsolabScene *scene)
{
    IsolabBits dark = scene->board->dark;
    bool same_colour = ((dark >> scene->own ^ dark >> scene->opponent) & 1) == 0;
    return same_colour == scene->own_active;
}

/* How many blanks the player scored gets to before the other: both spread at once, and what both
 * reach together belongs to the side to move. */
static inline int isolab_lead(const IsolabScene *scene)
{
    IsolabBits left = scene->blanks, active_taken = 0, passive_taken = 0;
    IsolabBits active = scene->own_active ? scene->own_moves : scene->opponent_moves;
    IsolabBits passive = scene->own_active ? scene->opponent_moves : scene->own_moves;
    while (active | passive) {
        passive &= ~active;
        active_taken |= active;
        passive_taken |= passive;
        left &= ~(active | passive);
        active = isolab_span(scene, active) & left;
        passive = isolab_span(scene, passive) & left;
    }
    int lead = isolab_count(active_taken) - isolab_count(passive_taken);
    return scene->own_active ? lead : -lead;
}

static inline int isolab_ply(const IsolabScene *scene)
{
    return scene->board->area - isolab_count(scene->blanks);
}

/* ---- Squares: how central, how far apart, how closed in */

/* x(W-1-x) + y(H-1-y) */
static inline int isolab_centrality(const IsolabScene *scene, int square)
{
    const IsolabBoard *b = scene->board;
    int x = b->column[square], y = b->row[square];
    return x * (b->width - 1 - x) + y * (b->height - 1 - y);
}

static inline int isolab_centrality_of(const IsolabScene *scene, IsolabBits squares)
{
    int sum = 0;
    while (squares)
        sum += isolab_centrality(scene, isolab_take(&squares));
    return sum;
}

/* Rows and columns between the knights. Both must be placed. */
static inline int isolab_distance(const IsolabScene *scene)
{
    const IsolabBoard *b = scene->board;
    int rows = b->row[scene->own] - b->row[scene->opponent];
    int columns = b->column[scene->own] - b->column[scene->opponent];
    return (rows < 0 ? -rows : rows) + (columns < 0 ? -columns : columns);
}

/* The share of the four diagonal neighbours of the own square that are on the board and taken. The
 * own knight must be placed. */
static inline double isolab_diagonals(const IsolabScene *scene)
{
    const IsolabBoard *b = scene->board;
    int x = b->column[scene->own], y = b->row[scene->own], taken = 0;
    for (int dy = -1; dy <= 1; dy += 2)
        for (int dx = -1; dx <= 1; dx += 2) {
            bool on_board = x + dx >= 0 && x + dx < b->width && y + dy >= 0 && y + dy < b->height;
            taken += on_board && !isolab_has(scene->blanks, (y + dy) * b->width + x + dx);
        }
    return taken / 4.0;
}

/* ---- What the file says of itself */

typedef enum IsolabNeeds { ISOLAB_BOTH_PLACED, ISOLAB_OWN_PLACED, ISOLAB_NOTHING } IsolabNeeds;

/* Filled in by the program that loads the file. */
typedef struct IsolabHost {
    double (*value)(const IsolabScene *scene, int heuristic);
    int heuristics[ISOLAB_USES];    // by their place in `uses`
    volatile uint64_t *evaluations; // counted, so that one that never ends is noticed
} IsolabHost;

typedef struct IsolabHeuristicInfo {
    int version, bits;
    double (*score)(const IsolabScene *scene, const double *parameters);
    IsolabHost *host;
    unsigned (*not_numbers)(void); // this thread's answers that were none, since it was last asked
    IsolabNeeds needs;             // until then its value is undefined
    double price;        // microseconds it would take the studies' Python; 0: as improved, 10
    const char *meaning; // one line
    struct {
        const char *name;
        double standard, min, max, step;
        const char *meaning;
    } parameters[ISOLAB_PARAMETERS];
    const char *uses[ISOLAB_USES]; // built-in heuristics for isolab_use(): "improved", ...
} IsolabHeuristicInfo;

static IsolabHost isolab_host __attribute__((unused));
static _Thread_local unsigned isolab_not_number_count;

/* The value of the i-th heuristic of `.uses`, with its standard parameters; NaN while undefined. */
static inline double isolab_use(const IsolabScene *scene, int i)
{
    return isolab_host.value(scene, isolab_host.heuristics[i]);
}

static inline double isolab_checked(double value)
{
    if (__builtin_expect(value != value, 0))
        isolab_not_number_count++;
    return value;
}

__attribute__((unused)) static unsigned isolab_take_not_numbers(void)
{
    unsigned count = isolab_not_number_count;
    isolab_not_number_count = 0;
    return count;
}

double isolab_score(const IsolabScene *scene, const double *parameters);

/* Stands once at the end of the file; what it leaves out is 0. */
#define ISOLAB_HEURISTIC(...)                                                                      \
    static double isolab_call(const IsolabScene *scene, const double *parameters)                  \
    {                                                                                              \
        ++*isolab_host.evaluations;                                                                \
        return isolab_checked(isolab_score(scene, parameters));                                    \
    }                                                                                              \
    ISOLAB_HEURISTIC_INFO(isolab_call, __VA_ARGS__)

#define ISOLAB_HEURISTIC_INFO(function, ...)                                                       \
    __attribute__((visibility("default")))                                                         \
    const IsolabHeuristicInfo isolab_heuristic = {.version = ISOLAB_HEURISTIC_VERSION,             \
                                                  .bits = ISOLAB_BITS,                             \
                                                  .score = function,                               \
                                                  .host = &isolab_host,                            \
                                                  .not_numbers = isolab_take_not_numbers,          \
                                                  __VA_ARGS__};

#endif

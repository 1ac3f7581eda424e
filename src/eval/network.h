/* network.h: who is going to win, judged by a small network.
 *
 * Its numbers are src/eval/network.txt, found by scripts/train-network; what they mean is in
 * network.c. A Network has them laid out for one board, and never changes after. Whoever asks keeps
 * two things of its own: a NetworkMemory, which makes the next look from a square cheaper than the
 * first, and for each ply of its search the NetworkSums, from which those of the next follow.
 *
 *     network_sums_128(&network, &memory, g, root, &sums[0]);
 *     ...a move, and `node` is what comes after it
 *     network_follow_128(&network, &memory, g, node, &sums[0], &sums[1]);
 *     int score = network_judge_128(&network, g, node, &sums[1]);
 */
#pragma once

#include <string.h>

#include "core/board.h"
#include "core/pair.h"

enum {
    NETWORK_ROLES = 2,
    NETWORK_UNITS = 32, // for each role
    NETWORK_REACH = 12, // files and ranks it sees, in each direction
    NETWORK_SPAN = 2 * NETWORK_REACH + 1,
    NETWORK_OFFSETS = NETWORK_SPAN * NETWORK_SPAN,
    NETWORK_PHASES = 6,   // of the game, a dozen blanks each
    NETWORK_ONE = 256,    // what stands for 1 in weights and units
    NETWORK_POINTS = 128, // of a score, for a factor of e in the odds
};

/* By role: of the knight that looks, or of the side to move. */
typedef enum Role { ATTACKER, DEFENDER } Role;

/* As in src/eval/network.txt, in this order. */
typedef struct NetworkWeights {
    int16_t blank[NETWORK_ROLES][NETWORK_OFFSETS][NETWORK_UNITS];
    int16_t bias[NETWORK_ROLES][NETWORK_UNITS];
    int16_t output[NETWORK_ROLES][NETWORK_PHASES][NETWORK_ROLES][NETWORK_UNITS];
    int16_t constant[NETWORK_ROLES][NETWORK_PHASES];
    int16_t lead[NETWORK_ROLES][NETWORK_PHASES];
    int16_t shared[NETWORK_ROLES][NETWORK_PHASES];
} NetworkWeights;

enum { NETWORK_NUMBERS = sizeof(NetworkWeights) / sizeof(int16_t) };

/* Those of src/eval/network.txt. */
extern const int16_t network_numbers[NETWORK_NUMBERS];

/* No units: `territory` with two steps, as a score of tenths of a square. What the first network
 * was trained on was played by it. */
void network_weights_of_territory(NetworkWeights *weights);

typedef struct Network {
    _Alignas(64) int16_t blank[NETWORK_ROLES][4 * SQUARE_LIMIT][NETWORK_UNITS]; // by offset
    int16_t empty[NETWORK_ROLES][SQUARE_LIMIT][NETWORK_UNITS]; // sums while every square is blank
    const NetworkWeights *weights;                             // of what is the same on all boards
    int16_t place[SQUARE_LIMIT]; // the offset from square a to b is place[b] - place[a] + origin
    int origin;
} Network;

/* The weights stay the caller's, and have to last as long. */
void network_init(Network *network, const NetworkWeights *weights, const Board *board);

/* What the units of a role have summed up at one position. */
typedef struct NetworkSums {
    _Alignas(64) int16_t of[NETWORK_ROLES][NETWORK_UNITS];
} NetworkSums;

/* For each role and square the last sums from there, and for which blanks. */
typedef struct NetworkMemory {
    struct {
        _Alignas(64) int16_t sums[NETWORK_UNITS];
        Squares blanks;
    } seen[NETWORK_ROLES][SQUARE_LIMIT];
} NetworkMemory;

void network_memory_init(NetworkMemory *memory, const Network *network, const Board *board);

#define TEMPLATE "eval/network.tmpl.h"
#include "core/both_widths.h"

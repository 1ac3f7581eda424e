/* network.c: how the network sees a board, and its numbers for one.
 *
 * Each knight looks at the board from where it stands. It has 32 units, and each unit a weight for
 * every offset, so many files and ranks away: a unit sums up the weights of the offsets at which
 * there is a blank, and is worth that sum between 0 and 1. The attacker's knight has other weights
 * than the defender's; the colour law says who is who. Since only offsets count, one network judges
 * boards of every size, and what is beyond an edge is the same to it as what was visited.
 *
 * The 64 units are weighed by who is to move and by how much of the game is left, and added up with
 * the two things they hardly can see, because they hang on ways over the whole board: who gets to
 * more blanks first, and how many both reach in two moves (`territory`, in territory.c). The sum is
 * the logarithm of the odds that the side to move wins.
 *
 * All is done in integers, so every machine sees the same. A move takes a blank away, a row of
 * weights for the knight that stayed; the one that moved looks anew. But a search comes back to a
 * square again and again with nearly the same blanks, so it starts from what it saw there last: in
 * the middle of a game on 11x9 that makes the whole search half as fast again.
 *
 * Area under the curve (see territory.c) on positions of games it had not seen, all boards
 * together, and what else was tried: docs/champion.md.
 */
#include "eval/network.h"

#include <stdlib.h>

const int16_t network_numbers[NETWORK_NUMBERS] = {
#include "eval/network.txt"
};

void network_weights_of_territory(NetworkWeights *weights)
{
    const int of_a_tenth = NETWORK_ONE * NETWORK_ONE / NETWORK_POINTS;
    *weights = (NetworkWeights){0};
    for (int phase = 0; phase < NETWORK_PHASES; phase++)
        for (Role role = ATTACKER; role <= DEFENDER; role++) {
            weights->lead[role][phase] = (int16_t)(10 * of_a_tenth);
            weights->shared[role][phase] = (int16_t)((role == ATTACKER ? 9 : -9) * of_a_tenth);
        }
}

/* By the offsets there are on this board. Those the network does not see weigh nothing. */
static void lay_out_offsets(Network *network, const NetworkWeights *weights, const Board *board)
{
    int span = 2 * board->width - 1;
    network->origin = (board->height - 1) * span + board->width - 1;
    for (int square = 0; square < board->area; square++)
        network->place[square] = (int16_t)(board_row(board, (Square)square) * span +
                                           board_column(board, (Square)square));
    for (Role role = ATTACKER; role <= DEFENDER; role++)
        for (int rank = 1 - board->height; rank < board->height; rank++)
            for (int file = 1 - board->width; file < board->width; file++) {
                if (abs(rank) > NETWORK_REACH || abs(file) > NETWORK_REACH)
                    continue;
                int from = (rank + NETWORK_REACH) * NETWORK_SPAN + file + NETWORK_REACH;
                int to = network->origin + rank * span + file;
                memcpy(network->blank[role][to], weights->blank[role][from],
                       sizeof weights->blank[role][from]);
            }
}

void network_init(Network *network, const NetworkWeights *weights, const Board *board)
{
    *network = (Network){.weights = weights};
    lay_out_offsets(network, weights, board);
    for (Role role = ATTACKER; role <= DEFENDER; role++)
        for (int square = 0; square < board->area; square++) {
            int16_t *sums = network->empty[role][square];
            int from = network->origin - network->place[square];
            memcpy(sums, weights->bias[role], sizeof network->empty[role][square]);
            for (int blank = 0; blank < board->area; blank++) {
                const int16_t *row = network->blank[role][from + network->place[blank]];
                for (int unit = 0; unit < NETWORK_UNITS; unit++)
                    sums[unit] = (int16_t)(sums[unit] + row[unit]);
            }
        }
}

void network_memory_init(NetworkMemory *memory, const Network *network, const Board *board)
{
    for (Role role = ATTACKER; role <= DEFENDER; role++)
        for (int square = 0; square < board->area; square++) {
            memcpy(memory->seen[role][square].sums, network->empty[role][square],
                   sizeof network->empty[role][square]);
            memory->seen[role][square].blanks = board_all(board);
        }
}

/* network.tmpl.h: included by network.h once per width. */

#include "eval/spread.tmpl.h"

/* Of the side to move: the colour law. */
static inline Role WIDE(network_role)(const Geometry *g, Node node)
{
    return (g->dark >> node.active ^ g->dark >> node.passive) & 1 ? DEFENDER : ATTACKER;
}

/* What `role`'s knight sees from `square`, by what has changed since it last stood there. */
static inline void WIDE(network_look)(const Network *network, NetworkMemory *memory, Role role,
                                      Square square, Bits blanks, int16_t sums[NETWORK_UNITS])
{
    const int16_t(*rows)[NETWORK_UNITS] =
        network->blank[role] + network->origin - network->place[square];
    int16_t *seen = memory->seen[role][square].sums;
    Bits before = (Bits)memory->seen[role][square].blanks;
    _Alignas(64) int16_t now[NETWORK_UNITS];
    memcpy(now, seen, sizeof now);
    for (Bits gone = before & ~blanks; gone;) {
        const int16_t *row = rows[network->place[bits_take_lowest(&gone)]];
        for (int i = 0; i < NETWORK_UNITS; i++)
            now[i] = (int16_t)(now[i] - row[i]);
    }
    for (Bits back = blanks & ~before; back;) {
        const int16_t *row = rows[network->place[bits_take_lowest(&back)]];
        for (int i = 0; i < NETWORK_UNITS; i++)
            now[i] = (int16_t)(now[i] + row[i]);
    }
    memory->seen[role][square].blanks = blanks;
    memcpy(seen, now, sizeof now);
    memcpy(sums, now, sizeof now);
}

static inline void WIDE(network_sums)(const Network *network, NetworkMemory *memory,
                                      const Geometry *g, Node node, NetworkSums *sums)
{
    Role role = WIDE(network_role)(g, node);
    WIDE(network_look)(network, memory, role, node.active, node.blanks, sums->of[role]);
    WIDE(network_look)(network, memory, !role, node.passive, node.blanks, sums->of[!role]);
}

/* `node` comes a move after the position of `before`: the passive side went where it stands now.
 * The other side has one blank less to see. */
static inline void WIDE(network_follow)(const Network *network, NetworkMemory *memory,
                                        const Geometry *g, Node node, const NetworkSums *before,
                                        NetworkSums *after)
{
    Role role = WIDE(network_role)(g, node);
    int offset = network->origin + network->place[node.passive] - network->place[node.active];
    const int16_t *row = network->blank[role][offset];
    for (int i = 0; i < NETWORK_UNITS; i++)
        after->of[role][i] = (int16_t)(before->of[role][i] - row[i]);
    WIDE(network_look)(network, memory, !role, node.passive, node.blanks, after->of[!role]);
}

static inline int WIDE(network_part)(const int16_t *sums, const int16_t *output)
{
    int part = 0;
    for (int i = 0; i < NETWORK_UNITS; i++) {
        int16_t unit = sums[i] < 0 ? 0 : sums[i] > NETWORK_ONE ? NETWORK_ONE : sums[i];
        part += unit * output[i];
    }
    return part;
}

/* How much of the game is left: from 0, the end, upwards. */
static inline int WIDE(network_phase)(Node node)
{
    int phase = bits_count(node.blanks) / 12 - 2;
    return phase < 0 ? 0 : phase >= NETWORK_PHASES ? NETWORK_PHASES - 1 : phase;
}

/* Blanks that the side to move gets to first, beyond those of the other; those both reach in two
 * moves. */
typedef struct WIDE(NetworkTerritory) {
    int lead, shared;
} WIDE(NetworkTerritory);

static inline WIDE(NetworkTerritory) WIDE(network_territory)(const Geometry *g, Node node)
{
    Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
    Bits replies = WIDE(moves_from)(g, node.passive, node.blanks);
    Pair reached = WIDE(pair_reach_on)(g, WIDE(pair)(moves, replies), node.blanks, 2);
    Bits both = (Bits)(WIDE(pair_first)(reached) & WIDE(pair_second)(reached));
    return (WIDE(NetworkTerritory)){WIDE(spread_lead)(g, node.blanks, moves, replies),
                                    bits_count(both)};
}

/* For the side to move, in points: see NETWORK_POINTS. */
static inline int WIDE(network_judge)(const Network *network, const Geometry *g, Node node,
                                      const NetworkSums *sums)
{
    Role role = WIDE(network_role)(g, node);
    int phase = WIDE(network_phase)(node);
    const NetworkWeights *weights = network->weights;
    const int16_t(*output)[NETWORK_UNITS] = weights->output[role][phase];
    int total = weights->constant[role][phase] * NETWORK_ONE +
                WIDE(network_part)(sums->of[ATTACKER], output[ATTACKER]) +
                WIDE(network_part)(sums->of[DEFENDER], output[DEFENDER]);
    WIDE(NetworkTerritory) territory = WIDE(network_territory)(g, node);
    total += weights->lead[role][phase] * territory.lead +
             weights->shared[role][phase] * territory.shared;
    return total / (NETWORK_ONE * NETWORK_ONE / NETWORK_POINTS);
}

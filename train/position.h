/* position.h: a position of a game and who won it, as play_positions writes and fit_network reads.
 */
#pragma once

#include <stdint.h>

typedef struct TrainingPosition {
    uint64_t low, high; // blanks
    uint8_t width, height;
    uint8_t knight[2]; // the attacker's, the defender's
    uint8_t to_move;   // 0: the attacker
    uint8_t won;       // 1: by the attacker
    uint8_t unused[2];
} TrainingPosition;

/* games_json.h: games for the page's board, in few bytes.
 *
 *     {"width":7, "height":7, "agents":[name...], "pairings":[[a, b]...],
 *      "openings":{"0":"d4c2"...}, "games":[[pairing, opening, side, winner, reason, attacker,
 *      moves, fault]...]}
 *
 * A move is two characters: the file's letter and the rank as a digit of a system to base 43
 * (1-9, A-Z, a-g). An opening whose moves are not known is a FEN, which has a slash in it.
 * Winner and attacker are sides of the board (0 first, 1 second, -1 nobody); a fault is there
 * only where a side forfeited.
 */
#pragma once

#include "report/sample.h"
#include "util/text.h"

void games_json_print(const Standing *standing, const Sample *sample, Text *text);

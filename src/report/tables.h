/* tables.h: a standing as tables: every row said once, for the terminal, pages and programs. */
#pragma once

#include "lab/standing.h"
#include "report/table.h"
#include "stats/sequential.h"

/* A row for each of `agents`, their numbers, with all there is to say of one:
 *
 *   agent, label, rank        by name; told apart; with its place
 *   games, wins, losses, rate, interval, pair_interval, rates (by repeat, for programs)
 *   elo, elo_interval, better (than the next row's)
 *   attacker_games, attacker_wins, attacker, attacker_interval, defender, defender_interval
 *   moves, nodes, seconds, moves_a_game, nodes_a_move, ms_a_move, longest_ms
 */
Table tables_agents(const Standing *standing, const int *agents, int count);

/* The studies' layout, for gauntlets: a row per opponent, won and lost per agent under test, below
 * it the win rates with their intervals. And everybody against everybody: the row's score against
 * the column's, in per cent. Agents in the order of `agents`. */
Table tables_gauntlet(const Standing *standing, const int *agents);
Table tables_cross(const Standing *standing, const int *agents);

/* Spread over repeats of those under test: mean, median, standard deviation. */
Table tables_repeats(const Standing *standing, const int *agents);

/* Win rates as attacker and as defender, moves, nodes and time, by table_print(), and how the games
 * ended. And all of these that apply. */
void tables_details(const Standing *standing, int width, Text *text);
void tables_print(const Standing *standing, int width, Text *text);

/* The agents and the pairings: a new object, NULL when out of memory. */
json_t *tables_json(const Standing *standing);

/* "score 53.9 % (95 %: 50.2 to 58.0), Elo +27 (+1 to +56)" */
void tables_estimate(const Estimate *estimate, Text *text);

/* A line each for how strong somebody is, what was counted beside that, and where the test stands;
 * before the first pair only the last. */
void tables_sequential(const Sequential *match, const Estimate *estimate, Text *text);

json_t *pair_points_json(const PairCounts *pairs); // pairs lost, split, won

/* "estimate": "sequential" or "counted", which tells what it rests on, and how strong that says the
 * first player is. */
json_t *estimate_json(const Estimate *estimate, bool sequential);

/* The test, its verdict, and what is counted without allowing for it. */
json_t *sequential_json(const Sequential *match);

/* study_boards.h: what a study says of single positions, asked of heuristics, agents and exact
 * play; and the shapes its heuristics are made of, read off the heuristics themselves.
 */
#pragma once

#include "lab/study.h"

/* Whether all that is said of the position is so; `answers` gets what is, in a few words each:
 * "greedy:open-div plays b7; by exact play f7 wins". What an agent plays depends on no seed where
 * no two of its moves are equal. */
bool study_board_judge(const StudyBoard *board, bool *holds, Text *answers, Error *error);

/* Study 001's centrality of a square, as `central` counts it. */
double study_centrality(const Board *board, Square square);

/* Study 001's pressure with `occupied` squares of the board, at least 2 and not all, as `pressure`
 * weighs by it. */
double study_pressure(const Board *board, int occupied);

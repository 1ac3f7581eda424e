/* command_moves.c: `isolab moves`, the rules applied to one position. */
#include <stdlib.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "isolab.h"
#include "util/terminal.h"

static json_t *legal_json(const IsolabPosition *position, IsolabSide side)
{
    int moves[ANSWER_SQUARES];
    int count = isolab_position_moves(position, side, moves, ANSWER_SQUARES);
    return answer_squares_json(position, moves, count);
}

static json_t *moves_json(const Question *q, Error *error)
{
    (void)error;
    return json_pack("{s:o, s:{s:o, s:o}, s:o, s:o}", "to_move",
                     answer_side_json(isolab_position_to_move(q->position)), "legal", "first",
                     legal_json(q->position, ISOLAB_FIRST), "second",
                     legal_json(q->position, ISOLAB_SECOND), "attacker",
                     answer_side_json(isolab_position_attacker(q->position)), "winner",
                     answer_side_json(isolab_position_winner(q->position)));
}

static bool append_board(Text *text, const IsolabPosition *position, const int *moves, int count,
                         Error *error)
{
    IsolabLook look = {.size = sizeof look,
                       .unicode = terminal_is_unicode(),
                       .colour = terminal_has_colour(),
                       .marks = moves,
                       .mark_count = count};
    size_t size = isolab_position_look(position, &look, NULL, 0) + 1;
    char *board = malloc(size);
    bool drawn = board && isolab_position_look(position, &look, board, size) + 1 == size && *board;
    if (drawn)
        text_append(text, board);
    free(board);
    return drawn || error_out_of_memory(error);
}

static bool moves_text(const Question *q, Text *text, Error *error)
{
    int moves[ANSWER_SQUARES];
    IsolabSide to_move = isolab_position_to_move(q->position);
    int count = isolab_position_moves(q->position, to_move, moves, ANSWER_SQUARES);
    if (!append_board(text, q->position, moves, count, error))
        return false;
    text_format(text, "\n%s to move\n", isolab_side_name(to_move));
    for (IsolabSide side = ISOLAB_FIRST; side <= ISOLAB_SECOND; side++) {
        count = isolab_position_moves(q->position, side, moves, ANSWER_SQUARES);
        text_format(text, "%-8s%s", isolab_side_name(side), count ? "" : " none");
        answer_squares(text, q->position, moves, count);
        text_append(text, "\n");
    }
    text_format(text, "attacker %s\n", isolab_side_name(isolab_position_attacker(q->position)));
    text_format(text, "winner   %s\n", isolab_side_name(isolab_position_winner(q->position)));
    return true;
}

static int run_moves(const Arguments *arguments, Error *error)
{
    static const Answer answer = {moves_json, moves_text};
    return answer_positions(arguments, &answer, NULL, error);
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_moves = {
    .name = "moves",
    .words = "POSITION",
    .summary = "the board, each side's legal moves, the attacker, the winner if it is over",
    .example = "isolab moves 7x7 d4 c2 e6",
    .options = options,
    .run = run_moves,
};

/* command_moves.c: `isolab moves`, the rules applied to one position. */
#include "cli/answer.h"
#include "cli/command.h"
#include "core/drawing.h"
#include "util/terminal.h"

static json_t *moves_json(const Question *q, Error *error)
{
    (void)error;
    return json_pack(
        "{s:o, s:{s:o, s:o}, s:o, s:o}", "to_move", whole_json_side(q->position->to_move), "legal",
        "first", whole_json_squares(q->board, position_moves(q->board, q->position, FIRST)),
        "second", whole_json_squares(q->board, position_moves(q->board, q->position, SECOND)),
        "attacker", whole_json_side(position_attacker(q->board, q->position)), "winner",
        whole_json_side(position_winner(q->board, q->position)));
}

static bool moves_text(const Question *q, Text *text, Error *error)
{
    (void)error;
    Side to_move = q->position->to_move;
    drawing_board(text, q->board, q->position, position_moves(q->board, q->position, to_move),
                  (DrawingStyle){terminal_is_unicode(), terminal_has_colour()});
    text_format(text, "\n%s to move\n", side_name(to_move));
    for (Side side = FIRST; side <= SECOND; side++) {
        text_format(text, "%-8s", side_name(side));
        text_squares(text, q->board, position_moves(q->board, q->position, side));
        text_append(text, "\n");
    }
    text_format(text, "attacker %s\n", side_name(position_attacker(q->board, q->position)));
    text_format(text, "winner   %s\n", side_name(position_winner(q->board, q->position)));
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

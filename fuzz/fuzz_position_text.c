/* Any bytes as a position text: what parses prints, as a FEN and as a game, and parses back the
 * same. */
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "fuzz.h"

static void check_back(const char *text, const Board *board, const Position *position)
{
    Board board_back;
    Position back;
    Error error;
    if (!position_parse(text, strlen(text), &board_back, &back, NULL, &error) ||
        board_back.width != board->width || board_back.height != board->height ||
        !position_equal(&back, position))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Board board;
    Position position;
    MoveList moves;
    Error error = {""};
    char fen[FEN_SIZE], game[GAME_TEXT_SIZE];
    if (!position_parse((const char *)data, size, &board, &position, &moves, &error)) {
        if (!error.text[0])
            abort();
        return 0;
    }
    check_back(fen_print(&board, &position, fen), &board, &position);
    const Position start = position_start(&board);
    if (moves.count || position_equal(&position, &start))
        check_back(game_print(&board, &moves, game), &board, &position);
    return 0;
}

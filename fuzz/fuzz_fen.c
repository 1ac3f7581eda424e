/* Any bytes as a FEN: what parses prints, parses back the same and prints the same again. */
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Board board, board_back;
    Position position, back;
    Error error = {""};
    char text[FEN_SIZE], again[FEN_SIZE];
    if (!fen_parse((const char *)data, size, &board, &position, &error)) {
        if (!error.text[0])
            abort();
        return 0;
    }
    fen_print(&board, &position, text);
    if (!fen_parse(text, strlen(text), &board_back, &back, &error) ||
        board_back.width != board.width || board_back.height != board.height ||
        !position_equal(&back, &position) ||
        strcmp(text, fen_print(&board_back, &back, again)) != 0)
        abort();
    return 0;
}

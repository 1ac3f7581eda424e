/* Any bytes as a line of the engine protocol, and what it says of a position: every slice lies
 * within the line, numbers within their ranges, and a position that is refused stays as it was. */
#include <stdlib.h>
#include <string.h>

#include "engine/line.h"
#include "engine/position.h"
#include "fuzz.h"

static void check_slice(Slice slice, const char *line, size_t length)
{
    if (slice.length == 0)
        return;
    if (slice.start < line || slice.start + slice.length > line + length)
        abort();
}

static void check_go(const EngineGo *go)
{
    for (int side = 0; side < 2; side++)
        if (go->clock[side] < go->timed[side] || go->increment[side] < 0)
            abort();
    if (go->movetime < 0 || go->nodes < 0 || go->depth < 0 || go->depth > 128 || go->perft > 128)
        abort();
}

static void check_position(const EngineCommand *command)
{
    EnginePosition told;
    Error error = {""};
    if (!board_init(&told.board, 7, 7, &error))
        abort();
    told.position = position_start(&told.board);
    const Board start = told.board;
    const Position before = told.position;
    if (!engine_position_set(&told, &start, command->place, command->moves, &error) &&
        (!error.text[0] || told.board.area != start.area ||
         !position_equal(&told.position, &before)))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = size ? (const char *)data : "";
    EngineCommand command = engine_line_parse(line, size);
    check_slice(command.word, line, size);
    check_slice(command.name, line, size);
    check_slice(command.value, line, size);
    check_slice(command.place, line, size);
    check_slice(command.moves, line, size);
    check_slice(command.question, line, size);
    check_slice(command.go.ignored, line, size);
    check_go(&command.go);
    if (command.verb == ENGINE_POSITION)
        check_position(&command);
    return 0;
}

/* Any bytes as an agent's spec, and as what an engine says: a spec that parses prints what parses
 * to the same; a move that is read is legal, and so is a line. */
#include <stdlib.h>
#include <string.h>

#include "agent/external_dialect.h"
#include "agent/external_settings.h"
#include "fuzz.h"

FUZZ_WITHOUT_COMPILER

static void check_spec(const char *text, size_t size)
{
    AgentSpec spec, back;
    Error error = {""};
    if (!agent_parse(text, size, &spec, &error)) {
        if (!error.text[0])
            abort();
        return;
    }
    Text printed = TEXT_EMPTY;
    agent_print(&spec, &printed);
    if (!agent_parse(printed.bytes, printed.length, &back, NULL) || back.kind != spec.kind ||
        memcmp(back.values, spec.values, sizeof back.values) != 0)
        abort();
    text_free(&printed);
}

static void check_line(const SearchJob *job, const MoveList *line)
{
    Position position = job->position;
    for (int i = 0; i < line->count; i++) {
        if (!position_is_legal(job->board, &position, line->moves[i]))
            abort();
        position = position_after(&position, line->moves[i]);
    }
}

static void check_answer(const Dialect *dialect, Slice said)
{
    static const char text[] = "5x13 c7 d9";
    Board board;
    SearchJob job = {.board = &board};
    SearchResult result = {.move = SQUARE_NONE};
    Square move;
    if (!position_parse(text, strlen(text), &board, &job.position, NULL, NULL))
        abort();
    if (dialect_read_move(dialect, &board, &job.position, said, &move, NULL) &&
        !position_is_legal(&board, &job.position, move))
        abort();
    dialect_read_info(dialect, &job, said, &result);
    check_line(&job, &result.line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    check_spec(text, size);
    for (int i = 0; i < DIALECT_COUNT; i++)
        check_answer(&dialects[i], (Slice){text, size});
    return 0;
}

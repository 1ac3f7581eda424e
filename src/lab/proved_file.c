#include "lab/proved_file.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/fen.h"

enum { LINE_SIZE = FEN_SIZE + 64 };
static_assert((int)LINE_SIZE <= (int)RESUME_LINE_SIZE, "a line fits");

/* The FEN is the line's first two words. */
static bool take_line(void *context, const char *line, size_t length)
{
    ProvedFile *proved = context;
    char copy[LINE_SIZE], winner[8], rest;
    int fen_length = 0;
    uint64_t nodes;
    Board board;
    Position position;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (sscanf(copy, "%*s w%n %7s %" SCNu64 "%c", &fen_length, winner, &nodes, &rest) != 2 ||
        !fen_parse(copy, (size_t)fen_length, &board, &position, NULL))
        return false;
    bool first = !strcmp(winner, "first");
    if ((!first && strcmp(winner, "second")) || board.width != proved->board.width ||
        board.height != proved->board.height || !position_both_placed(&position))
        return false;
    solver_learn(proved->solver, &position, first ? FIRST : SECOND, nodes);
    return true;
}

static void keep(void *context, const Position *position, Side winner, uint64_t nodes)
{
    ProvedFile *proved = context;
    char line[LINE_SIZE], fen[FEN_SIZE];
    snprintf(line, sizeof line, "%s %s %" PRIu64, fen_print(&proved->board, position, fen),
             side_name(winner), nodes);
    resume_file_append(&proved->file, line); // a failure is told at the end
}

bool proved_file_open(ProvedFile *proved, const char *path, Solver *solver, const Board *board,
                      const atomic_bool *stop, Error *error)
{
    *proved = (ProvedFile){.board = *board, .solver = solver, .notes = {keep, proved}};
    ResumeKind kind = {
        .what = "a proved position of that board", .take = take_line, .context = proved};
    snprintf(kind.header, sizeof kind.header, "isolab proved %dx%d\n", board->width, board->height);
    if (!resume_file_open(&proved->file, path, &kind, stop, error))
        return false;
    solver_set_notes(solver, &proved->notes);
    return true;
}

bool proved_file_close(ProvedFile *proved, Error *error)
{
    solver_set_notes(proved->solver, NULL);
    return resume_file_close(&proved->file, error);
}

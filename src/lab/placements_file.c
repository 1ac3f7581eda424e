#include "lab/placements_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/notation.h"

static bool take_line(void *context, const char *line, size_t length)
{
    Placements *placements = context;
    char first[4], second[4], winner[8], copy[64], rest;
    uint64_t nodes;
    Square squares[2];
    const Board *board = &placements->board;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    if (sscanf(copy, "%3s %3s %7s %" SCNu64 "%c", first, second, winner, &nodes, &rest) != 4)
        return false;
    Side side = !strcmp(winner, "first") ? FIRST : !strcmp(winner, "second") ? SECOND : SIDE_NONE;
    if (side == SIDE_NONE || !square_parse(board, first, strlen(first), &squares[0], NULL) ||
        !square_parse(board, second, strlen(second), &squares[1], NULL) || squares[0] == squares[1])
        return false;
    PlacementClass *class = placements_find(placements, squares[0], squares[1]);
    if (class->winner == side_other(side))
        return false; // the file contradicts itself
    class->winner = side;
    class->nodes = nodes;
    return true;
}

bool placements_file_open(ResumeFile *file, const char *path, Placements *placements,
                          const atomic_bool *stop, Error *error)
{
    ResumeKind kind = {
        .what = "a solved placement of that board", .take = take_line, .context = placements};
    snprintf(kind.header, sizeof kind.header, "isolab placements %dx%d\n", placements->board.width,
             placements->board.height);
    return resume_file_open(file, path, &kind, stop, error);
}

bool placements_file_append(ResumeFile *file, const Board *board, const PlacementClass *solved)
{
    char line[64], first[SQUARE_TEXT_SIZE], second[SQUARE_TEXT_SIZE];
    snprintf(line, sizeof line, "%s %s %s %" PRIu64, square_print(board, solved->first, first),
             square_print(board, solved->second, second), side_name(solved->winner), solved->nodes);
    return resume_file_append(file, line);
}

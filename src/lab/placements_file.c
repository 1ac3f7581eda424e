#include "lab/placements_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/notation.h"

enum { LINE_SIZE = 160 };

static bool take_line(void *context, const char *line, size_t length)
{
    Placements *placements = context;
    char first[4], second[4], winner[8], copy[LINE_SIZE], rest;
    uint64_t nodes;
    ClassProof proof = {0};
    Square squares[2];
    const Board *board = &placements->board;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, line, length);
    copy[length] = '\0';
    bool read =
        placements->proved
            ? sscanf(copy, "%3s %3s %7s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNx32 " %lf%c",
                     first, second, winner, &nodes, &proof.moves, &proof.positions, &proof.checksum,
                     &proof.seconds, &rest) == 8
            : sscanf(copy, "%3s %3s %7s %" SCNu64 "%c", first, second, winner, &nodes, &rest) == 4;
    if (!read)
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
    class->proof = proof;
    return true;
}

bool placements_file_open(ResumeFile *file, const char *path, Placements *placements,
                          const atomic_bool *stop, Error *error)
{
    ResumeKind kind = {
        .what = "a solved placement of that board", .take = take_line, .context = placements};
    snprintf(kind.header, sizeof kind.header, "isolab placements %dx%d%s\n",
             placements->board.width, placements->board.height,
             placements->proved ? " proved" : "");
    return resume_file_open(file, path, &kind, stop, error);
}

bool placements_file_append(ResumeFile *file, const Placements *placements,
                            const PlacementClass *solved)
{
    char line[LINE_SIZE], pair[PAIR_TEXT_SIZE];
    const ClassProof *proof = &solved->proof;
    int length =
        snprintf(line, sizeof line, "%s %s %" PRIu64,
                 placements_print_pair(&placements->board, solved->first, solved->second, pair),
                 side_name(solved->winner), solved->nodes);
    if (placements->proved)
        snprintf(line + length, sizeof line - (size_t)length,
                 " %" PRIu64 " %" PRIu64 " %08" PRIx32 " %.1f", proof->moves, proof->positions,
                 proof->checksum, proof->seconds);
    return resume_file_append(file, line);
}

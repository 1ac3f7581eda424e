/* placements_file.h: solved classes of placements in a file that a kill cannot spoil.
 *
 * A first line that names the board, then a line a class as it is solved:
 *
 *     isolab placements 8x8
 *     a8 b8 second 1234567
 *
 * (placements, winner, nodes). Lines are only ever appended, each by one write; a last line that
 * was cut short is dropped when the file is opened again. Anything else that is not as above, or
 * is of another board, is refused with its line. One run at a time: the file is locked.
 */
#pragma once

#include "search/placements.h"

typedef struct PlacementsFile {
    int descriptor;
    const char *path;
} PlacementsFile;

/* Opens or creates, and takes over what is there into `placements`. */
bool placements_file_open(PlacementsFile *file, const char *path, Placements *placements,
                          Error *error);
bool placements_file_append(const PlacementsFile *file, const Board *board,
                            const PlacementClass *solved);
void placements_file_close(PlacementsFile *file);

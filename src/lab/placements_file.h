/* placements_file.h: solved classes of placements, kept (resume_file.h).
 *
 * A first line that names the board, then a line a class as it is solved: placements, winner,
 * nodes, checksum.
 *
 *     isolab placements 8x8
 *     a8 b8 second 242018433 bd6f9128
 */
#pragma once

#include "lab/placements.h"
#include "lab/resume_file.h"

/* Opens or creates, and takes over what is there into `placements`. */
bool placements_file_open(ResumeFile *file, const char *path, Placements *placements,
                          const atomic_bool *stop, Error *error);
bool placements_file_append(ResumeFile *file, const Board *board, const PlacementClass *solved);

/* placements_file.h: solved classes of placements, kept (resume_file.h).
 *
 * A first line that names the board, then a line a class as it is solved: placements, winner,
 * nodes, checksum.
 *
 *     isolab placements 8x8
 *     a8 b8 second 242018433 bd6f9128
 *
 * Where they are proved, the first line says so, and a line has more after the nodes: the winner's
 * moves that were checked, the positions looked at, the checksum of the moves, and the seconds.
 *
 *     isolab placements 8x8 proved
 *     a8 c7 second 199638721 18805963 47607739 e358524d 81.8 0eace45a
 */
#pragma once

#include "lab/placements.h"
#include "lab/resume_file.h"

/* Opens or creates, and takes over what is there into `placements`. */
bool placements_file_open(ResumeFile *file, const char *path, Placements *placements,
                          const atomic_bool *stop, Error *error);
bool placements_file_append(ResumeFile *file, const Placements *placements,
                            const PlacementClass *solved);

/* proved_file.h: what a long search has proved on its way, kept (resume_file.h).
 *
 * A first line that names the board, then a line a position that took long: its FEN, with the side
 * to move called first and squares that nobody can reach blocked; the winner; the nodes; the
 * checksum.
 *
 *     isolab proved 9x9
 *     *8/2n6/1N7/9/9/9/9/9/9 w first 40487281809 09a344e3
 *
 * A search that begins with the file finds these in its table. What its lines say is believed.
 */
#pragma once

#include "lab/resume_file.h"
#include "search/solver/solver.h"

typedef struct ProvedFile {
    ResumeFile file;
    Board board;
    Solver *solver;
    SolverNotes notes;
} ProvedFile;

/* Opens or creates; `solver` learns what is there, and adds to it until the file is closed. The
 * ProvedFile must not move meanwhile. */
bool proved_file_open(ProvedFile *proved, const char *path, Solver *solver, const Board *board,
                      const atomic_bool *stop, Error *error);

/* False with a sentence if something could not be written. */
bool proved_file_close(ProvedFile *proved, Error *error);

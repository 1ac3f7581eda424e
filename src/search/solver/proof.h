/* proof.h: a win written down so that anyone can check it.
 *
 * A proof file is
 *
 *     isolab proof 1
 *     7/7/7/3N3/2n4/7/7 w        the position, as a FEN
 *     winner first
 *
 * and then bytes: for each position with the winner to move, when it is met for the first time,
 * the number of the square it goes to (row by row from the top left). Positions are met depth
 * first, the loser's moves all of them, in the order of their numbers. A position met again needs
 * nothing more: it was proved the first time. So a byte a position is enough, the loser's
 * positions cost none, and there is no moment at which a reader has to believe anything.
 *
 * The end: a byte 255, the number of the moves before it (8 bytes, low first), and the CRC-32 of
 * all bytes before itself (4 bytes, low first), to tell a damaged file from a wrong proof.
 */
#pragma once

#include "core/position_memory.h"
#include "search/solver/solver.h"

enum { PROOF_END = 255 };

typedef struct ProofSize {
    uint64_t moves; // of the winner: one a position
    uint64_t bytes;
} ProofSize;

/* Solves `position` and writes its proof to `path`, whole or not at all (util/output.h). False
 * with a sentence; also if a limit came first. Writing has all the nodes of the budget anew. */
bool proof_write(Solver *solver, const Position *position, const char *path, Budget *budget,
                 ProofSize *size, Error *error);

typedef struct ProofChecked {
    Board board;
    Position position;
    Side winner;
    uint64_t moves;     // of the winner, all read
    uint64_t positions; // looked at, endings and the loser's included
    uint32_t checksum;  // CRC-32 of the winner's moves, a byte each
} ProofChecked;

typedef enum ProofVerdict {
    PROOF_HOLDS,
    PROOF_FAILS,      // the sentence says at which byte, and why
    PROOF_UNREADABLE, // or the machine, or whoever proves, could not go on
} ProofVerdict;

/* Replays a proof by the rules alone. */
ProofVerdict proof_verify(const char *path, ProofChecked *checked, Error *error);

/* Who tells the winner's moves of a proof that is kept nowhere. */
typedef struct Prover {
    /* False: the move cannot be told, because a limit came first, say. */
    bool (*move)(void *context, const Position *position, Square *move, Error *error);
    void *context;
} Prover;

/* Checks a proof while it is made, by the rules alone: the prover is asked for the moves that
 * would stand in the file, in its order, and each is followed as if it had been read there; only
 * where a move ends the game at once nobody is asked. Both knights are placed. `met`, empty at
 * first, is all that is remembered: a position that it forgot is proved and counted again. */
ProofVerdict proof_check(const Prover *prover, const Board *board, const Position *position,
                         Side winner, PositionMemory *met, ProofChecked *checked, Error *error);

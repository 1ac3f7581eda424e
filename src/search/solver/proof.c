/* proof.c: writes proofs. The reader is verify.c, which shares nothing with the search. */
#include "search/solver/proof.h"

#include <stdio.h>

#include "core/fen.h"
#include "core/position_set.h"
#include "search/solver/worker.h"
#include "util/checksum.h"
#include "util/output.h"

static_assert((int)SQUARE_LIMIT < (int)PROOF_END, "the end is no square");

typedef struct Writer {
    Worker worker;
    const Board *board;
    Side winner;
    PositionSet met;
    Output output;
    uint32_t checksum;
    ProofSize size;
    Error *error;
} Writer;

static bool put_bytes(Writer *writer, const void *bytes, size_t length)
{
    writer->checksum = checksum_add(writer->checksum, bytes, length);
    writer->size.bytes += length;
    return fwrite(bytes, 1, length, writer->output.stream) == length ||
           output_fail(&writer->output, writer->error);
}

static bool put_number(Writer *writer, uint64_t number, int bytes)
{
    unsigned char low_first[8];
    for (int i = 0; i < bytes; i++)
        low_first[i] = (unsigned char)(number >> 8 * i);
    return put_bytes(writer, low_first, (size_t)bytes);
}

static bool fail_unsolved(Writer *writer)
{
    return error_set(writer->error, "not solved within the limits: there is no proof");
}

/* A winning move of a won position. */
static bool find_win(Writer *writer, const Position *position, Square *win)
{
    Verdict verdict = worker_winning_move(&writer->worker, position, win);
    if (verdict == VERDICT_UNKNOWN)
        return fail_unsolved(writer);
    return verdict == VERDICT_WIN ||
           error_set(writer->error, "no winning move was found again; this is a bug");
}

static bool write_position(Writer *writer, const Position *position)
{
    if (position->to_move != writer->winner) {
        Squares moves = position_moves(writer->board, position, position->to_move);
        while (moves) {
            Position after = position_after(position, bits_take_lowest(&moves));
            if (!write_position(writer, &after))
                return false;
        }
        return true;
    }
    SetAnswer answer = position_set_add(&writer->met, position);
    if (answer != SET_ADDED)
        return answer == SET_WAS_THERE || error_out_of_memory(writer->error);
    Square move = SQUARE_NONE;
    if (!find_win(writer, position, &move) || !put_number(writer, move, 1))
        return false;
    writer->size.moves++;
    Position after = position_after(position, move);
    return write_position(writer, &after);
}

static bool write_header(Writer *writer, const Position *position)
{
    char header[FEN_SIZE + 64], fen[FEN_SIZE];
    int length = snprintf(header, sizeof header, "isolab proof 1\n%s\nwinner %s\n",
                          fen_print(writer->board, position, fen), side_name(writer->winner));
    return put_bytes(writer, header, (size_t)length);
}

bool proof_write(Solver *solver, const Position *position, const char *path, Budget *budget,
                 ProofSize *size, Error *error)
{
    Solution solution = solver_solve(solver, position, SOLVE_WINNER, budget, NULL);
    Budget writing = budget_again(budget);
    Writer writer = {.worker = worker_start(solver, 0, true, &writing),
                     .board = &solver->board,
                     .winner = solution.winner,
                     .error = error};
    if (solution.winner == SIDE_NONE)
        return fail_unsolved(&writer);
    bool written = output_begin(&writer.output, path, budget->stop, error);
    if (written) {
        written = write_header(&writer, position) && write_position(&writer, position) &&
                  put_number(&writer, PROOF_END, 1) && put_number(&writer, writer.size.moves, 8) &&
                  put_number(&writer, writer.checksum, 4);
        written = output_end(&writer.output, written, error);
    }
    position_set_free(&writer.met);
    *size = writer.size;
    return written;
}

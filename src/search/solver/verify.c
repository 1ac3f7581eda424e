/* verify.c: reads proofs and believes nothing.
 *
 * Only core's rules: no search, no table, no bounds, no symmetry, no notion of isolation. Every
 * position is walked as it stands; the winner makes the move the file tells, the loser all it
 * has, and each line must end with the loser unable to move.
 *
 * Instead of a file a prover may tell the moves, while it finds them. Then nothing is read that
 * says which positions were met before, so those that were may be forgotten where memory ends:
 * they are walked once more.
 */
#include <inttypes.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "core/position_set.h"
#include "search/solver/proof.h"
#include "util/checksum.h"
#include "util/input.h"

typedef struct Reader {
    const Prover *prover;     // NULL: it is a file
    PositionMemory *recalled; // of the prover's positions; of a file's all are kept, in `met`
    const char *path;
    Input input;
    bool stopped; // by the machine, not by what the file or the prover says
    uint64_t at;  // bytes read, or moves told
    uint32_t checksum;
    PositionSet met;
    ProofChecked *checked;
    Error *error;
} Reader;

static bool read_byte(Reader *reader, unsigned char *byte)
{
    int c = input_byte(&reader->input);
    if (c == EOF && reader->input.failure) {
        reader->stopped = true;
        return input_fail(&reader->input, reader->path, reader->error);
    }
    if (c == EOF)
        return error_set(reader->error, "byte %" PRIu64 ": the file ends here, too early",
                         reader->at + 1);
    *byte = (unsigned char)c;
    reader->checksum = checksum_add(reader->checksum, byte, 1);
    reader->at++;
    return true;
}

static bool fail_here(const Reader *reader, const Position *position, const char *reason)
{
    char fen[FEN_SIZE];
    return error_set(reader->error, "%s %" PRIu64 ": at %s, %s", reader->prover ? "move" : "byte",
                     reader->at, fen_print(&reader->checked->board, position, fen), reason);
}

/* Whether the position was met before. False also if there is no memory: then it is stopped. */
static bool was_met(Reader *reader, const Position *position)
{
    if (reader->prover)
        return position_memory_met(reader->recalled, position);
    SetAnswer answer = position_set_add(&reader->met, position);
    if (answer == SET_NO_MEMORY) {
        reader->stopped = true;
        error_out_of_memory(reader->error);
    }
    return answer == SET_WAS_THERE;
}

static bool next_move(Reader *reader, const Position *position, unsigned char *move)
{
    if (!reader->prover)
        return read_byte(reader, move);
    Square told = SQUARE_NONE;
    reader->stopped =
        !reader->prover->move(reader->prover->context, position, &told, reader->error);
    reader->at++;
    *move = told;
    return !reader->stopped;
}

static bool check_position(Reader *reader, const Position *position);

static bool check_loser(Reader *reader, const Position *position)
{
    Squares moves = position_moves(&reader->checked->board, position, position->to_move);
    while (moves) {
        Position after = position_after(position, bits_take_lowest(&moves));
        if (!check_position(reader, &after))
            return false;
    }
    return true;
}

/* Whether some move leaves the other side without one: so it is in a third of the positions that a
 * prover would be asked about, and to look costs less than to remember. */
static bool can_end(const Board *board, const Position *position)
{
    Squares theirs = position_moves(board, position, side_other(position->to_move));
    Squares own = position_moves(board, position, position->to_move);
    return own && (!theirs || (!(theirs & (theirs - 1)) && (theirs & own)));
}

static bool check_winner(Reader *reader, const Position *position)
{
    const Board *board = &reader->checked->board;
    unsigned char move;
    Error reason;
    if (position_is_over(board, position))
        return fail_here(reader, position, "the side said to win has no move");
    if ((reader->prover && can_end(board, position)) || was_met(reader, position))
        return true;
    if (reader->stopped || !next_move(reader, position, &move))
        return false;
    Square target = move < board->area ? move : (Square)SQUARE_NONE;
    if (!move_check(board, position, target, &reason))
        return fail_here(reader, position, reason.text);
    reader->checked->moves++;
    reader->checked->checksum = checksum_add(reader->checked->checksum, &move, 1);
    Position after = position_after(position, target);
    return check_position(reader, &after);
}

static bool check_position(Reader *reader, const Position *position)
{
    reader->checked->positions++;
    return position->to_move == reader->checked->winner ? check_winner(reader, position)
                                                        : check_loser(reader, position);
}

static bool read_line(Reader *reader, char *line, size_t size)
{
    unsigned char byte;
    for (size_t length = 0; length + 1 < size; length++) {
        if (!read_byte(reader, &byte))
            return false;
        line[length] = byte == '\n' ? '\0' : (char)byte;
        if (byte == '\n')
            return true;
    }
    return error_set(reader->error, "byte %" PRIu64 ": the line goes on for too long", reader->at);
}

static bool read_header(Reader *reader)
{
    char line[FEN_SIZE + 16];
    ProofChecked *checked = reader->checked;
    bool read = read_line(reader, line, sizeof line);
    if (reader->stopped)
        return false;
    if (!read || strcmp(line, "isolab proof 1"))
        return error_set(reader->error, "this is not a proof: it does not begin with "
                                        "'isolab proof 1'");
    if (!read_line(reader, line, sizeof line))
        return false;
    if (!position_parse(line, strlen(line), &checked->board, &checked->position, NULL,
                        reader->error)) {
        error_prefix(reader->error, "line 2");
        return false;
    }
    if (!read_line(reader, line, sizeof line))
        return false;
    bool first = !strcmp(line, "winner first");
    if (!first && strcmp(line, "winner second"))
        return error_set(reader->error, "line 3: 'winner first' or 'winner second' should stand "
                                        "here");
    checked->winner = first ? FIRST : SECOND;
    return true;
}

static bool read_proof_number(Reader *reader, int bytes, uint64_t *number)
{
    *number = 0;
    for (int i = 0; i < bytes; i++) {
        unsigned char byte;
        if (!read_byte(reader, &byte))
            return false;
        *number |= (uint64_t)byte << 8 * i;
    }
    return true;
}

static bool check_end(Reader *reader)
{
    uint64_t end, moves, checksum;
    if (!read_proof_number(reader, 1, &end))
        return false;
    if (end != PROOF_END)
        return error_set(reader->error, "byte %" PRIu64 ": the end should stand here", reader->at);
    if (!read_proof_number(reader, 8, &moves))
        return false;
    if (moves != reader->checked->moves)
        return error_set(reader->error,
                         "byte %" PRIu64 ": says %" PRIu64 " moves, but there were "
                         "%" PRIu64,
                         reader->at, moves, reader->checked->moves);
    uint32_t expected = reader->checksum;
    if (!read_proof_number(reader, 4, &checksum))
        return false;
    if (checksum != expected)
        return error_set(reader->error, "byte %" PRIu64 ": the checksum is wrong", reader->at);
    return input_byte(&reader->input) == EOF ||
           error_set(reader->error, "byte %" PRIu64 ": something follows the end", reader->at + 1);
}

ProofVerdict proof_verify(const char *path, ProofChecked *checked, Error *error)
{
    *checked = (ProofChecked){.winner = SIDE_NONE};
    Reader reader = {.path = path, .checked = checked, .error = error};
    if (!input_open(&reader.input, path, NULL, error))
        return PROOF_UNREADABLE;
    ProofVerdict verdict = PROOF_UNREADABLE;
    if (read_header(&reader)) {
        bool holds = check_position(&reader, &checked->position) && check_end(&reader);
        verdict = holds ? PROOF_HOLDS : reader.stopped ? PROOF_UNREADABLE : PROOF_FAILS;
    }
    position_set_free(&reader.met);
    input_close(&reader.input);
    return verdict;
}

ProofVerdict proof_check(const Prover *prover, const Board *board, const Position *position,
                         Side winner, PositionMemory *met, ProofChecked *checked, Error *error)
{
    assert(position_both_placed(position) && winner != SIDE_NONE);
    *checked = (ProofChecked){.board = *board, .position = *position, .winner = winner};
    Reader reader = {.prover = prover, .recalled = met, .checked = checked, .error = error};
    if (check_position(&reader, position))
        return PROOF_HOLDS;
    return reader.stopped ? PROOF_UNREADABLE : PROOF_FAILS;
}

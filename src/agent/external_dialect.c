#include "agent/external_dialect.h"

#include <math.h>

static bool read_square(const Board *board, const Position *position, Slice word, Square *move,
                        Error *error)
{
    (void)position;
    return square_parse(board, word.start, word.length, move, error);
}

/* The length of a letter and the digits behind it. */
static size_t square_length(Slice word)
{
    size_t length = 1;
    while (length < word.length && is_digit(word.start[length]))
        length++;
    return length < word.length ? length : word.length;
}

/* `d4c2`, or as Fairy-Stockfish itself writes it, with the square left: `d4c2,c2d4`. */
static bool read_from_to(const Board *board, const Position *position, Slice word, Square *move,
                         Error *error)
{
    Slice pair;
    slice_cut(&word, ',', &pair);
    size_t half = square_length(pair);
    char name[SQUARE_TEXT_SIZE];
    Square from;
    if (!square_parse(board, pair.start, half, &from, error) ||
        !square_parse(board, pair.start + half, pair.length - half, move, error))
        return false;
    Square own = position->knight[position->to_move];
    return from == own ||
           error_set(error, "the knight to move stands on %s", square_print(board, own, name));
}

const Dialect dialects[DIALECT_COUNT] = {
    [DIALECT_ISOLAB] = {.places = true,
                        .has_virtual = true,
                        .fen_tail = "",
                        .read_move = read_square},
    [DIALECT_FAIRY] = {.variant = "joust", .fen_tail = " - - 0 1", .read_move = read_from_to},
};

bool dialect_read_move(const Dialect *dialect, const Board *board, const Position *position,
                       Slice word, Square *move, Error *error)
{
    char quote[QUOTE_SIZE];
    Error reason = {""};
    if (dialect->read_move(board, position, word, move, &reason) &&
        move_check(board, position, *move, &reason))
        return true;
    return error_set(error, "the engine answered %s: %.200s",
                     error_quote(quote, word.start, word.length), reason.text);
}

static void read_score(Slice *rest, SearchResult *result)
{
    Slice unit = slice_next_word(rest);
    double number;
    if (!slice_number(slice_next_word(rest), &number))
        return;
    if (slice_is(unit, "cp"))
        result->score = number / 100;
    else if (slice_is(unit, "mate"))
        result->score = number > 0 ? INFINITY : -INFINITY;
}

static void read_line(const Dialect *dialect, const SearchJob *job, Slice *rest,
                      SearchResult *result)
{
    Position position = job->position;
    MoveList line = {.count = 0};
    Square move;
    for (Slice word = slice_next_word(rest); word.length; word = slice_next_word(rest)) {
        if (!dialect_read_move(dialect, job->board, &position, word, &move, NULL))
            break;
        line.moves[line.count++] = move;
        position = position_after(&position, move);
    }
    if (line.count)
        result->line = line;
}

/* Counts are numbers that a double holds exactly. */
static bool read_count(Slice *rest, double limit, double *count)
{
    return slice_number(slice_next_word(rest), count) && *count >= 0 && *count <= limit;
}

void dialect_read_info(const Dialect *dialect, const SearchJob *job, Slice rest,
                       SearchResult *result)
{
    SearchResult heard = *result;
    double count;
    for (Slice key = slice_next_word(&rest); key.length; key = slice_next_word(&rest)) {
        if (slice_is(key, "string"))
            break;
        if (slice_is(key, "multipv") && read_count(&rest, 1e6, &count) && count > 1)
            return; // not the best line
        if (slice_is(key, "depth") && read_count(&rest, SQUARE_LIMIT, &count))
            heard.depth = (int)count;
        else if (slice_is(key, "nodes") && read_count(&rest, 0x1p53, &count))
            heard.nodes = (uint64_t)count;
        else if (slice_is(key, "score"))
            read_score(&rest, &heard);
        else if (slice_is(key, "pv"))
            read_line(dialect, job, &rest, &heard);
    }
    *result = heard;
}

#include "agent/external_dialect.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool span_is(Span span, const char *word)
{
    return strlen(word) == span.length && !memcmp(span.bytes, word, span.length);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

Span span_next_word(Span *rest)
{
    size_t start = 0, end;
    while (start < rest->length && is_space(rest->bytes[start]))
        start++;
    for (end = start; end < rest->length && !is_space(rest->bytes[end]);)
        end++;
    Span word = {rest->bytes + start, end - start};
    *rest = (Span){rest->bytes + end, rest->length - end};
    return word;
}

static bool read_square(const Board *board, const Position *position, Span word, Square *move,
                        Error *error)
{
    (void)position;
    return square_parse(board, word.bytes, word.length, move, error);
}

/* The length of a letter and the digits behind it. */
static size_t square_length(Span word)
{
    size_t length = 1;
    while (length < word.length && is_digit(word.bytes[length]))
        length++;
    return length < word.length ? length : word.length;
}

/* `d4c2`, or as Fairy-Stockfish itself writes it, with the square left: `d4c2,c2d4`. */
static bool read_from_to(const Board *board, const Position *position, Span word, Square *move,
                         Error *error)
{
    const char *comma = word.length ? memchr(word.bytes, ',', word.length) : NULL;
    Span pair = {word.bytes, comma ? (size_t)(comma - word.bytes) : word.length};
    size_t half = square_length(pair);
    char name[SQUARE_TEXT_SIZE];
    Square from;
    if (!square_parse(board, pair.bytes, half, &from, error) ||
        !square_parse(board, pair.bytes + half, pair.length - half, move, error))
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
                       Span word, Square *move, Error *error)
{
    char quote[QUOTE_SIZE];
    Error reason = {""};
    if (dialect->read_move(board, position, word, move, &reason) &&
        move_check(board, position, *move, &reason))
        return true;
    return error_set(error, "the engine answered %s: %.200s",
                     error_quote(quote, word.bytes, word.length), reason.text);
}

static bool read_number(Span word, double *number)
{
    char copy[32];
    if (!word.length || word.length >= sizeof copy || memchr(word.bytes, '\0', word.length))
        return false;
    memcpy(copy, word.bytes, word.length);
    copy[word.length] = '\0';
    char *end;
    *number = strtod(copy, &end);
    return *end == '\0' && isfinite(*number);
}

static void read_score(Span *rest, SearchResult *result)
{
    Span unit = span_next_word(rest);
    double number;
    if (!read_number(span_next_word(rest), &number))
        return;
    if (span_is(unit, "cp"))
        result->score = number / 100;
    else if (span_is(unit, "mate"))
        result->score = number > 0 ? INFINITY : -INFINITY;
}

static void read_line(const Dialect *dialect, const SearchJob *job, Span *rest,
                      SearchResult *result)
{
    Position position = job->position;
    MoveList line = {.count = 0};
    Square move;
    for (Span word = span_next_word(rest); word.length; word = span_next_word(rest)) {
        if (!dialect_read_move(dialect, job->board, &position, word, &move, NULL))
            break;
        line.moves[line.count++] = move;
        position = position_after(&position, move);
    }
    if (line.count)
        result->line = line;
}

/* Counts are numbers that a double holds exactly. */
static bool read_count(Span *rest, double limit, double *count)
{
    return read_number(span_next_word(rest), count) && *count >= 0 && *count <= limit;
}

void dialect_read_info(const Dialect *dialect, const SearchJob *job, Span rest,
                       SearchResult *result)
{
    SearchResult heard = *result;
    double count;
    for (Span key = span_next_word(&rest); key.length; key = span_next_word(&rest)) {
        if (span_is(key, "string"))
            break;
        if (span_is(key, "multipv") && read_count(&rest, 1e6, &count) && count > 1)
            return; // not the best line
        if (span_is(key, "depth") && read_count(&rest, SQUARE_LIMIT, &count))
            heard.depth = (int)count;
        else if (span_is(key, "nodes") && read_count(&rest, 0x1p53, &count))
            heard.nodes = (uint64_t)count;
        else if (span_is(key, "score"))
            read_score(&rest, &heard);
        else if (span_is(key, "pv"))
            read_line(dialect, job, &rest, &heard);
    }
    *result = heard;
}

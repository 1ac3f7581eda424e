#include "arena/openings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "util/input.h"
#include "util/slice.h"

/* Labels of the random streams that are not games'. */
#define OPENING_STREAM 0x6F70656E696E6773u

static bool add_opening(Openings *openings, const Opening *opening, Error *error)
{
    if ((openings->count & (openings->count - 1)) == 0) {
        size_t capacity = openings->count ? 2 * (size_t)openings->count : 1;
        Opening *list = realloc(openings->list, capacity * sizeof *list);
        if (!list)
            return error_out_of_memory(error);
        openings->list = list;
    }
    openings->list[openings->count++] = *opening;
    return true;
}

static Opening opening_start(const Board *board)
{
    return (Opening){.position = position_start(board)};
}

static void opening_move(Opening *opening, Square target)
{
    opening->position = position_after(&opening->position, target);
    opening->moves.moves[opening->moves.count++] = target;
}

static bool add_placements(Openings *openings, Error *error)
{
    for (int first = 0; first < openings->board.area; first++)
        for (int second = 0; second < openings->board.area; second++) {
            if (first == second)
                continue;
            Opening opening = opening_start(&openings->board);
            opening_move(&opening, (Square)first);
            opening_move(&opening, (Square)second);
            Position canonical = position_canonical(&openings->board, &opening.position);
            if (position_equal(&canonical, &opening.position) &&
                !add_opening(openings, &opening, error))
                return false;
        }
    return true;
}

static bool add_line(Openings *openings, const char *line, size_t length, Error *error)
{
    Board board;
    Opening opening;
    if (!position_parse(line, length, &board, &opening.position, &opening.moves, error))
        return false;
    if (openings->board.area == 0)
        openings->board = board;
    if (board.width != openings->board.width || board.height != openings->board.height)
        return error_set(error,
                         openings->count ? "a %dx%d board among %dx%d ones"
                                         : "a %dx%d board, but the games are to be on %dx%d",
                         board.width, board.height, openings->board.width, openings->board.height);
    if (position_is_over(&board, &opening.position))
        return error_set(error, "the game is over already");
    return add_opening(openings, &opening, error);
}

/* Blank lines and lines that start with # are passed over. */
static bool add_lines(Openings *openings, const char *text, size_t length, Error *error)
{
    Slice rest = {text, length}, line;
    for (int number = 1; rest.length; number++) {
        slice_cut(&rest, '\n', &line);
        while (line.length && memchr("\r \t", line.start[line.length - 1], 3))
            line.length--;
        if (line.length && line.start[0] != '#' &&
            !add_line(openings, line.start, line.length, error)) {
            char place[64];
            snprintf(place, sizeof place, "line %d", number);
            error_prefix(error, place);
            return false;
        }
    }
    return openings->count > 0 || error_set(error, "no position in it");
}

static bool add_file(Openings *openings, Error *error)
{
    const OpeningSettings *settings = &openings->settings;
    char quote[QUOTE_SIZE];
    Text read = TEXT_EMPTY;
    if (!settings->text &&
        !input_read(settings->file, OPENINGS_FILE_MEGABYTES, settings->stop, &read, error)) {
        text_free(&read);
        error_prefix(error, "openings");
        return false;
    }
    bool good = settings->text ? add_lines(openings, settings->text, strlen(settings->text), error)
                               : add_lines(openings, read.bytes, read.length, error);
    text_free(&read);
    if (!good)
        error_prefix(error, error_quote(quote, settings->file, strlen(settings->file)));
    return good;
}

/* A game that ends within the plies is no opening: another is drawn. */
static bool random_opening(const Openings *openings, int64_t i, uint64_t attempts, Opening *opening)
{
    const Board *board = &openings->board;
    for (uint64_t attempt = 0; attempt < attempts; attempt++) {
        Random random =
            random_stream(openings->settings.seed ^ OPENING_STREAM, (uint64_t)i, attempt);
        *opening = opening_start(board);
        while (opening->moves.count < openings->settings.plies &&
               !position_is_over(board, &opening->position))
            opening_move(opening, position_random_move(board, &opening->position, &random));
        if (!position_is_over(board, &opening->position))
            return true;
    }
    return false;
}

/* Some hundred draws tell a length that games reach from one that they hardly ever do. */
static bool check_random(const Openings *openings, Error *error)
{
    Opening opening;
    return random_opening(openings, 0, 300, &opening) ||
           error_set(error,
                     "games on %dx%d are hardly ever longer than %d plies: shorter openings "
                     "are wanted",
                     openings->board.width, openings->board.height, openings->settings.plies);
}

bool openings_create(Openings *openings, const Board *board, const OpeningSettings *settings,
                     Error *error)
{
    bool good = true;
    *openings = (Openings){.settings = *settings};
    if (board)
        openings->board = *board;
    if (settings->kind == OPENINGS_RANDOM)
        good = check_random(openings, error);
    if (settings->kind == OPENINGS_ALL)
        good = add_placements(openings, error);
    if (settings->kind == OPENINGS_FILE)
        good = add_file(openings, error);
    if (!good)
        openings_destroy(openings);
    openings->settings.text = NULL; // the caller's
    return good;
}

void openings_destroy(Openings *openings)
{
    free(openings->list);
    openings->list = NULL;
    openings->count = 0;
}

void openings_print(const Openings *openings, Text *text)
{
    char line[OPENING_TEXT_SIZE];
    if (openings->settings.kind != OPENINGS_FILE)
        return;
    for (int i = 0; i < openings->count; i++)
        text_format(text, "%s\n", opening_print(&openings->board, &openings->list[i], line));
}

Opening openings_at(const Openings *openings, int64_t i)
{
    Opening opening;
    if (openings->count)
        return openings->list[i % openings->count];
    random_opening(openings, i, UINT32_MAX, &opening);
    return opening;
}

const char *opening_print(const Board *board, const Opening *opening, char text[OPENING_TEXT_SIZE])
{
    Position start = position_start(board);
    bool has_moves = opening->moves.count > 0 || position_equal(&opening->position, &start);
    return has_moves ? game_print(board, &opening->moves, text)
                     : fen_print(board, &opening->position, text);
}

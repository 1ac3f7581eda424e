#include "play/play.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

#include "core/fen.h"
#include "util/output.h"
#include "util/slice.h"

static_assert((int)PLAY_TEXT_SIZE >= (int)FEN_SIZE, "either text fits");

void play_restart(Play *play)
{
    play->position = play->start;
    play->moves.count = 0;
    play->gave_up = SIDE_NONE;
    play->drawn = false;
    play->players[FIRST].began = play->players[SECOND].began = play->hint.began = false;
}

bool play_begin(Play *play, const char *text, size_t length, Error *error)
{
    Board board;
    Position position;
    MoveList moves;
    if (!position_parse(text, length, &board, &position, &moves, error))
        return false;
    play->board = board;
    play->start = moves.count ? position_start(&board) : position;
    play_restart(play);
    for (int i = 0; i < moves.count; i++)
        play_move(play, moves.moves[i]);
    return true;
}

void play_move(Play *play, Square move)
{
    play->position = position_after(&play->position, move);
    play->moves.moves[play->moves.count++] = move;
    play->drawn = false;
}

static void play_again(Play *play, int count)
{
    MoveList moves = play->moves;
    play_restart(play);
    for (int i = 0; i < count; i++)
        play_move(play, moves.moves[i]);
}

/* Back to where a person had to move: what an agent answered goes with it. */
bool play_back(Play *play, Error *error)
{
    int count = play->moves.count;
    Side side = play->position.to_move;
    if (play->gave_up != SIDE_NONE && !play->players[play->gave_up].agent) {
        play_again(play, count);
        return true;
    }
    do {
        side = side_other(side);
        count--;
    } while (count >= 0 && play->players[side].agent);
    if (count < 0)
        return error_set(error, "there is no move of yours to take back");
    play_again(play, count);
    return true;
}

Side play_winner(const Play *play)
{
    if (play->gave_up != SIDE_NONE)
        return side_other(play->gave_up);
    return position_winner(&play->board, &play->position);
}

bool play_has_person(const Play *play)
{
    return !play->players[FIRST].agent || !play->players[SECOND].agent;
}

const char *play_print(const Play *play, char text[PLAY_TEXT_SIZE])
{
    Position empty = position_start(&play->board);
    if (position_equal(&play->start, &empty))
        return game_print(&play->board, &play->moves, text);
    return fen_print(&play->board, &play->position, text);
}

/* A file's first line, which is all of a saved game, or the first of a list of positions. */
static bool read_first_line(const Play *play, const char *file, Text *line, Error *error)
{
    if (!input_read(file, 1, play->stop, line, error))
        return false;
    Slice rest = {line->bytes, line->length}, first;
    slice_cut(&rest, '\n', &first);
    line->length = first.length;
    if (line->length && line->bytes[line->length - 1] == '\r')
        line->length--;
    return true;
}

bool play_load(Play *play, const char *file, Error *error)
{
    char quote[QUOTE_SIZE];
    Text line = TEXT_EMPTY;
    bool read = read_first_line(play, file, &line, error);
    bool good = read && (line.length ? play_begin(play, line.bytes, line.length, error)
                                     : error_set(error, "there is nothing in it"));
    if (read && !good)
        error_prefix(error, error_quote(quote, file, strlen(file)));
    text_free(&line);
    return good;
}

/* Saving over an earlier game is meant; over any other file it is a slip. */
static bool may_overwrite(const Play *play, const char *file, Error *error)
{
    struct stat about;
    Board board;
    Position position;
    Text line = TEXT_EMPTY;
    char quote[QUOTE_SIZE];
    if (stat(file, &about) || !S_ISREG(about.st_mode))
        return true;
    bool game = read_first_line(play, file, &line, NULL) && line.length &&
                position_parse(line.bytes, line.length, &board, &position, NULL, NULL);
    bool lacking = !text_ok(&line);
    text_free(&line);
    if (lacking)
        return error_out_of_memory(error);
    return game || error_set(error, "%s is there already and is no saved game",
                             error_quote(quote, file, strlen(file)));
}

bool play_save(const Play *play, const char *file, Error *error)
{
    char game[PLAY_TEXT_SIZE];
    Text text = TEXT_EMPTY;
    if (!may_overwrite(play, file, error))
        return false;
    text_format(&text, "%s\n", play_print(play, game));
    bool good =
        text_ok(&text) ? output_write(file, &text, play->stop, error) : error_out_of_memory(error);
    text_free(&text);
    return good;
}

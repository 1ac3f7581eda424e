#include "ui/play.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "ui/lines.h"

static_assert((int)PLAY_TEXT_SIZE >= (int)FEN_SIZE, "either text fits");

void play_restart(Play *play)
{
    play->position = play->start;
    play->moves.count = 0;
    play->gave_up = SIDE_NONE;
    play->drawn = false;
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

/* The first line of a file, which must be a position text. */
static bool read_game(const char *file, Play *play, Error *error)
{
    char line[POSITION_TEXT_LIMIT + 1];
    size_t length = 0;
    FILE *input = fopen(file, "r");
    if (!input)
        return error_set(error, "%s: %s", file, strerror(errno));
    bool good = line_read(input, line, sizeof line, &length);
    fclose(input);
    if (!good)
        return error_set(error, "%s: there is nothing in it", file);
    if (play_begin(play, line, length, error))
        return true;
    error_prefix(error, file);
    return false;
}

bool play_load(Play *play, const char *file, Error *error)
{
    return read_game(file, play, error);
}

/* Saving over an earlier game is meant; over anything else it is a slip. */
static bool may_overwrite(const Play *play, const char *file)
{
    FILE *there = fopen(file, "r");
    if (!there)
        return true;
    fclose(there);
    Play unused = *play;
    return read_game(file, &unused, NULL);
}

bool play_save(const Play *play, const char *file, Error *error)
{
    char text[PLAY_TEXT_SIZE];
    if (!may_overwrite(play, file))
        return error_set(error, "%s is there already and is no saved game", file);
    FILE *output = fopen(file, "w");
    if (!output)
        return error_set(error, "%s: %s", file, strerror(errno));
    bool written = fprintf(output, "%s\n", play_print(play, text)) > 0;
    if (fclose(output) || !written)
        return error_set(error, "%s: %s", file, strerror(errno));
    return true;
}

/* export_pgn.c: chess's format for games, for the rating programs that read it.
 *
 * They read the names of White (first) and Black (second) and the result; the rest is for
 * people. Moves are target squares. A game starts at its opening, so the FEN stands for the
 * moves up to there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "store/export_format.h"

enum { LINE_WIDTH = 80 };

static void quote(Text *text, const char *string)
{
    text_append(text, "\"");
    for (; *string; string++) {
        text_append(text, *string == '"' || *string == '\\' ? "\\" : "");
        text_append_bytes(text, string, 1);
    }
    text_append(text, "\"");
}

static const char *termination(GameReason reason)
{
    static const char *const names[] = {"normal",      "time forfeit", "rules infraction",
                                        "abandoned",   "abandoned",    "abandoned",
                                        "time forfeit"};
    return names[reason];
}

static const char *result(const Game *game)
{
    return game->winner == FIRST ? "1-0" : "0-1";
}

static void append_tags(Text *text, const ExportRecord *it)
{
    const Game *game = &it->stored->game;
    text_format(text,
                "[Event %s]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"%" PRId64 ".%d\"]\n"
                "[White %s]\n[Black %s]\n[Result \"%s\"]\n[SetUp \"1\"]\n[FEN \"%s\"]\n"
                "[Variant \"isolation\"]\n[Termination \"%s\"]\n[PlyCount \"%d\"]\n",
                it->event, it->stored->key.opening + 1, it->stored->key.side + 1, it->agents[FIRST],
                it->agents[SECOND], result(game), it->fen, termination(game->reason),
                game->moves.count);
    if (*game->fault)
        text_format(text, "[Fault %s]\n", it->fault);
    if (it->times)
        text_format(text, "[WhiteSeconds \"%.6f\"]\n[BlackSeconds \"%.6f\"]\n",
                    game->side[FIRST].seconds, game->side[SECOND].seconds);
    text_append(text, "\n");
}

/* Words of one line are parted by blanks, and lines are full at 80 columns. */
static void append_word(Text *text, int *column, const char *word)
{
    int length = (int)strlen(word);
    bool fits = *column + 1 + length < LINE_WIDTH;
    if (*column > 0)
        text_append(text, fits ? " " : "\n");
    *column = *column > 0 && fits ? *column + 1 + length : length;
    text_append_bytes(text, word, (size_t)length);
}

/* A number stands before first's moves, and before the game's first move by second. */
static void append_moves(Text *text, const ExportRecord *it)
{
    const MoveList *moves = &it->stored->game.moves;
    int shift = it->position->to_move == FIRST ? 0 : 1, column = 0;
    for (int i = 0; i < moves->count; i++) {
        char number[16];
        bool by_first = (i + shift) % 2 == 0;
        snprintf(number, sizeof number, "%d%s", (i + shift) / 2 + 1, by_first ? "." : "...");
        if (by_first || i == 0)
            append_word(text, &column, number);
        append_word(text, &column, it->squares[moves->moves[i]]);
    }
    append_word(text, &column, result(&it->stored->game));
}

static void record(Text *text, const ExportRecord *it)
{
    append_tags(text, it);
    append_moves(text, it);
    text_append(text, "\n\n");
}

const ExportWriter export_pgn = {.distinct = true, .quote = quote, .record = record};

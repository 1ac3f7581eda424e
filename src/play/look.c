#include "play/play.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/terminal.h"

void play_say(Play *play, const char *format, ...)
{
    char line[2 * AGENT_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text_append(&play->said, line);
    text_append(&play->said, "\n");
}

static DrawingExtra find_extra(const Play *play)
{
    DrawingExtra extra = {0};
    Side side = play->start.to_move;
    for (int i = 0; i < play->moves.count; i++, side = side_other(side))
        extra.trail[side] |= squares_only(play->moves.moves[i]);
    for (side = FIRST; side <= SECOND; side++)
        if (play->start.knight[side] != SQUARE_NONE)
            extra.trail[side] |= squares_only(play->start.knight[side]);
    side = play->position.to_move;
    bool marked = play_winner(play) == SIDE_NONE && !play->players[side].agent &&
                  play->position.knight[side] != SQUARE_NONE; // a placement goes anywhere
    if (marked)
        extra.marks = position_moves(&play->board, &play->position, side);
    return extra;
}

/* Who is who, whose turn it is, and how much room each has left. */
static void draw_legend(const Play *play, Text *text)
{
    Side attacker = position_attacker(&play->board, &play->position);
    bool going = play_winner(play) == SIDE_NONE;
    for (Side side = FIRST; side <= SECOND; side++) {
        int moves = bits_count(position_moves(&play->board, &play->position, side));
        text_append(text, going && side == play->position.to_move ? "  > " : "    ");
        drawing_knight(text, side, play->style);
        text_format(text, " %-6s  %-32s %3d move%s%s\n", side_name(side), play->players[side].name,
                    moves, moves == 1 ? " " : "s", side == attacker ? "  attacker" : "");
    }
}

static void draw_game(const Play *play, Text *text)
{
    DrawingExtra extra = find_extra(play);
    text_append(text, play->in_place ? "\033[H\033[2J\n" : "\n");
    drawing_game(text, &play->board, &play->position, &extra, play->style);
    text_append(text, "\n");
    draw_legend(play, text);
    text_append(text, "\n");
}

void play_utter(Play *play)
{
    if (play->said.length)
        terminal_print(play->said.bytes);
    if (!text_ok(&play->said))
        fputs("(out of memory: more was to be said)\n", stdout);
    text_clear(&play->said);
    fflush(stdout);
}

void play_show(Play *play)
{
    Text text = TEXT_EMPTY;
    if (!play->drawn || play->in_place) {
        draw_game(play, &text);
        terminal_print(text_ok(&text) ? text.bytes : "(out of memory: no board)\n");
        play->drawn = true;
    }
    text_free(&text);
    play_utter(play);
}

void play_say_agent_move(Play *play, Side side, const SearchResult *result)
{
    char name[SQUARE_TEXT_SIZE];
    Text text = TEXT_EMPTY;
    text_format(&text, "%3d. %-6s %-3s", position_move_count(&play->board, &play->position),
                side_name(side), square_print(&play->board, result->move, name));
    if (result->nodes) {
        text_append(&text, "  ");
        score_print(result->score, &text);
        text_pad(&text, 24);
        text_format(&text, "depth %-3d %9llu nodes %8.1f ms", result->depth,
                    (unsigned long long)result->nodes, result->seconds * 1e3);
        if (result->virtual_seconds > 0)
            text_format(&text, ", %.1f virtual ms", result->virtual_seconds * 1e3);
    }
    play_say(play, "%s", text_ok(&text) ? text.bytes : "(out of memory)");
    text_free(&text);
}

void play_say_result(Play *play)
{
    Side winner = play_winner(play), attacker = position_attacker(&play->board, &play->position);
    char text[PLAY_TEXT_SIZE];
    if (play->gave_up != SIDE_NONE)
        play_say(play, "%s wins: %s %s.", side_name(winner), side_name(play->gave_up), play->how);
    else
        play_say(play, "%s wins after %d moves: %s has none left.", side_name(winner),
                 position_move_count(&play->board, &play->position), side_name(side_other(winner)));
    if (attacker != SIDE_NONE)
        play_say(play, "%s was the attacker.", side_name(attacker));
    play_say(play, "%s", play_print(play, text));
}

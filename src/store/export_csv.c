/* export_csv.c: comma-separated values as RFC 4180 has them, with a header row. */
#include <inttypes.h>
#include <string.h>

#include "store/export_format.h"

static void quote(Text *text, const char *string)
{
    if (!strpbrk(string, ",\"\r\n")) {
        text_append(text, string);
        return;
    }
    text_append(text, "\"");
    for (; *string; string++) {
        text_append(text, *string == '"' ? "\"" : "");
        text_append_bytes(text, string, 1);
    }
    text_append(text, "\"");
}

static void header(Text *text, bool times)
{
    text_append(text, "repeat,pairing,opening,side,first,second,start,moves,winner,winner_agent,"
                      "reason,fault,attacker,plies,first_nodes,second_nodes");
    if (times)
        text_append(text, ",first_seconds,second_seconds,first_longest_move,second_longest_move");
    text_append(text, "\n");
}

static void record(Text *text, const ExportRecord *it)
{
    const Game *game = &it->stored->game;
    GameKey key = it->stored->key;
    text_format(text, "%d,%d,%" PRId64 ",%d,%s,%s,%s,", it->repeat, key.pairing, key.opening,
                key.side, it->agents[FIRST], it->agents[SECOND], it->start);
    export_moves(text, it, " ");
    text_format(text, ",%s,%s,%s,%s,%s,%d,%" PRIu64 ",%" PRIu64, side_name(game->winner),
                it->agents[game->winner], game_reason_name(game->reason), it->fault,
                game->attacker == SIDE_NONE ? "" : side_name(game->attacker), game->moves.count,
                game->side[FIRST].nodes, game->side[SECOND].nodes);
    if (it->times)
        text_format(text, ",%.6f,%.6f,%.6f,%.6f", game->side[FIRST].seconds,
                    game->side[SECOND].seconds, game->side[FIRST].longest_move,
                    game->side[SECOND].longest_move);
    text_append(text, "\n");
}

const ExportWriter export_csv = {.quote = quote, .header = header, .record = record};

/* export_jsonl.c: an object a line. Texts are UTF-8 already: they come out of JSON settings. */
#include <inttypes.h>

#include "store/export_format.h"

static void quote(Text *text, const char *string)
{
    text_append(text, "\"");
    for (; *string; string++)
        if ((unsigned char)*string < ' ' || *string == '"' || *string == '\\')
            text_format(text, "\\u%04x", (unsigned)*string);
        else
            text_append_bytes(text, string, 1);
    text_append(text, "\"");
}

static const char *side_json(Side side)
{
    static const char *const names[] = {"\"first\"", "\"second\"", "null"};
    return names[side];
}

static void record(Text *text, const ExportRecord *it)
{
    const Game *game = &it->stored->game;
    const GameSide *first = &game->side[FIRST], *second = &game->side[SECOND];
    GameKey key = it->stored->key;
    text_format(text,
                "{\"repeat\":%d,\"pairing\":%d,\"opening\":%" PRId64 ",\"side\":%d,\"first\":%s,"
                "\"second\":%s,\"start\":\"%s\",\"moves\":[%s",
                it->repeat, key.pairing, key.opening, key.side, it->agents[FIRST],
                it->agents[SECOND], it->start, game->moves.count > 0 ? "\"" : "");
    export_moves(text, it, "\",\"");
    text_format(
        text,
        "%s],\"winner\":%s,\"winner_agent\":%s,\"reason\":\"%s\",\"fault\":%s,"
        "\"attacker\":%s,\"plies\":%d,\"nodes\":{\"first\":%" PRIu64 ",\"second\":%" PRIu64 "}",
        game->moves.count > 0 ? "\"" : "", side_json(game->winner), it->agents[game->winner],
        game_reason_name(game->reason), *game->fault ? it->fault : "null",
        side_json(game->attacker), game->moves.count, first->nodes, second->nodes);
    if (it->times)
        text_format(text,
                    ",\"seconds\":{\"first\":%.6f,\"second\":%.6f},"
                    "\"longest_move\":{\"first\":%.6f,\"second\":%.6f}",
                    first->seconds, second->seconds, first->longest_move, second->longest_move);
    text_append(text, "}\n");
}

const ExportWriter export_jsonl = {.quote = quote, .record = record};

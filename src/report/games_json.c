#include "report/games_json.h"

#include <stdlib.h>

#include "core/fen.h"
#include "report/html.h"

static void print_moves(Text *text, const Board *board, const MoveList *moves)
{
    static const char ranks[] = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg";
    for (int i = 0; i < moves->count; i++) {
        Square square = moves->moves[i];
        if (square >= board->area) // of another board: not for showing
            return;
        char move[] = {(char)('a' + board_column(board, square)),
                       ranks[board->height - 1 - board_row(board, square)]};
        text_append_bytes(text, move, sizeof move);
    }
}

static void print_agents(const Standing *standing, Text *text)
{
    text_append(text, "\"agents\":[");
    for (int i = 0; i < standing->tournament.settings.agent_count; i++) {
        text_append(text, i ? "," : "");
        escape_json(text, standing->agents[i].name);
    }
    text_append(text, "],\n\"pairings\":[");
    for (int i = 0; i < standing->tournament.pairing_count; i++)
        text_format(text, "%s[%d,%d]", i ? "," : "", standing->pairings[i].a,
                    standing->pairings[i].b);
    text_append(text, "],\n");
}

static void print_opening(const Standing *standing, Text *text, int64_t number)
{
    const Openings *openings = &standing->tournament.openings;
    Opening opening = openings_at(openings, number);
    Position empty = position_start(&openings->board);
    char fen[FEN_SIZE];
    text_format(text, "\"%lld\":\"", (long long)number);
    if (opening.moves.count > 0 || position_equal(&opening.position, &empty))
        print_moves(text, &openings->board, &opening.moves);
    else
        text_append(text, fen_print(&openings->board, &opening.position, fen));
    text_append(text, "\"");
}

static int compare_numbers(const void *first, const void *second)
{
    int64_t a = *(const int64_t *)first, b = *(const int64_t *)second;
    return (a > b) - (a < b);
}

/* Each once, though every pairing has it. */
static void print_openings(const Standing *standing, const Sample *sample, Text *text)
{
    int64_t *numbers = malloc(((size_t)sample->count + 1) * sizeof *numbers);
    text_append(text, "\"openings\":{");
    for (int i = 0; numbers && i < sample->count; i++)
        numbers[i] = sample->games[i].key.opening;
    if (numbers)
        qsort(numbers, (size_t)sample->count, sizeof *numbers, compare_numbers);
    for (int i = 0; numbers && i < sample->count; i++)
        if (i == 0 || numbers[i] != numbers[i - 1]) {
            text_append(text, i ? "," : "");
            print_opening(standing, text, numbers[i]);
        }
    text_append(text, "},\n");
    text->failed = text->failed || !numbers;
    free(numbers);
}

static int side_number(Side side)
{
    return side == SIDE_NONE ? -1 : (int)side;
}

static void print_game(const Board *board, const StoredGame *stored, Text *text)
{
    const Game *game = &stored->game;
    text_format(text, "[%d,%lld,%d,%d,%d,%d,\"", stored->key.pairing,
                (long long)stored->key.opening, stored->key.side, side_number(game->winner),
                (int)game->reason, side_number(game->attacker));
    print_moves(text, board, &game->moves);
    text_append(text, "\"");
    if (game->reason != GAME_STUCK) {
        text_append(text, ",");
        escape_json(text, game->fault);
    }
    text_append(text, "]");
}

void games_json_print(const Standing *standing, const Sample *sample, Text *text)
{
    const Board *board = &standing->tournament.openings.board;
    text_format(text, "{\"width\":%d,\"height\":%d,\n", board->width, board->height);
    print_agents(standing, text);
    print_openings(standing, sample, text);
    text_append(text, "\"games\":[\n");
    for (int i = 0; i < sample->count; i++) {
        text_append(text, i ? ",\n" : "");
        print_game(board, &sample->games[i], text);
    }
    text_append(text, "]}\n");
}

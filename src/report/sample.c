#include "report/sample.h"

#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "report/html.h"

typedef struct Notable {
    int64_t interest;
    StoredGame games[2];
} Notable;

static int64_t at_least(int64_t least, int64_t number)
{
    return number < least ? least : number;
}

bool sample_create(Sample *sample, const Standing *standing, int limit, Error *error)
{
    const TournamentSettings *settings = &standing->tournament.settings;
    int pairings = standing->tournament.pairing_count;
    int64_t share = at_least(1, limit / 2 / pairings);
    memset(sample, 0, sizeof *sample);
    sample->before.key = (GameKey){-1, -1, 0};
    sample->everything = standing->run.games <= limit;
    // A run that was stopped has played about as many openings of each pairing.
    sample->openings = sample->everything ? (int64_t)settings->pairs * settings->repeats
                                          : at_least(share, standing->run.games / 2 / pairings);
    sample->notable_limit = sample->everything ? 0 : (int)(share / 2 < 200 ? share / 2 : 200);
    sample->spread = sample->everything ? sample->openings : share - sample->notable_limit;
    sample->notable = calloc((size_t)sample->notable_limit + 1, sizeof *sample->notable);
    return sample->notable || error_out_of_memory(error);
}

void sample_destroy(Sample *sample)
{
    free(sample->games);
    free(sample->notable);
}

static void keep(Sample *sample, const StoredGame *stored)
{
    if (sample->count == sample->capacity) {
        int capacity = sample->capacity ? 2 * sample->capacity : 64;
        StoredGame *games = realloc(sample->games, (size_t)capacity * sizeof *games);
        if (!games) {
            sample->failed = true;
            return;
        }
        sample->games = games;
        sample->capacity = capacity;
    }
    sample->games[sample->count++] = *stored;
}

/* `spread` of the openings, at equal distances from the first on. */
static bool is_on_grid(const Sample *sample, int64_t opening)
{
    int64_t place = opening * sample->spread / sample->openings;
    return opening == 0 || place != (opening - 1) * sample->spread / sample->openings;
}

static int64_t interest_of(const Standing *standing, const StoredGame pair[2])
{
    const StandingPairing *pairing = &standing->pairings[pair[0].key.pairing];
    const double *elo = standing->ratings->elo;
    int a_points = 0, longest = 0, forfeits = 0;
    for (int i = 0; i < 2; i++) {
        const Game *game = &pair[i].game;
        a_points += game_winner_of_pairing(pair[i].key, game->winner) == 0;
        forfeits += game->reason != GAME_STUCK;
        if (game->moves.count > longest)
            longest = game->moves.count;
    }
    bool a_weaker = elo[pairing->a] < elo[pairing->b];
    bool upset = a_points == (a_weaker ? 2 : 0);
    return 4000 * (forfeits > 0) + 2000 * upset + 1000 * (a_points != 1) + longest;
}

/* The best so far, best first; of equals the earlier stays. */
static void note(Sample *sample, const Notable *candidate)
{
    int place = sample->notable_count;
    while (place > 0 && sample->notable[place - 1].interest < candidate->interest)
        place--;
    if (place == sample->notable_limit)
        return;
    if (sample->notable_count < sample->notable_limit)
        sample->notable_count++;
    memmove(&sample->notable[place + 1], &sample->notable[place],
            (size_t)(sample->notable_count - 1 - place) * sizeof *sample->notable);
    sample->notable[place] = *candidate;
}

static void keep_notable(Sample *sample)
{
    for (int i = 0; i < sample->notable_count; i++) {
        keep(sample, &sample->notable[i].games[0]);
        keep(sample, &sample->notable[i].games[1]);
    }
    sample->notable_count = 0;
}

void sample_offer(Sample *sample, const Standing *standing, const StoredGame *stored)
{
    GameKey key = stored->key, before = sample->before.key;
    if (key.pairing >= standing->tournament.pairing_count)
        return;
    if (key.pairing != before.pairing)
        keep_notable(sample);
    if (is_on_grid(sample, key.opening))
        keep(sample, stored);
    else if (key.pairing == before.pairing && key.opening == before.opening) {
        Notable candidate = {.games = {sample->before, *stored}};
        candidate.interest = interest_of(standing, candidate.games);
        note(sample, &candidate);
    }
    sample->before = *stored;
}

static int compare_games(const void *first, const void *second)
{
    const GameKey *a = &((const StoredGame *)first)->key, *b = &((const StoredGame *)second)->key;
    if (a->pairing != b->pairing)
        return a->pairing < b->pairing ? -1 : 1;
    if (a->opening != b->opening)
        return a->opening < b->opening ? -1 : 1;
    return a->side - b->side;
}

bool sample_finish(Sample *sample, Error *error)
{
    keep_notable(sample);
    if (sample->failed)
        return error_out_of_memory(error);
    if (sample->count > 0)
        qsort(sample->games, (size_t)sample->count, sizeof *sample->games, compare_games);
    return true;
}

/* ---- As JSON, without jansson: in few bytes, and safe inside a <script> element */

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

void sample_print(const Sample *sample, const Standing *standing, Text *text)
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

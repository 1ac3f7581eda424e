/* export.c: a run's games, one by one, through a format.
 *
 * Rows have only moves; who played them and from where follows from the run's settings. Each
 * game is played through on the way out, so that what leaves is a game by the rules that ends
 * as it says, also if the file of openings is no longer what it was.
 */
#include "store/export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "core/fen.h"
#include "store/export_format.h"

typedef struct Export {
    const ExportWriter *writer;
    FILE *file;
    Error *error;
    bool good;
    Text line, fault;
    Text agents[TOURNAMENT_AGENTS_MAX], event; // quoted
    char squares[SQUARE_LIMIT][SQUARE_TEXT_SIZE];
    Tournament tournament;
    bool has_tournament;
    Opening opening; // of the game before, too, if that is `opening_number`
    int64_t opening_number;
    char start[OPENING_TEXT_SIZE], fen[FEN_SIZE];
    ExportRecord record;
} Export;

static const ExportWriter *writer_of(ExportFormat format)
{
    static const ExportWriter *const writers[] = {&export_csv, &export_jsonl, &export_pgn};
    return writers[format];
}

void export_moves(Text *text, const ExportRecord *record, const char *separator)
{
    const MoveList *moves = &record->stored->game.moves;
    for (int i = 0; i < moves->count; i++) {
        text_append(text, i ? separator : "");
        text_append(text, record->squares[moves->moves[i]]);
    }
}

/* How many agents before this one print alike. */
static int count_namesakes(const Text *names, int agent)
{
    int count = 0;
    for (int i = 0; i < agent; i++)
        count += !strcmp(names[i].bytes, names[agent].bytes);
    return count;
}

static bool name_agents(Export *export)
{
    const TournamentSettings *settings = &export->tournament.settings;
    Text names[TOURNAMENT_AGENTS_MAX] = {{0}};
    bool good = true;
    for (int i = 0; good && i < settings->agent_count; i++) {
        agent_print(&settings->agents[i], &names[i]);
        good = text_ok(&names[i]);
    }
    for (int i = settings->agent_count - 1; good && i >= 0; i--) { // those before stay as they are
        int namesakes = count_namesakes(names, i);
        if (export->writer->distinct && namesakes > 0)
            text_format(&names[i], " #%d", namesakes + 1);
        export->writer->quote(&export->agents[i], names[i].bytes);
        good = text_ok(&names[i]) && text_ok(&export->agents[i]);
    }
    for (int i = 0; i < settings->agent_count; i++)
        text_free(&names[i]);
    return good || error_out_of_memory(export->error);
}

static bool create_tournament(Export *export, const StoreRun *run)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(export->error);
    tournament_standard(settings);
    bool good = settings_parse_kept(run->settings, strlen(run->settings), settings, export->error);
    settings->openings.text = run->openings;
    good = good && tournament_create(&export->tournament, settings, export->error);
    free(settings);
    export->has_tournament = good;
    if (!good) {
        char place[64];
        snprintf(place, sizeof place, "the settings of run %lld", (long long)run->id);
        error_prefix(export->error, place);
    }
    return good;
}

static bool prepare(Export *export, const StoreRun *run)
{
    if (!create_tournament(export, run) || !name_agents(export))
        return false;
    const Board *board = &export->tournament.openings.board;
    for (int square = 0; square < board->area; square++)
        square_print(board, (Square)square, export->squares[square]);
    Text event = TEXT_EMPTY;
    text_format(&event, "isolab %s", run->kind);
    if (text_ok(&event))
        export->writer->quote(&export->event, event.bytes);
    bool good = text_ok(&event) && text_ok(&export->event);
    text_free(&event);
    return good || error_out_of_memory(export->error);
}

static void find_opening(Export *export, int64_t number)
{
    const Openings *openings = &export->tournament.openings;
    if (number == export->opening_number)
        return;
    export->opening_number = number;
    export->opening = openings_at(openings, number);
    opening_print(&openings->board, &export->opening, export->start);
    fen_print(&openings->board, &export->opening.position, export->fen);
}

/* Whether the moves can be played and end as the game says. */
static bool plays_through(const Board *board, Position position, const Game *game)
{
    for (int i = 0; i < game->moves.count; i++) {
        Square target = game->moves.moves[i];
        if (target >= board->area || !position_is_legal(board, &position, target))
            return false;
        position = position_after(&position, target);
    }
    Side winner = position_winner(board, &position);
    return game->reason == GAME_STUCK ? winner == game->winner : winner == SIDE_NONE;
}

static bool check_game(const Export *export, const StoredGame *stored)
{
    const Tournament *tournament = &export->tournament;
    if (stored->key.pairing < tournament->pairing_count &&
        plays_through(&tournament->openings.board, export->opening.position, &stored->game))
        return true;
    bool from_file = tournament->settings.openings.kind == OPENINGS_FILE;
    return error_set(export->error,
                     "the game of pairing %d, opening %lld, side %d cannot be played from its "
                     "opening%s",
                     stored->key.pairing, (long long)stored->key.opening, stored->key.side,
                     from_file ? "; has the file of openings changed?" : ": the file is damaged");
}

/* One line whatever an engine may have said. */
static void quote_fault(Export *export, const char *fault)
{
    char printable[ERROR_TEXT_SIZE];
    size_t i = 0;
    for (; fault[i]; i++)
        printable[i] = fault[i] >= ' ' && fault[i] <= '~' ? fault[i] : '?';
    printable[i] = '\0';
    text_clear(&export->fault);
    export->writer->quote(&export->fault, printable);
}

static void fill_record(Export *export, const StoredGame *stored)
{
    const Tournament *tournament = &export->tournament;
    ExportRecord *record = &export->record;
    quote_fault(export, stored->game.fault);
    record->stored = stored;
    record->repeat = tournament_repeat(tournament, stored->key);
    record->position = &export->opening.position;
    record->start = export->start;
    record->fen = export->fen;
    record->squares = export->squares;
    for (Side side = FIRST; side <= SECOND; side++)
        record->agents[side] =
            export->agents[tournament_agent(tournament, stored->key, side)].bytes;
    record->event = export->event.bytes;
    record->fault = export->fault.bytes;
}

static bool write_line(Export *export)
{
    if (!text_ok(&export->line) || !text_ok(&export->fault))
        return error_out_of_memory(export->error);
    size_t length = export->line.length;
    bool good = length == 0 || fwrite(export->line.bytes, 1, length, export->file) == length;
    text_clear(&export->line);
    return good || error_set(export->error, "cannot write the games: %s", strerror(errno));
}

static bool export_game(void *context, const StoredGame *stored)
{
    Export *export = context;
    find_opening(export, stored->key.opening);
    export->good = check_game(export, stored);
    if (!export->good)
        return false;
    fill_record(export, stored);
    export->writer->record(&export->line, &export->record);
    export->good = write_line(export);
    return export->good;
}

static bool export_all(Export *export, Store *store, int64_t run)
{
    if (export->writer->header)
        export->writer->header(&export->line, export->record.times);
    if (!write_line(export) || !store_games(store, run, export_game, export, export->error) ||
        !export->good)
        return false;
    return !fflush(export->file) ||
           error_set(export->error, "cannot write the games: %s", strerror(errno));
}

static void finish(Export *export)
{
    for (int i = 0; i < TOURNAMENT_AGENTS_MAX; i++)
        text_free(&export->agents[i]);
    text_free(&export->event);
    text_free(&export->line);
    text_free(&export->fault);
    if (export->has_tournament)
        tournament_destroy(&export->tournament);
    free(export);
}

bool export_games(Store *store, int64_t run, ExportFormat format, bool times, FILE *file,
                  Error *error)
{
    StoreRun found;
    Export *export = calloc(1, sizeof *export);
    if (!export)
        return error_out_of_memory(error);
    export->writer = writer_of(format);
    export->file = file;
    export->error = error;
    export->good = true;
    export->opening_number = -1;
    export->record.times = times;
    bool good = store_run_get(store, run, &found, error);
    if (good) {
        good = prepare(export, &found) && export_all(export, store, found.id);
        store_run_free(&found);
    }
    finish(export);
    return good;
}

/* engine.c: the engine protocol on standard input and output.
 *
 * UCI, as chess engines speak it, and UGI, its form for any game, at once: neither needs to be
 * announced. This thread only reads and obeys, so that it always has time for `stop` and
 * `isready`; thinking is done in another (engine/search.h). What cannot be obeyed leaves
 * everything as it was and is answered by an `info string`; what is no command at all is ignored,
 * as the convention is, with a note on standard error.
 */
#include "engine/engine.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/fen.h"
#include "engine/line.h"
#include "engine/options.h"
#include "engine/output.h"
#include "engine/position.h"
#include "engine/search.h"
#include "isolab.h"
#include "util/input.h"

enum { LINE_LIMIT = 8192 }; // a FEN and all moves of the longest game fit several times

typedef struct Engine {
    EngineOutput output;
    EngineOptions options;
    EnginePosition told;
    EngineSearch search;
    DrawingStyle style; // of the board that `d` shows
    uint64_t game;      // counts new games
} Engine;

static void say_fault(Engine *engine, const Error *error)
{
    engine_say(&engine->output, "info string %s", error->text);
}

static void note_aside(const char *what, Slice bytes)
{
    char quote[QUOTE_SIZE];
    fprintf(stderr, "isolab engine: %s %s\n", what, error_quote(quote, bytes.start, bytes.length));
}

static void introduce(Engine *engine, const char *end)
{
    engine_say(&engine->output, "id name isolab %s\nid author the authors of isolab",
               isolab_version());
    engine_options_list(&engine->options, &engine->output);
    engine_say(&engine->output, "%s", end);
}

static void set_option(Engine *engine, const EngineCommand *command)
{
    Error error;
    bool board_changed;
    if (!engine_options_set(&engine->options, command->name, command->value, &board_changed,
                            &error)) {
        say_fault(engine, &error);
    } else if (board_changed) {
        engine->told.board = engine->options.board;
        engine->told.position = position_start(&engine->told.board);
    }
}

static void set_position(Engine *engine, const EngineCommand *command)
{
    Error error;
    if (!engine_position_set(&engine->told, &engine->options.board, command->place, command->moves,
                             &error)) {
        error_prefix(&error, "position");
        say_fault(engine, &error);
    }
}

static void start_search(Engine *engine, const EngineCommand *command)
{
    char quote[QUOTE_SIZE];
    Slice ignored = command->go.ignored;
    if (ignored.length)
        engine_say(&engine->output, "info string go: ignored %s",
                   error_quote(quote, ignored.start, ignored.length));
    engine_search_start(&engine->search, &engine->options, &engine->told, &command->go,
                        engine->game);
}

static void draw_board(Engine *engine)
{
    const EnginePosition *told = &engine->told;
    char fen[FEN_SIZE];
    Text text = TEXT_EMPTY;
    drawing_board(&text, &told->board, &told->position,
                  position_moves(&told->board, &told->position, told->position.to_move),
                  engine->style);
    if (text_ok(&text))
        engine_say(&engine->output, "%s\nFen: %s\n%s to move", text.bytes,
                   fen_print(&told->board, &told->position, fen),
                   side_name(told->position.to_move));
    else
        engine_say(&engine->output, "info string out of memory");
    text_free(&text);
}

/* UGI's questions about the position. */
static void answer_query(Engine *engine, Slice question)
{
    static const char *const results[] = {"p1win", "p2win", "none"};
    const EnginePosition *told = &engine->told;
    Side winner = position_winner(&told->board, &told->position);
    const char *answer;
    if (slice_is(question, "gameover"))
        answer = winner != SIDE_NONE ? "true" : "false";
    else if (slice_is(question, "p1turn"))
        answer = told->position.to_move == FIRST ? "true" : "false";
    else if (slice_is(question, "result"))
        answer = results[winner];
    else {
        note_aside("unknown query", question);
        return;
    }
    engine_say(&engine->output, "response %s", answer);
}

/* False for `quit`. */
static bool obey_command(Engine *engine, const EngineCommand *command)
{
    switch (command->verb) {
    case ENGINE_NOTHING:
        break;
    case ENGINE_UNKNOWN:
        note_aside("unknown command", command->word);
        break;
    case ENGINE_UCI:
        introduce(engine, "uciok");
        break;
    case ENGINE_UGI:
        introduce(engine, "ugiok");
        break;
    case ENGINE_ISREADY:
        engine_say(&engine->output, "readyok");
        break;
    case ENGINE_SETOPTION:
        set_option(engine, command);
        break;
    case ENGINE_NEWGAME:
        engine->game++;
        break;
    case ENGINE_POSITION:
        set_position(engine, command);
        break;
    case ENGINE_GO:
        start_search(engine, command);
        break;
    case ENGINE_STOP:
        engine_search_stop(&engine->search);
        break;
    case ENGINE_QUERY:
        answer_query(engine, command->question);
        break;
    case ENGINE_DRAW:
        draw_board(engine);
        break;
    case ENGINE_QUIT:
        return false;
    }
    return true;
}

static void read_and_obey(Engine *engine)
{
    char line[LINE_LIMIT];
    size_t length;
    Input input;
    input_start(&input, STDIN_FILENO, NULL);
    for (bool going = true; going && input_line(&input, line, sizeof line, &length);) {
        if (length > sizeof line) {
            note_aside("ignored a line that is too long:", (Slice){line, sizeof line});
            continue;
        }
        EngineCommand command = engine_line_parse(line, length);
        going = obey_command(engine, &command);
    }
}

bool engine_serve(const EngineSettings *settings, Error *error)
{
    Engine engine = {.style = settings->style, .game = 1};
    if (!engine_options_init(&engine.options, settings->agent, settings->board, settings->seed,
                             error))
        return false;
    engine.told.board = engine.options.board;
    engine.told.position = position_start(&engine.told.board);
    engine_output_init(&engine.output);
    engine_search_init(&engine.search, &engine.output);
    read_and_obey(&engine);
    engine_search_destroy(&engine.search);
    engine_output_destroy(&engine.output);
    return true;
}

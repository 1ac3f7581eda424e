/* command_engine.c: `isolab engine`, the engine protocol on standard input and output.
 *
 * UCI, as chess engines speak it, and UGI, its form for any game, at once: neither needs to be
 * announced. This thread only reads and obeys, so that it always has time for `stop` and
 * `isready`; thinking is done in another (engine_search.h). What cannot be obeyed leaves
 * everything as it was and is answered by an `info string`; what is no command at all is ignored,
 * as the convention is, with a note on standard error.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/fen.h"
#include "isolab.h"
#include "ui/command.h"
#include "ui/engine_line.h"
#include "ui/engine_options.h"
#include "ui/engine_output.h"
#include "ui/engine_position.h"
#include "ui/engine_search.h"
#include "ui/playing.h"
#include "ui/terminal.h"
#include "util/input.h"

enum { LINE_LIMIT = 8192 }; // a FEN and all moves of the longest game fit several times

typedef struct Engine {
    EngineOutput output;
    EngineOptions options;
    EnginePosition told;
    EngineSearch search;
    uint64_t game; // counts new games
} Engine;

static void say_fault(Engine *engine, const Error *error)
{
    engine_say(&engine->output, "info string %s", error->text);
}

static void note(const char *what, Slice bytes)
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

static void go(Engine *engine, const EngineCommand *command)
{
    char quote[QUOTE_SIZE];
    Slice ignored = command->go.ignored;
    if (ignored.length)
        engine_say(&engine->output, "info string go: ignored %s",
                   error_quote(quote, ignored.start, ignored.length));
    engine_search_start(&engine->search, &engine->options, &engine->told, &command->go,
                        engine->game);
}

static void draw(Engine *engine)
{
    const EnginePosition *told = &engine->told;
    char fen[FEN_SIZE];
    Text text = TEXT_EMPTY;
    drawing_board(&text, &told->board, &told->position,
                  position_moves(&told->board, &told->position, told->position.to_move),
                  terminal_style());
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
        note("unknown query", question);
        return;
    }
    engine_say(&engine->output, "response %s", answer);
}

/* False for `quit`. */
static bool obey(Engine *engine, const EngineCommand *command)
{
    switch (command->verb) {
    case ENGINE_NOTHING:
        break;
    case ENGINE_UNKNOWN:
        note("unknown command", command->word);
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
        go(engine, command);
        break;
    case ENGINE_STOP:
        engine_search_stop(&engine->search);
        break;
    case ENGINE_QUERY:
        answer_query(engine, command->question);
        break;
    case ENGINE_DRAW:
        draw(engine);
        break;
    case ENGINE_QUIT:
        return false;
    }
    return true;
}

static void serve(Engine *engine)
{
    char line[LINE_LIMIT];
    size_t length;
    Input input;
    input_start(&input, STDIN_FILENO, NULL);
    for (bool going = true; going && input_line(&input, line, sizeof line, &length);) {
        if (length > sizeof line) {
            note("ignored a line that is too long:", (Slice){line, sizeof line});
            continue;
        }
        EngineCommand command = engine_line_parse(line, length);
        going = obey(engine, &command);
    }
}

static int run(const Arguments *arguments, Error *error)
{
    Engine engine = {.game = 1};
    const char *agent = arguments_value(arguments, "agent", 0);
    const char *board = arguments_value(arguments, "board", 0);
    uint64_t seed;
    if (!arguments_no_words(arguments, error) || !playing_seed(arguments, &seed, error) ||
        !engine_options_init(&engine.options, agent ? agent : "alphabeta:improved",
                             board ? board : "7x7", seed, error))
        return EXIT_REFUSED;
    engine.told.board = engine.options.board;
    engine.told.position = position_start(&engine.told.board);
    engine_output_init(&engine.output);
    engine_search_init(&engine.search, &engine.output);
    serve(&engine);
    engine_search_destroy(&engine.search);
    engine_output_destroy(&engine.output);
    return EXIT_DONE;
}

static const Option options[] = {
    {"agent", "SPEC", "who thinks at first, alphabeta:improved unless told", false},
    {"board", "WxH", "the board of `position startpos`, 7x7 unless told", false},
    OPTION_SEED,
    OPTION_END};

const Command command_engine = {
    .name = "engine",
    .words = "",
    .summary = "the engine protocol (UCI and UGI) on standard input and output",
    .details =
        "uci, ugi                    who this is, its options, then uciok or ugiok\n"
        "isready                     readyok, also during a search\n"
        "setoption name N value V    Agent takes a kind or a whole spec; after it, `uci` lists "
        "the options of that agent and its heuristic\n"
        "ucinewgame, uginewgame      forget the last game; the random stream starts anew\n"
        "position startpos|fen FEN|7x7 d4 c2 [moves e6 ...]\n"
        "                            moves are target squares, or from-to such as d4c2\n"
        "go [movetime MS] [nodes N] [depth N] [virtual MS] [infinite]\n"
        "   [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]   (p1time ... in UGI)\n"
        "                            info lines, then one bestmove, (none) if the game is "
        "over; without a budget the agent's own, or else 150 ms\n"
        "go perft N                  move sequences, by first move\n"
        "stop                        ends a search; it answers at once\n"
        "query gameover|p1turn|result   response true|false|p1win|p2win|none\n"
        "d                           the board\n"
        "quit                        as does the end of the input\n"
        "\n"
        "score cp is 100 times the heuristic's value for the side to move (mcts: 100 is a sure "
        "win, -100 a sure loss). score mate N is a proved win in N own moves, -N a proved "
        "loss, if both play their best, and the line shows it to the end. Where that is too "
        "far to see, or the move wins later or loses sooner than another, it is cp 100000 or "
        "-100000. time is wall time, also after go virtual.\n"
        "A command that cannot be obeyed changes nothing and is answered by an info string; what "
        "is no command at all is ignored, with a word on standard error.",
    .example = "isolab engine --agent mcts,threads=2",
    .options = options,
    .run = run,
};

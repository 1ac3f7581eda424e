/* command_engine.c: `isolab engine`, the door for other programs. */
#include "cli/command.h"
#include "cli/playing.h"
#include "engine/engine.h"
#include "util/terminal.h"

static int run_engine(const Arguments *arguments, Error *error)
{
    const char *agent = arguments_value(arguments, "agent", 0);
    const char *board = arguments_value(arguments, "board", 0);
    EngineSettings settings = {.agent = agent ? agent : "alphabeta:improved",
                               .board = board ? board : "7x7",
                               .style = {terminal_is_unicode(), terminal_has_colour()}};
    return arguments_no_words(arguments, error) && playing_seed(arguments, &settings.seed, error) &&
                   engine_serve(&settings, error)
               ? EXIT_DONE
               : EXIT_REFUSED;
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
        "is no command at all is ignored, with a word on standard error. A go is always a go: of "
        "what is wrong in it the first word is told, and it is searched without.",
    .example = "isolab engine --agent mcts,threads=2",
    .options = options,
    .run = run_engine,
};

/* command_play.c: `isolab play`, a game at the terminal. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "play/play.h"
#include "util/terminal.h"

/* Who answers and hints where nobody is named; it has 150 ms a move unless told. */
#define DEFAULT_AGENT "alphabeta:attacker,order=pv"

static bool set_player(Player *player, const char *spec, const Limits *limits, Error *error)
{
    if (!strcmp(spec, "human")) {
        snprintf(player->name, sizeof player->name, "you");
        return true;
    }
    player->agent = playing_agent(spec, limits, error);
    if (!player->agent)
        return false;
    snprintf(player->name, sizeof player->name, "%s", spec);
    return true;
}

static bool set_players(Play *play, const Arguments *arguments, Error *error)
{
    const char *first = arguments_value(arguments, "first", 0);
    const char *second = arguments_value(arguments, "second", 0);
    const char *hint = arguments_value(arguments, "hint", 0);
    uint64_t seed;
    Limits limits;
    if (!playing_limits(arguments, &limits, error) || !playing_seed(arguments, &seed, error))
        return false;
    play->players[FIRST].random = random_stream(seed, 0, FIRST);
    play->players[SECOND].random = random_stream(seed, 0, SECOND);
    play->hint.random = random_stream(seed, 1, 0);
    return set_player(&play->players[FIRST], first ? first : "human", &limits, error) &&
           set_player(&play->players[SECOND], second ? second : DEFAULT_AGENT, &limits, error) &&
           set_player(&play->hint, hint ? hint : DEFAULT_AGENT, &limits, error);
}

static bool set_delay(Play *play, const Arguments *arguments, Error *error)
{
    const char *delay = arguments_value(arguments, "delay", 0);
    if (!delay || duration_parse(delay, strlen(delay), &play->delay, error))
        return true;
    error_prefix(error, "--delay");
    return false;
}

/* A saved game, a position, or the empty board. */
static bool set_position(Play *play, const Arguments *arguments, Error *error)
{
    const char *file = arguments_value(arguments, "load", 0);
    const char *position = arguments_value(arguments, "position", 0);
    const char *board = arguments_value(arguments, "board", 0);
    if ((file != NULL) + (position != NULL) + (board != NULL) > 1)
        return error_set(error, "only one of --board, --position and --load says where to begin");
    if (file)
        return play_load(play, file, error);
    if (!position)
        position = board ? board : "7x7";
    return play_begin(play, position, strlen(position), error);
}

static int run_play(const Arguments *arguments, Error *error)
{
    Play play = {.style = {terminal_is_unicode(), terminal_has_colour()}, .gave_up = SIDE_NONE};
    bool ready = arguments_no_words(arguments, error) && set_position(&play, arguments, error) &&
                 set_delay(&play, arguments, error) && set_players(&play, arguments, error);
    if (ready) {
        play.in_place = terminal_can_redraw() && (play_has_person(&play) || play.delay > 0);
        play.stop = interrupt_watch();
        input_start(&play.typed, STDIN_FILENO, play.stop);
        play_on(&play);
    }
    agent_destroy(play.players[FIRST].agent);
    agent_destroy(play.players[SECOND].agent);
    agent_destroy(play.hint.agent);
    text_free(&play.said);
    if (ready && atomic_load(play.stop))
        interrupt_die();
    if (*play.shortage.text)
        *error = play.shortage;
    return ready && !*play.shortage.text ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"first", "SPEC|human", "who begins; human unless told", false},
    {"second", "SPEC|human", "who answers; " DEFAULT_AGENT " unless told", false},
    {"hint", "SPEC", "who gives hints; the same unless told", false},
    {"board", "WxH", "an empty board to begin on, 7x7 unless told", false},
    {"position", "POSITION", "where to begin, '7x7 d4 c2' or a FEN", false},
    {"load", "FILE", "go on with a saved game", false},
    {"delay", "DURATION", "between two agents: show every position this long", false},
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_END};

const Command command_play = {
    .name = "play",
    .words = "",
    .summary = "a game in the terminal, against an agent or between two",
    .details =
        "Type a square to move there; `help` tells what else. Two agents play by themselves: "
        "each move a line, or with --delay the board after each.\n"
        "A saved game is one line of position text, good wherever a POSITION is.\n" DEFAULT_BUDGET,
    .example = "isolab play --first AB_Improved --second greedy --nodes 2000",
    .options = options,
    .run = run_play,
};

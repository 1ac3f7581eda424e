#include "play/play.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "play/prompt.h"
#include "util/clock.h"
#include "util/slice.h"
#include "util/suggest.h"

enum { INPUT_LIMIT = 1024 };

static AgentOutcome ask_agent(Play *play, Player *player, SearchResult *result, Error *error)
{
    SearchJob job = {.board = &play->board,
                     .position = play->position,
                     .stop = play->stop,
                     .random = &player->random};
    *result = (SearchResult){.move = SQUARE_NONE};
    if (!player->began) {
        AgentOutcome outcome = agent_begin(player->agent, &play->board, play->stop, error);
        if (outcome != AGENT_CHOSE)
            return outcome;
        player->began = true;
    }
    return agent_choose(player->agent, &job, result, error);
}

/* Bit by bit: a Ctrl-C that comes just before a sleep does not cut it short. */
static void pause_between_moves(const Play *play)
{
    double end = clock_now() + play->delay;
    for (double left = play->delay; left > 0 && !atomic_load(play->stop); left = end - clock_now())
        nanosleep(&(struct timespec){.tv_nsec = (long)(fmin(left, 0.05) * 1e9)}, NULL);
}

static void play_agent_turn(Play *play)
{
    Side side = play->position.to_move;
    SearchResult result;
    Error error;
    AgentOutcome outcome = ask_agent(play, &play->players[side], &result, &error);
    if (atomic_load(play->stop))
        return;
    if (outcome == AGENT_SHORT) {
        char text[PLAY_TEXT_SIZE];
        play_say(play, "So far: %s", play_print(play, text));
        play->shortage = error;
        play->quit = true;
        return;
    }
    if (outcome != AGENT_CHOSE) {
        play->gave_up = side;
        play->how = "forfeits";
        play_say(play, "%s: %s", play->players[side].name, error.text);
        return;
    }
    play_move(play, result.move);
    play_say_agent_move(play, side, &result);
    if (!play_has_person(play) && play->delay > 0) {
        play_show(play);
        pause_between_moves(play);
    } else if (!play_has_person(play)) {
        play_utter(play);
    }
}

/* What people can type. `argument` is the rest of the line, NUL-terminated. */
typedef struct Verb {
    const char *name;
    const char *argument; // NULL: takes none
    const char *meaning;
    bool only_in_game;
    bool (*run)(Play *play, const char *argument, Error *error);
} Verb;

static bool run_back(Play *play, const char *argument, Error *error)
{
    (void)argument;
    return play_back(play, error);
}

static bool run_hint(Play *play, const char *argument, Error *error)
{
    (void)argument;
    SearchResult result;
    char name[SQUARE_TEXT_SIZE];
    Text text = TEXT_EMPTY;
    if (ask_agent(play, &play->hint, &result, error) != AGENT_CHOSE)
        return false;
    score_print(result.score, &text);
    text_append(&text, ", ");
    moves_print(&play->board, &result.line, &text);
    bool good = text_ok(&text) || error_out_of_memory(error);
    if (good)
        play_say(play, "try %s (%s)", square_print(&play->board, result.move, name), text.bytes);
    text_free(&text);
    return good;
}

static bool run_moves(Play *play, const char *argument, Error *error)
{
    (void)argument;
    (void)error;
    char line[GAME_TEXT_SIZE], name[SQUARE_TEXT_SIZE];
    int used = 0;
    Squares moves = position_moves(&play->board, &play->position, play->position.to_move);
    while (moves)
        used += snprintf(line + used, sizeof line - (size_t)used, " %s",
                         square_print(&play->board, bits_take_lowest(&moves), name));
    play_say(play, "%s can go to%s", side_name(play->position.to_move), line);
    return true;
}

static bool run_resign(Play *play, const char *argument, Error *error)
{
    (void)argument;
    (void)error;
    play->gave_up = play->position.to_move;
    play->how = "resigned";
    play->drawn = false;
    return true;
}

static bool run_save(Play *play, const char *argument, Error *error)
{
    char quote[QUOTE_SIZE];
    if (!play_save(play, argument, error))
        return false;
    play_say(play, "saved in %s", error_quote(quote, argument, strlen(argument)));
    return true;
}

static bool run_load(Play *play, const char *argument, Error *error)
{
    return play_load(play, argument, error);
}

static bool run_new(Play *play, const char *argument, Error *error)
{
    (void)argument;
    (void)error;
    play_restart(play);
    return true;
}

static bool run_quit(Play *play, const char *argument, Error *error)
{
    (void)argument;
    (void)error;
    play->quit = true;
    return true;
}

static bool run_help(Play *play, const char *argument, Error *error);

static const Verb verbs[] = {
    {"back", NULL, "take your last move back, and the answer to it", false, run_back},
    {"hint", NULL, "what an agent would do", true, run_hint},
    {"moves", NULL, "where you can go", true, run_moves},
    {"resign", NULL, "give up", true, run_resign},
    {"save", "FILE", "write the game down", false, run_save},
    {"load", "FILE", "go on with a game written down", false, run_load},
    {"new", NULL, "from the start again", false, run_new},
    {"help", NULL, "this", false, run_help},
    {"quit", NULL, "leave", false, run_quit},
    {NULL, NULL, NULL, false, NULL},
};

static bool run_help(Play *play, const char *argument, Error *error)
{
    (void)argument;
    (void)error;
    play_say(play, "A square, such as d4, goes there: the first time anywhere, from then on\n"
                   "a knight's move. Squares once stood on are gone. Who cannot move loses.");
    for (const Verb *verb = verbs; verb->name; verb++)
        play_say(play, "  %-6s %-4s  %s", verb->name, verb->argument ? verb->argument : "",
                 verb->meaning);
    return true;
}

static const char *verb_name_at(const void *unused, int i)
{
    (void)unused;
    return verbs[i].name;
}

static const Verb *find_verb(Slice word)
{
    for (const Verb *verb = verbs; verb->name; verb++)
        if (slice_is_nocase(word, verb->name))
            return verb;
    return NULL;
}

static bool looks_like_square(Slice word)
{
    bool digits = word.length > 1;
    for (size_t i = 1; i < word.length; i++)
        digits = digits && is_digit(word.start[i]);
    return digits;
}

static bool try_move(Play *play, Slice word, Error *error)
{
    char small[SQUARE_TEXT_SIZE] = "";
    Square target;
    if (word.length < sizeof small) { // D4 is as good as d4
        memcpy(small, word.start, word.length);
        if (small[0] >= 'A' && small[0] <= 'Z')
            small[0] = (char)(small[0] - 'A' + 'a');
        word.start = small;
    }
    if (!square_parse(&play->board, word.start, word.length, &target, error) ||
        !move_check(&play->board, &play->position, target, error))
        return false;
    play_move(play, target);
    return true;
}

static bool run_verb(Play *play, const Verb *verb, const char *argument, Error *error)
{
    if (verb->only_in_game && play_winner(play) != SIDE_NONE)
        return error_set(error, "the game is over; back, new, load, save and quit go on");
    if (verb->argument && !*argument)
        return error_set(error, "%s needs a %s", verb->name, verb->argument);
    if (!verb->argument && *argument)
        return error_set(error, "%s stands alone", verb->name);
    return verb->run(play, argument, error);
}

/* `line` has room for a NUL behind its bytes. */
static bool obey_typed(Play *play, char *line, size_t length, Error *error)
{
    Slice rest = {line, length};
    Slice word = slice_next_word(&rest);
    Slice after = rest, argument = slice_next_word(&after); // skips the blanks before it
    if (!word.length)
        return true;
    while (length && (line[length - 1] == ' ' || line[length - 1] == '\t'))
        length--;
    line[length] = '\0';
    const Verb *verb = find_verb(word);
    if (verb)
        return run_verb(play, verb, argument.length ? argument.start : "", error);
    if (looks_like_square(word))
        return try_move(play, word, error);
    return suggest_unknown(error, "command", word.start, word.length, verb_name_at, NULL);
}

static void say_good_bye(Play *play)
{
    char text[PLAY_TEXT_SIZE];
    printf("\n");
    play_say(play, "So far: %s", play_print(play, text));
    play->quit = true;
}

/* Also after the end, when there is no move to make. */
static void play_person_turn(Play *play)
{
    char line[INPUT_LIMIT + 1];
    size_t length;
    Error error;
    bool over = play_winner(play) != SIDE_NONE;
    char prompt[16];
    snprintf(prompt, sizeof prompt, "%s> ", over ? "over" : side_name(play->position.to_move));
    play_show(play);
    if (!prompt_read(prompt, verb_name_at, &play->typed, line, INPUT_LIMIT, &length) ||
        atomic_load(play->stop)) {
        say_good_bye(play);
        return;
    }
    if (length > INPUT_LIMIT)
        play_say(play, "that line was too long");
    else if (!obey_typed(play, line, length, &error))
        play_say(play, "%s", error.text);
}

static bool is_done(const Play *play)
{
    return play->quit || atomic_load(play->stop) ||
           (play_winner(play) != SIDE_NONE && !play_has_person(play));
}

void play_on(Play *play)
{
    Side told = SIDE_NONE; // the winner that was announced
    while (!is_done(play)) {
        Side winner = play_winner(play);
        if (winner != SIDE_NONE && told == SIDE_NONE)
            play_say_result(play);
        told = winner;
        if (winner == SIDE_NONE && play->players[play->position.to_move].agent)
            play_agent_turn(play);
        else
            play_person_turn(play);
    }
    if (play_winner(play) != SIDE_NONE && !play_has_person(play)) {
        play_say_result(play);
        play_show(play);
    }
    play_utter(play);
}

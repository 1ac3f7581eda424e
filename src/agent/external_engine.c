/* external_engine.c: the conversation.
 *
 *     uci -> uciok, setoption..., ucinewgame, isready -> readyok              once a process
 *     ucinewgame, isready -> readyok                                          once a game
 *     position fen ..., isready, go ... -> readyok, info..., bestmove         once a move
 *
 * The isready of each move costs no round trip, as all three go in one write; it is there to
 * tell this move's bestmove from an old one. Whatever an engine says twice, or late, comes before
 * the readyok and cannot be mistaken for an answer.
 *
 * Our own runner of course agents (python/isolab/course/runner.py) says a little more: `forfeit`
 * with a reason and a sentence where an answer is due, the agent's own seconds in an `info`, `gone`
 * behind the last move of a process. It tells every second that it is there, so that it is waited
 * for as long as that goes on, however busy the machine is: the agent's time is the runner's to see
 * to.
 */
#include "agent/external_engine.h"

#include <math.h>
#include <string.h>

#include "util/clock.h"

/* More output than this in answer to one question is a flood: the talkative write some
 * kilobytes. */
enum { FLOOD_LIMIT = 16 << 20 };

static const double standard_grace = 0.200; // seconds
static const double quit_patience = 0.200;
static const double stop_interval = 0.005; // how often the stop flag is looked at
static const double runner_patience = 600; // beyond a hundred times the time of a turn

/* One question: what is awaited, until when. */
typedef struct Question {
    ExternalEngine *engine;
    const char *awaited;
    double seconds; // allowed, for the sentence
    double deadline;
    double latest; // however much a runner still says
    const atomic_bool *stop;
    size_t heard; // bytes
    Error *error;
} Question;

static Question question(ExternalEngine *engine, const char *awaited, double seconds,
                         const atomic_bool *stop, Error *error)
{
    double now = clock_now();
    return (Question){.engine = engine,
                      .awaited = awaited,
                      .seconds = seconds,
                      .deadline = now + seconds,
                      .latest = now + runner_patience,
                      .stop = stop,
                      .error = error};
}

static const char *who(const Question *question)
{
    return question->engine->settings.hosts ? "the agent" : "the engine";
}

static bool is_stopped(const Question *question)
{
    return question->stop && atomic_load(question->stop);
}

static void kill_engine(ExternalEngine *engine)
{
    process_stop(engine->process, 0);
    engine->process = NULL;
}

/* The failures, each with its sentence. All kill. */

static AgentOutcome fail_late(const Question *question)
{
    kill_engine(question->engine);
    error_set(question->error, "%s did not say %s within %.4g s", who(question), question->awaited,
              question->seconds);
    return AGENT_TIMEOUT;
}

static AgentOutcome fail_stopped(const Question *question)
{
    kill_engine(question->engine);
    error_set(question->error, "stopped before %s said %s", who(question), question->awaited);
    return AGENT_TIMEOUT;
}

static AgentOutcome fail_flooded(const Question *question)
{
    kill_engine(question->engine);
    error_set(question->error, "%s wrote more than %d MB before %s", who(question),
              FLOOD_LIMIT >> 20, question->awaited);
    return AGENT_CRASH;
}

/* A moment for the process to end after its pipe did, to know how it ended. */
static void await_end(Process *process)
{
    const char *line;
    size_t length;
    double until = clock_now() + 0.5;
    while (!process_has_ended(process) && clock_now() < until)
        process_read_line(process, clock_now() + 1e-3, &line, &length);
}

static void fail_closed_sentence(const Question *question)
{
    Process *process = question->engine->process;
    char end[PROCESS_END_SIZE];
    await_end(process);
    if (!*process_end(process, end))
        error_set(question->error, "%s closed its input or output before %s", who(question),
                  question->awaited);
    else
        error_set(question->error, "%s ended with %s before %s%s", who(question), end,
                  question->awaited, strcmp(end, "exit status 127") ? "" : " (no such command)");
}

static AgentOutcome fail_talking(const Question *question, ProcessStatus status)
{
    if (status == PROCESS_LATE)
        return fail_late(question);
    if (status == PROCESS_CLOSED)
        fail_closed_sentence(question);
    else
        error_set(question->error, "%s wrote a line of more than %d bytes before %s", who(question),
                  PROCESS_LINE_MAX, question->awaited);
    kill_engine(question->engine);
    return AGENT_CRASH;
}

static AgentOutcome say_text(const Question *question, const Text *text)
{
    if (!text_ok(text)) {
        error_out_of_memory(question->error);
        kill_engine(question->engine);
        return AGENT_SHORT;
    }
    ProcessStatus status =
        process_write(question->engine->process, text->bytes, text->length, question->deadline);
    return status == PROCESS_OK ? AGENT_CHOSE : fail_talking(question, status);
}

/* The next line; an empty one now and then when there is none, so that clock and flag are seen
 * to. */
static AgentOutcome hear_line(Question *question, Slice *line)
{
    *line = (Slice){"", 0};
    double until = fmin(question->deadline, clock_now() + stop_interval);
    ProcessStatus status =
        process_read_line(question->engine->process, until, &line->start, &line->length);
    if (status == PROCESS_LATE)
        return AGENT_CHOSE;
    if (status != PROCESS_OK)
        return fail_talking(question, status);
    question->heard += line->length + 1;
    if (question->engine->settings.hosts && !is_stopped(question))
        question->deadline = fmin(clock_now() + question->seconds, question->latest);
    return question->heard > FLOOD_LIMIT ? fail_flooded(question) : AGENT_CHOSE;
}

/* The runner says why there is no answer. */
static AgentOutcome take_forfeit(const Question *question, Slice rest)
{
    Slice reason = slice_next_word(&rest);
    char quote[QUOTE_SIZE];
    for (AgentOutcome outcome = AGENT_ILLEGAL; outcome <= AGENT_SHORT; outcome++)
        if (slice_is(reason, agent_outcome_name(outcome))) {
            size_t blank = rest.length && rest.start[0] == ' ';
            error_set(question->error, "%.*s", (int)(rest.length - blank), rest.start + blank);
            return outcome;
        }
    error_set(question->error, "the agent forfeits by %s",
              error_quote(quote, reason.start, reason.length));
    return AGENT_CRASH;
}

/* Everything up to a line that is just the awaited word. */
static AgentOutcome await_word(Question *question)
{
    for (;;) {
        Slice line;
        AgentOutcome outcome = hear_line(question, &line);
        if (outcome != AGENT_CHOSE)
            return outcome;
        Slice word = slice_next_word(&line);
        if (slice_is(word, question->awaited))
            return AGENT_CHOSE;
        if (slice_is(word, "forfeit") && question->engine->settings.hosts) {
            outcome = take_forfeit(question, line);
            kill_engine(question->engine);
            return outcome;
        }
        if (is_stopped(question))
            return fail_stopped(question);
        if (clock_now() >= question->deadline)
            return fail_late(question);
    }
}

static AgentOutcome exchange(ExternalEngine *engine, Text *text, const char *awaited,
                             const atomic_bool *stop, Error *error)
{
    Question asked = question(engine, awaited, engine->settings.start, stop, error);
    AgentOutcome outcome = say_text(&asked, text);
    text_free(text);
    return outcome == AGENT_CHOSE ? await_word(&asked) : outcome;
}

static void write_option(Text *text, Slice name, Slice value)
{
    text_append(text, "setoption name ");
    text_append_bytes(text, name.start, name.length);
    if (value.length) {
        text_append(text, " value ");
        text_append_bytes(text, value.start, value.length);
    }
    text_append(text, "\n");
}

static void write_options(Text *text, const ExternalSettings *settings)
{
    bool has_variant = false;
    for (int i = 0; i < settings->option_count; i++) {
        write_option(text, settings->options[i].name, settings->options[i].value);
        has_variant = has_variant || slice_is(settings->options[i].name, "UCI_Variant");
    }
    if (settings->dialect->variant && !has_variant)
        text_format(text, "setoption name UCI_Variant value %s\n", settings->dialect->variant);
}

/* It is there if it says a word or is still silent after a second. */
bool external_engine_is_there(const ExternalSettings *settings, Error *error)
{
    static const char hello[] = "uci\n";
    char end[PROCESS_END_SIZE];
    const char *line;
    size_t length;
    double deadline = clock_now() + 1;
    Process *process = process_start(settings->command, settings->show_errors, error);
    if (!process)
        return false;
    process_write(process, hello, strlen(hello), deadline);
    if (process_read_line(process, deadline, &line, &length) == PROCESS_CLOSED)
        await_end(process);
    process_end(process, end);
    process_stop(process, 0);
    if (!strcmp(end, "exit status 127"))
        return error_set(error, "no such command");
    return strcmp(end, "exit status 126") || error_set(error, "this command cannot be run");
}

/* The runner sees by the board whether its agent can play there. */
static void write_new_game(Text *text, const ExternalSettings *settings, const Board *board)
{
    char fen[FEN_SIZE];
    Position empty;
    text_append(text, "ucinewgame\n");
    if (settings->hosts && board) {
        empty = position_start(board);
        text_format(text, "position fen %s\n", fen_print(board, &empty, fen));
    }
    text_append(text, "isready\n");
}

static AgentOutcome start_engine(ExternalEngine *engine, const Board *board,
                                 const atomic_bool *stop, Error *error)
{
    const ExternalSettings *settings = &engine->settings;
    engine->process = process_start(settings->command, settings->show_errors, error);
    if (!engine->process)
        return AGENT_SHORT;
    Text text = TEXT_EMPTY;
    text_append(&text, "uci\n");
    AgentOutcome outcome = exchange(engine, &text, "uciok", stop, error);
    if (outcome != AGENT_CHOSE)
        return outcome;
    write_options(&text, settings);
    write_new_game(&text, settings, board);
    return exchange(engine, &text, "readyok", stop, error);
}

AgentOutcome external_engine_begin(ExternalEngine *engine, const Board *board,
                                   const atomic_bool *stop, Error *error)
{
    if (engine->process) {
        Text text = TEXT_EMPTY;
        write_new_game(&text, &engine->settings, board);
        AgentOutcome outcome = exchange(engine, &text, "readyok", stop, error);
        if (outcome == AGENT_CHOSE || (stop && atomic_load(stop)))
            return outcome;
    }
    return start_engine(engine, board, stop, error);
}

static void write_go(Text *text, const Limits *limits)
{
    text_append(text, "go");
    if (limits->seconds > 0)
        text_format(text, " movetime %.0f", fmax(1, floor(limits->seconds * 1e3)));
    if (limits->nodes)
        text_format(text, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->depth)
        text_format(text, " depth %d", limits->depth);
    if (limits->virtual_seconds > 0)
        text_format(text, " virtual %.0f", limits->virtual_seconds * 1e3);
    text_append(text, "\n");
}

static AgentOutcome say_go(const Question *question, const SearchJob *job)
{
    char fen[FEN_SIZE];
    Text text = TEXT_EMPTY;
    text_format(&text, "position fen %s%s\nisready\n", fen_print(job->board, &job->position, fen),
                question->engine->settings.dialect->fen_tail);
    write_go(&text, &job->limits);
    AgentOutcome outcome = say_text(question, &text);
    text_free(&text);
    return outcome;
}

/* `bestmove` came: the move, and the line if it is that move's. */
static AgentOutcome take_move(const Question *question, const SearchJob *job, Slice rest,
                              SearchResult *result)
{
    const Dialect *dialect = question->engine->settings.dialect;
    if (!dialect_read_move(dialect, job->board, &job->position, slice_next_word(&rest),
                           &result->move, question->error)) {
        kill_engine(question->engine);
        return AGENT_ILLEGAL;
    }
    if (!result->line.count || result->line.moves[0] != result->move)
        result->line = (MoveList){{result->move}, 1};
    if (question->engine->settings.hosts && slice_is(slice_next_word(&rest), "gone"))
        kill_engine(question->engine);
    return AGENT_CHOSE;
}

static AgentOutcome fail_unasked(const Question *question)
{
    kill_engine(question->engine);
    error_set(question->error, "the engine sent a bestmove nobody asked for");
    return AGENT_ILLEGAL;
}

static void take_info(const Question *question, const SearchJob *job, Slice rest,
                      SearchResult *result)
{
    int depth = result->depth;
    double used;
    dialect_read_info(question->engine->settings.dialect, job, rest, result);
    if (question->engine->settings.hosts && slice_is(slice_next_word(&rest), "used") &&
        slice_number(slice_next_word(&rest), &used) && used >= 0)
        result->seconds = used;
    if (result->line.count && result->depth != depth) {
        result->move = result->line.moves[0];
        search_tell(job, result);
    }
}

/* Past its deadline, or when the flag says so, the engine is told to stop and has a little more
 * time to obey; after that it has failed. */
static AgentOutcome see_to_time(Question *question, double grace, bool *told_to_stop)
{
    bool late = clock_now() >= question->deadline;
    if (*told_to_stop)
        return late ? fail_late(question) : AGENT_CHOSE;
    if (!late && !is_stopped(question))
        return AGENT_CHOSE;
    *told_to_stop = true;
    question->seconds += late ? grace : 0;
    question->deadline = clock_now() + grace;
    Text text = TEXT_EMPTY;
    text_append(&text, "stop\n");
    AgentOutcome outcome = say_text(question, &text);
    text_free(&text);
    return outcome;
}

static AgentOutcome await_move(Question *question, const SearchJob *job, double grace,
                               SearchResult *result)
{
    bool ready = false, told_to_stop = false;
    for (;;) {
        Slice line;
        AgentOutcome outcome = hear_line(question, &line);
        if (outcome != AGENT_CHOSE)
            return outcome;
        Slice word = slice_next_word(&line);
        if (slice_is(word, "bestmove"))
            return ready ? take_move(question, job, line, result) : fail_unasked(question);
        if (slice_is(word, "forfeit") && question->engine->settings.hosts)
            return take_forfeit(question, line);
        if (slice_is(word, "readyok"))
            ready = true;
        else if (slice_is(word, "info") && ready)
            take_info(question, job, line, result);
        outcome = see_to_time(question, grace, &told_to_stop);
        if (outcome != AGENT_CHOSE)
            return outcome;
    }
}

AgentOutcome external_engine_ask(ExternalEngine *engine, const SearchJob *job, SearchResult *result,
                                 Error *error)
{
    if (!engine->process) {
        AgentOutcome outcome = start_engine(engine, job->board, job->stop, error);
        if (outcome != AGENT_CHOSE)
            return outcome;
    }
    const ExternalSettings *settings = &engine->settings;
    double grace = settings->grace > 0 ? settings->grace : standard_grace;
    bool by_clock = job->limits.seconds > 0 && !settings->hosts;
    double allowed = by_clock ? job->limits.seconds + grace : settings->patience;
    double started = clock_now();
    Question asked = question(engine, "bestmove", allowed, job->stop, error);
    asked.latest += 100 * job->limits.seconds;
    AgentOutcome outcome = say_go(&asked, job);
    if (outcome == AGENT_CHOSE)
        outcome = await_move(&asked, job, grace, result);
    if (!settings->hosts)
        result->seconds = clock_now() - started;
    result->virtual_seconds = job->limits.virtual_seconds > 0 ? NAN : 0; // only the engine knows
    return outcome;
}

void external_engine_quit(ExternalEngine *engine)
{
    static const char quit[] = "quit\n";
    if (engine->process)
        process_write(engine->process, quit, sizeof quit - 1, clock_now() + quit_patience);
    process_stop(engine->process, quit_patience);
    engine->process = NULL;
}

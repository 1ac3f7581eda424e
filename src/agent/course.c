/* course.c: `course:FILE.py[:NAME][,key=value...]`.
 *
 * What stands in the file is for the runner to find out. Here it is a command for the shell:
 * Python, the runner, the agent's file, with what of the settings is the runner's. The runner is
 * found beside this program, as in a build folder, or where it was installed, or as part of
 * Python's module isolab; ISOLAB_COURSE names another folder, and ISOLAB_PYTHON another Python.
 */
#include "agent/course.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/external_engine.h"
#include "util/clock.h"
#include "util/input.h"

/* Seconds without a sign of life from the runner, which gives one a second. */
static const double lifeless = 30;

enum { COURSE_CLOCK, COURSE_PACKAGE, COURSE_SANDBOX, COURSE_STDERR, COURSE_MEMORY, COURSE_SEARCH };
enum { SANDBOX_AUTO, SANDBOX_YES, SANDBOX_NO };

static const AgentSetting setting_rows[] = {
    {"name", "", "what tables call it, instead of its spec"},
    {"patience", "2s", "how long it may sleep in a turn, which takes no processor time"},
    {"grace", "50ms", "past its time, for what a machine adds to that"},
    {NULL, NULL, NULL},
};

static bool read_settings(AgentSpec *spec, const char *rest, size_t length,
                          ExternalSettings *settings, Slice *file, Error *error)
{
    memset(settings, 0, sizeof *settings);
    settings->patience = 2;
    settings->grace = 0.050;
    if (!external_settings_read(rest, length, spec, settings, file, error))
        return false;
    size_t ending = 0;
    while (ending + 3 <= file->length && memcmp(file->start + ending, ".py", 3))
        ending++;
    if (ending > 0 && ending + 3 <= file->length)
        return true;
    char quote[QUOTE_SIZE];
    return error_set(error,
                     "course needs a file of Python, as in course:my_custom_player.py or "
                     "course:game_agent.py:AlphaBetaPlayer, not %s",
                     error_quote(quote, file->start, file->length));
}

static bool parse_course(AgentSpec *spec, const char *rest, size_t length, Error *error)
{
    ExternalSettings settings;
    Slice file;
    return read_settings(spec, rest, length, &settings, &file, error);
}

static bool print_course_name(const AgentSpec *spec, Text *text)
{
    ExternalSettings settings;
    Slice file;
    AgentSpec again = *spec;
    const char *rest = spec->text + strlen(spec->kind->name);
    if (!read_settings(&again, rest, strlen(rest), &settings, &file, NULL) || !settings.name.length)
        return false;
    text_append_bytes(text, settings.name.start, settings.name.length);
    return true;
}

/* ---- The sandbox */

/* Found out by trying, once a program. */
static bool sandbox_works(void)
{
    enum { UNKNOWN, WORKS, FAILS };
    static atomic_int known = UNKNOWN;
    if (atomic_load(&known) == UNKNOWN) {
        char end[PROCESS_END_SIZE] = "";
        Process *process = process_start("exec bwrap --unshare-all --die-with-parent --ro-bind / / "
                                         "--dev /dev --proc /proc --tmpfs /tmp true",
                                         false, NULL);
        double deadline = clock_now() + lifeless;
        while (process && !*process_end(process, end) && clock_now() < deadline) {
            const char *line;
            size_t length;
            process_read_line(process, clock_now() + 0.01, &line, &length);
        }
        process_stop(process, 0);
        atomic_store(&known, strcmp(end, "exit status 0") ? FAILS : WORKS);
    }
    return atomic_load(&known) == WORKS;
}

bool course_lacks_sandbox(const AgentSpec *spec)
{
    return spec->kind == &agent_course && spec->values[COURSE_SANDBOX] == SANDBOX_AUTO &&
           !sandbox_works();
}

/* ---- The runner */

#define AS_MODULE " -m isolab.course.runner"

#ifndef ISOLAB_COURSE_FOLDER // where there is no system to run it on
#define ISOLAB_COURSE_FOLDER ""
#endif

static bool is_in(const char *folder, const char *name, char path[PATH_MAX])
{
    int length = snprintf(path, PATH_MAX, "%s/%s", folder, name);
    return length > 0 && length < PATH_MAX && !access(path, R_OK);
}

/* Empty: nowhere we know of, so it is Python's to find in its module isolab. */
static bool find_runner(char path[PATH_MAX], Error *error)
{
    char quote[QUOTE_SIZE];
    const char *told = getenv("ISOLAB_COURSE");
    if (told && *told)
        return is_in(told, "runner.py", path) ||
               error_set(error, "ISOLAB_COURSE is %s, where there is no runner.py",
                         error_quote(quote, told, strlen(told)));
    if (!input_beside_program("python/isolab/course/runner.py", path) &&
        !is_in(ISOLAB_COURSE_FOLDER, "runner.py", path))
        *path = '\0';
    return true;
}

/* In a virtual environment the program stands beside the Python that has the module. */
static void append_python(bool has_module, Text *command)
{
    char beside[PATH_MAX];
    const char *told = getenv("ISOLAB_PYTHON");
    if (told && *told)
        text_append_shell(command, told);
    else
        text_append_shell(
            command, has_module && input_beside_program("python3", beside) ? beside : "python3");
}

static bool write_command(const AgentSpec *spec, Slice file, ExternalSettings *settings,
                          bool sandbox, Error *error)
{
    char runner[PATH_MAX], path[AGENT_TEXT_SIZE];
    static const char *const searches[] = {"alphabeta", "minimax", "greedy"};
    Text command = TEXT_EMPTY;
    if (!find_runner(runner, error))
        return false;
    snprintf(path, sizeof path, "%.*s", (int)file.length, file.start);
    // One thread each for what numpy brings along: the machine is shared by games.
    text_append(&command, "exec env OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 ");
    append_python(!*runner, &command);
    text_append(&command, *runner ? " -B " : " -B" AS_MODULE);
    if (*runner)
        text_append_shell(&command, runner);
    text_format(&command,
                " clock=%s package=%s sandbox=%s memory=%.0f patience=%g grace=%g "
                "search=%s ",
                spec->values[COURSE_CLOCK] != 0 ? "wall" : "processor",
                spec->values[COURSE_PACKAGE] != 0 ? "own" : "ours", sandbox ? "yes" : "no",
                spec->values[COURSE_MEMORY], settings->patience, settings->grace,
                searches[(int)spec->values[COURSE_SEARCH]]);
    text_append_shell(&command, path);
    bool fits = text_ok(&command) && command.length < sizeof settings->command;
    if (fits)
        strcpy(settings->command, command.bytes);
    text_free(&command);
    return fits || error_set(error, "the names of the runner and of the file are too long");
}

/* ---- The agent */

/* Functions are named in small letters, classes are not; only the former are searched with by us,
 * with any budget. */
static bool is_score(Slice file)
{
    Slice part;
    bool is_named = slice_cut(&file, ':', &part);
    while (slice_cut(&file, ':', &part))
        ;
    return is_named && part.length && *part.start >= 'a' && *part.start <= 'z';
}

static bool start_course(Agent *agent, Error *error)
{
    Slice file;
    AgentSpec again = agent->spec;
    const char *rest = agent->spec.text + strlen(agent->spec.kind->name);
    int wish = (int)agent->spec.values[COURSE_SANDBOX];
    if (wish == SANDBOX_YES && !sandbox_works())
        return error_set(error, "sandbox=yes needs bubblewrap (package bubblewrap), which is not "
                                "there or cannot work here");
    ExternalEngine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return error_out_of_memory(error);
    ExternalSettings *settings = &engine->settings;
    bool sandbox = wish != SANDBOX_NO && sandbox_works();
    if (!read_settings(&again, rest, strlen(rest), settings, &file, error) ||
        !write_command(&agent->spec, file, settings, sandbox, error)) {
        free(engine);
        return false;
    }
    if (agent->limits.seconds <= 0 && !is_score(file)) {
        free(engine);
        return error_set(error, "an agent of the course plays by time: add time=150ms to its spec");
    }
    settings->hosts = true;
    settings->dialect = &dialects[DIALECT_ISOLAB];
    settings->show_errors = agent->spec.values[COURSE_STDERR] == 0;
    settings->start = settings->patience = lifeless;
    agent->own_clock = true;
    agent->grace = settings->grace;
    agent->state = engine;
    return true;
}

static void finish_course(Agent *agent)
{
    external_engine_quit(agent->state);
    free(agent->state);
}

/* Whether it imports, and plays on that board. */
static bool check_course(const Agent *agent, const Board *board, Error *error)
{
    ExternalEngine *engine = malloc(sizeof *engine);
    if (!engine)
        return error_out_of_memory(error);
    *engine = (ExternalEngine){.settings = ((const ExternalEngine *)agent->state)->settings};
    AgentOutcome outcome = external_engine_begin(engine, board, NULL, error);
    bool good = outcome == AGENT_CHOSE;
    if (outcome == AGENT_CRASH && error && strstr(engine->settings.command, AS_MODULE)) {
        Error failure = *error;
        error_set(error,
                  "%s (agents of the course need isolab's module for Python: docs/course.md)",
                  failure.text);
    }
    external_engine_quit(engine);
    free(engine);
    return good;
}

static AgentOutcome begin_course(Agent *agent, const Board *board, const atomic_bool *stop,
                                 Error *error)
{
    return external_engine_begin(agent->state, board, stop, error);
}

static AgentOutcome choose_course(Agent *agent, const SearchJob *job, SearchResult *result,
                                  Error *error)
{
    return external_engine_ask(agent->state, job, result, error);
}

static const char notes[] =
    "The file is taken as it is: class or alias CustomPlayer, AlphaBetaPlayer or the last with\n"
    "get_move or get_action in it, unless NAME says which. It runs in its own folder, its prints\n"
    "go to standard error. time_left and time are the processor's, so that a busy machine takes\n"
    "nothing from anybody. A forfeit has its reason: time, exception, illegal, resigned, silent,\n"
    "crash. Agents of the first generation play on any board, of the second on 11x9.";

const AgentKind agent_course = {
    .name = "course",
    .meaning = "an agent written in Python for the course, unchanged",
    .example = "course:my_custom_player.py:CustomPlayer,time=150ms",
    .notes = notes,
    .needs = LIMITS_OR_DEPTH,
    .parameters =
        {[COURSE_CLOCK] = {"clock", 0, 0, 1, 1, "what its time is", "processor|wall"},
         [COURSE_PACKAGE] = {"package", 0, 0, 1, 1,
                             "the course's package isolation: ours, or that in the file's folder",
                             "ours|own"},
         [COURSE_SANDBOX] = {"sandbox", SANDBOX_AUTO, 0, 2, 1,
                             "in bubblewrap, without network and with nothing to write to but a "
                             "copy of its folder; auto: where that works",
                             "auto|yes|no"},
         [COURSE_STDERR] = {"stderr", 0, 0, 1, 1, "its prints", "show|hide"},
         [COURSE_MEMORY] = {"memory", 1024, 64, 1048576, 1, "megabytes it may take", NULL},
         [COURSE_SEARCH] = {"search", 0, 0, 2, 1, "which of isolab's searches a score function has",
                            "alphabeta|minimax|greedy"}},
    .settings = setting_rows,
    .parse = parse_course,
    .print_name = print_course_name,
    .start = start_course,
    .finish = finish_course,
    .check = check_course,
    .begin = begin_course,
    .choose = choose_course,
};

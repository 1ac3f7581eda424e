#include "cli/playing.h"

#include <stdio.h>
#include <string.h>

#include "agent/course.h"
#include "arena/ranks.h"

/* The sentence with the option's name before it, unless the bare name begins it. */
static void name_option(Error *error, const char *name)
{
    size_t length = strlen(name);
    char option[32];
    Error sentence = *error;
    snprintf(option, sizeof option, "--%s", name);
    if (!strncmp(sentence.text, name, length) &&
        (sentence.text[length] == ' ' || sentence.text[length] == ':'))
        error_set(error, "--%s", sentence.text);
    else
        error_prefix(error, option);
}

/* One budget from the option of its name; unchanged where that is absent. */
static bool read_limit(const Arguments *arguments, const char *name, Limits *limits, Error *error)
{
    const char *value = arguments_value(arguments, name, 0);
    bool known;
    if (!value || limits_set(limits, name, strlen(name), value, strlen(value), &known, error))
        return true;
    name_option(error, name);
    return false;
}

bool playing_limits(const Arguments *arguments, Limits *limits, Error *error)
{
    static const char *const names[] = {"time", "nodes", "depth", "virtual"};
    *limits = (Limits){0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!read_limit(arguments, names[i], limits, error))
            return false;
    return true;
}

bool playing_search(const Arguments *arguments, IsolabSearch *search, Error *error)
{
    Limits limits;
    if (!playing_limits(arguments, &limits, error))
        return false;
    *search = (IsolabSearch){.size = sizeof *search,
                             .seconds = limits.seconds,
                             .nodes = limits.nodes,
                             .depth = limits.depth,
                             .virtual_seconds = limits.virtual_seconds};
    return true;
}

void playing_note_threads(int threads, int wanted)
{
    if (threads < wanted)
        fprintf(
            stderr,
            "note: %d at once instead of %d: agents play by the clock, and there %s %d core%s\n",
            threads, wanted, threads == 1 ? "is" : "are", threads, plural(threads));
}

bool playing_solver(const Arguments *arguments, SolverSettings *settings, Limits *limits,
                    Error *error)
{
    int64_t threads = 1, megabytes = 0;
    *limits = (Limits){0};
    if (!arguments_integer(arguments, "threads", 1, SOLVER_THREADS_MAX, &threads, error) ||
        !arguments_integer(arguments, "hash", 1, 1 << 24, &megabytes, error) ||
        !read_limit(arguments, "nodes", limits, error) ||
        !read_limit(arguments, "time", limits, error))
        return false;
    *settings = (SolverSettings){(int)threads, (size_t)megabytes};
    return true;
}

bool playing_threads(const Arguments *arguments, bool by_clock, int *threads, Error *error)
{
    int64_t wanted = 0;
    if (!arguments_integer(arguments, "threads", 1, 256, &wanted, error))
        return false;
    *threads = pool_threads((int)wanted, by_clock);
    playing_note_threads(*threads, (int)wanted);
    return true;
}

void playing_note_idle_ranks(int idle)
{
    if (idle > 0)
        fprintf(stderr,
                "note: %d of %d worker ranks had nothing to do: agents play by the clock, "
                "and their machines have no core for them\n",
                idle, ranks_count());
}

bool playing_note_sandbox(const AgentSpec *spec)
{
    if (!course_lacks_sandbox(spec))
        return false;
    fprintf(stderr, "note: bubblewrap is not there or cannot work here, so agents of the course "
                    "run unprotected: they can read and write what you can\n");
    return true;
}

bool playing_seed(const Arguments *arguments, uint64_t *seed, Error *error)
{
    int64_t number = 1;
    if (!arguments_integer(arguments, "seed", 0, INT64_MAX, &number, error))
        return false;
    *seed = (uint64_t)number;
    return true;
}

bool playing_spec(const char *text, AgentSpec *spec, Error *error)
{
    char quote[QUOTE_SIZE];
    size_t length = strlen(text);
    if (!text_is_utf8(text, length))
        return error_set(error, "an agent is written in UTF-8, not %s",
                         error_quote(quote, text, length));
    return agent_parse(text, length, spec, error);
}

Agent *playing_agent(const char *text, const Limits *defaults, Error *error)
{
    AgentSpec spec;
    if (!playing_spec(text, &spec, error))
        return NULL;
    playing_note_sandbox(&spec);
    return agent_create(&spec, defaults, error);
}

IsolabAgent *playing_library_agent(const char *text, const IsolabSearch *search, Error *error)
{
    AgentSpec spec;
    if (!playing_spec(text, &spec, error))
        return NULL;
    playing_note_sandbox(&spec);
    return isolab_agent_create_for(text, search, error->text, sizeof error->text);
}

#define _GNU_SOURCE // GLOB_TILDE
#include "cli/submissions.h"

#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "cli/competing.h"
#include "cli/playing.h"
#include "util/slice.h"

/* The second generation has one board, and its agents refuse any other. */
enum { SECOND_WIDTH = 11, SECOND_HEIGHT = 9 };

/* The last folder of a path, or two of them if another agent is called by the last already. */
static Slice folder_of(const char *path, int folders)
{
    const char *end = strrchr(path, '/');
    if (!end)
        return (Slice){path, strlen(path)};
    const char *start = end;
    while (folders > 0 && start > path) {
        start--;
        folders -= start == path || start[-1] == '/';
    }
    return (Slice){start, (size_t)(end - start)};
}

static bool is_taken(const TournamentSettings *settings, Slice name)
{
    bool taken = false;
    for (int i = 0; i < settings->agent_count; i++) {
        Text other = TEXT_EMPTY;
        agent_print_name(&settings->agents[i], &other);
        taken = taken || (other.bytes && slice_is(name, other.bytes));
        text_free(&other);
    }
    return taken;
}

static bool write_spec(const TournamentSettings *settings, const char *path, Text *spec,
                       Error *error)
{
    int folders = 1;
    Slice name = folder_of(path, folders);
    while (is_taken(settings, name)) {
        Slice longer = folder_of(path, ++folders);
        if (longer.length == name.length)
            longer = (Slice){path, strlen(path)};
        if (longer.length == name.length)
            break;
        name = longer;
    }
    text_format(spec, "course:%s,stderr=hide,name=%.*s", path, (int)name.length, name.start);
    return text_ok(spec) || error_out_of_memory(error);
}

/* Whether the agent last added can play on a board of that size; 0: whatever a file will say. */
static bool can_play(const TournamentSettings *settings, int width, int height, Error *error)
{
    Board board;
    if (width > 0 && !board_init(&board, width, height, error))
        return false;
    return agent_check(&settings->agents[settings->agent_count - 1], &settings->limits,
                       width > 0 ? &board : NULL, error);
}

static void say_left_out(const char *path, const Error *why)
{
    char quote[QUOTE_SIZE];
    const char *sentence = strstr(why->text, "': "); // behind the spec, which nobody wrote
    fprintf(stderr, "left out: %s: %s\n", error_quote(quote, path, strlen(path)),
            sentence ? sentence + 3 : why->text);
}

/* Whatever is wrong with one, and be it its name, is not the others' loss. */
static bool add_file(TournamentSettings *settings, const char *path, bool any_board, Error *error)
{
    Text text = TEXT_EMPTY;
    AgentSpec spec;
    Error why = {""}, other = {""};
    bool good = write_spec(settings, path, &text, error);
    bool is_spec = good && playing_spec(text.bytes, &spec, &why);
    if (is_spec)
        good = competing_add_agent(settings, text.bytes, error);
    else if (good)
        say_left_out(path, &why);
    text_free(&text);
    if (!good || !is_spec)
        return good;
    bool plays = can_play(settings, settings->width, settings->height, &why);
    if (!plays && any_board && can_play(settings, SECOND_WIDTH, SECOND_HEIGHT, &other)) {
        settings->width = SECOND_WIDTH;
        settings->height = SECOND_HEIGHT;
        plays = true;
    }
    if (!plays) {
        say_left_out(path, &why);
        settings->agent_count--;
    }
    return true;
}

static bool add_files(TournamentSettings *settings, const char *pattern, bool any_board,
                      Error *error)
{
    glob_t files;
    char quote[QUOTE_SIZE];
    int before = settings->agent_count;
    if (glob(pattern, GLOB_TILDE, NULL, &files))
        return error_set(error, "no file fits %s", error_quote(quote, pattern, strlen(pattern)));
    bool good = true;
    for (size_t i = 0; good && i < files.gl_pathc; i++)
        good = add_file(settings, files.gl_pathv[i], any_board, error);
    globfree(&files);
    if (good && settings->agent_count == before)
        good = error_set(error, "none of the files that fit %s can play",
                         error_quote(quote, pattern, strlen(pattern)));
    return good;
}

bool submissions_add(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    const char *pattern;
    bool any_board = !arguments_has(arguments, "board") && !arguments_has(arguments, "settings") &&
                     settings->openings.kind != OPENINGS_FILE;
    for (int i = 0; (pattern = arguments_value(arguments, "course", i)); i++)
        if (!add_files(settings, pattern, any_board, error))
            return false;
    return true;
}

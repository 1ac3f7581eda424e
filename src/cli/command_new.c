/* command_new.c: `isolab new heuristic FILE.c`, a file to begin with. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "util/terminal.h"
#include "util/text.h"

extern const char asset_new_heuristic[];

/* The text with the file's name where it says FILE. */
static void append_template(Text *text, const char *name)
{
    const char *rest = asset_new_heuristic, *mark;
    for (; (mark = strstr(rest, "FILE")); rest = mark + strlen("FILE")) {
        text_append_bytes(text, rest, (size_t)(mark - rest));
        text_append(text, name);
    }
    text_append(text, rest);
}

/* Never over a file that is there: it may be somebody's work. */
static bool write_new(const char *path, const Text *text, Error *error)
{
    char quote[QUOTE_SIZE];
    error_quote(quote, path, strlen(path));
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST)
        return error_set(error, "%s is there already", quote);
    if (file < 0)
        return error_set(error, "cannot write %s: %s", quote, strerror(errno));
    bool good = write(file, text->bytes, text->length) == (ssize_t)text->length;
    int failure = errno;
    if (close(file) && good) {
        good = false;
        failure = errno;
    }
    if (good)
        return true;
    remove(path);
    return error_set(error, "cannot write %s: %s", quote, strerror(failure));
}

static int run_new(const Arguments *arguments, Error *error)
{
    const char *const *words = arguments->words;
    if (arguments->word_count != 2 || strcmp(words[0], "heuristic")) {
        error_set(error, "what is to be written? isolab new heuristic FILE.c");
        return EXIT_REFUSED;
    }
    size_t length = strlen(words[1]);
    const char *slash = strrchr(words[1], '/'), *name = slash ? slash + 1 : words[1];
    if (length < 3 || strcmp(words[1] + length - 2, ".c") || strlen(name) < 3) {
        error_set(error, "the file's name ends in .c, as in my.c");
        return EXIT_REFUSED;
    }
    Text text = TEXT_EMPTY;
    append_template(&text, name);
    bool good = (text_ok(&text) || error_out_of_memory(error)) && write_new(words[1], &text, error);
    text_free(&text);
    if (good)
        terminal_say(
            "%s is written. Try:\n  isolab match alphabeta:%s%s AB_Improved --virtual 150ms\n",
            words[1], slash ? "" : "./", words[1]);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {OPTION_END};

const Command command_new = {
    .name = "new",
    .words = "heuristic FILE.c",
    .summary = "writes a commented heuristic in C that works, to begin with",
    .example = "isolab new heuristic my.c",
    .options = options,
    .run = run_new,
};

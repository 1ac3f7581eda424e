/* test_positions.c: runs the tests that are text, tests/positions/NAME.txt, one test a file.
 *
 * A case is a position and the assertions on it:
 *
 *     board                        position 7x7 d4 c2
 *     . . *                        attacker = first
 *     N . .
 *     . n .
 *     first to move
 *     moves first = b1 c3
 *
 * `#` starts a comment. The verbs are in position_verbs.c. A failure names file and line, and
 * all of a file's failures are shown before it fails.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "position_verbs.h"

enum { LINE_SIZE = 4096 };

typedef struct Reader {
    const char *name; // of the file, without its folder
    FILE *file;
    int line;
    char text[LINE_SIZE]; // trimmed, without comment
    bool placed;          // a position was read
    Given given;
    int assertions, failures;
} Reader;

static void trim(char *text)
{
    char *comment = text[0] == '#' ? text : strstr(text, " #");
    if (comment)
        *comment = '\0';
    size_t length = strcspn(text, "\n");
    while (length > 0 && text[length - 1] == ' ')
        length--;
    text[length] = '\0';
    memmove(text, text + strspn(text, " "), length - strspn(text, " ") + 1);
}

/* The next line with something on it. */
static bool next_line(Reader *reader)
{
    while (fgets(reader->text, LINE_SIZE, reader->file)) {
        reader->line++;
        trim(reader->text);
        if (reader->text[0])
            return true;
    }
    return false;
}

static void place(Reader *reader, const char *text)
{
    Error error;
    Given *g = &reader->given;
    if (!position_parse(text, strlen(text), &g->board, &g->position, &g->moves, &error))
        fail_msg("%s:%d: %s: %s", reader->name, reader->line, text, error.text);
    reader->placed = true;
}

/* One rank of a drawn board becomes one of a FEN, a blank as a run of one: 1 1 would read as
 * eleven, so runs are added up. */
static void append_rank(Text *fen, const char *drawn)
{
    int run = 0;
    for (const char *c = drawn;; c++) {
        if (*c == ' ')
            continue;
        if (*c == '.') {
            run++;
            continue;
        }
        if (run)
            text_format(fen, "%d", run);
        run = 0;
        if (!*c)
            return;
        text_append_bytes(fen, c, 1);
    }
}

/* Ranks, then `first to move` or `second to move`. A knight that was not drawn is in hand. */
static void read_board(Reader *reader)
{
    Text fen = TEXT_EMPTY;
    while (next_line(reader) && !strstr(reader->text, " to move")) {
        text_append(&fen, fen.length ? "/" : "");
        append_rank(&fen, reader->text);
    }
    if (!fen.length)
        fail_msg("%s:%d: a board without ranks", reader->name, reader->line);
    bool first = strchr(fen.bytes, 'N'), second = strchr(fen.bytes, 'n');
    text_format(&fen, "%s %c",
                second  ? ""
                : first ? "[n]"
                        : "[Nn]",
                !strcmp(reader->text, "first to move") ? 'w' : 'b');
    place(reader, fen.bytes);
    text_free(&fen);
}

/* Words equal, whatever the blanks between them. */
static bool same_words(const char *a, const char *b)
{
    for (;;) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        size_t length = strcspn(a, " ");
        if (length != strcspn(b, " ") || memcmp(a, b, length) != 0)
            return false;
        if (length == 0)
            return true;
        a += length;
        b += length;
    }
}

/* Ends the word or argument at `end` and drops the blanks before that. */
static void cut(char *text, char *end)
{
    while (end > text && end[-1] == ' ')
        end--;
    *end = '\0';
}

static void check_assertion(Reader *reader)
{
    char *expected = strstr(reader->text, " = ");
    if (!expected)
        fail_msg("%s:%d: neither a position nor VERB = VALUE", reader->name, reader->line);
    cut(reader->text, expected);
    char *argument = reader->text + strcspn(reader->text, " ");
    if (*argument)
        *argument++ = '\0';
    argument += strspn(argument, " ");
    const PositionVerb *verb = position_verb_find(reader->text);
    if (!verb || !(reader->placed || verb->standalone))
        fail_msg("%s:%d: no %s for '%s'", reader->name, reader->line, verb ? "position" : "verb",
                 reader->text);
    Text actual = TEXT_EMPTY;
    verb->write(&reader->given, argument, &actual);
    reader->assertions++;
    if (!text_ok(&actual) || !actual.bytes || !same_words(actual.bytes, expected + 3)) {
        print_error("%s:%d: %s %s is %s, not %s\n", reader->name, reader->line, verb->name,
                    argument, actual.bytes ? actual.bytes : "nothing", expected + 3);
        reader->failures++;
    }
    text_free(&actual);
}

static void test_file(void **state)
{
    const char *path = *state;
    Reader reader = {.name = strrchr(path, '/') + 1, .file = fopen(path, "r")};
    assert_non_null(reader.file);
    while (next_line(&reader)) {
        if (!strcmp(reader.text, "board"))
            read_board(&reader);
        else if (!strncmp(reader.text, "position ", 9))
            place(&reader, reader.text + 9);
        else
            check_assertion(&reader);
    }
    fclose(reader.file);
    assert_true(reader.assertions > 0);
    assert_int_equal(reader.failures, 0);
}

int main(int argc, char **argv)
{
    enum { FILE_LIMIT = 200 };
    struct CMUnitTest tests[FILE_LIMIT];
    glob_t files;
    const char *pattern = argc > 1 ? argv[1] : TESTS_DIRECTORY "/positions/*.txt";
    if (glob(pattern, 0, NULL, &files) != 0 || files.gl_pathc > FILE_LIMIT)
        return EXIT_FAILURE;
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[i] = (struct CMUnitTest){
            .name = files.gl_pathv[i], .test_func = test_file, .initial_state = files.gl_pathv[i]};
    int failed = _cmocka_run_group_tests("positions", tests, files.gl_pathc, NULL, NULL);
    globfree(&files);
    return failed;
}

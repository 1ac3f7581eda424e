/* The solver's commands as a user meets them: answers, refusals, files. */
#define _GNU_SOURCE // S_IFMT and its kinds
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "util/checksum.h"

static char directory[] = "/tmp/isolab-cli-XXXXXX";
static char output[1 << 20];

/* Runs `isolab ARGUMENTS` in the test's directory; stdout and stderr together in `output`. */
static int run(const char *arguments)
{
    char command[2048];
    snprintf(command, sizeof command, "cd %s && %s %s 2>&1", directory, ISOLAB_PROGRAM, arguments);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(output, 1, sizeof output - 1, pipe);
    output[length] = '\0';
    int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const char *arguments, int code, const char *said)
{
    int got = run(arguments);
    if (got != code || !strstr(output, said))
        fail_msg("isolab %s: exit %d, wanted %d and \"%s\":\n%s", arguments, got, code, said,
                 output);
}

static json_t *expect_json(const char *arguments)
{
    assert_int_equal(run(arguments), 0);
    json_t *json = json_loads(output, 0, NULL);
    if (!json)
        fail_msg("isolab %s: not JSON: %s", arguments, output);
    return json;
}

static void put_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A file to go on from: a first line and one more, with its checksum. */
static void put_resume_file(const char *name, const char *header, const char *line)
{
    char text[512];
    int length = snprintf(text, sizeof text, "%s\n%s", header, line);
    snprintf(text + length, sizeof text - (size_t)length, " %08x\n",
             (unsigned)checksum_add(0, text, (size_t)length));
    put_file(name, text);
}

static void test_refusals(void **state)
{
    (void)state;
    expect("solve", 2, "position is missing");
    expect("solve 7x7 d4 c2 --threads 0", 2, "--threads");
    expect("solve 7x7 d4 c2 --threads many", 2, "--threads");
    expect("solve 7x7 d4 c2 --hash 0", 2, "--hash");
    expect("solve 7x7 d4 c2 --hash 16000000", 2, "MB");
    expect("solve 7x7 d4 c2 --time soon", 2, "--time");
    expect("solve 7x7 d4 c2 --time 5", 2, "--time");
    expect("solve 7x7 d4 c2 --nodes -3", 2, "--nodes");
    expect("solve 7x7 d4 d4", 2, "blocked");
    expect("solve 7x7 d4 c2 --frist", 2, "first");
    expect("solve --placements 3x3 --first", 2, "--first is for a position");
    expect("solve --placements 3x3 --proof x", 2, "--proof is for a position");
    expect("solve 3x3 --prove", 2, "--prove is for --placements");
    expect("solve - --proof x", 2, "--proof is for one position");
    expect("solve --placements 2x9", 2, "wide");
    expect("solve --placements 5x5 d4", 2, "--placements solves a whole board");
    expect("solve 5x5 a1 b3 --proof /nonexistent/x", 2, "/nonexistent/x");
    expect("analyze 7x7 z9", 2, "z9");
    expect("verify", 2, "one proof file");
    expect("verify missing.proof", 2, "missing.proof");
}

static void test_solve(void **state)
{
    (void)state;
    expect("solve 5x5 c3 a2", 0, "winner        first");
    expect("solve 8x8 a8 c8 --nodes 1000", 0, "not solved");
    expect("solve 8x8 a8 c8 --time 1ms", 0, "not solved");
    json_t *all = expect_json("solve 6x6 b2 d4 --json --threads 2 --hash 1");
    assert_string_equal(json_string_value(json_object_get(all, "winner")), "first");
    assert_true(json_array_size(json_object_get(all, "winning_moves")) > 0);
    assert_true(json_is_integer(json_object_get(all, "nodes")));
    assert_true(json_is_number(json_object_get(all, "seconds")));
    json_decref(all);
    json_t *one = expect_json("solve 6x6 b2 d4 --json --first");
    assert_int_equal(json_array_size(json_object_get(one, "winning_moves")), 1);
    json_decref(one);
}

static void test_batch(void **state)
{
    (void)state;
    put_file("batch", "5x5 c3 a2\nnonsense\n6x6 b2 d4\n5x5 c3\n");
    assert_int_equal(run("solve - --first < batch"), 2);
    assert_non_null(strstr(output, "{\"winner\":\"first\""));
    assert_non_null(strstr(output, "{\"error\":\"line 2"));
    assert_non_null(strstr(output, "{\"winner\":\"second\""));
}

static void test_placements(void **state)
{
    (void)state;
    json_error_t error;
    json_t *expected = json_load_file(TEST_DATA "/placements_5x4.json", 0, &error);
    assert_non_null(expected);
    json_t *got = expect_json("solve --placements 5x4 --json --threads 2 --quiet");
    assert_true(json_equal(json_object_get(got, "winner"), json_object_get(expected, "winner")));
    assert_string_equal(json_string_value(json_object_get(got, "board")), "5x4");
    json_decref(got);
    json_decref(expected);
}

/* With another program's winners, and in two sittings as in one. */
static void test_proved_placements(void **state)
{
    (void)state;
    static const char *const boards[] = {"4x4", "5x4", "5x5"};
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        char path[256], command[256];
        snprintf(path, sizeof path, "%s/placements_%s.json", TEST_DATA, boards[i]);
        json_t *expected = json_load_file(path, 0, NULL);
        assert_non_null(expected);
        snprintf(command, sizeof command, "solve --placements %s --prove --json --quiet",
                 boards[i]);
        json_t *whole = expect_json(command);
        assert_true(
            json_equal(json_object_get(whole, "winner"), json_object_get(expected, "winner")));
        snprintf(command, sizeof command,
                 "solve --placements %s --prove --quiet --nodes 1500 --resume log-%s", boards[i],
                 boards[i]);
        expect(command, 0, "checked by the rules");
        snprintf(command, sizeof command,
                 "solve --placements %s --prove --json --quiet --threads 2 --resume log-%s",
                 boards[i], boards[i]);
        json_t *resumed = expect_json(command);
        assert_true(json_integer_value(json_object_get(resumed, "run_nodes")) <
                    json_integer_value(json_object_get(whole, "run_nodes")));
        static const char *const same[] = {"winner", "solved", "nodes", "moves", "positions"};
        for (size_t j = 0; j < sizeof same / sizeof *same; j++)
            assert_true(
                json_equal(json_object_get(whole, same[j]), json_object_get(resumed, same[j])));
        json_decref(expected);
        json_decref(whole);
        json_decref(resumed);
    }
}

static size_t file_length(const char *name, char *text, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    return length;
}

/* Stopped, torn and taken up again, a run must end as one that never stopped. */
static void test_resume(void **state)
{
    (void)state;
    static char text[1 << 16];
    json_t *whole = expect_json("solve --placements 5x5 --json --quiet");
    assert_int_equal(run("solve --placements 5x5 --quiet --nodes 20000 --resume table"), 0);
    size_t length = file_length("table", text, sizeof text);
    assert_true(length > 100);
    text[length - 5] = '\0';
    put_file("table", text);
    json_t *resumed = expect_json("solve --placements 5x5 --json --quiet --resume table");
    assert_true(json_equal(json_object_get(whole, "winner"), json_object_get(resumed, "winner")));
    json_decref(whole);
    json_decref(resumed);
    length = file_length("table", text, sizeof text);
    json_t *again = expect_json("solve --placements 5x5 --json --quiet --resume table");
    assert_int_equal(file_length("table", text, sizeof text), length);
    json_decref(again);
    expect("solve --placements 6x5 --quiet --resume table", 2, "6x5");
    put_resume_file("other", "isolab placements 5x5", "a5 a5 first 1");
    expect("solve --placements 5x5 --quiet --resume other", 2, "line 2 is not a solved placement");
    expect("solve --placements 5x5 --quiet --resume /nonexistent/x", 2, "/nonexistent/x");
    expect("solve --placements 5x5 --quiet --resume /dev/zero", 2, "not a file to go on from");
}

/* What was changed, came from elsewhere or is older than checksums is not believed. */
static void test_resume_lines_without_their_checksum(void **state)
{
    (void)state;
    char text[256], checksum[16];
    static const char *const commands[] = {"solve --placements 3x3 --quiet --resume changed",
                                           "solve 8x7 a7 d7 --quiet --resume changed"};
    static const char *const headers[] = {"isolab placements 3x3", "isolab proved 8x7"};
    static const char *const lines[] = {"a3 b3 first 1", "*2N4/2n5/8/8/8/8/8 w first 5"};
    for (int i = 0; i < 2; i++) {
        put_resume_file("changed", "isolab proved 8x8", lines[i]);
        file_length("changed", text, sizeof text);
        snprintf(checksum, sizeof checksum, "%s", strrchr(text, ' '));
        snprintf(text, sizeof text, "%s\n%s%s", headers[i], lines[i], checksum);
        put_file("changed", text);
        expect(commands[i], 2, "'changed': line 2 has no checksum, or one that does not fit");
        snprintf(text, sizeof text, "%s\n%s\n", headers[i], lines[i]);
        put_file("changed", text);
        expect(commands[i], 2, "'changed': line 2 has no checksum, or one that does not fit");
    }
}

/* A disk that is full in mid-line: what was solved is told, and the file stays good. */
static void test_full_disk(void **state)
{
    (void)state;
    static char text[1 << 16];
    char command[1024];
    snprintf(command, sizeof command,
             "version >nowhere; trap '' XFSZ; ulimit -f 1; "
             "%s solve --placements 5x5 --quiet --threads 2 --resume full",
             ISOLAB_PROGRAM);
    expect(command, 2, "cannot write 'full'");
    assert_non_null(strstr(output, "first on c3"));
    size_t length = file_length("full", text, sizeof text);
    assert_true(length > 400 && length <= 1024 && text[length - 1] == '\n');
    expect("solve --placements 5x5 --quiet --resume full", 0, "classes solved");
}

static int lines_of(const char *text)
{
    int lines = 0;
    for (; (text = strchr(text, '\n')); text++)
        lines++;
    return lines;
}

static json_int_t nodes_of(const char *command)
{
    json_t *answer = expect_json(command);
    assert_string_equal(json_string_value(json_object_get(answer, "winner")), "second");
    json_int_t nodes = json_integer_value(json_object_get(answer, "nodes"));
    json_decref(answer);
    return nodes;
}

/* What a position's search had proved when it was stopped need not be proved again. */
static void test_resume_a_position(void **state)
{
    (void)state;
    static char text[1 << 16];
    json_int_t whole = nodes_of("solve 8x7 a7 d7 --first --json --quiet");
    assert_int_equal(run("solve 8x7 a7 d7 --first --quiet --nodes 7000000 --resume proved"), 0);
    size_t length = file_length("proved", text, sizeof text);
    assert_int_equal(lines_of(text), 3);
    text[length - 5] = '\0'; // torn: the last of the two is lost
    put_file("proved", text);
    json_int_t rest = nodes_of("solve 8x7 a7 d7 --first --json --quiet --resume proved");
    assert_true(rest < whole && rest > whole / 4);
    assert_true(nodes_of("solve 8x7 a7 d7 --first --json --quiet --resume proved") < 100);
    expect("solve 7x7 d4 c2 --resume proved", 2, "isolab proved 7x7");
    expect("solve - --resume proved", 2, "--resume");
    static const char *const lies[] = {"junk",
                                       "*2N4/2n5/8/8/8/8/8 w first",
                                       "*2N4/2n5/8/8/8/8/8 w third 5",
                                       "*2N4/2n5/8/8/8/8/8 b first 5",
                                       "*2N4/2n5/8/8/8/8 w first 5",
                                       "*2N4/8/8/8/8/8/8[n] w first 5",
                                       "*2N4/2n5/8/8/8/8/8 w first 5 5"};
    for (int i = 0; i < (int)(sizeof lies / sizeof *lies); i++) {
        put_resume_file("lies", "isolab proved 8x7", lies[i]);
        expect("solve 8x7 a7 d7 --resume lies", 2, "'lies': line 2 is not a proved position");
    }
}

/* Who wins is seen at once, how long each side lasts is not: the line may end early. */
static void test_line_that_would_take_for_ever(void **state)
{
    (void)state;
    expect("solve 'N2**1**1*1/7*3/**2***2*1/1*1***2*2/***2**1*1*/6*2*1/*2*1*4*/1*1*3*1*1/"
           "*1*2*2**n w'",
           0, "winner        second");
}

static void test_proof(void **state)
{
    (void)state;
    expect("solve 6x6 a1 b1 --first --proof win.proof", 0, "winner        second");
    expect("verify win.proof", 0, "second wins");
    json_t *json = expect_json("verify win.proof --json");
    assert_string_equal(json_string_value(json_object_get(json, "winner")), "second");
    json_decref(json);
    expect("help verify", 0, "Exit 1");
    put_file("short.proof", "isolab proof 1\n6/6/6/6/6/Nn4 w\nwinner second\n");
    expect("verify short.proof", 1, "byte");
    expect("verify short.proof --json", 1, "{\"winner\":null,\"fault\":\"byte");
    put_file("not.proof", "something else\n");
    expect("verify not.proof", 2, "not a proof");
    expect("verify .", 2, "cannot read '.': it is a directory");
    expect("verify ''", 2, "cannot read '': the name is empty");
    expect("solve 7x7 d4 c5 --nodes 50 --quiet --proof no.proof", 2, "so no proof is written");
    assert_non_null(strstr(output, "not solved"));
    expect("verify no.proof", 2, "No such file");
}

static void expect_type(const char *name, mode_t type)
{
    char path[256];
    struct stat about;
    snprintf(path, sizeof path, "%s/%s", *name == '/' ? "" : directory, name);
    assert_int_equal(lstat(path, &about), 0);
    if ((about.st_mode & S_IFMT) != type)
        fail_msg("%s is of type %o", path, about.st_mode & S_IFMT);
}

/* Whatever stands where a proof goes is still what it was, but for a file's content. */
static void test_where_proofs_go(void **state)
{
    (void)state;
    char command[1024];
    expect("solve 4x4 a1 b1 --first --proof /dev/null", 0, "winner");
    expect_type("/dev/null", S_IFCHR);
    expect("solve 4x4 a1 b1 --first --proof /dev/full", 2, "cannot write '/dev/full': No space");
    expect_type("/dev/full", S_IFCHR);
    expect("version && mkdir far && touch far/old && ln -s far/old link && ln -s far/new dangling",
           0, "");
    expect("solve 4x4 a1 b1 --first --proof link", 0, "winner");
    expect_type("link", S_IFLNK);
    expect("verify far/old", 0, "proved");
    expect("solve 4x4 a1 b1 --first --proof dangling", 0, "winner");
    expect_type("dangling", S_IFLNK);
    expect("verify far/new", 0, "proved");
    snprintf(command, sizeof command,
             "version && mkfifo pipe && { %s solve 4x4 a1 b1 --first --proof pipe & "
             "cat pipe >piped; wait $!; }",
             ISOLAB_PROGRAM);
    expect(command, 0, "winner");
    expect_type("pipe", S_IFIFO);
    expect("verify piped", 0, "proved");
    expect("solve 4x4 a1 b1 --first --proof far", 2, "cannot write 'far': it is a directory");
}

/* Also where neither is there yet, and by whatever names. */
static void test_proof_over_the_file_to_go_on_from(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"one", "one"}, {"one", "./one"}, {"one", "soft"}, {"soft", "here/one"}, {"one", "hard"}};
    expect("version && ln -s one soft && ln -s . here", 0, "");
    for (int there = 0; there < 2; there++) {
        for (int i = 0; i < 4 + there; i++) {
            char command[256];
            snprintf(command, sizeof command, "solve 5x5 a1 b2 --proof %s --resume %s", pairs[i][0],
                     pairs[i][1]);
            expect(command, 2, "--proof and --resume are one file");
        }
        expect("solve 5x5 a1 b2 --resume one && ln -f one hard", 0, "winner");
    }
    expect("solve 5x5 a1 b2 --resume one --proof two", 0, "winner");
    expect("verify two", 0, "proved");
}

static void test_analyze(void **state)
{
    (void)state;
    expect("analyze 5x5 c3 a2 --time 5s", 0, "winner   first");
    expect("analyze 8x8 a8 c8 --nodes 2000", 0, "not solved");
    json_t *json = expect_json("analyze 5x5 a1 b2 --json --time 10s");
    assert_string_equal(json_string_value(json_object_get(json, "winner")), "first");
    json_t *move = json_array_get(json_object_get(json, "moves"), 0);
    assert_string_equal(json_string_value(json_object_get(move, "result")), "win");
    json_decref(json);
}

static int make_directory(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int remove_directory(void **state)
{
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_solve),
        cmocka_unit_test(test_batch),
        cmocka_unit_test(test_placements),
        cmocka_unit_test(test_proved_placements),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_resume_a_position),
        cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_line_that_would_take_for_ever),
        cmocka_unit_test(test_proof),
        cmocka_unit_test(test_analyze),
        cmocka_unit_test(test_where_proofs_go),
        cmocka_unit_test(test_proof_over_the_file_to_go_on_from),
        cmocka_unit_test(test_resume_lines_without_their_checksum),
    };
    return cmocka_run_group_tests(tests, make_directory, remove_directory);
}

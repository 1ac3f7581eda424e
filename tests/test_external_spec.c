/* What `exec:` and `course:` specs say, and what engines say. */
#include "agent/course.h"
#include "agent/external.h"
#include "agent/external_dialect.h"
#include "agent/external_settings.h"

#include <math.h>
#include <stdio.h>

#include "support.h"

static ExternalSettings read(const char *text, AgentSpec *spec)
{
    Error error;
    ExternalSettings settings;
    if (!agent_parse(text, strlen(text), spec, &error))
        fail_msg("%s: %s", text, error.text);
    assert_ptr_equal(spec->kind, &agent_external);
    AgentSpec again = {.kind = spec->kind};
    const char *rest = text + strlen("exec");
    assert_true(external_settings_parse(rest, strlen(rest), &again, &settings, &error));
    return settings;
}

static void assert_refused(const char *text, const char *part)
{
    Error error = {""};
    AgentSpec spec;
    assert_false(agent_parse(text, strlen(text), &spec, &error));
    if (!strstr(error.text, part))
        fail_msg("%s: %s", text, error.text);
}

static void assert_slice(Slice slice, const char *expected)
{
    assert_true(slice_is(slice, expected));
}

static void test_the_command_alone(void **state)
{
    (void)state;
    AgentSpec spec;
    ExternalSettings settings = read("exec:./engine --flag=1 'a b' x,y=z:1, 2", &spec);
    assert_string_equal(settings.command, "exec env ./engine --flag=1 'a b' x,y=z:1, 2");
    assert_ptr_equal(settings.dialect, &dialects[DIALECT_ISOLAB]);
    assert_false(settings.has_placements);
    assert_false(settings.show_errors);
    assert_int_equal(settings.option_count, 0);
    assert_true(settings.start == 10 && settings.grace == 0 && settings.patience == 60);
    assert_false(limits_are_set(&spec.limits));
}

static void test_every_setting(void **state)
{
    (void)state;
    AgentSpec spec;
    ExternalSettings settings =
        read("exec:node uci.js a,b,dialect=fairy,placements=mcts:open,rule=study,c=3,"
             "option.Skill Level=3, 4,option.Clear Hash=,option.Path=/a=b,c,stderr=show,"
             "start=20s,grace=30ms,patience=2m,time=150ms,nodes=20k,depth=6,virtual=1s",
             &spec);
    assert_string_equal(settings.command, "exec env node uci.js a,b");
    assert_ptr_equal(settings.dialect, &dialects[DIALECT_FAIRY]);
    assert_true(settings.show_errors && settings.has_placements);
    assert_string_equal(settings.placements.text, "mcts:open,rule=study,c=3");
    assert_int_equal(settings.option_count, 3);
    assert_slice(settings.options[0].name, "Skill Level");
    assert_slice(settings.options[0].value, "3, 4");
    assert_slice(settings.options[1].name, "Clear Hash");
    assert_slice(settings.options[1].value, "");
    assert_slice(settings.options[2].name, "Path");
    assert_slice(settings.options[2].value, "/a=b,c");
    assert_true(settings.start == 20 && settings.grace == 0.030 && settings.patience == 120);
    assert_true(spec.limits.seconds == 0.150 && spec.limits.nodes == 20000);
    assert_true(spec.limits.depth == 6 && spec.limits.virtual_seconds == 1);
}

static void test_who_places(void **state)
{
    (void)state;
    AgentSpec spec;
    assert_string_equal(read("exec:x,dialect=fairy", &spec).placements.text, "random");
    ExternalSettings settings = read("exec:x,placements=MM_Open,nodes=7", &spec);
    assert_string_equal(settings.placements.text, "MM_Open");
    assert_true(spec.limits.nodes == 7 && settings.placements.limits.nodes == 0);
    assert_string_equal(read("exec:x,placements=exec:y z", &spec).placements.text, "exec:y z");
}

static void test_it_prints_what_it_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"exec:./engine",
                                        "exec:a b,dialect=fairy,option.X Y=1,2,nodes=5k",
                                        "exec:x,placements=mcts,c=0.25,time=150ms"};
    for (int i = 0; i < COUNT_OF(texts); i++) {
        AgentSpec spec, again;
        Text text = TEXT_EMPTY;
        read(texts[i], &spec);
        agent_print(&spec, &text);
        assert_string_equal(text.bytes, texts[i]);
        assert_true(agent_parse(text.bytes, text.length, &again, NULL));
        assert_memory_equal(&again, &spec, sizeof spec);
        text_free(&text);
    }
}

static void test_bad_specs(void **state)
{
    (void)state;
    static const char *const without_command[] = {
        "exec", "exec:", "exec: \t", "exec:  ,nodes=5", "exec:,nodes=5", "exec,nodes=5", "exec,x"};
    for (int i = 0; i < COUNT_OF(without_command); i++)
        if (!strchr(without_command[i], '\t'))
            assert_refused(without_command[i], "exec needs a command to run");
    assert_refused("exec:x,dialect=klingon", "isolab");
    assert_refused("exec:x,dialect=", "isolab");
    assert_refused("exec:x,stderr=maybe", "hide");
    assert_refused("exec:x,option.=5", "an option has a name");
    assert_refused("exec:x,nodes=many", "nodes is a whole number");
    assert_refused("exec:x,time=150ms,colour=red", "a duration is such as");
    assert_refused("exec:x,grace=soon", "a duration is such as");
    assert_refused("exec:x,start=0s", "a duration is such as");
    assert_refused("exec:x,patience=-1s", "a duration is such as");
    assert_refused("exec:x,placements=", "unknown agent ''");
    assert_refused("exec:x,placements=nobody", "unknown agent 'nobody'");
    assert_refused("exec:x,placements=mcts,w9=1", "unknown setting 'w9'");
    assert_refused("exec:x,placements=exec:", "exec needs a command to run");
    assert_refused("exec:x,option.Hash=1\nquit", "control characters");
    assert_refused("exek:x", "did you mean exec?");
}

static void test_too_much(void **state)
{
    (void)state;
    char text[AGENT_TEXT_SIZE + 8];
    memset(text, 'x', sizeof text);
    memcpy(text, "exec:", 5);
    AgentSpec spec;
    assert_true(agent_parse(text, AGENT_TEXT_SIZE - 1, &spec, NULL));
    assert_false(agent_parse(text, AGENT_TEXT_SIZE, &spec, NULL));
    int used = snprintf(text, sizeof text, "exec:x");
    for (int i = 0; i <= EXTERNAL_OPTION_MAX; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, ",option.o%d=1", i);
    assert_refused(text, "at most 32 options");
}

/* Any bytes: what is accepted prints itself, and nothing is read out of bounds. */
static void test_wild_specs(void **state)
{
    (void)state;
    static const char *const parts[] = {
        ",",       "=",           "option.", "dialect=fairy", "x", "nodes=5",
        ":",       "placements=", "random",  "grace=1ms",     " ", "exec:",
        ",option", ",option.a",   "\xff",    "time"};
    Random random = random_stream(1, 2, 3);
    int accepted = 0;
    for (int i = 0; i < 20000; i++) {
        char *text = malloc(200);
        assert_non_null(text);
        int used = sprintf(text, "exec:");
        for (int n = (int)random_below(&random, 9); n > 0; n--)
            used += sprintf(text + used, "%s", parts[random_below(&random, COUNT_OF(parts))]);
        text = realloc(text, (size_t)used);
        AgentSpec spec;
        accepted += agent_parse(text, (size_t)used, &spec, NULL);
        free(text);
    }
    assert_in_range(accepted, 1000, 19000);
}

static void test_moves_of_fairy(void **state)
{
    (void)state;
    static const struct {
        const char *text, *word, *move; // NULL: refused
    } cases[] = {
        {"7x7 d4 c2", "d4e6", "e6"},      {"7x7 d4 c2", "d4e6,e6d4", "e6"},
        {"7x7 d4 c2", "d4e6,", "e6"},     {"7x7 d4 c2", "e6", NULL},
        {"7x7 d4 c2", "c2e1", NULL},      {"7x7 d4 c2", "d4d5", NULL},
        {"7x7 d4 c2", "d4c2", NULL},      {"7x7 d4 c2", "", NULL},
        {"7x7 d4 c2", ",d4e6", NULL},     {"7x7 d4 c2", "(none)", NULL},
        {"7x7 d4 c2", "d4e66", NULL},     {"7x7 d4 c2", "d44e6", NULL},
        {"8x16 d10 c2", "d10c12", "c12"}, {"8x16 d10 c2", "d10c12,c12d10", "c12"},
        {"8x16 d10 c2", "d1c12", NULL},   {"8x16 d10 c2", "d10", NULL},
        {"11x9 k9 a1", "k9i8", "i8"},     {"11x9 k9 a1", "k", NULL},
    };
    for (int i = 0; i < COUNT_OF(cases); i++) {
        Given where = given(cases[i].text);
        Square move = SQUARE_NONE;
        char name[SQUARE_TEXT_SIZE];
        Slice word = {cases[i].word, strlen(cases[i].word)};
        bool good = dialect_read_move(&dialects[DIALECT_FAIRY], &where.board, &where.position, word,
                                      &move, NULL);
        assert_int_equal(good, cases[i].move != NULL);
        if (good)
            assert_string_equal(square_print(&where.board, move, name), cases[i].move);
    }
}

static SearchResult hear(const char *info)
{
    Given where = given("7x7 d4 c2");
    SearchJob job = {.board = &where.board, .position = where.position};
    SearchResult result = {.move = SQUARE_NONE, .depth = 1, .nodes = 2, .score = 3};
    dialect_read_info(&dialects[DIALECT_ISOLAB], &job, (Slice){info, strlen(info)}, &result);
    return result;
}

static void test_info(void **state)
{
    (void)state;
    SearchResult result =
        hear(" depth 7 seldepth 9 multipv 1 score cp -150 nodes 12345 nps 1e6 time 3 pv e6 e1 d8");
    assert_int_equal(result.depth, 7);
    assert_int_equal(result.nodes, 12345);
    assert_true(result.score == -1.5);
    assert_int_equal(result.line.count, 2); // d8 is not on the board
    assert_true(hear("score mate 3").score == INFINITY);
    assert_true(hear("score mate -2").score == -INFINITY);
}

static void test_info_that_says_nothing(void **state)
{
    (void)state;
    static const char *const lines[] = {"",
                                        "string depth 7 nodes 5",
                                        "depth",
                                        "depth x",
                                        "depth -1",
                                        "depth 1e9",
                                        "nodes -5",
                                        "nodes 1e300",
                                        "nodes nan",
                                        "score",
                                        "score cp",
                                        "score cp inf",
                                        "score wdl 3 4 5",
                                        "pv",
                                        "pv a1",
                                        "multipv 2 depth 7 score cp 5 pv e6",
                                        "multipv 2 depth"};
    for (int i = 0; i < COUNT_OF(lines); i++) {
        SearchResult result = hear(lines[i]);
        assert_int_equal(result.depth, 1);
        assert_int_equal(result.nodes, 2);
        assert_true(result.score == 3);
        assert_int_equal(result.line.count, 0);
    }
}

/* The file is not looked at: a run can be shown when it is long gone. */
static void test_course_specs(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name;
    } specs[] = {
        {"course:a/b.py,name=Doe, John,time=150ms", "Doe, John"},
        {"course:a/b, c.py:Custom,time=20ms,name=alice", "alice"},
        {"course:nowhere.py,clock=wall,package=own,sandbox=no,stderr=hide,memory=64,patience=1s",
         NULL},
    };
    for (int i = 0; i < COUNT_OF(specs); i++) {
        AgentSpec spec;
        Error error;
        Text printed = TEXT_EMPTY, name = TEXT_EMPTY;
        if (!agent_parse(specs[i].text, strlen(specs[i].text), &spec, &error))
            fail_msg("%s: %s", specs[i].text, error.text);
        assert_ptr_equal(spec.kind, &agent_course);
        agent_print(&spec, &printed);
        agent_print_name(&spec, &name);
        assert_string_equal(printed.bytes, specs[i].text);
        assert_string_equal(name.bytes, specs[i].name ? specs[i].name : specs[i].text);
        text_free(&printed);
        text_free(&name);
    }
    assert_refused("course", "course needs a file");
    assert_refused("course:,time=1s", "course needs a file");
    assert_refused("course:agent", "course needs a file");
    assert_refused("course:a.py,clock=sun", "clock");
    assert_refused("course:a.py,memory=1", "memory");
    assert_refused("course:a.py,patience=long", "duration");
    assert_refused("course:a.py\n", "control characters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_command_alone),
        cmocka_unit_test(test_every_setting),
        cmocka_unit_test(test_who_places),
        cmocka_unit_test(test_it_prints_what_it_read),
        cmocka_unit_test(test_bad_specs),
        cmocka_unit_test(test_too_much),
        cmocka_unit_test(test_wild_specs),
        cmocka_unit_test(test_moves_of_fairy),
        cmocka_unit_test(test_info),
        cmocka_unit_test(test_info_that_says_nothing),
        cmocka_unit_test(test_course_specs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Settings as JSON: both ways, and every refusal. */
#include "support.h"

#include <math.h>
#include <stdlib.h>

#include "arena/settings.h"
#include "arena/whole_json.h"

static TournamentSettings parse(const char *json)
{
    TournamentSettings settings;
    Error error;
    tournament_standard(&settings);
    if (!settings_parse(json, strlen(json), &settings, &error))
        fail_msg("%s", error.text);
    return settings;
}

static void assert_prints(const TournamentSettings *settings, const char *expected)
{
    char *text = settings_print(settings);
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
}

static const char whole[] = "{\n"
                            "  \"board\": \"11x9\",\n"
                            "  \"agents\": [\n"
                            "    \"random\",\n"
                            "    \"alphabeta:chase,w1=0.25,nodes=500\"\n"
                            "  ],\n"
                            "  \"against\": [\n"
                            "    \"mcts,c=2,virtual=20ms\"\n"
                            "  ],\n"
                            "  \"openings\": {\n"
                            "    \"plies\": 5\n"
                            "  },\n"
                            "  \"pairs\": 3,\n"
                            "  \"repeats\": 2,\n"
                            "  \"seed\": 9223372036854775807,\n"
                            "  \"budget\": \"virtual=150ms,virtual-node=14us\"\n"
                            "}";

static void test_both_ways(void **state)
{
    (void)state;
    TournamentSettings settings = parse(whole);
    assert_int_equal(settings.width, 11);
    assert_int_equal(settings.height, 9);
    assert_int_equal(settings.agent_count, 3);
    assert_int_equal(settings.tested_count, 2);
    assert_int_equal(settings.openings.kind, OPENINGS_RANDOM);
    assert_int_equal(settings.openings.plies, 5);
    assert_int_equal(settings.pairs, 3);
    assert_int_equal(settings.repeats, 2);
    assert_true(settings.seed == INT64_MAX);
    assert_true(settings.limits.virtual_seconds == 0.150);
    assert_true(settings.agents[1].limits.nodes == 500);
    assert_prints(&settings, whole);
}

/* Whatever order, white space, aliases and defaults it was written with. */
static void test_printing_is_canonical(void **state)
{
    (void)state;
    TournamentSettings settings =
        parse("{\"seed\":1, \"agents\":[\"AB_Improved\",\"Random\"],\"openings\":\"all\"}");
    assert_int_equal(settings.tested_count, 0);
    assert_prints(&settings, "{\n"
                             "  \"board\": \"7x7\",\n"
                             "  \"agents\": [\n"
                             "    \"alphabeta:improved\",\n"
                             "    \"random\"\n"
                             "  ],\n"
                             "  \"against\": [],\n"
                             "  \"openings\": \"all\",\n"
                             "  \"pairs\": 10,\n"
                             "  \"repeats\": 1,\n"
                             "  \"seed\": 1,\n"
                             "  \"budget\": \"\"\n"
                             "}");
    char *text = settings_print(&settings);
    assert_non_null(text);
    TournamentSettings again = parse(text);
    assert_prints(&again, text);
    free(text);
}

static void test_a_file_of_openings(void **state)
{
    (void)state;
    TournamentSettings settings = parse("{\"openings\": {\"file\": \"my \\\"own\\\".txt\"}}");
    assert_int_equal(settings.openings.kind, OPENINGS_FILE);
    assert_string_equal(settings.openings_file, "my \"own\".txt");
    char *text = settings_print(&settings);
    assert_non_null(text);
    TournamentSettings again = parse(text);
    assert_string_equal(again.openings_file, settings.openings_file);
    free(text);
}

static void test_what_is_absent_stays(void **state)
{
    (void)state;
    TournamentSettings settings = parse(whole);
    Error error;
    static const char text[] = "{\"pairs\": 77}";
    assert_true(settings_parse(text, strlen(text), &settings, &error));
    assert_int_equal(settings.pairs, 77);
    assert_int_equal(settings.agent_count, 3);
    assert_int_equal(settings.width, 11);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *json, *sentence;
    } wrong[] = {
        {"", "line 1, column 0: '[' or '{' expected near end of file"},
        {"{\"pairs\": 3", "line 1, column 11: '}' expected near end of file"},
        {"{\"pairs\": 3, \"pairs\": 4}",
         "line 1, column 20: duplicate object key near '\"pairs\"'"},
        {"[]", "settings are a JSON object"},
        {"{\"pair\": 3}", "'pair': there is no such setting"},
        {"{\"board\": 7}", "'board': board is a text such as \"7x7\""},
        {"{\"board\": \"2x2\"}", "'board': a board is 3 to 26 squares wide, not 2"},
        {"{\"agents\": \"random\"}", "agents: a list of agent specs is wanted"},
        {"{\"agents\": [\"random\", 3]}", "agents: agent 2 is no text"},
        {"{\"agents\": [\"randon\"]}",
         "agents: unknown agent 'randon'; did you mean random or Random?"},
        {"{\"agents\": [\"random\"], \"against\": [\"frist\"]}",
         "against: unknown agent 'frist'; did you mean first?"},
        {"{\"agents\": [\"random\"], \"against\": 3}", "against: a list of agent specs is wanted"},
        {"{\"against\": [\"random\"]}", "against without agents: who plays against them?"},
        {"{\"openings\": \"some\"}",
         "'openings': \"all\", {\"plies\": N} or {\"file\": NAME} is wanted"},
        {"{\"openings\": {\"plies\": 2, \"file\": \"x\"}}",
         "'openings': \"all\", {\"plies\": N} or {\"file\": NAME} is wanted"},
        {"{\"openings\": {\"file\": 3}}",
         "'openings': \"all\", {\"plies\": N} or {\"file\": NAME} is wanted"},
        {"{\"openings\": {\"plies\": 129}}", "'openings': a whole number from 0 to 128 is wanted"},
        {"{\"pairs\": 0}", "'pairs': a whole number from 1 to 100000000 is wanted"},
        {"{\"pairs\": 1.5}", "'pairs': a whole number from 1 to 100000000 is wanted"},
        {"{\"repeats\": \"2\"}", "'repeats': a whole number from 1 to 100000000 is wanted"},
        {"{\"seed\": -1}", "'seed': a whole number from 0 to 9223372036854775807 is wanted"},
        {"{\"budget\": 5}", "'budget': a text such as \"nodes=5000\" is wanted"},
        {"{\"budget\": \"nodes\"}",
         "'budget': nodes is a whole number from 1 to 1e15 such as 5000, 20k or 3M, not ''"},
        {"{\"budget\": \"speed=3\"}", "'budget': 'speed=3' is not a budget such as time=150ms, "
                                      "nodes=5000, depth=6 or virtual=150ms"},
    };
    for (int i = 0; i < COUNT_OF(wrong); i++) {
        TournamentSettings settings;
        Error error;
        tournament_standard(&settings);
        assert_false(settings_parse(wrong[i].json, strlen(wrong[i].json), &settings, &error));
        assert_string_equal(error.text, wrong[i].sentence);
    }
}

static void test_too_many_agents(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    Error error;
    TournamentSettings settings;
    text_append(&text, "{\"agents\": [\"random\"");
    for (int i = 0; i < TOURNAMENT_AGENTS_MAX; i++)
        text_append(&text, ", \"random\"");
    text_append(&text, "]}");
    assert_true(text_ok(&text));
    tournament_standard(&settings);
    assert_false(settings_parse(text.bytes, text.length, &settings, &error));
    assert_string_equal(error.text, "agents: more than 64 agents");
    text_free(&text);
}

static void test_json_with_a_hole(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    json_t *list = json_array();
    whole_json_append(list, whole_json_number(NAN));
    whole_json_append(list, whole_json_score(-INFINITY));
    whole_json_append(list, whole_json_side(SIDE_NONE));
    assert_true(whole_json_print(list, JSON_COMPACT, &text));
    assert_string_equal(text.bytes, "[null,\"-inf\",null]");
    list = json_array();
    whole_json_append(list, json_string("\xFF")); // is no text, so there is no value
    assert_false(whole_json_print(list, JSON_COMPACT, &text));
    json_t *object = json_object();
    whole_json_set(object, "name", NULL);
    assert_false(whole_json_print(object, JSON_COMPACT, &text));
    object = json_object();
    whole_json_merge(object, json_array());
    assert_false(whole_json_print(object, JSON_COMPACT, &text));
    text_clear(&text);
    assert_true(whole_json_print(json_object(), JSON_COMPACT, &text)); // what failed is forgotten
    assert_string_equal(text.bytes, "{}");
    text_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_ways),          cmocka_unit_test(test_printing_is_canonical),
        cmocka_unit_test(test_a_file_of_openings), cmocka_unit_test(test_what_is_absent_stays),
        cmocka_unit_test(test_refusals),           cmocka_unit_test(test_too_many_agents),
        cmocka_unit_test(test_json_with_a_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

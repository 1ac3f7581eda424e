/* Lines of the engine protocol taken apart, and what a `go` allows. */
#include <math.h>

#include "engine/clock.h"
#include "engine/line.h"
#include "support.h"

static EngineCommand parse(const char *line)
{
    return engine_line_parse(line, strlen(line));
}

static void assert_slice(Slice slice, const char *expected)
{
    char text[256];
    assert_true(slice.length < sizeof text);
    memcpy(text, slice.start, slice.length);
    text[slice.length] = '\0';
    assert_string_equal(text, expected);
}

static void test_verbs(void **state)
{
    (void)state;
    assert_int_equal(parse("").verb, ENGINE_NOTHING);
    assert_int_equal(parse(" \t\r ").verb, ENGINE_NOTHING);
    assert_int_equal(parse("uci").verb, ENGINE_UCI);
    assert_int_equal(parse("\t ugi x").verb, ENGINE_UGI);
    assert_int_equal(parse("UCI").verb, ENGINE_UNKNOWN);
    assert_int_equal(parse("ucix").verb, ENGINE_UNKNOWN);
    assert_int_equal(engine_line_parse("uci\0", 4).verb, ENGINE_UNKNOWN);
    assert_int_equal(parse("debug on").verb, ENGINE_NOTHING);
    assert_slice(parse("foo bar").word, "foo");
    assert_slice(parse("query  p1turn ").question, "p1turn");
}

static void test_setoption(void **state)
{
    (void)state;
    EngineCommand command = parse("setoption name Some Name value a b  c ");
    assert_slice(command.name, "Some Name");
    assert_slice(command.value, "a b  c");
    command = parse("setoption name Clear Hash");
    assert_slice(command.name, "Clear Hash");
    assert_slice(command.value, "");
    command = parse("setoption name value value value");
    assert_slice(command.name, "");
    assert_slice(command.value, "value value");
    assert_slice(parse("setoption").name, "");
    assert_slice(parse("setoption Hash value 3").name, "Hash");
}

static void test_position(void **state)
{
    (void)state;
    EngineCommand command = parse("position startpos moves d4 c2");
    assert_slice(command.place, "startpos");
    assert_slice(command.moves, "d4 c2");
    command = parse("position fen 7/7/2n4/3N3/7/7/7 w - - 0 1 moves d4c2");
    assert_slice(command.place, "7/7/2n4/3N3/7/7/7 w - - 0 1");
    assert_slice(command.moves, "d4c2");
    command = parse("position  7x7 d4 c2 ");
    assert_slice(command.place, "7x7 d4 c2");
    assert_slice(command.moves, "");
    assert_slice(parse("position moves d4").place, "");
    assert_slice(parse("position").place, "");
}

static void test_go(void **state)
{
    (void)state;
    EngineGo go = parse("go wtime 100 btime -7 winc 5 movestogo 9 ponder").go;
    assert_true(go.timed[FIRST] && go.timed[SECOND]);
    assert_int_equal(go.clock[FIRST], 100);
    assert_int_equal(go.clock[SECOND], 1);
    assert_int_equal(go.increment[FIRST], 5);
    assert_int_equal(go.moves_to_go, 9);
    assert_int_equal(go.ignored.length, 0);
    go = parse("go p2time 3 p2inc 4 infinite").go;
    assert_true(!go.timed[FIRST] && go.timed[SECOND] && go.infinite);
    assert_int_equal(go.increment[SECOND], 4);
    go = parse("go depth 0 nodes 99999999999999999999999 movetime +12 perft 4").go;
    assert_int_equal(go.depth, 1);
    assert_int_equal(go.nodes, 1000000000000000);
    assert_int_equal(go.movetime, 12);
    assert_int_equal(go.perft, 4);
    go = parse("go searchmoves d4 depth").go;
    assert_slice(go.ignored, "searchmoves");
    assert_int_equal(go.depth, 0);
    go = parse("go depth nodes 5").go;
    assert_slice(go.ignored, "depth");
    assert_int_equal(go.nodes, 5);
    go = parse("go depth - movetime 3x").go;
    assert_true(go.depth == 0 && go.movetime == 0);
}

static Limits limits_of(const char *line, const char *agent, const char *position)
{
    AgentSpec spec;
    Given g = given(position);
    EngineGo go = parse(line).go;
    assert_true(agent_parse(agent, strlen(agent), &spec, NULL));
    return engine_limits(&go, &spec, &g.board, &g.position);
}

static void test_limits(void **state)
{
    (void)state;
    const char *plain = "alphabeta", *own = "alphabeta,nodes=70,depth=9";
    assert_true(limits_of("go movetime 250", plain, "7x7").seconds == 0.25);
    assert_true(limits_of("go", plain, "7x7").seconds == 0.15);
    assert_true(limits_of("go", "minimax", "7x7").seconds == 0);
    assert_int_equal(limits_of("go", own, "7x7").nodes, 70);
    assert_int_equal(limits_of("go nodes 30", own, "7x7").nodes, 30);
    assert_int_equal(limits_of("go nodes 30", own, "7x7").depth, 9);
    assert_int_equal(limits_of("go depth 3", own, "7x7").depth, 3);
    assert_int_equal(limits_of("go depth 3", own, "7x7").nodes, 0);
    Limits infinite = limits_of("go infinite movetime 5", plain, "7x7");
    assert_false(limits_are_set(&infinite));
    assert_int_equal(limits_of("go infinite", own, "7x7").depth, 9);
    assert_true(limits_of("go virtual 20", plain, "7x7").virtual_seconds == 0.02);
}

/* Whatever the clock, a move takes some of it and never all of it. */
static void test_clock(void **state)
{
    (void)state;
    const char *positions[] = {"7x7", "7x7 d4", "11x9 a1 b1", "3x3 a1 b3", "7x7 d4 c2 e6"};
    const int left[] = {1, 5, 20, 100, 1000, 60000, 3600000};
    for (int i = 0; i < COUNT_OF(positions); i++)
        for (int k = 0; k < COUNT_OF(left); k++)
            for (int moves = 0; moves < 3; moves++) {
                char line[128];
                snprintf(line, sizeof line, "go wtime %d btime %d winc 50 binc 50 movestogo %d",
                         left[k], left[k], moves);
                double seconds = limits_of(line, "alphabeta", positions[i]).seconds;
                assert_true(seconds >= 0.001);
                assert_true(seconds <= fmax(0.001, left[k] * 1e-3 - 0.010));
            }
    double all = limits_of("go wtime 10000 movestogo 1", "alphabeta", "7x7").seconds;
    double part = limits_of("go wtime 10000 movestogo 10", "alphabeta", "7x7").seconds;
    assert_true(all > 9 && part > 0.9 && part < 1.1);
    assert_true(limits_of("go wtime 10000", "alphabeta", "7x7 d4").seconds == 0.15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verbs),    cmocka_unit_test(test_setoption),
        cmocka_unit_test(test_position), cmocka_unit_test(test_go),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

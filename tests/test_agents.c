/* Agent specs, limits as text, and one refereed game. */
#include "support.h"

#include "arena/game.h"

static void check_prints(const char *text, const char *expected)
{
    AgentSpec spec, again;
    Error error;
    if (!agent_parse(text, strlen(text), &spec, &error))
        fail_msg("%s: %s", text, error.text);
    Text printed = TEXT_EMPTY, reprinted = TEXT_EMPTY;
    agent_print(&spec, &printed);
    assert_string_equal(printed.bytes, expected);
    assert_true(agent_parse(printed.bytes, printed.length, &again, &error));
    agent_print(&again, &reprinted);
    assert_string_equal(reprinted.bytes, expected);
    text_free(&printed);
    text_free(&reprinted);
}

static void test_specs(void **state)
{
    (void)state;
    check_prints("random", "random");
    check_prints("greedy", "greedy:improved");
    check_prints("minimax:open,depth=3", "minimax:open,depth=3");
    check_prints("alphabeta:chase,w1=0.25,time=150ms", "alphabeta:chase,w1=0.25,time=150ms");
    check_prints("alphabeta:attacker,order=pv", "alphabeta:attacker,order=pv");
    check_prints("mcts,nodes=5k", "mcts,nodes=5000");
    check_prints("mcts:improved,rule=study", "mcts:improved,rule=study");
    check_prints("alphabeta:drilldown,depth=4,drilldown.depth=3",
                 "alphabeta:drilldown,drilldown.depth=3,depth=4");
    check_prints("mcts:attacker,attacker.c=0.25,c=2", "mcts:attacker,attacker.c=0.25,c=2");
    check_prints("AB_Improved,virtual=150ms,virtual-node=14us",
                 "alphabeta:improved,virtual=150ms,virtual-node=14us");
    check_prints("MM_Center", "minimax:center,depth=3");
    check_prints("MonteCarlo", "mcts:improved,rule=study");
    check_prints("Greedy", "greedy:open,ties=last");
    check_prints("MM_Open,between=best,ties=first", "minimax:open,ties=first,between=best,depth=3");
    check_prints("Custom,inner=shuffled,lost=keep",
                 "alphabeta:attacker,order=pv,lost=keep,inner=shuffled");
    check_prints("AB_Null,depth=5,deepen=no,between=best,ties=first",
                 "alphabeta:null,ties=first,between=best,deepen=no,depth=5");
    check_prints("Custom,time=2s", "alphabeta:attacker,order=pv,time=2s");
}

static void refuse(const char *text, const char *expected)
{
    AgentSpec spec;
    Error error;
    if (agent_parse(text, strlen(text), &spec, &error))
        fail_msg("%s was accepted", text);
    if (!strstr(error.text, expected))
        fail_msg("%s: %s", text, error.text);
}

static void test_refusals(void **state)
{
    (void)state;
    refuse("", "unknown agent ''");
    refuse("alpabeta", "did you mean alphabeta");
    refuse("AB_Imroved", "did you mean AB_Improved");
    refuse("alphabeta:improve", "did you mean improved");
    refuse("random:improved", "random takes no heuristic, so no 'improved'");
    refuse("alphabeta:", "a heuristic's name is missing");
    refuse("alphabeta:chase,w3=1", "unknown setting 'w3'; did you mean w1 or w2");
    refuse("alphabeta:chase,w1=9e9", "w1 is a number from 0 to 4");
    refuse("alphabeta:chase,w1=nan", "w1 is a number from 0 to 4");
    refuse("alphabeta,order=best", "order is one of plain|pv, not 'best'");
    refuse("alphabeta,ties=lst", "ties is one of random|first|last, not 'lst'");
    refuse("alphabeta,lost=kep", "lost is one of play|forfeit|keep, not 'kep'");
    refuse("alphabeta,betwen=best", "unknown setting 'betwen'; did you mean between");
    refuse("alphabeta,iner=shuffled", "unknown setting 'iner'; did you mean inner");
    refuse("alphabeta,deepen=2", "deepen is one of yes|no, not '2'");
    refuse("greedy,lost=keep", "unknown setting 'lost'");
    refuse("alphabeta,depth=3,depth=4", "depth stands twice");
    refuse("alphabeta:chase,w1=1,nodes=5,w1=2", "w1 stands twice");
    refuse("AB_Improved,time=2s,time=3s", "time stands twice");
    refuse("alphabeta,time=150", "a duration is such as 80us");
    refuse("alphabeta,time=-1s", "a duration is such as 80us");
    refuse("alphabeta,time=0ms", "a duration is such as 80us");
    refuse("alphabeta,time=0.0001us", "a duration is such as 80us");
    refuse("alphabeta,time=999h", "a duration is such as 80us");
    refuse("alphabeta,nodes=0", "nodes is a whole number from 1");
    refuse("alphabeta,nodes=1.5", "nodes is a whole number from 1");
    refuse("alphabeta,depth=1000", "depth is a whole number from 1 to 128");
    refuse("alphabeta,virtual-slowness=0", "virtual-slowness is a number from 0.01 to 1000, not");
    refuse("alphabeta,virtual-slowness=3x", "virtual-slowness is a number from 0.01 to 1000, not");
    refuse("alphabeta,virtual-slownes=3", "did you mean virtual-slowness");
    refuse("mcts,threads=0", "threads is a whole number from 1 to 64");
    refuse("mcts,threads=1.5", "threads is a whole number from 1 to 64");
    refuse("alphabeta,", "'' is not a setting such as key=value");
    refuse("alphabeta,time", "'time' is not a setting such as key=value");
    refuse("alphabeta,\xff=1", "unknown setting '\\xff'");
    char longer[AGENT_TEXT_SIZE + 2];
    memset(longer, 'a', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    refuse(longer, "an agent spec has at most 1023 bytes");
}

/* The limits of an agent's turns, printed; `defaults` NULL: none. */
static void check_limits(const char *text, const char *defaults, const char *expected)
{
    AgentSpec spec;
    Limits given = {0};
    Text printed = TEXT_EMPTY;
    assert_true(agent_parse(text, strlen(text), &spec, NULL));
    assert_true(!defaults || limits_parse(defaults, strlen(defaults), &given, NULL));
    Limits limits = agent_limits(&spec, defaults ? &given : NULL);
    limits_print(&limits, &printed);
    assert_string_equal(text_ok(&printed) && printed.length ? printed.bytes : "", expected);
    text_free(&printed);
}

/* Every turn ends: who heeds no depth needs something else. */
static void test_limits(void **state)
{
    (void)state;
    check_limits("random", NULL, "");
    check_limits("alphabeta", NULL, "time=150ms");
    check_limits("alphabeta,depth=3", NULL, "depth=3");
    check_limits("alphabeta,depth=3", "nodes=9", "nodes=9,depth=3");
    check_limits("alphabeta,nodes=7", "nodes=9", "nodes=7");
    check_limits("mcts,depth=3", NULL, "time=150ms,depth=3");
    check_limits("mcts", "depth=3", "time=150ms,depth=3");
    check_limits("mcts,depth=3", "nodes=9", "nodes=9,depth=3");
    check_limits("champion,depth=3", NULL, "depth=3");
    check_limits("alphabeta,virtual-node=14us", "virtual=150ms", "virtual=150ms,virtual-node=14us");
    check_limits("alphabeta,virtual-slowness=3", "virtual=150ms,virtual-node=26us",
                 "virtual=150ms,virtual-node=26us,virtual-slowness=3");
    check_limits("alphabeta", "virtual=150ms,virtual-slowness=2.75",
                 "virtual=150ms,virtual-slowness=2.75");
    check_limits("alphabeta,time=0.001us", NULL, "time=0.001us");
}

static Agent *make(const char *text)
{
    AgentSpec spec;
    Error error;
    if (!agent_parse(text, strlen(text), &spec, &error))
        fail_msg("%s: %s", text, error.text);
    Agent *agent = agent_create(&spec, NULL, &error);
    assert_non_null(agent);
    return agent;
}

static void count_moves(void *context, const Game *so_far, const Position *position,
                        const SearchResult *result)
{
    int *count = context;
    assert_int_equal(so_far->moves.count, ++*count);
    assert_int_equal(position->knight[side_other(position->to_move)], result->move);
}

static void test_a_game(void **state)
{
    (void)state;
    Given g = given("7x7");
    Random random[2] = {random_stream(1, 0, 0), random_stream(1, 0, 1)};
    int count = 0;
    GameSettings settings = {.board = &g.board,
                             .start = g.position,
                             .agents = {make("greedy"), make("random")},
                             .random = {&random[0], &random[1]},
                             .grace = GAME_GRACE,
                             .watch = count_moves,
                             .context = &count};
    Game game;
    game_play(&settings, &game);
    Position position = game.start;
    for (int i = 0; i < game.moves.count; i++) {
        assert_true(position_is_legal(&g.board, &position, game.moves.moves[i]));
        position = position_after(&position, game.moves.moves[i]);
    }
    assert_int_equal(count, game.moves.count);
    assert_int_equal(game.reason, GAME_STUCK);
    assert_int_equal(game.winner, position_winner(&g.board, &position));
    assert_int_equal(game.attacker, position_attacker(&g.board, &position));
    assert_int_equal(game.side[FIRST].moves + game.side[SECOND].moves, count);
    atomic_bool stop = true;
    settings.stop = &stop;
    game_play(&settings, &game);
    assert_int_equal(game.reason, GAME_ABORTED);
    assert_int_equal(game.winner, SIDE_NONE);
    agent_destroy(settings.agents[FIRST]);
    agent_destroy(settings.agents[SECOND]);
}

static AgentOutcome choose_badly(Agent *agent, const SearchJob *job, SearchResult *result,
                                 Error *error)
{
    (void)agent;
    result->move = job->position.knight[job->position.to_move];
    if (job->position.to_move == SECOND)
        return error_set(error, "gone") ? AGENT_CHOSE : AGENT_CRASH;
    return AGENT_CHOSE;
}

static void test_forfeits(void **state)
{
    (void)state;
    static const AgentKind bad = {.name = "bad", .choose = choose_badly};
    Given g = given("7x7 d4 c2");
    Random random = random_stream(1, 0, 0);
    Agent *agents[2] = {make("random"), make("random")};
    for (Side side = FIRST; side <= SECOND; side++) {
        GameSettings settings = {.board = &g.board,
                                 .start = g.position,
                                 .agents = {agents[0], agents[1]},
                                 .random = {&random, &random}};
        AgentSpec spec = {.kind = &bad};
        settings.agents[side] = agent_create(&spec, NULL, NULL);
        Game game;
        game_play(&settings, &game);
        assert_int_equal(game.winner, side_other(side));
        assert_int_equal(game.reason, side == FIRST ? GAME_ILLEGAL : GAME_CRASH);
        assert_string_equal(game.fault, side == FIRST ? "d4 is blocked" : "gone");
        agent_destroy(settings.agents[side]);
    }
    agent_destroy(agents[0]);
    agent_destroy(agents[1]);
}

static AgentOutcome lack_memory(Error *error)
{
    return error_set(error, "no memory") ? AGENT_CHOSE : AGENT_SHORT;
}

static AgentOutcome lack_at_begin(Agent *agent, const Board *board, const atomic_bool *stop,
                                  Error *error)
{
    (void)agent;
    (void)board;
    (void)stop;
    return lack_memory(error);
}

static AgentOutcome lack_at_turn(Agent *agent, const SearchJob *job, SearchResult *result,
                                 Error *error)
{
    (void)agent;
    (void)job;
    (void)result;
    return lack_memory(error);
}

/* What this machine does not have is nobody's loss. */
static void test_shortages(void **state)
{
    (void)state;
    static const AgentKind kinds[] = {
        {.name = "poor", .begin = lack_at_begin, .choose = lack_at_turn},
        {.name = "poor", .choose = lack_at_turn},
    };
    Given g = given("7x7 d4 c2");
    Random random = random_stream(1, 0, 0);
    Agent *other = make("random");
    for (int i = 0; i < COUNT_OF(kinds); i++)
        for (Side side = FIRST; side <= SECOND; side++) {
            Error error = {""};
            Game game;
            GameSettings settings = {.board = &g.board,
                                     .start = g.position,
                                     .agents = {other, other},
                                     .random = {&random, &random}};
            AgentSpec spec = {.kind = &kinds[i], .text = "poor,hash=9"};
            settings.agents[side] = agent_create(&spec, NULL, NULL);
            game_play(&settings, &game);
            assert_int_equal(game.winner, SIDE_NONE);
            assert_int_equal(game.reason, GAME_SHORT);
            assert_string_equal(game.fault, "'poor,hash=9': no memory");
            agent_destroy(settings.agents[side]);
            Agent *ready = agent_create_ready(&spec, NULL, &g.board, NULL, &error);
            assert_int_equal(ready == NULL, i == 0); // where it is short before a turn
            assert_string_equal(error.text, ready ? "" : "'poor,hash=9': no memory");
            agent_destroy(ready);
        }
    agent_destroy(other);
}

static AgentMemory measure(const char *text, const char *board_text)
{
    Error error;
    AgentSpec spec;
    AgentMemory sum = {0};
    Given g = given(board_text);
    assert_true(agent_parse(text, strlen(text), &spec, &error));
    if (!agent_measure(&spec, NULL, &g.board, &sum, &error))
        fail_msg("%s: %s", text, error.text);
    return sum;
}

/* No more than is asked for where the budget cannot fill it; the champion has two for its judge. */
static void test_memory(void **state)
{
    (void)state;
    const size_t megabyte = 1 << 20;
    AgentMemory sum = measure("alphabeta:improved", "7x7");
    assert_true(sum.kept == 0 && sum.turn == 0);
    sum = measure("champion,hash=40,threads=3", "7x7");
    assert_true(sum.kept == 45 * megabyte && sum.turn == 0);
    sum = measure("champion,hash=40,nodes=10", "7x7");
    assert_true(sum.kept == 5 * megabyte);
    sum = measure("mcts,hash=40,time=1s,threads=2", "7x7");
    assert_true(sum.kept == 0 && sum.turn > 39 * megabyte && sum.turn <= 40 * megabyte);
    sum = measure("mcts,hash=40,nodes=100", "7x7");
    assert_true(sum.turn > 0 && sum.turn < megabyte);
    sum = measure("exec:x,placements=champion,hash=40", "7x7");
    assert_true(sum.kept == 43 * megabyte);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_specs),    cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_a_game),
        cmocka_unit_test(test_forfeits), cmocka_unit_test(test_shortages),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

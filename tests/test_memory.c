/* Memory that the machine does not have is refused before it is used, whoever asks for it. */
#include "search_support.h"

#include "search/champion.h"
#include "search/mcts.h"
#include "util/memory.h"

/* More than is free, by a fifth: each half of it could be had. */
static size_t too_much(void)
{
    size_t available = memory_available();
    if (available == SIZE_MAX)
        skip(); // this system does not say what it has
    return available / 5 * 6;
}

static void assert_refused(const Error *error)
{
    assert_non_null(strstr(error->text, "MB are wanted"));
}

static void test_block(void **state)
{
    (void)state;
    Error error = {0};
    assert_null(memory_reserve(too_much(), &error));
    assert_refused(&error);
    unsigned char *block = memory_reserve(10 << 20, &error);
    assert_non_null(block);
    block[0] = block[(10 << 20) - 1] = 1;
    memory_clear(block, 10 << 20);
    assert_int_equal(block[0] + block[(10 << 20) - 1], 0);
    memory_release(block, 10 << 20);
}

static void test_champion(void **state)
{
    (void)state;
    Error error = {0};
    ChampionSettings settings = {.threads = 1, .megabytes = too_much() >> 20};
    assert_null(champion_create(settings, &error));
    assert_refused(&error);
}

static void test_mcts(void **state)
{
    (void)state;
    Random random = random_stream(22, 0, 0);
    Given g = given("7x7 d4 c2");
    SearchJob job = {.board = &g.board, .position = g.position, .random = &random};
    SearchResult result;
    job.limits.seconds = 0.01;
    for (int threads = 1; threads <= 2; threads++) {
        Error error = {0};
        MctsSettings settings = {.exploration = 1, .threads = threads, .memory = too_much()};
        assert_false(mcts_search(&job, &settings, &result, &error));
        assert_refused(&error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block),
        cmocka_unit_test(test_champion),
        cmocka_unit_test(test_mcts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

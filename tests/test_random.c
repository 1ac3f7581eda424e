/* Random numbers: the same everywhere, within bounds, evenly spread. */
#include "support.h"

/* The sequence of xoshiro256** from the state 1, 2, 3, 4, as its other implementations test. */
static void test_generator(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        11520u,
        0u,
        1509978240u,
        1215971899390074240u,
        1216172134540287360u,
        607988272756665600u,
        16172922978634559625u,
        8476171486693032832u,
        10595114339597558777u,
        2904607092377533576u,
    };
    Random random = {{1, 2, 3, 4}};
    for (int i = 0; i < COUNT_OF(expected); i++)
        assert_true(random_next(&random) == expected[i]);
}

/* Computed apart, with Python's integers. A change here changes every recorded game. */
static void test_streams(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, label, sublabel, expected[4];
    } known[] = {
        {0,
         0,
         0,
         {10108759220886529493u, 17605837440599152310u, 7682592763609621243u,
          16089177418191173344u}},
        {1,
         2,
         3,
         {8362582858855705859u, 15962466024085613382u, 12715713896864878112u,
          5949133774726190382u}},
        {UINT64_MAX,
         7,
         1,
         {10024810606305128257u, 12077661183009364349u, 14558791648303501596u,
          16971708275978876005u}},
    };
    for (int i = 0; i < COUNT_OF(known); i++) {
        Random random = random_stream(known[i].seed, known[i].label, known[i].sublabel);
        for (int k = 0; k < 4; k++)
            assert_true(random_next(&random) == known[i].expected[k]);
    }
}

static void test_streams_differ(void **state)
{
    (void)state;
    uint64_t seen[8 * 8 * 8];
    int count = 0;
    for (uint64_t label = 0; label < 8 * 8 * 8; label++) {
        Random random = random_stream(label & 7, label >> 3 & 7, label >> 6);
        seen[count] = random_next(&random);
        for (int i = 0; i < count; i++)
            assert_true(seen[i] != seen[count]);
        count++;
    }
}

static void test_below_is_bounded_and_even(void **state)
{
    (void)state;
    static const uint32_t limits[] = {1, 2, 3, 7, 49, 128};
    Random random = random_stream(13, 0, 0);
    for (int i = 0; i < COUNT_OF(limits); i++) {
        enum { DRAWS = 20000 };
        int counts[128] = {0};
        for (int draw = 0; draw < DRAWS; draw++) {
            uint32_t drawn = random_below(&random, limits[i]);
            assert_true(drawn < limits[i]);
            counts[drawn]++;
        }
        double expected = (double)DRAWS / limits[i], chi_square = 0;
        for (uint32_t k = 0; k < limits[i]; k++)
            chi_square += (counts[k] - expected) * (counts[k] - expected) / expected;
        assert_true(chi_square < limits[i] + 20 + 5 * limits[i] / 10.0); // far past 5 sigma
    }
    for (int draw = 0; draw < 1000; draw++)
        assert_true(random_below(&random, UINT32_MAX) < UINT32_MAX);
}

/* Where 2^32 is not a multiple of the limit, a plain multiplication favours every third. */
static void test_below_is_even_for_large_limits(void **state)
{
    (void)state;
    int counts[3] = {0};
    Random random = random_stream(15, 0, 0);
    for (int draw = 0; draw < 30000; draw++)
        counts[random_below(&random, 3u << 30) % 3]++;
    for (int i = 0; i < 3; i++)
        assert_in_range(counts[i], 9500, 10500);
}

static void test_unit(void **state)
{
    (void)state;
    Random random = random_stream(14, 0, 0);
    double sum = 0;
    for (int draw = 0; draw < 20000; draw++) {
        double unit = random_unit(&random);
        assert_true(unit >= 0 && unit < 1);
        sum += unit;
    }
    assert_true(sum > 9800 && sum < 10200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generator),
        cmocka_unit_test(test_streams),
        cmocka_unit_test(test_streams_differ),
        cmocka_unit_test(test_below_is_bounded_and_even),
        cmocka_unit_test(test_below_is_even_for_large_limits),
        cmocka_unit_test(test_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Ratings against R's logistic regression (tests/data/stats/make.R), and recovered from games
 * drawn by known ones. */
#include "numbers.h"

#include <math.h>

#include "stats/distribution.h"
#include "stats/elo.h"
#include "stats/ratings.h"

static void check_fit(const json_t *line, const char *place)
{
    uint64_t wins[NUMBERS_LIMIT];
    double elo[NUMBERS_LIMIT], covariance[NUMBERS_LIMIT];
    int count = fixture_numbers(json_object_get(line, "elo"), elo);
    assert_int_equal(fixture_counts(line, "wins", wins), count * count);
    assert_int_equal(fixture_numbers(json_object_get(line, "covariance"), covariance),
                     count * count);
    Error error;
    Ratings *ratings = ratings_fit(wins, count, fixture_number(line, "prior"), &error);
    if (!ratings)
        fail_msg("%s: %s", place, error.text);
    for (int i = 0; i < count; i++) {
        assert_close(ratings->elo[i], elo[i], 1e-8, place);
        assert_close(ratings_error(ratings, i), sqrt(covariance[i * count + i]), 1e-7, place);
        for (int j = 0; j < count; j++)
            assert_close(ratings->covariance[i * count + j], covariance[i * count + j], 1e-7,
                         place);
    }
    ratings_destroy(ratings);
}

static void test_against_r(void **state)
{
    (void)state;
    fixture_each("stats/ratings.jsonl", check_fit);
}

/* Two players have a closed form: the Elo of the score, and the error of a logit. */
static void test_two_players(void **state)
{
    (void)state;
    uint64_t wins[] = {99, 30, 10, 99}; // the diagonal says nothing
    Ratings *ratings = ratings_fit(wins, 2, 0, NULL);
    assert_non_null(ratings);
    double error = ELO_PER_LOGIT * sqrt(1 / 30.0 + 1 / 10.0);
    assert_close(ratings->elo[0] - ratings->elo[1], elo_from_score(0.75), 1e-10, "difference");
    assert_close(2 * ratings_error(ratings, 0), error, 1e-10, "error");
    Interval interval = ratings_interval(ratings, 0, 0.95);
    assert_close(interval.high - interval.low, 1.959963984540054 * error, 1e-10, "interval");
    assert_close(ratings_superiority(ratings, 0, 1), normal_below(elo_from_score(0.75) / error),
                 1e-12, "superiority");
    assert_close(ratings_superiority(ratings, 1, 1), 0.5, 0, "over oneself");
    ratings_destroy(ratings);
    ratings_destroy(NULL);
}

static void test_no_finite_answer(void **state)
{
    (void)state;
    static const uint64_t unbeaten[9] = {0, 5, 5, 0, 0, 3, 0, 3, 0};
    static const uint64_t strangers[16] = {0, 5, 0, 0, 5, 0, 0, 0, 0, 0, 0, 7, 0, 0, 2, 0};
    static const uint64_t nothing[9] = {0};
    static const struct {
        const uint64_t *wins;
        int count;
    } cases[] = {{unbeaten, 3}, {strangers, 4}, {nothing, 3}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        Error error;
        assert_null(ratings_fit(cases[i].wins, cases[i].count, 0, &error));
        assert_non_null(strstr(error.text, "no finite ratings without a prior"));
        Ratings *ratings = ratings_fit(cases[i].wins, cases[i].count, RATINGS_PRIOR, &error);
        assert_non_null(ratings);
        double sum = 0;
        for (int j = 0; j < cases[i].count; j++) {
            assert_true(isfinite(ratings->elo[j]) && ratings_error(ratings, j) > 0);
            sum += ratings->elo[j];
        }
        assert_close(sum, 0, 1e-8, "mean");
        ratings_destroy(ratings);
    }
    Error error;
    assert_null(ratings_fit(nothing, 0, 1, &error));
    assert_string_equal(error.text, "ratings need 1 to 1000 players, not 0");
    assert_null(ratings_fit(nothing, 3, -1, &error));
    assert_string_equal(error.text, "the prior is -1 games, it must be 0 to 1000000");
    Ratings *alone = ratings_fit(nothing, 1, 1, &error);
    assert_true(alone && alone->elo[0] == 0);
    ratings_destroy(alone);
}

/* One won all of a great many games: as far as the prior lets it, and still an answer. */
static void test_extremes(void **state)
{
    (void)state;
    uint64_t wins[16] = {0};
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            wins[i * 4 + j] = 1000000;
    Ratings *ratings = ratings_fit(wins, 4, RATINGS_PRIOR, NULL);
    assert_non_null(ratings);
    for (int i = 0; i < 3; i++) {
        assert_true(ratings->elo[i] > ratings->elo[i + 1]);
        assert_true(ratings_superiority(ratings, i, i + 1) > 0.95);
    }
    ratings_destroy(ratings);
}

/* Tournaments between players of known strength: the intervals hold the truth 95 times in 100,
 * and a superiority of p is right p of the time. */
static void test_recovery(void **state)
{
    (void)state;
    static const double truth[] = {-200, -120, -40, 0, 30, 130, 200};
    enum { PLAYERS = COUNT_OF(truth), GAMES = 60, RUNS = 150 };
    int covered = 0;
    double claimed = 0, right = 0, off = 0;
    for (int run = 0; run < RUNS; run++) {
        Random random = random_stream(31, (uint64_t)run, 0);
        uint64_t wins[PLAYERS * PLAYERS] = {0};
        for (int i = 0; i < PLAYERS; i++)
            for (int j = 0; j < i; j++)
                for (int game = 0; game < GAMES; game++) {
                    bool won = random_unit(&random) < elo_to_score(truth[i] - truth[j]);
                    wins[won ? i * PLAYERS + j : j * PLAYERS + i]++;
                }
        Ratings *ratings = ratings_fit(wins, PLAYERS, RATINGS_PRIOR, NULL);
        assert_non_null(ratings);
        for (int i = 0; i < PLAYERS; i++) {
            Interval interval = ratings_interval(ratings, i, 0.95);
            covered += interval.low <= truth[i] && truth[i] <= interval.high;
            off += ratings->elo[i] * truth[i];
        }
        claimed += fmax(ratings_superiority(ratings, 4, 3), ratings_superiority(ratings, 3, 4));
        right += ratings->elo[4] > ratings->elo[3];
        ratings_destroy(ratings);
    }
    double spread = 0;
    for (int i = 0; i < PLAYERS; i++)
        spread += truth[i] * truth[i];
    assert_close(off / (RUNS * spread), 1, 0.02, "ratings over the truth");
    assert_close((double)covered / (RUNS * PLAYERS), 0.95, 0.02, "coverage");
    assert_close(right / RUNS, claimed / RUNS, 0.1, "superiority");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_r),        cmocka_unit_test(test_two_players),
        cmocka_unit_test(test_no_finite_answer), cmocka_unit_test(test_extremes),
        cmocka_unit_test(test_recovery),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

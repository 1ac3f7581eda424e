/* The studies' data, and the judging of numbers and claims on made-up ones. */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"
#include "report/study_claims.h"
#include "stats/distribution.h"
#include "stats/spread.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.12g is not %.12g", value, expected);
}

/* R: pt(2.1, 7, lower = FALSE), qchisq(0.025, 29), pf(0.5, 29, 29). */
static void test_distributions(void **state)
{
    (void)state;
    assert_near(student_above(2.1, 7), 0.0369355981064613, 1e-9);
    assert_near(student_above(-2.1, 7), 1 - 0.0369355981064613, 1e-9);
    assert_near(student_above(INFINITY, 3), 0, 0);
    assert_near(chi_square_at(0.025, 29), 16.0470716953649, 1e-9);
    assert_near(chi_square_at(0.5, 2), 2 * log(2), 1e-12);
    assert_near(fisher_below(0.5, 29, 29), 0.0334414453973387, 1e-12);
    assert_near(fisher_below(1, 9, 9), 0.5, 1e-12);
    assert_true(isnan(student_above(1, 0)) && isnan(chi_square_at(1, 3)));
}

/* The 10th of 30 is the usual table's entry; of five values no two hold the median at 95 %. */
static void test_spread(void **state)
{
    (void)state;
    double values[30];
    for (int i = 0; i < 30; i++)
        values[i] = (i * 7) % 30 + 1;
    Interval median = spread_median_interval(values, 30, 0.95);
    assert_true(median.low == 10 && median.high == 21);
    double six[] = {3, 3, 1, 9, 4, 3};
    median = spread_median_interval(six, 6, 0.95);
    assert_true(median.low == 1 && median.high == 9);
    median = spread_median_interval(six, 5, 0.95);
    assert_true(median.low == 1 && median.high == 9);
    Interval deviation = spread_deviation_interval(2, 30, 0.95);
    assert_near(deviation.low, 2 * sqrt(29 / 45.7222858041745), 1e-7);
    assert_near(deviation.high, 2 * sqrt(29 / 16.0470716953649), 1e-7);
    assert_true(isnan(spread_deviation_interval(NAN, 1, 0.95).low));
    assert_near(spread_less(1, 10, 1, 10), 0.5, 1e-12);
    assert_true(spread_less(1, 30, 2, 30) < 0.001 && spread_less(2, 30, 1, 30) > 0.999);
}

/* Ranks by whole numbers of any size, outside of this program. 2^-1075 is no double any more. */
static void test_median_of_many(void **state)
{
    (void)state;
    static const struct {
        int count, rank, step; // the step has no divisor in common with the count
    } cases[] = {{1074, 505, 7}, {1075, 505, 7}, {2000, 956, 7}, {100000, 49690, 37}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        int count = cases[i].count;
        double *values = malloc((size_t)count * sizeof *values);
        assert_non_null(values);
        for (int j = 0; j < count; j++)
            values[j] = j * cases[i].step % count + 1;
        Interval median = spread_median_interval(values, (size_t)count, 0.95);
        assert_true(median.low == cases[i].rank && median.high == count + 1 - cases[i].rank);
        free(values);
    }
}

static void test_agreement(void **state)
{
    (void)state;
    Interval range = {68, 72};
    assert_int_equal(study_agreement(71.9, 0, 70, range, 1), AGREES_INSIDE);
    assert_int_equal(study_agreement(72.8, 0, 70, range, 1), AGREES_NEAR); // 70 + 2 * sqrt(2)
    assert_int_equal(study_agreement(72.9, 0, 70, range, 1), AGREES_OUTSIDE);
    assert_int_equal(study_agreement(72.9, 0.5, 70, range, 1), AGREES_NEAR);
    assert_int_equal(study_agreement(67.1, 0, 70, range, 0.01), AGREES_OUTSIDE);
    assert_int_equal(study_agreement(60.1, 0, 70, range, 24), AGREES_NEAR);
    assert_int_equal(study_agreement(70, 0, NAN, range, 1), AGREES_UNKNOWN);
}

static StudyComparison comparison(double mean, double error)
{
    return (StudyComparison){mean, error, 101};
}

static void test_order(void **state)
{
    (void)state;
    StudyComparison three[3] = {comparison(3, 1), comparison(2.5, 1), comparison(4, 1)};
    StudyJudgement judgement = study_judge_all(three, 3, 0);
    assert_int_equal(judgement.verdict, CLAIM_HELD);
    assert_near(judgement.p, student_above(2.5, 100), 1e-15);
    assert_near(judgement.difference, 2.5, 0);
    three[1] = comparison(1, 1);
    assert_int_equal(study_judge_all(three, 3, 0).verdict, CLAIM_UNDECIDED);
    three[1] = comparison(-1.8, 1); // 0.037 alone, three times that among three
    assert_int_equal(study_judge_all(three, 3, 0).verdict, CLAIM_UNDECIDED);
    assert_int_equal(study_judge_all(&three[1], 1, 0).verdict, CLAIM_NOT_HELD);
    three[1] = comparison(-4, 1);
    judgement = study_judge_all(three, 3, 0);
    assert_int_equal(judgement.verdict, CLAIM_NOT_HELD);
    assert_near(judgement.p, 3 * student_above(4, 100), 1e-15);
    assert_int_equal(study_judge_all(three, 1, 20).verdict, CLAIM_NOT_HELD);
}

static void test_alike(void **state)
{
    (void)state;
    StudyComparison close = comparison(0.5, 1), far = comparison(7, 1), unsure = comparison(0, 5);
    assert_int_equal(study_judge_alike(&close, 3).verdict, CLAIM_HELD);
    assert_near(study_judge_alike(&close, 3).p, student_above(2.5, 100), 1e-15);
    assert_int_equal(study_judge_alike(&far, 3).verdict, CLAIM_NOT_HELD);
    assert_int_equal(study_judge_alike(&unsure, 3).verdict, CLAIM_UNDECIDED);
}

static void test_too_few(void **state)
{
    (void)state;
    double one[] = {3}, same[] = {2, 2, 2};
    StudyComparison lone = study_compare(one, 1), none = study_compare(one, 0);
    StudyComparison sure = study_compare(same, 3);
    assert_int_equal(study_judge_all(&lone, 1, 0).verdict, CLAIM_UNDECIDED);
    assert_true(isnan(study_judge_all(&none, 1, 0).p));
    assert_int_equal(study_judge_alike(&lone, 5).verdict, CLAIM_UNDECIDED);
    assert_int_equal(study_judge_all(&sure, 1, 0).verdict, CLAIM_HELD);
    assert_int_equal(study_judge_all(&sure, 1, 2).verdict, CLAIM_UNDECIDED);
}

static void check_scale(int pairs, int repeats, double scale, int new_pairs, int new_repeats)
{
    TournamentSettings *settings = calloc(1, sizeof *settings);
    assert_non_null(settings);
    settings->pairs = pairs;
    settings->repeats = repeats;
    study_scale(settings, scale);
    assert_int_equal(settings->pairs, new_pairs);
    assert_int_equal(settings->repeats, new_repeats);
    free(settings);
}

static void test_scale(void **state)
{
    (void)state;
    check_scale(200, 1, 1, 200, 1);
    check_scale(200, 1, 2.5, 500, 1);
    check_scale(200, 1, 0.0001, 1, 1);
    check_scale(25, 30, 1, 25, 30);
    check_scale(25, 30, 2, 25, 60);
    check_scale(25, 30, 0.1, 25, 3);
    check_scale(25, 30, 0.01, 4, 2);
    check_scale(10, 5, 0.0001, 1, 2);
}

/* The games each study says it played. */
static void test_all_studies(void **state)
{
    static const int games[] = {4 * 7 * 400, 4 * 7 * 50 * 30, 4 * 7 * 20 * 5, 5 * 4 * 100,
                                31 * 9 * 20 * 10};
    (void)state;
    const char *name;
    for (int i = 0; (name = study_name_at(i)); i++) {
        Error error = {""};
        Study *study = study_create(name, &error);
        if (!study)
            fail_msg("%s", error.text);
        const TournamentSettings *settings = &study->settings;
        int pairings = settings->tested_count * (settings->agent_count - settings->tested_count);
        assert_int_equal(2 * pairings * settings->pairs * settings->repeats, games[i]);
        assert_true(study->table_count > 0 && study->claim_count > 0);
        study_destroy(study);
    }
    assert_null(study_name_at(5));
}

/* What a published table's rows must add up to, as far as the study's own sums do. */
static void test_published_sums(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i += 3) {
        Study *study = study_create(study_name_at(i), NULL);
        assert_non_null(study);
        const StudyTable *table = &study->tables[0];
        for (int column = 0; column < table->column_count; column++) {
            double sum = 0;
            for (int row = 0; row < table->row_count - 1; row++)
                sum += table->rows[row].published[column] / (table->row_count - 1);
            assert_near(sum, table->rows[table->row_count - 1].published[column], 0.06);
        }
        study_destroy(study);
    }
}

static const char settings[] = "{\"agents\": [\"random\", \"first\"], \"against\": [\"greedy\"]}";

static void refuse(const char *published, const char *sentence)
{
    Error error = {""};
    assert_null(study_parse("x", settings, published, &error));
    assert_string_equal(error.text, sentence);
}

#define HEAD "{\"title\": \"t\", \"unit\": \"u\", \"names\": [\"A\", \"B\"], "

static void test_refusals(void **state)
{
    (void)state;
    Error error = {""};
    assert_null(study_create("005", &error));
    assert_string_equal(error.text,
                        "there is no study '005'; there are 000, 001, 002, 003, 004 and all");
    refuse("{\"title\": \"t\", \"unit\": \"u\", \"names\": [\"A\"]}", "x: 1 names for 2 agents");
    refuse("{}", "x: a title, a unit, at most 4 tables and 16 claims are wanted");
    refuse(HEAD
           "\"claims\": [{\"claim\": \"c\", \"test\": \"order\", \"agents\": [\"A\", \"C\"]}]}",
           "x: there is no 'C' here");
    refuse(HEAD "\"claims\": [{\"claim\": \"c\", \"test\": \"odd\", \"agents\": [\"A\", \"B\"]}]}",
           "x: there is no 'odd' here");
    refuse(HEAD "\"claims\": [{\"claim\": \"c\", \"test\": \"order\", \"agents\": [\"A\"]}]}",
           "x: a claim is about 2 to 8 agents");
    refuse(HEAD "\"claims\": [{\"claim\": \"c\", \"test\": \"above\", \"agents\": [\"A\"], "
                "\"opponents\": [2]}]}",
           "x: there is no such opponent");
    refuse(HEAD "\"tables\": [{\"caption\": \"c\", \"agents\": [\"A\"], "
                "\"rows\": [{\"label\": \"l\", \"published\": [1, 2]}]}]}",
           "x: a row has not as many numbers as there are columns");
    refuse("[1", "x: published numbers, line 1: ']' expected near end of file");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_distributions),  cmocka_unit_test(test_spread),
        cmocka_unit_test(test_median_of_many), cmocka_unit_test(test_agreement),
        cmocka_unit_test(test_order),          cmocka_unit_test(test_alike),
        cmocka_unit_test(test_too_few),        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_all_studies),    cmocka_unit_test(test_published_sums),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

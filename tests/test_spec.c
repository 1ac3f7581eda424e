/* Specs of heuristics: what is read, what is printed, what is refused and how. */
#include "support.h"

#include <float.h>
#include <math.h>

#include "eval/heuristic.h"

static HeuristicSpec parse(const char *text)
{
    HeuristicSpec spec;
    Error error;
    if (!heuristic_parse(text, strlen(text), &spec, &error))
        fail_msg("%s: %s", text, error.text);
    return spec;
}

static void check_print(const char *text, const char *shortest)
{
    HeuristicSpec spec = parse(text);
    Text printed = TEXT_EMPTY;
    heuristic_print(&spec, &printed);
    assert_string_equal(printed.bytes, shortest);
    text_free(&printed);
}

static void test_reads_and_prints(void **state)
{
    (void)state;
    for (int i = 0; heuristic_at(i); i++)
        check_print(heuristic_at(i)->name, heuristic_at(i)->name);
    check_print("chase,w1=0.25", "chase,w1=0.25");
    check_print("chase,w2=0.75,w1=1", "chase,w1=1,w2=0.75");
    check_print("chase,w1=0.3125", "chase");
    check_print("chase,w1=+1e-1", "chase,w1=0.1");
    check_print("chase,w1=-0", "chase,w1=0");
    check_print("chase,w1=.5,w2=4.", "chase,w1=0.5,w2=4");
    check_print("chase,w1=0.1234567890123456789", "chase,w1=0.12345678901234568");
    check_print("chase,w1=4.9406564584124654e-324", "chase,w1=4.94066e-324");
    check_print("drilldown,rule=text,depth=05", "drilldown");
    check_print("drilldown,rule=code,depth=3", "drilldown,depth=3,rule=code");
    check_print("next-move,rule=code,weight=0.1,w2=1,w1=0.3125", "next-move,w1=0.3125,rule=code");
    check_print("combined,free=0.60,score=max", "combined,score=max");
    check_print("chase-isolation,fallback=improved,rule=code,from=34",
                "chase-isolation,from=34,fallback=improved,rule=code");
}

static void test_values_survive(void **state)
{
    (void)state;
    Random random = random_stream(41, 0, 0);
    for (int i = 0; i < 20000; i++) {
        HeuristicSpec spec = heuristic_standard(heuristic_at(16)); // two real numbers
        assert_string_equal(spec.heuristic->name, "chase");
        for (int k = 0; k < 2; k++)
            spec.values[k] = 4 * random_unit(&random) * pow(2, -(double)random_below(&random, 60));
        Text text = TEXT_EMPTY;
        heuristic_print(&spec, &text);
        HeuristicSpec again = parse(text.bytes);
        assert_memory_equal(again.values, spec.values, sizeof spec.values);
        text_free(&text);
    }
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *text, *sentence;
    } refused[] = {
        {"", "a heuristic's name is missing, such as null"},
        {",", "a heuristic's name is missing, such as null"},
        {"improvd", "unknown heuristic 'improvd'; did you mean improved?"},
        {"chas", "unknown heuristic 'chas'; did you mean chase or chase-isolation?"},
        {"Improved", "unknown heuristic 'Improved'; did you mean improved?"},
        {"improved ", "unknown heuristic 'improved '; did you mean improved?"},
        {"chase=1", "unknown heuristic 'chase=1'; did you mean chase?"},
        {"central-pressure,pwer=2",
         "central-pressure: has no parameter 'pwer'; it has min (0 to 1), slope (-1 to 1), "
         "power (0.25 to 4), kernel (1 to 6)"},
        {"central,kernel=2.5", "central: kernel is a whole number from 1 to 6, not '2.5'"},
        {"pressure,power=0", "pressure: power is a number from 0.25 to 4, not '0'"},
        {"combined,free=60", "combined: free is a number from 0 to 1, not '60'"},
        {"drilldown,score=maximum", "drilldown: score is one of sum|max, not 'maximum'"},
        {"next-move,weight=-1", "next-move: weight is a number from 0 to 1, not '-1'"},
        {"improved,", "improved: '' is not a setting such as key=value"},
        {"chase,w1", "chase: 'w1' is not a setting such as key=value"},
        {"chase,=1", "chase: '=1' is not a setting such as key=value"},
        {"chase,w1=0.5,,w2=1", "chase: '' is not a setting such as key=value"},
        {"chase,w1=0.5,", "chase: '' is not a setting such as key=value"},
        {"improved,k=2", "improved: has no parameters, so no 'k'"},
        {"chase,w3=1", "chase: has no parameter 'w3'; it has w1 (0 to 4), w2 (0 to 4)"},
        {"chase, w1=1", "chase: has no parameter ' w1'; it has w1 (0 to 4), w2 (0 to 4)"},
        {"combined,Rule=code",
         "combined: has no parameter 'Rule'; it has depth (1 to 10), rule (text|code), "
         "score (sum|max), free (0 to 1)"},
        {"chase,w1=1,w1=1", "chase: w1 stands twice"},
        {"chase,w1=", "chase: w1 is a number from 0 to 4, not ''"},
        {"chase,w1=nan", "chase: w1 is a number from 0 to 4, not 'nan'"},
        {"chase,w1=NaN", "chase: w1 is a number from 0 to 4, not 'NaN'"},
        {"chase,w1=inf", "chase: w1 is a number from 0 to 4, not 'inf'"},
        {"chase,w1=-infinity", "chase: w1 is a number from 0 to 4, not '-infinity'"},
        {"chase,w1=1e999", "chase: w1 is a number from 0 to 4, not '1e999'"},
        {"chase,w1=0x1", "chase: w1 is a number from 0 to 4, not '0x1'"},
        {"chase,w1= 1", "chase: w1 is a number from 0 to 4, not ' 1'"},
        {"chase,w1=1 ", "chase: w1 is a number from 0 to 4, not '1 '"},
        {"chase,w1=1=1", "chase: w1 is a number from 0 to 4, not '1=1'"},
        {"chase,w1=1e", "chase: w1 is a number from 0 to 4, not '1e'"},
        {"chase,w1=--1", "chase: w1 is a number from 0 to 4, not '--1'"},
        {"chase,w1=0,5", "chase: '5' is not a setting such as key=value"},
        {"chase,w1=-0.1", "chase: w1 is a number from 0 to 4, not '-0.1'"},
        {"chase,w1=4.0001", "chase: w1 is a number from 0 to 4, not '4.0001'"},
        {"drilldown,depth=0", "drilldown: depth is a whole number from 1 to 10, not '0'"},
        {"drilldown,depth=2.5", "drilldown: depth is a whole number from 1 to 10, not '2.5'"},
        {"drilldown,rule=", "drilldown: rule is one of text|code, not ''"},
        {"drilldown,rule=Code", "drilldown: rule is one of text|code, not 'Code'"},
        {"drilldown,rule=text|code", "drilldown: rule is one of text|code, not 'text|code'"},
        {"balanced,rule=code", "balanced: rule is one of text|turn, not 'code'"},
        {"balanced,walls=2", "balanced: walls is a whole number from 0 to 1, not '2'"},
    };
    for (int i = 0; i < COUNT_OF(refused); i++) {
        HeuristicSpec spec;
        Error error = {"accepted"};
        assert_false(heuristic_parse(refused[i].text, strlen(refused[i].text), &spec, &error));
        assert_string_equal(error.text, refused[i].sentence);
        assert_false(heuristic_parse(refused[i].text, strlen(refused[i].text), &spec, NULL));
    }
}

/* Any bytes, any length: refused, in one printable line. */
static void test_long_and_raw(void **state)
{
    (void)state;
    enum { LENGTH = 1 << 20 };
    static const char *const starts[] = {
        "", "chase,", "chase,w1=", "chase,w1=1,w1=", "chase,,", "x,"};
    static const char fills[] = "a1=,.\xff";
    char *text = test_malloc(LENGTH);
    for (int i = 0; i < COUNT_OF(starts); i++)
        for (size_t k = 0; k < sizeof fills; k++) { // with the NUL
            HeuristicSpec spec;
            Error error = {"accepted"};
            memset(text, fills[k], LENGTH);
            memcpy(text, starts[i], strlen(starts[i]));
            assert_false(heuristic_parse(text, LENGTH, &spec, &error));
            for (const char *c = error.text; *c; c++)
                assert_true(*c >= ' ' && *c <= '~');
        }
    test_free(text);
}

static void test_empty_text_may_be_no_text(void **state)
{
    (void)state;
    HeuristicSpec spec;
    Error error;
    assert_false(heuristic_parse(NULL, 0, &spec, &error));
}

/* The rows themselves: a tuner walks from min to max by steps, and defaults must be there. */
static void test_rows(void **state)
{
    (void)state;
    for (int i = 0; heuristic_at(i); i++) {
        const Heuristic *h = heuristic_at(i);
        assert_true(h->study && h->meaning && h->formula && h->eval_64 && h->eval_128);
        assert_true(strchr(h->study, ' ') || !strcmp(h->study, "isolab"));
        assert_true(h->cost > 0);
        assert_int_equal(!h->cost_unit, !h->cost_64);
        assert_int_equal(!h->cost_64, !h->cost_128);
        for (const Price *price = h->prices; price && price->blanks >= 0; price++)
            assert_true(price->nanoseconds > 0 &&
                        (price[1].blanks < 0 || price[1].blanks > price->blanks));
        for (int k = 0; k < PARAMETER_MAX && h->parameters[k].name; k++) {
            const Parameter *p = &h->parameters[k];
            assert_true(p->min < p->max && p->step > 0 && p->meaning);
            assert_true(p->standard >= p->min && p->standard <= p->max);
            assert_int_equal(parameter_find(h->parameters, p->name, strlen(p->name)), k);
            char word[PARAMETER_VALUE_SIZE];
            if (p->choices) {
                assert_true(p->min == 0 && *parameter_print(p, p->max, word));
                assert_string_equal(parameter_print(p, p->max + 1, word), "");
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_and_prints),
        cmocka_unit_test(test_values_survive),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_long_and_raw),
        cmocka_unit_test(test_empty_text_may_be_no_text),
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

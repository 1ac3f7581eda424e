/* The parts of the report that strangers' bytes pass through, and its quantiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "report/plot.h"
#include "report/survey.h"
#include "support.h"
#include "util/random.h"

#define REPLACED "\xEF\xBF\xBD"

typedef void (*Escape)(Text *text, const char *string);

static void check(Escape escape, const char *string, const char *expected)
{
    Text text = TEXT_EMPTY;
    text_append(&text, "");
    escape(&text, string);
    assert_true(text_ok(&text));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void test_escape_html(void **state)
{
    (void)state;
    check(escape_html, "", "");
    check(escape_html, "a<b>&\"'", "a&lt;b&gt;&amp;&quot;&#39;");
    check(escape_html, "\x01\x7F\n\t", REPLACED REPLACED "\n\t");
    check(escape_html, "d\xC3\xA9j\xC3\xA0 \xE2\x82\xAC \xF0\x9F\x90\xB4",
          "d\xC3\xA9j\xC3\xA0 \xE2\x82\xAC \xF0\x9F\x90\xB4");
}

static void test_what_is_no_utf8(void **state)
{
    (void)state;
    check(escape_html, "\x80", REPLACED);
    check(escape_html, "\xC0\xAF", REPLACED REPLACED);              // overlong
    check(escape_html, "\xE0\x80\xAF", REPLACED REPLACED REPLACED); // overlong
    check(escape_html, "\xED\xA0\x80", REPLACED REPLACED REPLACED); // a surrogate
    check(escape_html, "\xF4\x90\x80\x80", REPLACED REPLACED REPLACED REPLACED);
    check(escape_html, "\xE2\x82<", REPLACED REPLACED "&lt;"); // cut off
    check(escape_html, "\xF0\x9F", REPLACED REPLACED);
}

static void test_escape_json(void **state)
{
    (void)state;
    check(escape_json, "", "\"\"");
    check(escape_json, "\"\\\n\t", "\"\\\"\\\\\\n\\t\"");
    check(escape_json, "</script>&\x02", "\"\\u003c/script\\u003e\\u0026" REPLACED "\"");
}

static void test_escape_shell(void **state)
{
    (void)state;
    check(escape_shell, "alphabeta:chase,w1=0.25", "alphabeta:chase,w1=0.25");
    check(escape_shell, "", "''");
    check(escape_shell, "a b", "'a b'");
    check(escape_shell, "it's $HOME", "'it'\\''s $HOME'");
}

static void test_counts(void **state)
{
    (void)state;
    static const struct {
        int64_t count;
        const char *text;
    } cases[] = {
        {0, "0"},           {999, "999"},           {1000, "1,000"},
        {11200, "11,200"},  {1001000, "1,001,000"}, {-1, "-1"},
        {-123, "-123"},     {-1234, "-1,234"},      {INT64_MAX, "9,223,372,036,854,775,807"},
        {100000, "100,000"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char digits[HTML_COUNT_SIZE];
        assert_string_equal(html_count(digits, cases[i].count), cases[i].text);
    }
}

static const char *label_at(const void *context, int i)
{
    return i == 3 ? context : NULL;
}

static void test_svg(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "<?xml version=\"1.0\"?>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\">",
        "<title>Gnuplot</title>",
        "</defs>",
        "<g fill=\"none\" color=\"white\">",
        "</g>",
        "<g fill=\"none\" color=\"black\" stroke=\"rgb(  0,   0,   4)\">",
        "<text>@3@ @4@ @x@</text>",
        "</g>",
        "\t<g id=\"gnuplot_plot_1\" ><title>$d using 1</title>",
        "</g>",
        "</svg>",
        "what comes after",
    };
    Text text = TEXT_EMPTY;
    Svg svg = {.text = &text,
               .label = label_at,
               .context = "<@3@>",
               .width = 10,
               .height = 20,
               .description = "\"a\""};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        svg_add_line(&svg, lines[i], strlen(lines[i]));
    svg_finish(&svg);
    assert_true(svg.ended);
    assert_string_equal(text.bytes,
                        "<svg class=\"plot\" viewBox=\"0 0 10 20\" role=\"img\" "
                        "aria-label=\"&quot;a&quot;\">\n<g>\n"
                        "<g fill=\"none\" color=\"currentColor\" stroke=\"var(--plot-primary)\">\n"
                        "<text>&lt;@3@&gt; @4@ @x@</text>\n"
                        "</g>\n<g>\n</g>\n</svg>\n");
    text_free(&text);
}

static int compare(const void *first, const void *second)
{
    double a = *(const double *)first, b = *(const double *)second;
    return (a > b) - (a < b);
}

/* Against the sorted values themselves, over nine orders of magnitude. */
static void test_quantiles(void **state)
{
    (void)state;
    enum { COUNT = 4001 };
    static double values[COUNT];
    static SurveyAgent agent;
    static Survey survey = {.agents = &agent, .agent_count = 1};
    Random random = random_stream(1, 2, 3);
    agent.seconds.unit = 1e-8;
    for (int i = 0; i < COUNT; i++) {
        values[i] = 1e-8 * pow(10, 9 * random_unit(&random));
        survey_count(&survey.agents[0].seconds, values[i]);
    }
    qsort(values, COUNT, sizeof *values, compare);
    for (int i = 0; i <= 20; i++) {
        double exact = values[(COUNT - 1) * i / 20];
        double found = survey_quantile(&agent.seconds, (COUNT - 1) * i / 20 * 1.0 / (COUNT - 1));
        assert_true(fabs(found / exact - 1) < 0.03);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escape_html), cmocka_unit_test(test_what_is_no_utf8),
        cmocka_unit_test(test_escape_json), cmocka_unit_test(test_escape_shell),
        cmocka_unit_test(test_counts),      cmocka_unit_test(test_svg),
        cmocka_unit_test(test_quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

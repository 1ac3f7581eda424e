/* The parts of the report that strangers' bytes pass through, and its quantiles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/diagram.h"
#include "report/frame.h"
#include "report/html.h"
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

static bool fill_with_itself(void *context, Slice mark, Text *text)
{
    text_append_bytes(text, mark.start, mark.length);
    text_append(text, context);
    return !slice_is(mark, "stranger");
}

static void test_marks(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    assert_true(frame_fill("a {{b}}{{c}} {{", fill_with_itself, "{{d}}", &text));
    assert_string_equal(text.bytes, "a b{{d}}c{{d}} {{");
    assert_false(frame_fill("{{stranger}}", fill_with_itself, "", &text));
    text_free(&text);
}

static void check_page(Frame *frame, const char *const *parts, size_t count)
{
    Text text = TEXT_EMPTY;
    Error plots, error;
    assert_true(frame_print(frame, &text, &plots, &error));
    assert_string_equal(plots.text, "");
    const char *rest = text.bytes;
    for (size_t i = 0; i < count; i++) {
        rest = strstr(rest, parts[i]);
        if (!rest)
            fail_msg("the page has no %s, or too early", parts[i]);
    }
    text_free(&text);
}

/* The navigation is that of the sections, whoever wrote them; scripts run only where there is
 * one. */
static void test_frame(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "script-src 'none'",
        "<title>a&lt;b&gt; {{main}} - isolab</title>",
        "<h1>a&lt;b&gt; {{main}}</h1>",
        "<p>lead</p>",
        "<a href=\"#one\">One &amp; all</a>\n<a href=\"#two\">Two</a>\n\n</nav>",
        ("<section id=\"one\" aria-label=\"One &amp; all\">\n<h2>The &quot;first&quot;</h2>\n"
         "</section>\n"),
        "<section id=\"two\" aria-label=\"Two\">",
        "</html>\n"};
    static const char *const scripted[] = {
        "script-src 'unsafe-inline'", "<nav aria-label=\"Sections\">\n\n</nav>",
        "<script type=\"application/json\" id=\"data\">\n{}\n</script>\n<script>\ngo();</script>"};
    Frame frame = FRAME_EMPTY;
    text_append(&frame.title, "a<b> {{main}}");
    text_append(&frame.lead, "<p>lead</p>");
    frame_section(&frame, "one", "One & all", "The \"first\"");
    text_append(&frame.main, FRAME_SECTION_END "<section id=\"none\"></section>"
                                               "<section id=\"two\" aria-label=\"Two\"></section>");
    check_page(&frame, parts, sizeof parts / sizeof *parts);
    frame.script = "go();";
    text_append(&frame.title, "t");
    text_append(&frame.lead, "");
    text_append(&frame.main, "");
    text_append(&frame.data, "{}");
    check_page(&frame, scripted, sizeof scripted / sizeof *scripted);
}

static int count_of(const char *text, const char *part)
{
    int count = 0;
    while ((text = strstr(text, part))) {
        count++;
        text += strlen(part);
    }
    return count;
}

static void test_diagram(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    Board board;
    Position position;
    MoveList moves;
    Error error;
    assert_true(
        position_parse("3x4 a4 b4 c3", strlen("3x4 a4 b4 c3"), &board, &position, &moves, &error));
    diagram_print(&board, &position, &moves, position_moves(&board, &position, SECOND),
                  squares_only(3), &text);
    assert_true(text_ok(&text));
    assert_int_equal(count_of(text.bytes, "<rect class=\"light\"") +
                         count_of(text.bytes, "<rect class=\"dark\""),
                     9);
    assert_int_equal(count_of(text.bytes, "<rect class=\"trace-0\""), 2);
    assert_int_equal(count_of(text.bytes, "<rect class=\"trace-1\""), 1);
    assert_int_equal(count_of(text.bytes, "<rect class=\"stand-"), 2);
    assert_int_equal(count_of(text.bytes, "class=\"ring\""), 1);
    assert_int_equal(count_of(text.bytes, "class=\"good\""), 2); // a2 and c2
    assert_int_equal(count_of(text.bytes, "class=\"bad\" d=\"M0.3 1.3"), 1);
    assert_int_equal(count_of(text.bytes, "<rect class=\"stand-1\" x=\"1.03\" y=\"0.03\""), 1);
    assert_non_null(
        strstr(text.bytes, "aria-label=\"Board: first c3, second b4, second to move\""));
    text_free(&text);
    diagram_print(&board, &position, NULL, 0, 0, &text); // without its history
    assert_int_equal(count_of(text.bytes, "<rect class=\"blocked\""), 3);
    assert_int_equal(count_of(text.bytes, "<rect class=\"trace-"), 0);
    assert_int_equal(count_of(text.bytes, "<rect class=\"stand-"), 2);
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
        cmocka_unit_test(test_escape_json), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_svg),         cmocka_unit_test(test_marks),
        cmocka_unit_test(test_frame),       cmocka_unit_test(test_diagram),
        cmocka_unit_test(test_quantiles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

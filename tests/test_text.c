/* The growing text, the sentence of an error, and what a mistyped name may have meant. */
#include "support.h"
#include "util/error.h"
#include "util/slice.h"
#include "util/suggest.h"
#include "util/text.h"

static void test_text_grows(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    assert_true(text_ok(&text));
    for (int i = 0; i < 1000; i++)
        text_format(&text, "%d,", i);
    assert_int_equal(text.length, 10 * 2 + 90 * 3 + 900 * 4);
    assert_memory_equal(text.bytes, "0,1,2,3,", 8);
    assert_string_equal(text.bytes + text.length - 8, "998,999,");
    text_clear(&text);
    assert_int_equal(text.length, 0);
    text_append_bytes(&text, "a\0b", 3);
    assert_memory_equal(text.bytes, "a\0b", 4);
    text_free(&text);
    text_append(&text, "again");
    assert_string_equal(text.bytes, "again");
    text_free(&text);
}

static void test_text_pads_by_what_is_seen(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    text_append(&text, "long first line\n♘·");
    text_pad(&text, 4);
    text_append(&text, "|");
    text_pad(&text, 2); // already past it
    assert_string_equal(text.bytes, "long first line\n♘·  |");
    text_free(&text);
}

static void test_columns_by_what_is_seen(void **state)
{
    (void)state;
    static const char coloured[] = "\033[1;38;5;231m ♞ \033[0mab";
    assert_int_equal(text_columns(coloured, strlen(coloured)), 5);
    assert_int_equal(text_fit(coloured, strlen(coloured), 4), strlen(coloured) - 1);
    assert_int_equal(text_fit(coloured, strlen(coloured), 5), strlen(coloured));
    assert_int_equal(text_fit("♘♘", strlen("♘♘"), 1), strlen("♘"));
    assert_int_equal(text_fit("a\tb", 3, 8), 1);
    assert_int_equal(text_columns("\033[", 2), 2); // cut off: no sequence
}

static void check_wrapped(const char *lines, int width, const char *expected)
{
    Text text = TEXT_EMPTY;
    text_wrap(&text, lines, width);
    assert_true(text_ok(&text));
    assert_string_equal(text.bytes, expected);
    text_free(&text);
}

static void test_text_wraps(void **state)
{
    (void)state;
    check_wrapped("", 10, "");
    check_wrapped("one two three\n", 0, "one two three\n");
    check_wrapped("one two three\n", 13, "one two three\n");
    check_wrapped("one two three\n", 12, "one two\nthree\n");
    check_wrapped("one two three\n\nfour", 7, "one two\nthree\n\nfour");
    check_wrapped("  one two three", 8, "  one\n  two\n  three");
    check_wrapped("-x N  one two three", 12, "-x N  one\n      two\n      three");
    check_wrapped("too far to the right  one two", 20, "too far to the right\none two");
    check_wrapped("c4 c5\tmissed by two", 13, "c4 c5\nmissed by two");
    check_wrapped("unbreakable", 4, "unbr\neaka\nble");
    check_wrapped("♘♘♘ ♘♘♘", 4, "♘♘♘\n♘♘♘");
    check_wrapped("\033[1mab\033[0m cd", 5, "\033[1mab\033[0m cd");
    check_wrapped("blanks behind     ", 13, "blanks behind");
}

static void test_utf8(void **state)
{
    (void)state;
    static const char *const good[] = {"",
                                       "plain",
                                       "\xc2\x80",
                                       "\xdf\xbf",
                                       "\xe0\xa0\x80",
                                       "\xed\x9f\xbf",
                                       "\xef\xbf\xbf",
                                       "\xf0\x90\x80\x80",
                                       "a\xf4\x8f\xbf\xbf"};
    static const char *const bad[] = {"\x80",
                                      "\xff",
                                      "\xc0\xaf",
                                      "\xc1\xbf",
                                      "\xe0\x9f\xbf",
                                      "\xed\xa0\x80",
                                      "\xf0\x8f\xbf\xbf",
                                      "\xf4\x90\x80\x80",
                                      "\xf5\x80\x80\x80",
                                      "a\xc3",
                                      "\xc3(",
                                      "\xe2\x99",
                                      "\xe2\x99x"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i], strlen(good[i])));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i], strlen(bad[i])));
}

static void test_text_after_failure(void **state)
{
    (void)state;
    Text text = {.failed = true};
    text_append(&text, "lost");
    text_format(&text, "%s", "lost");
    text_pad(&text, 3);
    assert_false(text_ok(&text));
    assert_null(text.bytes);
    text_free(&text);
    assert_true(text_ok(&text));
}

static void test_error(void **state)
{
    (void)state;
    Error error;
    assert_false(error_set(&error, "%d is odd", 7));
    error_prefix(&error, "line 3");
    assert_string_equal(error.text, "line 3: 7 is odd");
    assert_false(error_out_of_memory(&error));
    assert_string_equal(error.text, "out of memory");
    assert_false(error_set(NULL, "dropped"));
    error_prefix(NULL, "dropped");
    assert_false(error_set(&error, "%01000d", 0));
    error_prefix(&error, "far");
    assert_int_equal(strlen(error.text), ERROR_TEXT_SIZE - 1);
}

static void test_quote(void **state)
{
    (void)state;
    char quote[QUOTE_SIZE], bytes[256];
    assert_string_equal(error_quote(quote, "d4", 2), "'d4'");
    assert_string_equal(error_quote(quote, "", 0), "''");
    assert_string_equal(error_quote(quote, "\n\0\xff~ ", 5), "'\\x0a\\x00\\xff~ '");
    for (size_t length = 0; length < sizeof bytes; length++) {
        memset(bytes, length % 2 ? 'x' : '\x80', sizeof bytes);
        assert_true(strlen(error_quote(quote, bytes, length)) < QUOTE_SIZE);
        assert_int_equal(quote[strlen(quote) - 1], '\'');
    }
    assert_non_null(strstr(quote, "xxx...'"));
}

static const char *name_at(const void *names, int i)
{
    return ((const char *const *)names)[i];
}

static void check_suggestion(const char *word, const char *expected)
{
    static const char *const names[] = {"open",  "improved", "isolation", "reach",
                                        "chase", "central",  "center",    NULL};
    Error error;
    assert_false(suggest_unknown(&error, "heuristic", word, strlen(word), name_at, names));
    assert_string_equal(error.text, expected);
}

static void test_suggest(void **state)
{
    (void)state;
    check_suggestion("improvd", "unknown heuristic 'improvd'; did you mean improved?");
    check_suggestion("isolation2", "unknown heuristic 'isolation2'; did you mean isolation?");
    check_suggestion("iso", "unknown heuristic 'iso'; did you mean isolation?");
    check_suggestion("cahse", "unknown heuristic 'cahse'; did you mean chase?");
    check_suggestion("cent", "unknown heuristic 'cent'; did you mean central or center?");
    check_suggestion("zzz", "unknown heuristic 'zzz'; there are open, improved, isolation, reach, "
                            "chase, central, center");
    check_suggestion("", "unknown heuristic ''; there are open, improved, isolation, reach, "
                         "chase, central, center");
    char enormous[200] = {0};
    memset(enormous, 'q', sizeof enormous - 1);
    Error error;
    const char *const one[] = {"one", NULL};
    assert_false(suggest_unknown(&error, "x", enormous, sizeof enormous - 1, name_at, one));
    assert_non_null(strstr(error.text, "...'; there are one"));
    assert_false(suggest_unknown(NULL, "x", "y", 1, name_at, one));
}

static void test_shell_words(void **state)
{
    (void)state;
    Text text = TEXT_EMPTY;
    static const char *const words[] = {"alphabeta:chase,w1=0.25", "", "a b", "it's $HOME"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        text_append_shell(&text, words[i]);
        text_append(&text, "\n");
    }
    assert_string_equal(text.bytes, "alphabeta:chase,w1=0.25\n''\n'a b'\n'it'\\''s $HOME'\n");
    text_free(&text);
}

static void check_cut(const char *text, char byte, bool found, const char *before, const char *rest)
{
    Slice left = {text, strlen(text)}, cut;
    assert_int_equal(slice_cut(&left, byte, &cut), found);
    assert_true(slice_is(cut, before));
    assert_true(slice_is(left, rest));
}

static void test_slices_are_cut(void **state)
{
    (void)state;
    check_cut("a=b=c", '=', true, "a", "b=c");
    check_cut("=b", '=', true, "", "b");
    check_cut("a=", '=', true, "a", "");
    check_cut("a", '=', false, "a", "");
    check_cut("", '=', false, "", "");
    Slice nothing = {NULL, 0}, cut;
    assert_false(slice_cut(&nothing, '=', &cut));
    assert_int_equal(cut.length, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text_grows),
        cmocka_unit_test(test_text_pads_by_what_is_seen),
        cmocka_unit_test(test_columns_by_what_is_seen),
        cmocka_unit_test(test_text_wraps),
        cmocka_unit_test(test_utf8),
        cmocka_unit_test(test_text_after_failure),
        cmocka_unit_test(test_error),
        cmocka_unit_test(test_quote),
        cmocka_unit_test(test_suggest),
        cmocka_unit_test(test_shell_words),
        cmocka_unit_test(test_slices_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

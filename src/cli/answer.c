#include "cli/answer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "report/table.h"
#include "util/input.h"
#include "util/terminal.h"

static_assert((int)ANSWER_SQUARES == (int)SQUARE_LIMIT, "room for every board");

void answer_squares(Text *text, const IsolabPosition *position, const int *squares, int count)
{
    char name[SQUARE_TEXT_SIZE];
    for (int i = 0; i < count; i++) {
        isolab_square_name(position, squares[i], name, sizeof name);
        text_format(text, " %s", name);
    }
}

json_t *answer_square_json(const IsolabPosition *position, int square)
{
    char name[SQUARE_TEXT_SIZE];
    isolab_square_name(position, square, name, sizeof name);
    return json_string(name);
}

json_t *answer_squares_json(const IsolabPosition *position, const int *squares, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++)
        whole_json_append(array, answer_square_json(position, squares[i]));
    return array;
}

json_t *answer_side_json(IsolabSide side)
{
    return side == ISOLAB_NOBODY ? json_null() : json_string(isolab_side_name(side));
}

bool answer_open(const Question *question, InnerQuestion *inner, Error *error)
{
    inner->settings = question->settings;
    return position_parse(question->text.start, question->text.length, &inner->board,
                          &inner->position, NULL, error);
}

int answer_width(const Arguments *arguments)
{
    return arguments_has(arguments, "markdown") ? TABLE_MARKDOWN : terminal_width();
}

bool answer_print_text(const Arguments *arguments, Text *text, Error *error)
{
    bool good = text_ok(text) || error_out_of_memory(error);
    if (good && arguments_has(arguments, "markdown"))
        fputs(text->bytes, stdout);
    else if (good)
        terminal_print(text->bytes);
    text_free(text);
    return good;
}

bool answer_print(json_t *json, Error *error)
{
    Text line = TEXT_EMPTY;
    if (json && interrupt_came())
        whole_json_set(json, "interrupted", json_true());
    bool done = whole_json_print(json, JSON_COMPACT | JSON_REAL_PRECISION(17), &line);
    if (done)
        puts(line.bytes);
    text_free(&line);
    return done || error_out_of_memory(error);
}

/* Words of the command line joined by blanks: a position needs no quotes in the shell. */
static bool join_words(const Arguments *arguments, Text *text, Error *error)
{
    for (int i = 0; i < arguments->word_count; i++) {
        text_append(text, i ? " " : "");
        text_append(text, arguments->words[i]);
    }
    return text_ok(text) || error_out_of_memory(error);
}

static bool answer_as_text(const Answer *answer, const Question *question, Error *error)
{
    Text text = TEXT_EMPTY;
    bool done = answer->text(question, &text, error);
    if (done && !text_ok(&text))
        done = error_out_of_memory(error);
    if (done && text.bytes)
        terminal_print(text.bytes);
    text_free(&text);
    return done;
}

static json_t *answer_as_json(const Answer *answer, const Question *question, Error *error)
{
    error_out_of_memory(error); // unless the command says otherwise
    return answer->json(question, error);
}

static bool answer_line(const Answer *answer, const void *settings, const char *line, size_t length,
                        bool as_json, Error *error)
{
    IsolabPosition *position = isolab_position_read(line, length, error->text, sizeof error->text);
    if (!position)
        return false;
    Question question = {position, {line, length}, settings};
    json_t *json = as_json ? answer_as_json(answer, &question, error) : NULL;
    bool done =
        as_json ? json && answer_print(json, error) : answer_as_text(answer, &question, error);
    isolab_position_destroy(position);
    return done;
}

static bool print_refusal(const char *sentence, Error *error)
{
    return answer_print(json_pack("{s:s}", "error", sentence), error);
}

/* Whoever asks line by line waits for each answer before the next question. */
static int answer_input(const Answer *answer, const void *settings, Error *error)
{
    char line[POSITION_TEXT_LIMIT + 1];
    size_t length;
    int number = 0, refused = 0;
    Input input;
    input_start(&input, STDIN_FILENO, interrupt_flag());
    while (!interrupt_came() && input_line(&input, line, sizeof line, &length) &&
           !interrupt_came()) {
        Error fault;
        number++;
        if (!answer_line(answer, settings, line, length, true, &fault)) {
            char place[32];
            snprintf(place, sizeof place, "line %d", number);
            error_prefix(&fault, place);
            if (refused++ == 0)
                *error = fault;
            if (!print_refusal(fault.text, error))
                return EXIT_REFUSED;
        }
        if (fflush(stdout))
            return EXIT_REFUSED; // main says why
    }
    if (interrupt_came()) {
        fprintf(stderr, "stopped after line %d; what follows was not answered\n", number);
    } else if (input.failure) {
        error_set(error, "cannot read standard input");
        return EXIT_REFUSED;
    }
    return refused ? EXIT_REFUSED : EXIT_DONE;
}

bool answer_is_batch(const Arguments *arguments)
{
    return arguments->word_count == 1 && !strcmp(arguments->words[0], "-");
}

int answer_positions(const Arguments *arguments, const Answer *answer, const void *settings,
                     Error *error)
{
    if (arguments->word_count == 0) {
        error_set(error, "a position is missing, such as 7x7 d4 c2, or - to read them from "
                         "standard input");
        return EXIT_REFUSED;
    }
    if (answer_is_batch(arguments))
        return answer_input(answer, settings, error);
    Text words = TEXT_EMPTY;
    bool done = join_words(arguments, &words, error) &&
                answer_line(answer, settings, words.bytes, words.length,
                            arguments_has(arguments, "json"), error);
    text_free(&words);
    return done ? EXIT_DONE : EXIT_REFUSED;
}

/* command_perft.c: `isolab perft`, counts of move sequences. */
#include <stdio.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "isolab.h"
#include "util/clock.h"

static json_t *perft_json(const Question *q, Error *error)
{
    (void)error;
    int depth = *(const int *)q->settings;
    json_t *counts = json_array();
    for (int d = 1; d <= depth; d++) {
        uint64_t count = isolab_perft(q->position, d);
        whole_json_append(counts, json_integer((json_int_t)count));
    }
    return json_pack("{s:o}", "nodes", counts);
}

/* Printed as it goes: the next depth may take an hour. */
static bool perft_text(const Question *q, Text *text, Error *error)
{
    (void)text;
    (void)error;
    int depth = *(const int *)q->settings;
    printf("depth           sequences    seconds      M/s\n");
    for (int d = 1; d <= depth; d++) {
        double start = clock_now();
        uint64_t count = isolab_perft(q->position, d);
        double seconds = clock_now() - start;
        printf("%5d %19llu %10.3f %8.1f\n", d, (unsigned long long)count, seconds,
               seconds > 0 ? (double)count / seconds * 1e-6 : 0);
        fflush(stdout);
    }
    return true;
}

static int run_perft(const Arguments *arguments, Error *error)
{
    static const Answer answer = {perft_json, perft_text};
    int64_t depth = 0;
    if (!arguments_integer(arguments, "depth", 1, ANSWER_SQUARES, &depth, error))
        return EXIT_REFUSED;
    if (depth == 0) {
        error_set(error, "--depth N is missing: the number of plies to count");
        return EXIT_REFUSED;
    }
    int settings = (int)depth;
    return answer_positions(arguments, &answer, &settings, error);
}

static const Option options[] = {
    {"depth", "N", "count sequences of 1 to N moves", false}, OPTION_JSON, OPTION_END};

const Command command_perft = {
    .name = "perft",
    .words = "POSITION --depth N",
    .summary = "counts move sequences",
    .example = "isolab perft 7x7 d4 c5 --depth 8",
    .options = options,
    .run = run_perft,
};

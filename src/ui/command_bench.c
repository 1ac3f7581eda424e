/* command_bench.c: `isolab bench`, fixed work and how fast it went.
 *
 * The signature is a total over the results of that work, so it changes if and only if the
 * program's behaviour does; CI compares it between widths, compilers and runs. Times are for
 * people: they depend on the machine, the signature never does.
 */
#include <stdio.h>

#include "core/perft.h"
#include "ui/answer.h"
#include "ui/command.h"
#include "util/clock.h"

typedef struct PerftWork {
    const char *position;
    int depth;
} PerftWork;

static const PerftWork perft_narrow = {"7x7 d4 c5", 13};
static const PerftWork perft_wide = {"11x9 f5 e7", 11};

typedef struct Measured {
    uint64_t count;
    double seconds;
} Measured;

static double millions_per_second(Measured m)
{
    return m.seconds > 0 ? (double)m.count / m.seconds * 1e-6 : 0;
}

static Measured measure_perft(const PerftWork *work, PerftBulk bulk)
{
    Board board;
    Position position;
    Text text = TEXT_EMPTY;
    text_append(&text, work->position);
    Measured measured = {0, 0};
    if (text_ok(&text) && position_parse(text.bytes, text.length, &board, &position, NULL, NULL)) {
        double start = clock_now();
        measured.count = perft_bulk(&board, &position, work->depth, bulk);
        measured.seconds = clock_now() - start;
    }
    text_free(&text);
    return measured;
}

static void print_perft(const char *name, const PerftWork *work, Measured m)
{
    printf("%-24s %-14s depth %2d %14llu %9.1f M/s\n", name, work->position, work->depth,
           (unsigned long long)m.count, millions_per_second(m));
}

static int run(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    Measured narrow = measure_perft(&perft_narrow, PERFT_BULK_ONE);
    Measured narrow_two = measure_perft(&perft_narrow, PERFT_BULK_TWO);
    Measured wide = measure_perft(&perft_wide, PERFT_BULK_ONE);
    Measured wide_two = measure_perft(&perft_wide, PERFT_BULK_TWO);
    uint64_t signature = narrow.count + narrow_two.count + wide.count + wide_two.count;
    if (arguments_has(arguments, "json"))
        return json_print(json_pack("{s:I, s:f, s:f, s:f, s:f}", "signature", (json_int_t)signature,
                                    "perft_mnps", millions_per_second(narrow), "perft_two_mnps",
                                    millions_per_second(narrow_two), "perft_wide_mnps",
                                    millions_per_second(wide), "perft_wide_two_mnps",
                                    millions_per_second(wide_two)),
                          error)
                   ? EXIT_DONE
                   : EXIT_REFUSED;
    print_perft("perft, last ply bulk", &perft_narrow, narrow);
    print_perft("perft, last two bulk", &perft_narrow, narrow_two);
    print_perft("perft, last ply bulk", &perft_wide, wide);
    print_perft("perft, last two bulk", &perft_wide, wide_two);
    printf("signature %llu\n", (unsigned long long)signature);
    return EXIT_DONE;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_bench = {
    .name = "bench",
    .words = "",
    .summary = "fixed work: the signature of its results, and its speed",
    .example = "isolab bench",
    .options = options,
    .run = run,
};

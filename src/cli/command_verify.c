/* command_verify.c: `isolab verify`, a proof checked by the rules alone. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "core/fen.h"
#include "search/solver/proof.h"
#include "util/terminal.h"

static bool print_checked(const Arguments *arguments, const ProofChecked *checked, double seconds,
                          Error *error)
{
    char fen[FEN_SIZE];
    fen_print(&checked->board, &checked->position, fen);
    if (arguments_has(arguments, "json"))
        return answer_print(json_pack("{s:s, s:o, s:I, s:I, s:f}", "position", fen, "winner",
                                      whole_json_side(checked->winner), "moves",
                                      (json_int_t)checked->moves, "positions",
                                      (json_int_t)checked->positions, "seconds", seconds),
                            error);
    terminal_say("%s: %s wins\nproved: %" PRIu64 " move%s of the winner, %" PRIu64
                 " position%s, %.3f s\n",
                 fen, side_name(checked->winner), checked->moves, plural((int64_t)checked->moves),
                 checked->positions, plural((int64_t)checked->positions), seconds);
    return true;
}

static int run_verify(const Arguments *arguments, Error *error)
{
    const char *name = arguments->words[0];
    ProofChecked checked;
    char quote[QUOTE_SIZE];
    if (arguments->word_count != 1) {
        error_set(error, "one proof file is wanted, as `solve POSITION --proof FILE` writes it");
        return EXIT_REFUSED;
    }
    double start = clock_now();
    ProofVerdict verdict = proof_verify(name, &checked, error);
    if (verdict == PROOF_UNREADABLE)
        return EXIT_REFUSED;
    if (verdict == PROOF_FAILS) {
        if (arguments_has(arguments, "json") &&
            !answer_print(json_pack("{s:n, s:s, s:f}", "winner", "fault", error->text, "seconds",
                                    clock_now() - start),
                          error))
            return EXIT_REFUSED;
        fprintf(stderr, "isolab verify: %s: not proved: %s\n",
                error_quote(quote, name, strlen(name)), error->text);
        return EXIT_FINDING;
    }
    return print_checked(arguments, &checked, clock_now() - start, error) ? EXIT_DONE
                                                                          : EXIT_REFUSED;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_verify = {
    .name = "verify",
    .words = "FILE",
    .summary = "checks a proof that `solve --proof` wrote, by the rules alone",
    .details =
        "Exit 1 if the proof does not hold or is damaged, with the byte; 2 if the file is no "
        "proof at all, or if the machine could not finish.",
    .example = "isolab solve 6x6 a1 b1 --proof win.proof && isolab verify win.proof",
    .options = options,
    .run = run_verify,
};

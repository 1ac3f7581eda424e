/* command_solve.c: `isolab solve`, the exact winner. */

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/playing.h"
#include "cli/progress.h"
#include "cli/solve_placements.h"
#include "lab/proved_file.h"
#include "search/solver/proof.h"
#include "search/solver/solver.h"
#include "util/output.h"

typedef struct Settings {
    Limits limits; // of a position
    SolveAim aim;
    SolverCache *cache;
    const char *proof;  // the file to write, or NULL
    const char *resume; // the file to go on from, or NULL
    bool quiet;
    Error *file_fault; // why a file is not whole, told after the answer; empty text: it is
} Settings;

static void show_progress(void *context, const SolverProgress *so_far)
{
    Progress *progress = context;
    Text line = TEXT_EMPTY;
    if (!progress_is_due(progress))
        return;
    text_format(&line, "%.1f s  %.1f M nodes  %.2f M/s  moves %d/%d  table %d %%", so_far->seconds,
                (double)so_far->nodes * 1e-6, (double)so_far->nodes / so_far->seconds * 1e-6,
                so_far->moves_done, so_far->moves, so_far->fill / 10);
    progress_line(progress->in_place, &line);
}

/* With the file to go on from, where there is one. */
static bool solve_with_files(const InnerQuestion *q, Solver *solver, Budget *budget,
                             Solution *solution, Error *error)
{
    const Settings *settings = q->settings;
    ProvedFile proved;
    Progress progress;
    SolverWatch watch = {show_progress, &progress};
    if (settings->resume &&
        !proved_file_open(&proved, settings->resume, solver, &q->board, interrupt_flag(), error))
        return false;
    progress_start(&progress);
    *solution =
        solver_solve(solver, &q->position, settings->aim, budget, settings->quiet ? NULL : &watch);
    progress_end(&progress);
    if (settings->resume)
        proved_file_close(&proved, settings->file_fault);
    return true;
}

static bool solve_position(const InnerQuestion *q, Solution *solution, Square line[SQUARE_LIMIT],
                           int *length, Error *error)
{
    const Settings *settings = q->settings;
    Solver *solver = solver_cache_get(settings->cache, &q->board, error);
    Budget budget = limits_start(&settings->limits, interrupt_flag());
    if (!solver || (settings->proof && !output_check(settings->proof, error)) ||
        !solve_with_files(q, solver, &budget, solution, error))
        return false;
    ProofSize size;
    if (settings->proof && solution->winner == SIDE_NONE)
        error_set(settings->file_fault, "not solved, so no proof is written");
    else if (settings->proof)
        proof_write(solver, &q->position, settings->proof, &budget, &size, settings->file_fault);
    *length = 0;
    if (line && solution->winner != SIDE_NONE) {
        budget_hasten(&budget, 1 + solution->seconds); // about as long again as the answer took
        *length = solver_line(solver, &q->position, &budget, line);
    }
    return true;
}

static Squares shown_moves(const Settings *settings, const Solution *solution)
{
    bool one = settings->aim == SOLVE_WINNER && solution->winning;
    return one ? squares_only(bits_lowest(solution->winning)) : solution->winning;
}

static json_t *solve_json(const Question *question, Error *error)
{
    InnerQuestion q;
    Solution solution;
    int length;
    if (!answer_open(question, &q, error) || !solve_position(&q, &solution, NULL, &length, error))
        return NULL;
    return json_pack("{s:o, s:o, s:I, s:f}", "winner", whole_json_side(solution.winner),
                     "winning_moves",
                     whole_json_squares(&q.board, shown_moves(q.settings, &solution)), "nodes",
                     (json_int_t)solution.nodes, "seconds", solution.seconds);
}

static void append_labelled(Text *text, const char *label, const Board *board, Squares squares)
{
    char name[SQUARE_TEXT_SIZE];
    text_format(text, "%s%s", label, squares ? "" : " none");
    while (squares)
        text_format(text, " %s", square_print(board, bits_take_lowest(&squares), name));
    text_append(text, "\n");
}

static bool solve_text(const Question *question, Text *text, Error *error)
{
    InnerQuestion q;
    Solution solution;
    Square line[SQUARE_LIMIT];
    int length;
    char name[SQUARE_TEXT_SIZE];
    if (!answer_open(question, &q, error) || !solve_position(&q, &solution, line, &length, error))
        return false;
    if (solution.winner == SIDE_NONE)
        text_append(text, "not solved\n");
    else
        text_format(text, "winner        %s\n", side_name(solution.winner));
    bool solved = solution.winner != SIDE_NONE;
    append_labelled(text, solved ? "winning moves" : "proved to win ", &q.board,
                    shown_moves(q.settings, &solution));
    if (!solved)
        append_labelled(text, "proved to lose", &q.board, solution.losing);
    if (length)
        text_append(text, "line         ");
    for (int i = 0; i < length; i++)
        text_format(text, " %s", square_print(&q.board, line[i], name));
    text_format(text, "%s%llu node%s, %.3f s\n", length ? "\n" : "",
                (unsigned long long)solution.nodes, plural((int64_t)solution.nodes),
                solution.seconds);
    return true;
}

/* What would be ignored, or write one file again and again, is refused. */
static bool check_files(const Arguments *arguments, Error *error)
{
    static const char *const of_a_position[] = {"first", "proof"};
    static const char *const of_one_position[] = {"proof", "resume"};
    const char *proof = arguments_value(arguments, "proof", 0);
    const char *resume = arguments_value(arguments, "resume", 0);
    bool placements = arguments_has(arguments, "placements");
    if (!placements && arguments_has(arguments, "prove"))
        return error_set(error, "--prove is for --placements; --proof FILE writes the proof of one "
                                "position");
    if (placements && arguments->word_count)
        return error_set(error, "--placements solves a whole board: it takes no position");
    for (size_t i = 0; placements && i < sizeof of_a_position / sizeof *of_a_position; i++)
        if (arguments_has(arguments, of_a_position[i]))
            return error_set(error, "--%s is for a position, not for --placements",
                             of_a_position[i]);
    for (size_t i = 0; i < sizeof of_one_position / sizeof *of_one_position; i++)
        if (!placements && arguments_has(arguments, of_one_position[i]) &&
            answer_is_batch(arguments))
            return error_set(error, "--%s is for one position, not for those of standard input",
                             of_one_position[i]);
    return !proof || !resume || !output_is_same(proof, resume) ||
           error_set(error, "--proof and --resume are one file");
}

static int run_solve(const Arguments *arguments, Error *error)
{
    static const Answer answer = {solve_json, solve_text};
    SolverCache cache = {.solver = NULL};
    Limits limits;
    if (!playing_solver(arguments, &cache.settings, &limits, error) ||
        !check_files(arguments, error))
        return EXIT_REFUSED;
    if (arguments_has(arguments, "placements"))
        return solve_placements(arguments, cache.settings, &limits, error);
    Error file_fault = {""};
    Settings settings = {limits,
                         arguments_has(arguments, "first") ? SOLVE_WINNER : SOLVE_ALL_MOVES,
                         &cache,
                         arguments_value(arguments, "proof", 0),
                         arguments_value(arguments, "resume", 0),
                         arguments_has(arguments, "quiet"),
                         &file_fault};
    interrupt_watch();
    int code = answer_positions(arguments, &answer, &settings, error);
    solver_cache_free(&cache);
    if (code == EXIT_DONE && *file_fault.text) {
        *error = file_fault;
        return EXIT_REFUSED;
    }
    return code;
}

static const Option options_list[] = {
    {"first", NULL, "stop at the first winning move", false},
    {"placements", "WxH", "solve every pair of placements instead", false},
    {"prove", NULL, "with --placements: check each proof by the rules while it is made", false},
    {"resume", "FILE", "go on from FILE, and keep there what is solved on the way", false},
    {"proof", "FILE", "write the proof there, for `isolab verify`", false},
    OPTIONS_SOLVER,
    {"quiet", NULL, "no progress", false},
    OPTION_JSON,
    OPTION_END};

const Command command_solve = {
    .name = "solve",
    .words = "POSITION | --placements WxH",
    .summary = "the exact winner and every winning move",
    .details =
        "A result is proved. Where a limit comes first the answer says that it is not solved, "
        "with the moves proved so far. With --placements, --time and --nodes are for the whole "
        "table. What a file to go on from says is believed, line by line, if the checksum "
        "fits. With --prove every pair's proof is replayed as `isolab verify` would, but without "
        "a file: each thread has a table of its own and memory for what it has checked, each of "
        "--hash megabytes; unless told 4 of memory, 64 above 36 squares, 512 above 49. Exit 1 if a "
        "proof does not hold.",
    .example = "isolab solve 7x7 d4 c5 --threads 2",
    .options = options_list,
    .run = run_solve,
};

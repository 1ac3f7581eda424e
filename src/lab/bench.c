#include "lab/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/tournament.h"
#include "core/perft.h"
#include "search/solver/solver.h"
#include "util/clock.h"

typedef struct Bench {
    BenchWatch watch;
    uint64_t signature;
} Bench;

static double speed_of(uint64_t count, double seconds)
{
    return seconds > 0 ? (double)count / seconds : 0;
}

static bool read_position(const char *text, Board *board, Position *position, Error *error)
{
    return position_parse(text, strlen(text), board, position, NULL, error);
}

/* ---- Move sequences */

typedef struct PerftWork {
    BenchRow row;
    PerftBulk bulk;
} PerftWork;

static const PerftWork perft_works[] = {
    {{BENCH_PERFT, "perft_mnps", "perft, last ply bulk", "7x7 d4 c5", 13}, PERFT_BULK_ONE},
    {{BENCH_PERFT, "perft_two_mnps", "perft, last two bulk", "7x7 d4 c5", 13}, PERFT_BULK_TWO},
    {{BENCH_PERFT, "perft_wide_mnps", "perft, last ply bulk", "11x9 f5 e7", 11}, PERFT_BULK_ONE},
    {{BENCH_PERFT, "perft_wide_two_mnps", "perft, last two bulk", "11x9 f5 e7", 11},
     PERFT_BULK_TWO},
};

static bool bench_perft(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof perft_works / sizeof *perft_works; i++) {
        BenchRow row = perft_works[i].row;
        Board board;
        Position position;
        if (!read_position(row.position, &board, &position, error))
            return false;
        double start = clock_now();
        row.count = perft_bulk(&board, &position, row.depth, perft_works[i].bulk);
        row.speed = speed_of(row.count, clock_now() - start) * 1e-6;
        bench->signature += row.count;
        bench->watch.told(bench->watch.context, &row);
    }
    return true;
}

/* ---- Evaluations
 *
 * Speed is measured on positions that are the same on every machine, and is that of the best of a
 * few short runs: the others were disturbed. The signature takes in every value of whole games on
 * both widths, to the last bit. */

enum { POSITIONS = 64, GAMES = 4, RUNS = 20, HEURISTIC_LIMIT = 64 };
static const double run_seconds = 0.001;

typedef struct EvalWork {
    Board board;
    Position positions[POSITIONS];
} EvalWork;

static Position after_random_move(const Board *board, const Position *position, Random *random)
{
    return position_after(position, position_random_move(board, position, random));
}

/* Eight plies never end a game on these boards. */
static bool eval_work_init(EvalWork *work, int width, int height, Error *error)
{
    if (!board_init(&work->board, width, height, error))
        return false;
    for (int i = 0; i < POSITIONS; i++) {
        Random random = random_stream((uint64_t)width, (uint64_t)i, 0);
        Position position = position_start(&work->board);
        for (int ply = 0; ply < BENCH_EVAL_PLY && !position_is_over(&work->board, &position); ply++)
            position = after_random_move(&work->board, &position, &random);
        work->positions[i] = position;
    }
    return true;
}

static double sum_values(const EvalWork *work, const HeuristicSpec *spec)
{
    double sum = 0;
    for (int i = 0; i < POSITIONS; i++)
        sum += heuristic_value(spec, &work->board, &work->positions[i], (Side)(i & 1));
    return sum;
}

static double million_evaluations_per_second(const EvalWork *work, const HeuristicSpec *spec)
{
    double best = 0;
    for (int run = 0; run < RUNS; run++) {
        double start = clock_now(), seconds;
        int count = 0;
        do {
            volatile double used = sum_values(work, spec); // or the compiler drops the work
            (void)used;
            count += POSITIONS;
            seconds = clock_now() - start;
        } while (seconds < run_seconds);
        best = fmax(best, count / seconds * 1e-6);
    }
    return best;
}

static uint64_t mix_value(uint64_t hash, double value)
{
    uint64_t bits = 0; // any NaN is the same NaN
    if (!isnan(value))
        memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

static uint64_t hash_values_of_game(const Board *board, const HeuristicSpec *spec, int game)
{
    Random random = random_stream((uint64_t)board->width, (uint64_t)game, 1);
    uint64_t hash = 0;
    for (Position position = position_start(board);;) {
        for (Side side = FIRST; side <= SECOND; side++)
            hash = mix_value(hash, heuristic_value(spec, board, &position, side));
        if (position_is_over(board, &position))
            return hash >> 32; // sums stay far from a sign bit
        position = after_random_move(board, &position, &random);
    }
}

/* Heuristics of the registry written as formulas: what it costs to bring one's own. */
static const char *const formulas[] = {"=own - opp", "=reach2 - oppreach2 + 0.5*attacker*shared2"};

static void tell_evaluations(const Bench *bench, BenchKind kind, const char *name,
                             const EvalWork works[2], const HeuristicSpec *spec)
{
    BenchRow row = {.kind = kind, .work = name};
    row.speed = million_evaluations_per_second(&works[0], spec);
    row.wide_speed = million_evaluations_per_second(&works[1], spec);
    bench->watch.told(bench->watch.context, &row);
}

static bool bench_eval(Bench *bench, Error *error)
{
    EvalWork works[2];
    if (!eval_work_init(&works[0], 7, 7, error) || !eval_work_init(&works[1], 11, 9, error))
        return false;
    for (int i = 0; heuristic_at(i); i++) {
        HeuristicSpec spec = heuristic_standard(heuristic_at(i));
        for (int game = 0; game < 2 * GAMES; game++)
            bench->signature +=
                hash_values_of_game(&works[game / GAMES].board, &spec, game % GAMES);
        tell_evaluations(bench, BENCH_EVAL, heuristic_at(i)->name, works, &spec);
    }
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        HeuristicSpec spec;
        if (heuristic_parse(formulas[i], strlen(formulas[i]), &spec, NULL))
            tell_evaluations(bench, BENCH_FORMULA, formulas[i], works, &spec);
    }
    return true;
}

/* ---- Searches */

static const BenchRow search_works[] = {
    {BENCH_SEARCH, "search_mnps", "alphabeta:improved,depth=16", "7x7 d4 c2"},
    {BENCH_SEARCH, "search_wide_mnps", "alphabeta:improved,depth=14", "11x9 d4 c2"},
    {BENCH_SEARCH, "search_pv_mnps", "alphabeta:attacker,order=pv,depth=14", "7x7 b3 g4"},
    {BENCH_SEARCH, "minimax_mnps", "minimax:open,depth=9", "7x7 a1 g6"},
    {BENCH_SEARCH, "champion_mnps", "champion,nodes=300k", "11x9 d4 c2"},
    {BENCH_SEARCH, "mcts_mnps", "mcts,nodes=200k", "7x7 d4 c2"},
    {BENCH_SEARCH, "mcts_study_mnps", "MonteCarlo,nodes=500", "7x7 d4 c2"},
};

static bool bench_search(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof search_works / sizeof *search_works; i++) {
        BenchRow row = search_works[i];
        AgentSpec spec;
        Board board;
        SearchResult result;
        Random random = random_stream(1, 0, 0);
        SearchJob job = {.board = &board, .random = &random};
        Agent *agent = NULL;
        if (!read_position(row.position, &board, &job.position, error) ||
            !agent_parse(row.work, strlen(row.work), &spec, error) ||
            !(agent = agent_create(&spec, NULL, error)))
            return false;
        double start = clock_now();
        bool chosen = agent_choose(agent, &job, &result, error) == AGENT_CHOSE;
        row.count = result.nodes;
        row.speed = speed_of(row.count, clock_now() - start) * 1e-6;
        agent_destroy(agent);
        if (!chosen)
            return false;
        bench->signature += result.nodes + result.move;
        bench->watch.told(bench->watch.context, &row);
    }
    return true;
}

/* ---- Proofs */

static const BenchRow solve_works[] = {
    {BENCH_SOLVE, "solve_mnps", "solve", "7x7 d4 c5"},
    {BENCH_SOLVE, "solve_wide_mnps", "solve", "9x8 a1 i8 b3 g7 d4 e8 e6 d6 c5 f5 a4 g3 b6 e2"},
};

static bool bench_solve(Bench *bench, Error *error)
{
    for (size_t i = 0; i < sizeof solve_works / sizeof *solve_works; i++) {
        BenchRow row = solve_works[i];
        Board board;
        Position position;
        Solver *solver = NULL;
        if (!read_position(row.position, &board, &position, error) ||
            !(solver = solver_create(&board, (SolverSettings){.megabytes = 16}, error)))
            return false;
        Solution solution = solver_solve(solver, &position, SOLVE_WINNER, &(Budget){0}, NULL);
        solver_destroy(solver);
        row.count = solution.nodes;
        row.speed = speed_of(row.count, solution.seconds) * 1e-6;
        bench->signature += solution.nodes + (uint64_t)solution.winner;
        bench->watch.told(bench->watch.context, &row);
    }
    return true;
}

/* ---- Games
 *
 * The agents of the studies at a budget of nodes: openings, referee and the agents' own overhead
 * count, which the searches alone do not show. */

static const char *const players[] = {"AB_Improved", "alphabeta:attacker", "AB_Open", "MM_Improved",
                                      "Random"};

static bool make_tournament(Tournament *tournament, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    bool good = settings || error_out_of_memory(error);
    if (!good)
        return false;
    tournament_standard(settings);
    settings->pairs = 40;
    settings->limits.nodes = 1000;
    settings->tested_count = 2;
    for (size_t i = 0; good && i < sizeof players / sizeof *players; i++)
        good = agent_parse(players[i], strlen(players[i]),
                           &settings->agents[settings->agent_count++], error);
    good = good && tournament_create(tournament, settings, error);
    free(settings);
    return good;
}

/* Differs if any move or count of nodes does, within the range of JSON's whole numbers. */
static uint64_t game_signature(const Game *game)
{
    uint64_t signature = game->side[FIRST].nodes + 3 * game->side[SECOND].nodes;
    for (int i = 0; i < game->moves.count; i++)
        signature += (uint64_t)(i + 1) * game->moves.moves[i];
    return signature;
}

static bool bench_games(Bench *bench, Error *error)
{
    BenchRow row = {BENCH_GAMES, "games_per_second", "the studies' agents, nodes=1000", "7x7"};
    Tournament *tournament = malloc(sizeof *tournament);
    Seats *seats = calloc(1, sizeof *seats);
    bool good = (tournament && seats) || error_out_of_memory(error);
    if (good && (good = make_tournament(tournament, error))) {
        double start = clock_now();
        row.count = (uint64_t)tournament->game_count;
        for (int64_t i = 0; i < tournament->game_count; i++) {
            Game game;
            tournament_play(tournament, seats, tournament_key(tournament, i), NULL, &game);
            bench->signature += game_signature(&game);
        }
        row.speed = speed_of(row.count, clock_now() - start);
        bench->watch.told(bench->watch.context, &row);
        seats_destroy(seats);
        tournament_destroy(tournament);
    }
    free(seats);
    free(tournament);
    return good;
}

bool bench_run(BenchWatch watch, uint64_t *signature, Error *error)
{
    Bench bench = {.watch = watch};
    bool done = bench_perft(&bench, error) && bench_eval(&bench, error) &&
                bench_search(&bench, error) && bench_solve(&bench, error) &&
                bench_games(&bench, error);
    *signature = bench.signature;
    return done;
}

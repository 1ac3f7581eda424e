#include "lab/accuracy.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/ranks.h"
#include "arena/settings.h"
#include "arena/whole_json.h"
#include "eval/own.h"
#include "util/checksum.h"

/* Label of the random streams that agents break ties with. */
#define TRIAL_STREAM 0x747269616C730000u

Candidate candidate_agent(const AgentSpec *spec)
{
    return (Candidate){.agent = *spec};
}

Candidate candidate_heuristic(const HeuristicSpec *spec)
{
    return (Candidate){.heuristic = *spec};
}

bool candidate_is_agent(const Candidate *candidate)
{
    return candidate->agent.kind != NULL;
}

void candidate_print_name(const Candidate *candidate, Text *text)
{
    if (candidate_is_agent(candidate))
        agent_print_name(&candidate->agent, text);
    else
        heuristic_print(&candidate->heuristic, text);
}

/* What one thread works with, and the form of a job's result. */
typedef struct Examiner {
    ProblemMaker *maker; // NULL where the problems are known
    Agent *agents[ACCURACY_CANDIDATES_MAX];
    bool broken[ACCURACY_CANDIDATES_MAX]; // heuristics that are not asked again
} Examiner;

typedef struct Answers {
    Problem problem;
    struct {
        Trial trial;
        Error fault; // "": none
    } of[];          // by candidate
} Answers;

static void examiner_destroy(const void *context, void *worker)
{
    (void)context;
    Examiner *examiner = worker;
    problem_maker_destroy(examiner->maker);
    for (int i = 0; i < ACCURACY_CANDIDATES_MAX; i++)
        agent_destroy(examiner->agents[i]);
    free(examiner);
}

static bool measure_examiner(const void *context, size_t *bytes, Error *error)
{
    const AccuracySettings *settings = context;
    const Board *board = &settings->problems.board;
    AgentMemory sum = {0};
    bool good = settings->known || problem_maker_measure(&settings->problems, &sum, error);
    for (int i = 0; good && i < settings->candidate_count; i++) {
        const AgentSpec *spec = &settings->candidates[i].agent;
        good = !spec->kind || agent_measure(spec, &settings->limits, board, &sum, error);
    }
    *bytes = sum.kept + sum.turn;
    return good;
}

static bool start_agents(const AccuracySettings *settings, Examiner *examiner,
                         const atomic_bool *stop, Error *error)
{
    for (int i = 0; i < settings->candidate_count; i++) {
        const AgentSpec *spec = &settings->candidates[i].agent;
        if (spec->kind && !(examiner->agents[i] = agent_create_ready(
                                spec, &settings->limits, &settings->problems.board, stop, error)))
            return false;
    }
    return true;
}

static void *examiner_create(const void *context, const atomic_bool *stop, Error *error)
{
    const AccuracySettings *settings = context;
    Examiner *examiner = calloc(1, sizeof *examiner);
    if (!examiner) {
        error_out_of_memory(error);
        return NULL;
    }
    if ((settings->known ||
         (examiner->maker = problem_maker_create(&settings->problems, stop, error))) &&
        start_agents(settings, examiner, stop, error))
        return examiner;
    examiner_destroy(context, examiner);
    return NULL;
}

static Trial ask_agent(Agent *agent, const Board *board, const Problem *problem, Random *random,
                       const atomic_bool *stop, Error *fault)
{
    Trial trial = {.move = SQUARE_NONE, .kept = 0, .value = NAN};
    SearchJob job = {.board = board, .position = problem->position, .random = random, .stop = stop};
    SearchResult result;
    trial.outcome = agent_begin(agent, board, stop, fault);
    if (trial.outcome == AGENT_CHOSE)
        trial.outcome = agent_choose(agent, &job, &result, fault);
    if (trial.outcome == AGENT_CHOSE) {
        *fault = (Error){""};
        trial.move = result.move;
        trial.kept = squares_has(problem->winning, result.move);
    }
    return trial;
}

/* The share of winning moves among those after which the value is highest. */
static double best_moves_kept(const HeuristicSpec *heuristic, const Board *board,
                              const Problem *problem)
{
    const Position *position = &problem->position;
    double best = -INFINITY;
    int count = 0, winning = 0;
    for (Squares moves = problem->winning | problem->losing; moves;) {
        Square move = bits_take_lowest(&moves);
        Position after = position_after(position, move);
        double value = heuristic_value(heuristic, board, &after, position->to_move);
        value = isnan(value) ? 0 : value;
        if (value > best)
            count = winning = 0;
        if (value >= best) {
            best = value;
            count++;
            winning += squares_has(problem->winning, move);
        }
    }
    return (double)winning / count;
}

static Trial ask_heuristic(const HeuristicSpec *heuristic, const Board *board,
                           const Problem *problem)
{
    return (Trial){
        .move = SQUARE_NONE,
        .kept = problem_is_test(problem) ? best_moves_kept(heuristic, board, problem) : NAN,
        .value = heuristic_value(heuristic, board, &problem->position, problem->position.to_move)};
}

static Trial ask(const AccuracySettings *settings, Examiner *examiner, int64_t job, int candidate,
                 const Problem *problem, const atomic_bool *stop, Error *fault)
{
    const Candidate *who = &settings->candidates[candidate];
    const Board *board = &settings->problems.board;
    Random random = random_stream(settings->problems.seed ^ TRIAL_STREAM, (uint64_t)job, 0);
    if (problem->state == PROBLEM_SOLVED && !candidate_is_agent(who) &&
        !examiner->broken[candidate]) {
        Trial trial = ask_heuristic(&who->heuristic, board, problem);
        examiner->broken[candidate] = own_take_fault(who->heuristic.heuristic, fault);
        return trial;
    }
    if (problem_is_test(problem) && candidate_is_agent(who))
        return ask_agent(examiner->agents[candidate], board, problem, &random, stop, fault);
    return (Trial){.move = SQUARE_NONE, .kept = NAN, .value = NAN};
}

static bool examine(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                    void *result, Error *error)
{
    const AccuracySettings *settings = context;
    Examiner *examiner = worker;
    Answers *answers = result;
    if (settings->known)
        answers->problem = settings->known[job];
    else if (!problem_make(examiner->maker, job, stop, &answers->problem, error))
        return false;
    for (int i = 0; i < settings->candidate_count; i++) {
        answers->of[i].fault = (Error){""};
        answers->of[i].trial =
            ask(settings, examiner, job, i, &answers->problem, stop, &answers->of[i].fault);
        if (stop && atomic_load(stop)) // the last agent may have been cut short
            return false;
        if (answers->of[i].trial.outcome == AGENT_SHORT) {
            *error = answers->of[i].fault;
            return false;
        }
    }
    return true;
}

/* Points to the settings, which have to outlive it. */
static Work accuracy_work(const AccuracySettings *settings)
{
    return (Work){.context = settings,
                  .result_size = sizeof(Answers) +
                                 (size_t)settings->candidate_count * sizeof *((Answers *)NULL)->of,
                  .measure = measure_examiner,
                  .worker_create = examiner_create,
                  .worker_destroy = examiner_destroy,
                  .run = examine};
}

/* Whether the settings make sense, whoever made them. */
static bool check_settings(const AccuracySettings *settings, Error *error)
{
    if (settings->candidate_count > ACCURACY_CANDIDATES_MAX)
        return error_set(error, "more than %d candidates", ACCURACY_CANDIDATES_MAX);
    return problem_check(&settings->problems, error);
}

/* Whether all can play on this machine. */
static bool check_agents(const AccuracySettings *settings, Error *error)
{
    const ProblemSettings *problems = &settings->problems;
    for (int i = 0; i < settings->candidate_count; i++)
        if (candidate_is_agent(&settings->candidates[i]) &&
            !agent_check(&settings->candidates[i].agent, &settings->limits, NULL, error))
            return false;
    for (int i = 0; !settings->known && i < problems->source_count; i++)
        if (!agent_check(&problems->sources[i], &problems->limits, NULL, error))
            return false;
    return true;
}

/* ---- On other machines
 *
 * A worker rank gets the settings as JSON, and the problems where they are known: their games and
 * the moves that win. A file that differs there makes the same JSON differ.
 */

static json_t *candidate_json(const Candidate *candidate)
{
    if (candidate_is_agent(candidate))
        return json_pack("{s:o}", "agent", agent_json(&candidate->agent));
    Text text = TEXT_EMPTY;
    heuristic_print(&candidate->heuristic, &text);
    json_t *json =
        json_pack("{s:o, s:s}", "heuristic", text_ok(&text) ? json_string(text.bytes) : NULL,
                  "content", own_content(candidate->heuristic.heuristic));
    text_free(&text);
    return json;
}

/* null if it is not solved, so that nobody is asked. */
static json_t *known_json(const Board *board, const Problem *problem)
{
    char game[GAME_TEXT_SIZE];
    if (problem->state != PROBLEM_SOLVED)
        return json_null();
    return json_pack("{s:s, s:o}", "game", game_print(board, &problem->moves, game), "winning",
                     whole_json_squares(board, problem->winning));
}

static bool recipe_print(const AccuracySettings *settings, Text *recipe)
{
    const ProblemSettings *problems = &settings->problems;
    char board[16];
    json_t *from = json_array(), *candidates = json_array(), *known = NULL;
    snprintf(board, sizeof board, "%dx%d", problems->board.width, problems->board.height);
    for (int i = 0; i < problems->source_count; i++)
        whole_json_append(from, agent_json(&problems->sources[i]));
    for (int i = 0; i < settings->candidate_count; i++)
        whole_json_append(candidates, candidate_json(&settings->candidates[i]));
    if (settings->known)
        known = json_array();
    for (int i = 0; known && i < settings->problem_count; i++)
        whole_json_append(known, known_json(&problems->board, &settings->known[i]));
    json_t *json = json_pack(
        "{s:s, s:i, s:i, s:o, s:o, s:I, s:I, s:o, s:o, s:o*}", "board", board, "low", problems->low,
        "high", problems->high, "from", from, "from_budget", limits_json(&problems->limits),
        "nodes", (json_int_t)problems->nodes, "seed", (json_int_t)problems->seed, "candidates",
        candidates, "budget", limits_json(&settings->limits), "known", known);
    return whole_json_print(json, JSON_COMPACT, recipe);
}

/* Settings made from a recipe, with what they point to. */
typedef struct Remade {
    AccuracySettings settings;
    Candidate candidates[ACCURACY_CANDIDATES_MAX];
    Problem *known;
} Remade;

static void remade_destroy(Remade *remade)
{
    free(remade->known);
    free(remade);
}

static bool read_agent(const json_t *json, AgentSpec *spec, Error *error)
{
    const char *text = json_string_value(json);
    return text ? agent_parse(text, strlen(text), spec, error)
                : error_set(error, "an agent is no text");
}

static bool read_candidate(const json_t *json, Candidate *candidate, Error *error)
{
    const char *heuristic = json_string_value(json_object_get(json, "heuristic"));
    *candidate = (Candidate){.agent.kind = NULL};
    return heuristic ? heuristic_parse(heuristic, strlen(heuristic), &candidate->heuristic, error)
                     : read_agent(json_object_get(json, "agent"), &candidate->agent, error);
}

static bool read_limits(const char *text, Limits *limits, Error *error)
{
    return !*text || limits_parse(text, strlen(text), limits, error);
}

static bool read_known(const json_t *json, Problem *problem, Error *error)
{
    const char *game = json_string_value(json_object_get(json, "game"));
    const json_t *winning = json_object_get(json, "winning");
    Board board;
    *problem = (Problem){.state = PROBLEM_UNSOLVED};
    if (!game)
        return true;
    if (!position_parse(game, strlen(game), &board, &problem->position, &problem->moves, error))
        return false;
    Side mover = problem->position.to_move;
    Squares legal = position_moves(&board, &problem->position, mover);
    for (size_t i = 0; i < json_array_size(winning); i++) {
        const char *name = json_string_value(json_array_get(winning, i));
        Square square;
        if (!name)
            return error_set(error, "a winning move is no text");
        if (!square_parse(&board, name, strlen(name), &square, error))
            return false;
        problem->winning |= squares_only(square);
    }
    problem->losing = legal & ~problem->winning;
    problem->winner = problem->winning ? mover : side_other(mover);
    problem->state = PROBLEM_SOLVED;
    return true;
}

static bool read_recipe(json_t *root, Remade *remade, Error *error)
{
    AccuracySettings *settings = &remade->settings;
    ProblemSettings *problems = &settings->problems;
    const char *board, *from_budget, *budget;
    json_t *from, *candidates, *known = NULL;
    json_int_t nodes, seed;
    json_error_t fault;
    if (json_unpack_ex(root, &fault, 0, "{s:s, s:i, s:i, s:o, s:s, s:I, s:I, s:o, s:s, s?o}",
                       "board", &board, "low", &problems->low, "high", &problems->high, "from",
                       &from, "from_budget", &from_budget, "nodes", &nodes, "seed", &seed,
                       "candidates", &candidates, "budget", &budget, "known", &known))
        return error_set(error, "cannot read what it is to do: %s", fault.text);
    problems->nodes = (uint64_t)nodes;
    problems->seed = (uint64_t)seed;
    problems->source_count = (int)json_array_size(from);
    settings->candidate_count = (int)json_array_size(candidates);
    settings->problem_count = (int)json_array_size(known);
    settings->candidates = remade->candidates;
    if (!board_parse(&problems->board, board, strlen(board), error) ||
        !check_settings(settings, error) || !read_limits(from_budget, &problems->limits, error) ||
        !read_limits(budget, &settings->limits, error))
        return false;
    for (int i = 0; i < problems->source_count; i++)
        if (!read_agent(json_array_get(from, (size_t)i), &problems->sources[i], error))
            return false;
    for (int i = 0; i < settings->candidate_count; i++)
        if (!read_candidate(json_array_get(candidates, (size_t)i), &remade->candidates[i], error))
            return false;
    if (!known)
        return true;
    settings->known = remade->known =
        aligned_alloc(_Alignof(Problem), json_array_size(known) * sizeof(Problem));
    if (!remade->known)
        return error_out_of_memory(error);
    for (int i = 0; i < settings->problem_count; i++)
        if (!read_known(json_array_get(known, (size_t)i), &remade->known[i], error))
            return false;
    return true;
}

static bool remake(const char *recipe, Remade *remade, Error *error)
{
    json_error_t fault;
    json_t *root = json_loads(recipe, 0, &fault);
    bool good = root ? read_recipe(root, remade, error)
                     : error_set(error, "cannot read what it is to do: %s", fault.text);
    json_decref(root);
    return good;
}

static uint64_t recipe_check(const Text *recipe)
{
    return checksum_add(0, recipe->bytes, recipe->length);
}

static bool task_open(const char *recipe, Work *work, uint64_t *check, Error *error)
{
    Text seen = TEXT_EMPTY; // what the recipe means here
    Remade *remade = aligned_alloc(_Alignof(Remade), sizeof *remade);
    if (!remade)
        return error_out_of_memory(error);
    memset(remade, 0, sizeof *remade); // large: no copy of it on the stack
    bool good = remake(recipe, remade, error) && check_agents(&remade->settings, error) &&
                (recipe_print(&remade->settings, &seen) || error_out_of_memory(error));
    if (good) {
        *check = recipe_check(&seen);
        *work = accuracy_work(&remade->settings);
    } else {
        remade_destroy(remade);
    }
    text_free(&seen);
    return good;
}

static void task_close(Work *work)
{
    remade_destroy((Remade *)work->context);
}

const Task accuracy_task = {.name = "accuracy", .open = task_open, .close = task_close};
static_assert(offsetof(Remade, settings) == 0, "the work's context is all of it");

/* ---- Running */

static bool is_wanted(void *context, int64_t job)
{
    return ((Accuracy *)context)->problems[job].state == PROBLEM_MISSING;
}

static bool deliver(void *context, int64_t job, const void *result, Error *error)
{
    (void)error;
    Accuracy *accuracy = context;
    const Problem *known = accuracy->settings.known;
    size_t candidates = (size_t)accuracy->settings.candidate_count;
    const Answers *answers = result;
    memcpy(accuracy->problems + job, known ? known + job : &answers->problem, sizeof *known);
    for (size_t i = 0; i < candidates; i++) {
        AccuracyFault *fault = &accuracy->faults[i];
        accuracy->trials[(size_t)job * candidates + i] = answers->of[i].trial;
        if (*answers->of[i].fault.text && (fault->problem < 0 || job < fault->problem))
            *fault = (AccuracyFault){(int)job, answers->of[i].fault};
    }
    accuracy->done++;
    return true;
}

static bool tick(void *context, Error *error)
{
    (void)error;
    const Accuracy *accuracy = context;
    accuracy->settings.watch(accuracy->settings.context, accuracy);
    return true;
}

static Accuracy *accuracy_create(const AccuracySettings *settings, Error *error)
{
    size_t problems = (size_t)settings->problem_count;
    Accuracy *accuracy = aligned_alloc(_Alignof(Accuracy), sizeof *accuracy);
    if (accuracy)
        *accuracy = (Accuracy){
            .settings = *settings,
            .problems = aligned_alloc(_Alignof(Problem), problems * sizeof(Problem)),
            .trials = calloc(problems * (size_t)settings->candidate_count + 1, sizeof(Trial)),
            .faults = calloc((size_t)settings->candidate_count + 1, sizeof(AccuracyFault))};
    if (!accuracy || !accuracy->problems || !accuracy->trials || !accuracy->faults) {
        accuracy_destroy(accuracy);
        error_out_of_memory(error);
        return NULL;
    }
    for (size_t i = 0; i < problems; i++)
        accuracy->problems[i] = (Problem){.state = PROBLEM_MISSING};
    for (int i = 0; i < settings->candidate_count; i++)
        accuracy->faults[i].problem = -1;
    return accuracy;
}

void accuracy_destroy(Accuracy *accuracy)
{
    if (!accuracy)
        return;
    free(accuracy->problems);
    free(accuracy->trials);
    free(accuracy->faults);
    free(accuracy);
}

static bool judge_all(Accuracy *accuracy, Error *error)
{
    const AccuracySettings *settings = &accuracy->settings;
    Jobs jobs = {.work = accuracy_work(settings),
                 .count = settings->problem_count,
                 .context = accuracy,
                 .is_wanted = is_wanted,
                 .deliver = deliver,
                 .tick = settings->watch ? tick : NULL,
                 .task = &accuracy_task,
                 .by_clock = accuracy_is_by_clock(settings),
                 .hurry = settings->stop};
    Text recipe = TEXT_EMPTY;
    bool good = ranks_count() == 0 || recipe_print(settings, &recipe) || error_out_of_memory(error);
    if (good) {
        jobs.recipe = recipe.bytes;
        jobs.check = recipe_check(&recipe);
        good = ranks_run(&jobs, settings->threads, settings->stop, &accuracy->idle_ranks, error);
    }
    text_free(&recipe);
    return good;
}

Accuracy *accuracy_run(const AccuracySettings *settings, Error *error)
{
    if (!check_settings(settings, error) || !check_agents(settings, error))
        return NULL;
    Accuracy *accuracy = accuracy_create(settings, error);
    if (!accuracy || judge_all(accuracy, error))
        return accuracy;
    accuracy_destroy(accuracy);
    return NULL;
}

/* ---- What it amounts to */

const Trial *accuracy_trial(const Accuracy *accuracy, int problem, int candidate)
{
    size_t candidates = (size_t)accuracy->settings.candidate_count;
    return accuracy->trials + (size_t)problem * candidates + candidate;
}

bool accuracy_is_broken(const Accuracy *accuracy, int candidate)
{
    return !candidate_is_agent(&accuracy->settings.candidates[candidate]) &&
           accuracy->faults[candidate].problem >= 0;
}

bool accuracy_is_by_clock(const AccuracySettings *settings)
{
    bool by_clock = false;
    for (int i = 0; i < settings->candidate_count; i++)
        if (candidate_is_agent(&settings->candidates[i]))
            by_clock |= agent_limits(&settings->candidates[i].agent, &settings->limits).seconds > 0;
    for (int i = 0; i < settings->problems.source_count; i++)
        by_clock |=
            agent_limits(&settings->problems.sources[i], &settings->problems.limits).seconds > 0;
    return by_clock;
}

bool accuracy_counts(const Accuracy *accuracy, int problem, AccuracyFilter filter)
{
    const Problem *asked = &accuracy->problems[problem];
    const Board *board = &accuracy->settings.problems.board;
    if (asked->state != PROBLEM_SOLVED || asked->moves.count < filter.low ||
        asked->moves.count > filter.high)
        return false;
    if (filter.role == ROLE_ANY)
        return true;
    Side attacker = position_attacker(board, &asked->position);
    return attacker != SIDE_NONE && (asked->winner == attacker) == (filter.role == ROLE_ATTACKER);
}

AccuracyShare accuracy_share(const Accuracy *accuracy, int candidate, AccuracyFilter filter)
{
    AccuracyShare share = {0};
    if (accuracy_is_broken(accuracy, candidate))
        return share;
    for (int i = 0; i < accuracy->settings.problem_count; i++) {
        if (!problem_is_test(&accuracy->problems[i]) || !accuracy_counts(accuracy, i, filter))
            continue;
        const Trial *trial = accuracy_trial(accuracy, i, candidate);
        share.tests++;
        share.failed += trial->outcome != AGENT_CHOSE;
        share.kept += trial->kept;
    }
    return share;
}

int accuracy_next_blunder(const Accuracy *accuracy, int candidate, int from)
{
    for (int i = from; i < accuracy->settings.problem_count; i++)
        if (problem_is_test(&accuracy->problems[i]) &&
            accuracy_trial(accuracy, i, candidate)->kept == 0)
            return i;
    return -1;
}

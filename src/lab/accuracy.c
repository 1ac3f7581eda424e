#include "lab/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/pool.h"
#include "eval/own.h"

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

static bool measure(const void *context, size_t *bytes, Error *error)
{
    const AccuracySettings *settings = &((const Accuracy *)context)->settings;
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
    const AccuracySettings *settings = &((const Accuracy *)context)->settings;
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

static bool run(const void *context, void *worker, int64_t job, const atomic_bool *stop,
                void *result, Error *error)
{
    const AccuracySettings *settings = &((const Accuracy *)context)->settings;
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

Accuracy *accuracy_create(const AccuracySettings *settings, Error *error)
{
    size_t problems = (size_t)settings->problem_count;
    if (settings->candidate_count > ACCURACY_CANDIDATES_MAX) {
        error_set(error, "more than %d candidates", ACCURACY_CANDIDATES_MAX);
        return NULL;
    }
    if (!problem_check(&settings->problems, error))
        return NULL;
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

typedef struct Run {
    Accuracy *accuracy;
    const AccuracyWatch *watch;
} Run;

static bool is_wanted(void *context, int64_t job)
{
    return ((Run *)context)->accuracy->problems[job].state == PROBLEM_MISSING;
}

static bool deliver(void *context, int64_t job, const void *result, Error *error)
{
    (void)error;
    Accuracy *accuracy = ((Run *)context)->accuracy;
    size_t candidates = (size_t)accuracy->settings.candidate_count;
    const Answers *answers = result;
    memcpy(accuracy->problems + job, &answers->problem, sizeof answers->problem);
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
    const Run *run = context;
    if (run->watch)
        run->watch->report(run->watch->context, run->accuracy);
    return true;
}

bool accuracy_run(Accuracy *accuracy, int threads, const atomic_bool *stop,
                  const AccuracyWatch *watch, Error *error)
{
    Run context = {accuracy, watch};
    Jobs jobs = {
        .work = {.context = accuracy,
                 .result_size = sizeof(Answers) + (size_t)accuracy->settings.candidate_count *
                                                      sizeof *((Answers *)NULL)->of,
                 .measure = measure,
                 .worker_create = examiner_create,
                 .worker_destroy = examiner_destroy,
                 .run = run},
        .count = accuracy->settings.problem_count,
        .context = &context,
        .is_wanted = is_wanted,
        .deliver = deliver,
        .tick = tick};
    return pool_run(&jobs, threads, stop, error);
}

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
    Side wanted = filter.role == ROLE_ATTACKER ? attacker : side_other(attacker);
    return attacker != SIDE_NONE && asked->winner == wanted;
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

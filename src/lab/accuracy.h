/* accuracy.h: play and evaluation against perfect play.
 *
 * Agents and bare heuristics, the candidates, face the same problems (problem.h).
 *  - An agent is asked only where it can go wrong: a won position with a losing move. What counts
 *    is whether its move keeps the win. A turn that fails (no legal move, a crash) does not.
 *  - A heuristic gives its value of every solved position for the side to move, which should be
 *    higher where that side wins, and there, too, the moves that look best to it one ply ahead.
 *    Where several look equally good its mark is the share of them that win: what a greedy player
 *    scores on average. A value that is undefined counts 0 there, as it does in search. A user's
 *    heuristic that fails once (eval/own.h) is not asked again, and nothing is said of it but that.
 *
 * What a candidate does depends on the settings, the problem's number and the candidate alone:
 * not on threads or MPI ranks, nor on who else is there. A run that is stopped holds every problem
 * it finished, with all candidates' answers.
 *
 *     Accuracy *accuracy = accuracy_run(&settings, &error);
 *     if (accuracy)
 *         share = accuracy_share(accuracy, 0, ACCURACY_ALL);
 *     accuracy_destroy(accuracy);
 *
 * To try many candidates on the same problems, pass the first run's as `known`.
 */
#pragma once

#include "arena/pool.h"
#include "lab/problem.h"

enum { ACCURACY_CANDIDATES_MAX = 128 };

/* An agent or, where `agent.kind` is NULL, a heuristic. */
typedef struct Candidate {
    AgentSpec agent;
    HeuristicSpec heuristic;
} Candidate;

Candidate candidate_agent(const AgentSpec *spec);
Candidate candidate_heuristic(const HeuristicSpec *spec);
bool candidate_is_agent(const Candidate *candidate);
void candidate_print_name(const Candidate *candidate, Text *text);

typedef struct Accuracy Accuracy;

typedef struct AccuracySettings {
    ProblemSettings problems;
    int problem_count;
    const Candidate *candidates; // the caller's; they must outlive the result
    int candidate_count;
    Limits limits;           // of agents whose spec has no budget
    const Problem *known;    // the problems, made before; NULL: to be made
    int threads;             // problems at once; of no meaning with MPI ranks
    const atomic_bool *stop; // NULL: nobody will
    /* Told a few times a second, on the calling thread; NULL: nobody is. */
    void (*watch)(void *context, const Accuracy *so_far);
    void *context;
} AccuracySettings;

/* One candidate's answer to one problem. */
typedef struct Trial {
    AgentOutcome outcome; // of an agent
    Square move;          // an agent's; SQUARE_NONE if it was not asked or failed
    double kept;          // of the win: 1 or 0, between them for a heuristic; NAN: not a test
    double value;         // a heuristic's, for the side to move; NAN if undefined
} Trial;

/* What went wrong with a candidate. */
typedef struct AccuracyFault {
    int problem; // the first by number; -1: nothing
    Error error;
} AccuracyFault;

struct Accuracy {
    AccuracySettings settings;
    Problem *problems;     // by number; state PROBLEM_MISSING where the run did not get to
    Trial *trials;         // by problem, then candidate
    AccuracyFault *faults; // by candidate
    int done;              // problems
    int idle_ranks;        // MPI ranks that had nothing to do, for agents think by the clock
};

/* Until all is done or `stop` is set. Agents that cannot play here are refused before. NULL with a
 * sentence if it fails. */
Accuracy *accuracy_run(const AccuracySettings *settings, Error *error);
void accuracy_destroy(Accuracy *accuracy); // NULL is allowed

/* What runs its problems on MPI ranks. */
extern const Task accuracy_task;

const Trial *accuracy_trial(const Accuracy *accuracy, int problem, int candidate);

/* Whether it is a heuristic that failed, so that its values are not all there. */
bool accuracy_is_broken(const Accuracy *accuracy, int candidate);

/* Whether some agent's thinking is limited by the wall clock. */
bool accuracy_is_by_clock(const AccuracySettings *settings);

/* Which problems count: by plies played, and by who is to move and wins. */
typedef enum AccuracyRole { ROLE_ANY, ROLE_ATTACKER, ROLE_DEFENDER } AccuracyRole;

typedef struct AccuracyFilter {
    int low, high; // plies
    AccuracyRole role;
} AccuracyFilter;

#define ACCURACY_ALL ((AccuracyFilter){0, SQUARE_LIMIT, ROLE_ANY})

bool accuracy_counts(const Accuracy *accuracy, int problem, AccuracyFilter filter);

/* Of the tests that count, how many were kept won; none of a heuristic that failed. */
typedef struct AccuracyShare {
    int64_t tests;
    int64_t failed; // turns that gave no legal move
    double kept;
} AccuracyShare;

AccuracyShare accuracy_share(const Accuracy *accuracy, int candidate, AccuracyFilter filter);

/* The next problem from `from` on whose win the candidate gave away; -1: none. */
int accuracy_next_blunder(const Accuracy *accuracy, int candidate, int from);

#include "agent/apart.h"

#include <math.h>
#include <stdlib.h>

#include "eval/own.h"
#include "util/apart.h"
#include "util/clock.h"

/* Seconds past its time after which a turn is not waited for any longer. Whether it was late is for
 * the arena to say. */
static const double patience = 2;

struct AgentApart {
    Agent *agent;
    Apart *process;
    const atomic_bool *stop; // in the child: the caller's flag
    Heuristic row;           // in the child: what it has loaded
};

typedef struct Turn {
    bool begins_game;  // rather than a turn
    int width, height; // 0: not known yet
    bool narrow;
    Position position;
    Limits limits;
    Random random;
} Turn;

typedef struct TurnAnswer {
    AgentOutcome outcome;
    SearchResult result;
    Random random;
    Error error;
} TurnAnswer;

bool agent_thinks_apart(const AgentSpec *spec)
{
    return own_is_foreign(spec->heuristic.heuristic);
}

/* ---- The child */

static bool begin_child(void *context, ApartShared *shared, Error *error)
{
    AgentApart *apart = context;
    Agent *agent = apart->agent;
    if (!own_load(agent->spec.heuristic.heuristic, &apart->row, &shared->steps, error))
        return false;
    agent->spec.heuristic.heuristic = &apart->row;
    apart->stop = &shared->stop;
    return !agent->spec.kind->start || agent->spec.kind->start(agent, error);
}

/* The board of the turn; NULL: not known yet. */
static const Board *turn_board(const Turn *turn)
{
    static Board board;
    if (!turn->width)
        return NULL;
    if (board.width != turn->width || board.height != turn->height ||
        board.narrow != turn->narrow) {
        board_init(&board, turn->width, turn->height, NULL);
        if (!turn->narrow)
            board_widen(&board);
    }
    return &board;
}

static void answer_turn(void *context, const void *question, void *answer)
{
    AgentApart *apart = context;
    const Turn *turn = question;
    TurnAnswer *told = answer;
    Agent *agent = apart->agent;
    const AgentKind *kind = agent->spec.kind;
    const Board *board = turn_board(turn);
    told->random = turn->random;
    if (turn->begins_game) {
        told->outcome =
            kind->begin ? kind->begin(agent, board, apart->stop, &told->error) : AGENT_CHOSE;
        return;
    }
    SearchJob job = {.board = board,
                     .position = turn->position,
                     .limits = turn->limits,
                     .stop = apart->stop,
                     .random = &told->random};
    own_take_fault(&apart->row, NULL);
    told->outcome = kind->choose(agent, &job, &told->result, &told->error);
    if (own_take_fault(&apart->row, &told->error))
        told->outcome = AGENT_CRASH;
}

/* ---- Our side */

AgentApart *agent_apart_create(Agent *agent, Error *error)
{
    AgentApart *apart = calloc(1, sizeof *apart);
    if (!apart) {
        error_out_of_memory(error);
        return NULL;
    }
    ApartWork work = {.begin = begin_child,
                      .answer = answer_turn,
                      .context = apart,
                      .question_size = sizeof(Turn),
                      .answer_size = sizeof(TurnAnswer)};
    apart->agent = agent;
    apart->process = apart_create(&work, error);
    if (apart->process)
        return apart;
    free(apart);
    return NULL;
}

void agent_apart_destroy(AgentApart *apart)
{
    if (apart)
        apart_destroy(apart->process);
    free(apart);
}

static AgentOutcome outcome_of(ApartStatus status)
{
    static const AgentOutcome outcomes[] = {
        [APART_OK] = AGENT_CHOSE,        [APART_LATE] = AGENT_TIMEOUT,
        [APART_ENDLESS] = AGENT_TIMEOUT, [APART_DIED] = AGENT_CRASH,
        [APART_STOPPED] = AGENT_TIMEOUT, [APART_SHORT] = AGENT_SHORT,
    };
    return outcomes[status];
}

AgentOutcome agent_apart_begin(AgentApart *apart, const Board *board, const atomic_bool *stop,
                               Error *error)
{
    TurnAnswer answer;
    Turn turn = {.begins_game = true};
    if (board) {
        turn.width = board->width;
        turn.height = board->height;
        turn.narrow = board->narrow;
    }
    ApartStatus status = apart_ask(apart->process, &turn, &answer, INFINITY, stop, error);
    if (status != APART_OK)
        return outcome_of(status);
    if (answer.outcome != AGENT_CHOSE && error)
        *error = answer.error;
    return answer.outcome;
}

AgentOutcome agent_apart_choose(AgentApart *apart, const SearchJob *job, SearchResult *result,
                                Error *error)
{
    TurnAnswer answer;
    Turn turn = {.width = job->board->width,
                 .height = job->board->height,
                 .narrow = job->board->narrow,
                 .position = job->position,
                 .limits = job->limits,
                 .random = *job->random};
    double allowed = job->limits.seconds;
    double deadline = allowed > 0 ? clock_now() + allowed + patience : INFINITY;
    ApartStatus status = apart_ask(apart->process, &turn, &answer, deadline, job->stop, error);
    if (status != APART_OK)
        return outcome_of(status);
    *result = answer.result;
    *job->random = answer.random;
    if (answer.outcome != AGENT_CHOSE && error)
        *error = answer.error;
    return answer.outcome;
}

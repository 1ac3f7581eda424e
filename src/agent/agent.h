/* agent.h: who plays.
 *
 * An agent spec is text, `alphabeta:chase,w1=0.25,time=150ms`; parsed it is an AgentSpec, a
 * value. An Agent made from it owns its memory (tables, a child process) and is used by one
 * thread at a time; different agents are independent. Kinds of agents are rows of a registry,
 * as heuristics are.
 */
#pragma once

#include "eval/heuristic.h"
#include "search/search.h"

enum { AGENT_TEXT_SIZE = 1024 };

/* How a turn went. All but the first and the last forfeit the game. */
typedef enum AgentOutcome {
    AGENT_CHOSE,
    AGENT_ILLEGAL,   // answered something that is no legal move
    AGENT_TIMEOUT,   // did not answer in time
    AGENT_CRASH,     // its process ended or could not be talked to
    AGENT_EXCEPTION, // a course agent's code raised one
    AGENT_RESIGNED,  // a course agent's way to give up
    AGENT_SILENT,    // a course agent slept, or ended its turn without an answer
    AGENT_SHORT,     // this machine has not the memory, process, thread or descriptor it needs: the
                     // sentence, here alone, begins with its spec
} AgentOutcome;

/* "chose", "illegal", "time", "crash", "exception", "resigned", "silent", "short". */
const char *agent_outcome_name(AgentOutcome outcome);

/* Bytes of this program that an agent takes. */
typedef struct AgentMemory {
    size_t kept; // from its first game on
    size_t turn; // beside that, while it thinks
} AgentMemory;

/* Which limits end a kind's turns. */
typedef enum LimitsNeed {
    LIMITS_OPTIONAL,  // ends by itself
    LIMITS_OR_DEPTH,  // any
    LIMITS_NOT_DEPTH, // any but a depth, which it does not heed
} LimitsNeed;

typedef enum HeuristicUse { HEURISTIC_NONE, HEURISTIC_OPTIONAL, HEURISTIC_REQUIRED } HeuristicUse;

typedef struct Agent Agent;
typedef struct AgentApart AgentApart;
typedef struct AgentSpec AgentSpec;

/* A setting that is text rather than a number, of a kind that reads its own specs. */
typedef struct AgentSetting {
    const char *name;     // NULL ends a list
    const char *standard; // what holds unless told
    const char *meaning;
} AgentSetting;

typedef struct AgentKind {
    const char *name;
    const char *meaning; // one line
    const char *example;
    const char *notes;      // what else to know, a line after the other; NULL: nothing
    HeuristicUse heuristic; // required: `improved` unless the spec names one
    LimitsNeed needs;
    Parameter parameters[PARAMETER_MAX];
    const AgentSetting *settings; // NULL: none but budgets and parameters
    /* Optional: reads what follows the kind's name in the spec itself. The text is kept. */
    bool (*parse)(AgentSpec *spec, const char *rest, size_t length, Error *error);
    /* Optional: appends what the spec itself says to call it, and says whether it does. */
    bool (*print_name)(const AgentSpec *spec, Text *text);
    /* Optional; what they make and free is the agent's `state`. */
    bool (*start)(Agent *agent, Error *error);
    void (*finish)(Agent *agent);
    /* Optional: whether what it needs outside this program is there, and what it is asked fits
     * together. */
    bool (*check)(const Agent *agent, const Board *board, Error *error);
    /* Optional: nothing to speak of without it. */
    AgentMemory (*memory)(const Agent *agent, const Board *board);
    /* Optional: a game starts. Outcomes as of choose(). */
    AgentOutcome (*begin)(Agent *agent, const Board *board, const atomic_bool *stop, Error *error);
    /* The position has a legal move. An outcome other than AGENT_CHOSE comes with a sentence. */
    AgentOutcome (*choose)(Agent *agent, const SearchJob *job, SearchResult *result, Error *error);
} AgentKind;

struct AgentSpec {
    const AgentKind *kind;
    HeuristicSpec heuristic; // .heuristic is NULL where there is none
    double values[PARAMETER_MAX];
    Limits limits;              // what the spec itself says; absent where it says nothing
    char text[AGENT_TEXT_SIZE]; // as written; for `exec:` the only form of its settings
};

struct Agent {
    AgentSpec spec;
    Limits limits;  // of every turn: the spec's, or else the defaults it was created with
    double grace;   // seconds past a `time` budget that its spec asks to be forgiven; mostly 0
    bool own_clock; // the seconds of its results are its time, not those that the referee waits
    void *state;
    AgentApart *apart; // NULL: it thinks in this process (agent/apart.h)
};

const AgentKind *agent_kind_at(int i); // NULL past the last

/* The i-th of the studies' names and what it stands for; false past the last. */
bool agent_alias_at(int i, const char **alias, const char **spec);

bool agent_parse(const char *text, size_t length, AgentSpec *spec, Error *error);

/* For showing who played, not for playing: a user's own heuristic is named, not looked for. */
bool agent_parse_kept(const char *text, size_t length, AgentSpec *spec, Error *error);

/* The shortest spec that parses to the same agent. */
void agent_print(const AgentSpec *spec, Text *text);

/* Whether two specs print as the same. False when out of memory. */
bool agent_compare(const AgentSpec *one, const AgentSpec *other, bool *same, Error *error);

/* What to call it in a table: the studies' name where it has one, else its spec. */
void agent_print_name(const AgentSpec *spec, Text *text);

/* Whether `key` of a spec is a budget or a parameter of the kind, so that a heuristic's parameter
 * of that name needs its prefix. */
bool agent_key_is_taken(const AgentSpec *spec, const char *key);

/* What a turn of that agent may take. `defaults` holds where the spec gives no budget (NULL: none
 * given; then a search that would never stop gets 150 ms a move). */
Limits agent_limits(const AgentSpec *spec, const Limits *defaults);

/* Adds those 150 ms where the limits would not end a turn. */
void agent_ensure_limits(const AgentKind *kind, Limits *limits);

/* Its turns have the limits above. */
Agent *agent_create(const AgentSpec *spec, const Limits *defaults, Error *error);
/* With all that its games on that board take, so that a shortage is met before the first of them
 * and not half-way. The sentence begins with its spec. An engine that fails to start is no reason
 * for NULL: its games will show. */
Agent *agent_create_ready(const AgentSpec *spec, const Limits *defaults, const Board *board,
                          const atomic_bool *stop, Error *error);
void agent_destroy(Agent *agent); // NULL is allowed

/* Whether it can play here: that there is memory for it, that an engine's command is found. For
 * before a run, in which each of its games would be lost. `board` NULL: any will do. The sentence
 * begins with its spec. */
bool agent_check(const AgentSpec *spec, const Limits *defaults, const Board *board, Error *error);

AgentMemory agent_memory(const Agent *agent, const Board *board);

/* Adds what an agent of that spec takes to that of others who play by turns with it. False with a
 * sentence, which begins with the spec, if there cannot be one. */
bool agent_measure(const AgentSpec *spec, const Limits *defaults, const Board *board,
                   AgentMemory *sum, Error *error);

/* Before the first turn of a game: what takes long and is not thinking, such as starting a
 * process, is done here and not on the clock. Turns without it are allowed. `board` NULL: what
 * hangs on it comes with the first turn. */
AgentOutcome agent_begin(Agent *agent, const Board *board, const atomic_bool *stop, Error *error);

/* One turn. Of `job` the agent fills in its own limits. A game that is over gives SQUARE_NONE.
 * The move is legal if the outcome is AGENT_CHOSE. */
AgentOutcome agent_choose(Agent *agent, const SearchJob *job, SearchResult *result, Error *error);

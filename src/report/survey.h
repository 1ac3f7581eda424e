/* survey.h: what only the games themselves tell, gathered in one walk through them.
 *
 * Lengths are counted exactly. Effort per move spans seven orders of magnitude and a million
 * games, so it is counted in classes of equal ratio, a sixteenth of an octave wide: quantiles
 * come out within 2.2 % and the memory does not grow with the games.
 */
#pragma once

#include "lab/standing.h"
#include "stats/sequential.h"

enum { SURVEY_CLASSES = 16 * 40, SURVEY_FAULTS = 12 };

typedef struct SurveyClasses {
    double unit;   // the lower end of class 0
    int64_t below; // games with less than that, taken for 0
    int64_t count, counts[SURVEY_CLASSES];
} SurveyClasses;

typedef struct SurveyAgent {
    SurveyClasses nodes, seconds;   // per move, a value a game
    int64_t forfeits[GAME_REASONS]; // games lost, by GameReason
} SurveyAgent;

typedef struct SurveyFault {
    GameKey key;
    int agent;
    GameReason reason;
    char text[ERROR_TEXT_SIZE];
} SurveyFault;

typedef struct Survey {
    /* Games by plies after the opening and by who won: the attacker, the defender, or a side of
     * a game that never came so far. */
    int64_t lengths[SQUARE_LIMIT + 1][3];
    int64_t games, forfeits;
    SurveyAgent *agents;
    int agent_count;
    SurveyFault faults[SURVEY_FAULTS]; // the first of each agent and reason
    int fault_count;
    /* A match that stops itself, up to its verdict or its first gap. */
    bool is_sequential, has_half; // the latter: of the next pair, the first game is known
    int half;                     // and what A won of it
    Sequential match;
} Survey;

Survey *survey_create(const Standing *standing, Error *error);
void survey_destroy(Survey *survey); // NULL is allowed
/* Games in the order of store_games(). */
void survey_add(Survey *survey, const Standing *standing, const StoredGame *stored);

void survey_count(SurveyClasses *classes, double value);

/* The value below which `share` of the games lie. 0 without games. */
double survey_quantile(const SurveyClasses *classes, double share);

/* The shortest game that `share` of the games are not longer than. */
int survey_length(const Survey *survey, double share);

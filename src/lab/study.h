/* study.h: a published study: how it was played, what it found, what it claims.
 *
 * Each study is two files under studies/, built into the program: NNN.json, the protocol as
 * tournament settings, and NNN-published.json, its tables, claims and boards. This file reads
 * them; study_measure.h plays it and holds the tables against the games, study_claims.h judges the
 * claims, study_boards.h what it says of single positions.
 *
 * The settings play as the author's program did, where that is known. A text leaves most of it
 * open; study_follow_text() makes of them what it says, and of the rest what isolab does unless
 * told. Agents that a text speaks of without numbers follow those of its tables.
 *
 * A study's table has the study's own layout. Either the columns are agents and a row is a
 * measure (won against an opponent, win rate, median, ...), or the rows are agents and a column
 * is a measure; a cell is an agent, a measure, and what was published.
 */
#pragma once

#include <jansson.h>

#include "arena/tournament.h"

enum {
    STUDY_TABLES_MAX = 4,
    STUDY_CLAIMS_MAX = 24,
    STUDY_BOARDS_MAX = 8,
    STUDY_CHECKS_MAX = 4,
    STUDY_ROWS_MAX = 32,
    STUDY_COLUMNS_MAX = 8,
};

typedef enum StudyMeasure {
    MEASURE_RATE,      // win rate over all opponents, or against one, in per cent
    MEASURE_MEDIAN,    // of the repeats' win rates
    MEASURE_DEVIATION, // standard deviation of the repeats' win rates
    MEASURE_P,         // one-sided Wilcoxon rank-sum test against the first agent
    MEASURE_ADVANTAGE, // win rate less the first agent's
} StudyMeasure;

typedef struct StudyRow {
    const char *labels[3];               // as many as the table has heads
    double published[STUDY_COLUMNS_MAX]; // NAN where the study has no number
    StudyMeasure measure;                // where columns are agents
    int opponent;                        // of the protocol's opponents, or -1 for all
    double of;                           // games that the numbers are of; 0 where not told
    int agent;                           // where columns are measures
} StudyRow;

typedef struct StudyTable {
    const char *caption;
    const char *note; // what is to be known of its numbers, or NULL
    const char *plot; // "weights", "from" or NULL
    double rounding;  // half a unit of the last published digit
    const char *heads[3];
    int head_count;
    bool agents_across;
    int agents[STUDY_COLUMNS_MAX]; // or
    StudyMeasure measures[STUDY_COLUMNS_MAX];
    int column_count;
    StudyRow rows[STUDY_ROWS_MAX];
    int row_count;
} StudyTable;

typedef enum StudyTest {
    TEST_ORDER,       // each agent better than the next, by at least `by`
    TEST_BEST,        // the first agent better than each of the others
    TEST_ALIKE,       // two agents no more than `by` apart
    TEST_ABOVE,       // each agent's rate above `value`
    TEST_ABOUT,       // each agent's rate within `by` of `value`
    TEST_WILCOXON,    // the first agent's repeats higher than the second's
    TEST_NO_EVIDENCE, // that test shows nothing
    TEST_STEADIER,    // the first agent's repeats spread less than the second's
    TEST_STEADY,      // 95 % of an agent's repeats lie within `by` of their mean
} StudyTest;

typedef struct StudyClaim {
    const char *text;
    StudyTest test;
    int agents[STUDY_COLUMNS_MAX];
    int agent_count;
    uint64_t opponents; // a bit for each that counts; all unless told
    double value, by;   // per cent
} StudyClaim;

/* What is asked of a position, and what the study says it is. */
typedef enum StudyQuestion {
    ASK_MOVES,   // how many moves first has
    ASK_WINNER,  // of exact play
    ASK_WINNING, // the moves that win by exact play
    ASK_PLAYS,   // the move of the agent `with`
    ASK_VALUE,   // of the heuristic `with`, for first
} StudyQuestion;

typedef struct StudyCheck {
    StudyQuestion question;
    const char *with, *says;
} StudyCheck;

typedef struct StudyBoard {
    const char *text; // what is said of it
    Board board;
    Position position;
    Squares good, bad; // to be marked
    StudyCheck checks[STUDY_CHECKS_MAX];
    int check_count;
} StudyBoard;

typedef struct Study {
    const char *name, *title;
    char kind[16];       // of its runs: "study 000"
    const char *unit;    // how much was played
    const char *program; // what is known, or assumed, of how its program played: a sentence
    TournamentSettings settings;
    const char *names[TOURNAMENT_AGENTS_MAX]; // of the agents under test, as the study calls them
    bool boxes;                               // it shows the repeats as a box plot
    bool shapes;                              // and what its heuristics are made of
    int own_count;     // agents of its tables; those that follow have no numbers there
    double *rates;     // win rates of its own repeats in per cent, by agent; or NULL
    size_t rate_count; // of each agent
    StudyTable tables[STUDY_TABLES_MAX];
    int table_count;
    StudyClaim claims[STUDY_CLAIMS_MAX];
    int claim_count;
    StudyBoard boards[STUDY_BOARDS_MAX];
    int board_count;
    json_t *published; // what the texts above belong to
} Study;

const char *study_name_at(int i); // "000", ...; NULL past the last

/* The study of that name; NULL with a sentence if there is none. */
Study *study_create(const char *name, Error *error);
void study_destroy(Study *study); // NULL is allowed

/* From texts as studies/ has them. */
Study *study_parse(const char *name, const char *settings, const char *published, Error *error);

const char *study_measure_name(
    StudyMeasure measure); // "rate", "median", "deviation", "p", "advantage"

/* The study's settings with all that an author's program alone tells at isolab's own: how a search
 * chooses, and heuristics by the text's rule. */
void study_follow_text(TournamentSettings *settings);

/* By whose rules a run was played. */
typedef enum StudyRules { RULES_AUTHOR, RULES_TEXT, RULES_OTHER } StudyRules;
bool study_rules_find(const Study *study, const TournamentSettings *settings, StudyRules *rules,
                      Error *error);
const char *study_rules_name(StudyRules rules); // "author", "text", "other"

/* The settings with `scale` times the games. Where the study repeats its tournament the repeats
 * are multiplied, as medians and deviations are of tournaments of a size; only what does not fit
 * in two repeats makes the tournament itself smaller. */
void study_scale(TournamentSettings *settings, double scale);

#include "lab/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "eval/formula.h"
#include "eval/own.h"
#include "eval/spec.h"

/* Label of the random streams that draw what is held back. */
#define UNSEEN_STREAM 0x756E7365656E0000u
#define UNSEEN_SHARE  0.3

/* Of weights in units of their features' deviations; next to thousands of cases it is nothing, but
 * it keeps a weight finite that few of them speak of. */
#define RIDGE 0.1

enum { OPENING_PLIES = 2 };

const char *fitted_asker_name(FittedAsker asker)
{
    static const char *const names[] = {"attacker to move", "attacker waiting", "defender to move",
                                        "defender waiting"};
    return names[asker];
}

/* Of a feature's weights, or the constant's. */
static int stride(const Fitted *fitted)
{
    return fitted->terms.by_ply ? 2 : 1;
}

int fitted_weight_count(const Fitted *fitted)
{
    return stride(fitted) * (fitted->terms.count + 1);
}

void fitted_print_weight_name(const Fitted *fitted, int weight, Text *text)
{
    int feature = weight / stride(fitted) - 1;
    bool by_ply = weight % stride(fitted);
    if (feature < 0)
        text_append(text, by_ply ? "ply" : "1");
    else
        text_append_bytes(text, fitted->terms.features[feature].start,
                          fitted->terms.features[feature].length);
    if (feature >= 0 && by_ply)
        text_append(text, "*ply");
}

/* ---- The formula */

static bool is_name(Slice feature)
{
    for (size_t i = 0; i < feature.length; i++)
        if (!is_digit(feature.start[i]) && feature.start[i] != '_' &&
            !((feature.start[i] | 32) >= 'a' && (feature.start[i] | 32) <= 'z'))
            return false;
    return true;
}

static void append_feature(Text *text, Slice feature)
{
    bool brackets = !is_name(feature);
    text_append(text, brackets ? "(" : "");
    text_append_bytes(text, feature.start, feature.length);
    text_append(text, brackets ? ")" : "");
}

/* How a formula is written: digits of its weights, and with blanks between its terms or not. */
typedef struct Style {
    int digits;
    bool blanks;
} Style;

/* "+1.25" or "-0.5"; the sign of what comes first only if it is one, blanks around the others'. */
static void append_number(Text *text, Style style, bool first, double number)
{
    const char *plus = first ? "" : style.blanks ? " + " : "+";
    const char *minus = !first && style.blanks ? " - " : "-";
    text_format(text, "%s%.*g", number < 0 ? minus : plus, style.digits, fabs(number));
}

static void append_sum(const Fitted *fitted, FittedAsker asker, Style style, Text *text)
{
    static const char *const plus[] = {"+(", " + ("};
    const LogisticWeight *weights = fitted->weights[asker];
    const Style dense = {style.digits, false};
    append_number(text, style, true, weights[0].value);
    if (fitted->terms.by_ply) {
        append_number(text, style, false, weights[1].value);
        text_append(text, "*ply");
    }
    for (int i = 0; i < fitted->terms.count; i++) {
        const LogisticWeight *weight = weights + stride(fitted) * (i + 1);
        if (weight[0].value == 0 && (!fitted->terms.by_ply || weight[1].value == 0))
            continue; // the same in all cases
        if (fitted->terms.by_ply) {
            text_append(text, plus[style.blanks]);
            append_number(text, dense, true, weight[0].value);
            append_number(text, dense, false, weight[1].value);
            text_append(text, "*ply)");
        } else
            append_number(text, style, false, weight[0].value);
        text_append(text, "*");
        append_feature(text, fitted->terms.features[i]);
    }
}

static void append_formula(const Fitted *fitted, Style style, Text *text)
{
    text_append(text, "=attacker > 0 ? active ? ");
    append_sum(fitted, ATTACKER_TO_MOVE, style, text);
    text_append(text, " : ");
    append_sum(fitted, ATTACKER_WAITING, style, text);
    text_append(text, " : active ? ");
    append_sum(fitted, DEFENDER_TO_MOVE, style, text);
    text_append(text, " : ");
    append_sum(fitted, DEFENDER_WAITING, style, text);
}

/* In the best style that is not too long. */
static bool write_formula(const Fitted *fitted, Text *text, Error *error)
{
    static const Style styles[] = {{3, true}, {3, false}, {2, false}, {1, false}};
    for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
        text_clear(text);
        append_formula(fitted, styles[i], text);
        if (!text_ok(text))
            return error_out_of_memory(error);
        if (text->length - 1 <= FORMULA_LENGTH_MAX)
            return true;
    }
    return error_set(error, "the formula would have %zu bytes, at most %d: take fewer features%s",
                     text->length - 1, FORMULA_LENGTH_MAX,
                     fitted->terms.by_ply ? ", or leave out --by-ply" : "");
}

/* ---- Reading the features */

static bool check_feature(const FitTerms *terms, Slice feature, Error *error)
{
    char quote[QUOTE_SIZE];
    Formula formula;
    error_quote(quote, feature.start, feature.length);
    if (feature.length == 0)
        return error_set(error, "--features takes names with commas between, such as own,opp");
    for (int i = 0; i < terms->count; i++)
        if (terms->features[i].length == feature.length &&
            !memcmp(terms->features[i].start, feature.start, feature.length))
            return error_set(error, "the feature %s stands twice", quote);
    if (terms->count == FIT_FEATURES_MAX)
        return error_set(error, "more than %d features", FIT_FEATURES_MAX);
    bool good = formula_parse(feature.start, feature.length, &formula, error);
    text_free(&formula.code);
    if (!good)
        error_prefix(error, quote);
    else if (formula.parameter_count > 0)
        good = error_set(error, "the feature %s has a constant to tune: fit finds weights itself",
                         quote);
    else if (memchr(feature.start, '@', feature.length))
        good =
            error_set(error, "the feature %s states a price: only a whole formula has one", quote);
    return good;
}

bool fit_terms_read(FitTerms *terms, const char *list, Error *error)
{
    size_t length = strlen(list);
    for (;;) {
        size_t size = spec_head(list, length);
        Slice feature = slice_trimmed((Slice){list, size});
        if (!check_feature(terms, feature, error))
            return false;
        terms->features[terms->count++] = feature;
        if (size == length)
            break;
        list += size + 1;
        length -= size + 1;
    }
    Fitted trial = {.terms = *terms};
    for (int asker = 0; asker < FITTED_ASKERS; asker++)
        for (int i = 0; i < fitted_weight_count(&trial); i++) // as long as those of one digit are
            trial.weights[asker][i].value = i % stride(&trial) ? -0.05 : -0.5;
    bool good = write_formula(&trial, &trial.formula, error);
    text_free(&trial.formula);
    return good;
}

/* ---- The cases */

bool fit_is_unseen(const ProblemSettings *settings, const Problem *problem)
{
    Position opening = position_start(&settings->board);
    for (int i = 0; i < OPENING_PLIES && i < problem->moves.count; i++)
        opening = position_after(&opening, problem->moves.moves[i]);
    opening = position_canonical(&settings->board, &opening);
    Random random = random_stream(settings->seed ^ UNSEEN_STREAM, opening.knight[FIRST],
                                  opening.knight[SECOND]);
    return random_unit(&random) < UNSEEN_SHARE;
}

/* All features as one heuristic whose only parameter says which: compiled once. */
static bool make_selector(const Fitted *fitted, HeuristicSpec *selector, Error *error)
{
    Text text = TEXT_EMPTY;
    text_format(&text, "={f=0:0..%d}", FIT_FEATURES_MAX);
    for (int i = 0; i < fitted->terms.count; i++) {
        text_format(&text, "%s == %d ? ", i ? "{f}" : "", i);
        append_feature(&text, fitted->terms.features[i]);
        text_append(&text, " : ");
    }
    text_append(&text, "0");
    bool good = text_ok(&text) ? heuristic_parse(text.bytes, text.length, selector, error)
                               : error_out_of_memory(error);
    text_free(&text);
    return good;
}

/* Cases of one asker; `columns` numbers each. */
typedef struct Cases {
    size_t count, capacity;
    double *rows;
    bool *good;
    int *groups;
} Cases;

static void cases_free(Cases *cases)
{
    free(cases->rows);
    free(cases->good);
    free(cases->groups);
}

static bool cases_grow(Cases *cases, size_t columns, Error *error)
{
    size_t capacity = cases->capacity ? 2 * cases->capacity : 1024;
    double *rows = realloc(cases->rows, capacity * columns * sizeof *rows);
    cases->rows = rows ? rows : cases->rows;
    bool *good = realloc(cases->good, capacity * sizeof *good);
    cases->good = good ? good : cases->good;
    int *groups = realloc(cases->groups, capacity * sizeof *groups);
    cases->groups = groups ? groups : cases->groups;
    if (!rows || !good || !groups)
        return error_out_of_memory(error);
    cases->capacity = capacity;
    return true;
}

typedef struct Collector {
    const Fitted *fitted;
    const Board *board;
    HeuristicSpec selector;
    Cases askers[FITTED_ASKERS];
    int group;
} Collector;

static bool refuse_value(const Collector *collector, int feature, const Position *position,
                         double value, Error *error)
{
    char quote[QUOTE_SIZE], text[FEN_SIZE];
    Slice name = collector->fitted->terms.features[feature];
    own_take_fault(collector->selector.heuristic, NULL);
    return error_set(
        error, "the feature %s is %s in %s", error_quote(quote, name.start, name.length),
        isnan(value) ? "no number" : "infinite", fen_print(collector->board, position, text));
}

/* A position as one of its players sees it. */
static bool add_case(Collector *collector, const Position *position, Side player, Side winner,
                     Error *error)
{
    const Fitted *fitted = collector->fitted;
    size_t columns = (size_t)fitted_weight_count(fitted) - 1;
    bool attacks = player == position_attacker(collector->board, position);
    bool active = player == position->to_move;
    Cases *cases = &collector->askers[(attacks ? ATTACKER_TO_MOVE : DEFENDER_TO_MOVE) + !active];
    double ply = position_move_count(collector->board, position);
    if (cases->count == cases->capacity && !cases_grow(cases, columns, error))
        return false;
    double *row = cases->rows + cases->count * columns;
    if (fitted->terms.by_ply)
        *row++ = ply;
    for (int i = 0; i < fitted->terms.count; i++) {
        collector->selector.values[0] = i;
        double value = heuristic_value(&collector->selector, collector->board, position, player);
        if (!isfinite(value))
            return refuse_value(collector, i, position, value, error);
        *row++ = value;
        if (fitted->terms.by_ply)
            *row++ = value * ply;
    }
    cases->good[cases->count] = player == winner;
    cases->groups[cases->count++] = collector->group;
    return true;
}

/* As both players see it. What is over needs no heuristic. */
static bool add_position(Collector *collector, const Position *position, Side winner, Error *error)
{
    return !position_both_placed(position) || position_is_over(collector->board, position) ||
           (add_case(collector, position, FIRST, winner, error) &&
            add_case(collector, position, SECOND, winner, error));
}

static bool add_problem(Collector *collector, const Problem *problem, Error *error)
{
    Side mover = problem->position.to_move;
    collector->group++;
    if (!add_position(collector, &problem->position, problem->winner, error))
        return false;
    for (Squares moves = problem->winning | problem->losing; moves;) {
        Square move = bits_take_lowest(&moves);
        Position after = position_after(&problem->position, move);
        Side winner = squares_has(problem->winning, move) ? mover : side_other(mover);
        if (!add_position(collector, &after, winner, error))
            return false;
    }
    return true;
}

static bool fit_asker(Fitted *fitted, FittedAsker asker, const Cases *cases, Error *error)
{
    LogisticCases logistic = {.count = cases->count,
                              .features = fitted_weight_count(fitted) - 1,
                              .rows = cases->rows,
                              .good = cases->good,
                              .groups = cases->groups};
    fitted->cases[asker] = (int64_t)cases->count;
    if (logistic_fit(&logistic, RIDGE, fitted->weights[asker], error))
        return true;
    char place[80];
    snprintf(place, sizeof place, "too few --positions for the %s", fitted_asker_name(asker));
    error_prefix(error, place);
    return false;
}

/* ---- The experiment */

/* To the solved problems that are not held back. */
static bool fit_seen(Fitted *fitted, const Accuracy *sample, Error *error)
{
    const ProblemSettings *settings = &sample->settings.problems;
    Collector collector = {.fitted = fitted, .board = &settings->board};
    bool good = make_selector(fitted, &collector.selector, error);
    for (int i = 0; good && i < sample->settings.problem_count; i++) {
        const Problem *problem = &sample->problems[i];
        if (problem->state == PROBLEM_SOLVED && !fit_is_unseen(settings, problem)) {
            fitted->seen++;
            good = add_problem(&collector, problem, error);
        }
    }
    for (int asker = 0; good && asker < FITTED_ASKERS; asker++)
        good = fit_asker(fitted, (FittedAsker)asker, &collector.askers[asker], error);
    for (int asker = 0; asker < FITTED_ASKERS; asker++)
        cases_free(&collector.askers[asker]);
    return good && write_formula(fitted, &fitted->formula, error);
}

static bool hold_back(Fit *fit, Error *error)
{
    const Accuracy *sample = fit->sample;
    int count = sample->settings.problem_count;
    fit->unseen = aligned_alloc(_Alignof(Problem), (size_t)count * sizeof *fit->unseen);
    if (!fit->unseen)
        return error_out_of_memory(error);
    for (int i = 0; i < count; i++)
        if (sample->problems[i].state == PROBLEM_SOLVED &&
            fit_is_unseen(&sample->settings.problems, &sample->problems[i]))
            fit->unseen[fit->unseen_count++] = sample->problems[i];
    fit->too_few = fit->unseen_count == 0;
    return !fit->too_few || error_set(error, "no positions to judge by: take more");
}

/* Beside every heuristic there is. Who stopped the sampling wants to know about what there is. */
static bool judge_unseen(Fit *fit, Error *error)
{
    HeuristicSpec fitted;
    Text *formula = &fit->fitted.formula;
    if (!heuristic_parse(formula->bytes, formula->length, &fitted, error))
        return false;
    fit->candidates[0] = candidate_heuristic(&fitted);
    int count = 1;
    for (; heuristic_at(count - 1) && count < ACCURACY_CANDIDATES_MAX; count++) {
        HeuristicSpec standard = heuristic_standard(heuristic_at(count - 1));
        fit->candidates[count] = candidate_heuristic(&standard);
    }
    AccuracySettings settings = fit->sample->settings;
    settings.candidates = fit->candidates;
    settings.candidate_count = count;
    settings.known = fit->unseen;
    settings.problem_count = fit->unseen_count;
    settings.stop = NULL;
    settings.watch = NULL;
    fit->judged = accuracy_run(&settings, error);
    if (!fit->judged || !accuracy_summarize(fit->judged, &fit->summary, error))
        return false;
    Text *name = &fit->summary.lines[0].name; // its own would fill the table
    text_clear(name);
    text_append(name, "the fit");
    return text_ok(name) || error_out_of_memory(error);
}

bool fit_run(Fit *fit, const FitSettings *settings, Error *error)
{
    memset(fit, 0, sizeof *fit);
    fit->fitted.terms = settings->terms;
    fit->sample = accuracy_run(&settings->positions, error);
    return fit->sample && hold_back(fit, error) && fit_seen(&fit->fitted, fit->sample, error) &&
           judge_unseen(fit, error);
}

void fit_destroy(Fit *fit)
{
    text_free(&fit->fitted.formula);
    accuracy_summary_free(&fit->summary);
    accuracy_destroy(fit->judged);
    accuracy_destroy(fit->sample);
    free(fit->unseen);
}

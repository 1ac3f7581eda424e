#include "report/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES_AN_OCTAVE 16

Survey *survey_create(const Standing *standing, Error *error)
{
    Survey *survey = calloc(1, sizeof *survey);
    int agents = standing->tournament.settings.agent_count;
    if (survey)
        survey->agents = calloc((size_t)agents, sizeof *survey->agents);
    if (!survey || !survey->agents) {
        error_out_of_memory(error);
        survey_destroy(survey);
        return NULL;
    }
    Sprt sprt;
    survey->agent_count = agents;
    survey->is_sequential = sprt_find(standing->run.kind, &sprt);
    if (survey->is_sequential)
        survey->match = sequential_start(&sprt);
    for (int i = 0; i < agents; i++) {
        survey->agents[i].nodes.unit = 1;
        survey->agents[i].seconds.unit = 1e-8;
    }
    return survey;
}

void survey_destroy(Survey *survey)
{
    if (survey)
        free(survey->agents);
    free(survey);
}

void survey_count(SurveyClasses *classes, double value)
{
    classes->count++;
    if (value < classes->unit) {
        classes->below++;
        return;
    }
    int place = (int)(log2(value / classes->unit) * CLASSES_AN_OCTAVE);
    classes->counts[place < SURVEY_CLASSES ? place : SURVEY_CLASSES - 1]++;
}

double survey_quantile(const SurveyClasses *classes, double share)
{
    double wanted = share * (double)classes->count;
    int64_t below = classes->below;
    if (below > 0 && (double)below >= wanted)
        return 0;
    for (int i = 0; i < SURVEY_CLASSES; i++) {
        below += classes->counts[i];
        if (below > 0 && (double)below >= wanted)
            return classes->unit * exp2((i + 0.5) / CLASSES_AN_OCTAVE);
    }
    return 0;
}

static void add_effort(SurveyAgent *agent, const GameSide *side)
{
    if (side->moves == 0)
        return;
    survey_count(&agent->nodes, (double)side->nodes / side->moves);
    survey_count(&agent->seconds, side->seconds / side->moves);
}

static void add_fault(Survey *survey, const StoredGame *stored, int loser)
{
    const Game *game = &stored->game;
    int64_t *count = &survey->agents[loser].forfeits[game->reason];
    survey->forfeits++;
    if (++*count > 1 || survey->fault_count == SURVEY_FAULTS)
        return;
    SurveyFault *fault = &survey->faults[survey->fault_count++];
    *fault = (SurveyFault){.key = stored->key, .agent = loser, .reason = game->reason};
    memcpy(fault->text, game->fault, sizeof fault->text);
}

/* Pairs in the order of the openings, as the test saw them. */
static void add_to_match(Survey *survey, const StoredGame *stored)
{
    int won = game_winner_of_pairing(stored->key, stored->game.winner) == 0;
    if (stored->key.pairing != 0 || sequential_is_decided(&survey->match) ||
        stored->key.opening != (int64_t)pairs_count(&survey->match.pairs))
        return;
    if (survey->has_half)
        sequential_add(&survey->match, survey->half + won);
    survey->has_half = stored->key.side == 0;
    survey->half = won;
}

void survey_add(Survey *survey, const Standing *standing, const StoredGame *stored)
{
    const Game *game = &stored->game;
    if (stored->key.pairing >= standing->tournament.pairing_count)
        return;
    int winner = game->attacker == SIDE_NONE ? 2 : game->winner != game->attacker;
    survey->games++;
    if (survey->is_sequential)
        add_to_match(survey, stored);
    survey->lengths[game->moves.count][winner]++;
    for (Side side = FIRST; side <= SECOND; side++) {
        int agent = tournament_agent(&standing->tournament, stored->key, side);
        add_effort(&survey->agents[agent], &game->side[side]);
        if (game->reason != GAME_STUCK && side != game->winner)
            add_fault(survey, stored, agent);
    }
}

int survey_length(const Survey *survey, double share)
{
    int64_t below = 0;
    for (int i = 0; i <= SQUARE_LIMIT; i++) {
        below += survey->lengths[i][0] + survey->lengths[i][1] + survey->lengths[i][2];
        if (below > 0 && (double)below >= share * (double)survey->games)
            return i;
    }
    return 0;
}

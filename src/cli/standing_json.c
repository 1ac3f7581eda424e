#include "cli/standing_json.h"

#include <math.h>

#include "cli/answer.h"
#include "stats/elo.h"

json_t *interval_json(Interval interval)
{
    return isnan(interval.low) || isnan(interval.high)
               ? json_null()
               : json_pack("[f, f]", interval.low, interval.high);
}

json_t *estimate_json(const Estimate *estimate, bool sequential)
{
    Interval elo = elo_from_interval(estimate->interval);
    return json_pack(
        "{s:s, s:o, s:o, s:o, s:[o, o]}", "estimate", sequential ? "sequential" : "counted",
        "score", whole_json_number(estimate->score), "interval", interval_json(estimate->interval),
        "elo", whole_json_number(elo_from_score(estimate->score)), "elo_interval",
        whole_json_number(elo.low), whole_json_number(elo.high));
}

json_t *sequential_json(const Sequential *match)
{
    static const char *const verdicts[] = {"undecided", "elo0", "elo1"};
    const SprtState *state = &match->state;
    return json_pack("{s:[f, f], s:f, s:[f, f], s:s, s:o, s:o}", "sprt", match->sprt.elo0,
                     match->sprt.elo1, "llr", state->ratio, "llr_bounds", state->lower,
                     state->upper, "verdict", verdicts[state->verdict], "naive_score",
                     whole_json_number(pairs_score(&match->pairs)), "naive_interval",
                     interval_json(pairs_interval(&match->pairs, CONFIDENCE)));
}

static json_t *rates_json(const double *rates, int count)
{
    json_t *array = json_array();
    for (int i = 0; array && i < count; i++)
        json_array_append_new(array, whole_json_number(rates[i]));
    return array;
}

static json_t *agent_json(const Standing *standing, int i)
{
    const StandingAgent *agent = &standing->agents[i];
    const StandingSide *side = &agent->side;
    return json_pack(
        "{s:s, s:I, s:I, s:o, s:o, s:o, s:f, s:o, s:I, s:I, s:I, s:I, s:f}", "agent", agent->name,
        "games", (json_int_t)agent->games, "wins", (json_int_t)side->wins, "interval",
        interval_json(interval_wilson((uint64_t)side->wins, (uint64_t)agent->games, CONFIDENCE)),
        "pair_interval", interval_json(pairs_interval(&agent->pairs, CONFIDENCE)), "rates",
        rates_json(agent->rates, standing->repeats), "elo", standing->ratings->elo[i],
        "elo_interval", interval_json(ratings_interval(standing->ratings, i, CONFIDENCE)),
        "attacker_games", (json_int_t)side->attacker_games, "attacker_wins",
        (json_int_t)side->attacker_wins, "moves", (json_int_t)side->moves, "nodes",
        (json_int_t)side->nodes, "seconds", side->seconds);
}

static json_t *pairing_json(const Standing *standing, int i)
{
    const StandingPairing *pairing = &standing->pairings[i];
    return json_pack(
        "{s:s, s:s, s:I, s:I, s:[I, I, I], s:o, s:I}", "a", standing->agents[pairing->a].name, "b",
        standing->agents[pairing->b].name, "games", (json_int_t)pairing->games, "a_wins",
        (json_int_t)pairing->side[0].wins, "pairs", (json_int_t)pairing->pairs.points[0],
        (json_int_t)pairing->pairs.points[1], (json_int_t)pairing->pairs.points[2], "pair_interval",
        interval_json(pairs_interval(&pairing->pairs, CONFIDENCE)), "forfeits",
        (json_int_t)standing_forfeits(pairing));
}

bool standing_print_json(const Standing *standing, Error *error)
{
    json_t *agents = json_array(), *pairings = json_array();
    for (int i = 0; agents && i < standing->tournament.settings.agent_count; i++)
        json_array_append_new(agents, agent_json(standing, i));
    for (int i = 0; pairings && i < standing->tournament.pairing_count; i++)
        json_array_append_new(pairings, pairing_json(standing, i));
    return answer_print(json_pack("{s:I, s:I, s:I, s:o, s:o}", "run", (json_int_t)standing->run.id,
                                  "games", (json_int_t)standing->run.games, "planned",
                                  (json_int_t)standing->run.planned, "agents", agents, "pairings",
                                  pairings),
                        error);
}

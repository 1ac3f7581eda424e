#include "lab/standing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena/settings.h"

/* Games and wins of an agent in one repeat, while its rates are added up. */
typedef struct RepeatCount {
    int64_t games, wins;
} RepeatCount;

typedef struct Reader {
    Standing *standing;
    RepeatCount *repeats; // by agent * repeats + repeat
} Reader;

static bool in_range(const Reader *reader, int pairing, int repeat)
{
    return pairing >= 0 && pairing < reader->standing->tournament.pairing_count && repeat >= 0 &&
           repeat < reader->standing->repeats;
}

/* A total as one side of the pairing sees it. */
static StandingSide side_of(const StoreTotal *total, int side)
{
    int64_t wins = side == 0 ? total->a_wins : total->games - total->a_wins;
    bool attacks = total->a_attacks == (side == 0);
    return (StandingSide){.wins = wins,
                          .attacker_games = attacks ? total->games : 0,
                          .attacker_wins = attacks ? wins : 0,
                          .moves = total->moves[side],
                          .nodes = total->nodes[side],
                          .seconds = total->seconds[side],
                          .longest_move = total->longest_move[side]};
}

static void add_side(StandingSide *sum, const StandingSide *part)
{
    sum->wins += part->wins;
    sum->attacker_games += part->attacker_games;
    sum->attacker_wins += part->attacker_wins;
    sum->moves += part->moves;
    sum->nodes += part->nodes;
    sum->seconds += part->seconds;
    sum->longest_move = fmax(sum->longest_move, part->longest_move);
}

static bool add_total(void *context, const StoreTotal *total)
{
    Reader *reader = context;
    Standing *standing = reader->standing;
    if (!in_range(reader, total->pairing, total->repeat))
        return true;
    StandingPairing *pairing = &standing->pairings[total->pairing];
    pairing->games += total->games;
    pairing->plies += total->plies;
    for (int i = 0; i < GAME_REASONS; i++)
        pairing->reasons[i] += total->reasons[i];
    for (int side = 0; side < 2; side++) {
        StandingSide part = side_of(total, side);
        int agent = side == 0 ? pairing->a : pairing->b;
        RepeatCount *repeat = &reader->repeats[agent * standing->repeats + total->repeat];
        add_side(&pairing->side[side], &part);
        add_side(&standing->agents[agent].side, &part);
        standing->agents[agent].games += total->games;
        repeat->games += total->games;
        repeat->wins += part.wins;
    }
    return true;
}

static bool add_pairs(void *context, const StorePairs *pairs)
{
    Reader *reader = context;
    if (!in_range(reader, pairs->pairing, pairs->repeat))
        return true;
    StandingPairing *pairing = &reader->standing->pairings[pairs->pairing];
    for (int points = 0; points < 3; points++) {
        uint64_t count = (uint64_t)pairs->points[points];
        pairing->pairs.points[points] += count;
        reader->standing->agents[pairing->a].pairs.points[points] += count;
        reader->standing->agents[pairing->b].pairs.points[2 - points] += count;
    }
    return true;
}

static bool name_agents(Standing *standing, Error *error)
{
    for (int i = 0; i < standing->tournament.settings.agent_count; i++) {
        Text name = TEXT_EMPTY;
        agent_print_name(&standing->tournament.settings.agents[i], &name);
        standing->agents[i].name = name.bytes;
        if (!text_ok(&name))
            return error_out_of_memory(error);
    }
    return true;
}

/* An agent may be tested and an opponent at once: two rows, rated by different games. */
static bool label_agents(Standing *standing, Error *error)
{
    for (int i = 0; i < standing->tournament.settings.agent_count; i++) {
        Text label = TEXT_EMPTY;
        bool again = false;
        for (int other = 0; other < i; other++)
            again = again || !strcmp(standing->agents[other].name, standing->agents[i].name);
        text_format(&label, "%s%s", standing->agents[i].name, again ? " (opponent)" : "");
        standing->agents[i].label = label.bytes;
        if (!text_ok(&label))
            return error_out_of_memory(error);
    }
    return true;
}

static bool create_tables(Standing *standing, Error *error)
{
    size_t agents = (size_t)standing->tournament.settings.agent_count;
    size_t pairings = (size_t)standing->tournament.pairing_count;
    size_t repeats = (size_t)standing->repeats;
    standing->pairings = calloc(pairings, sizeof *standing->pairings);
    standing->agents = calloc(agents, sizeof *standing->agents);
    if (!standing->pairings || !standing->agents)
        return error_out_of_memory(error);
    for (size_t i = 0; i < pairings; i++) {
        standing->pairings[i].a = standing->tournament.pairings[i].a;
        standing->pairings[i].b = standing->tournament.pairings[i].b;
    }
    for (size_t i = 0; i < agents; i++)
        if (!(standing->agents[i].rates = calloc(repeats, sizeof(double))))
            return error_out_of_memory(error);
    return name_agents(standing, error) && label_agents(standing, error);
}

static bool rate(Standing *standing, Error *error)
{
    int count = standing->tournament.settings.agent_count;
    uint64_t *wins = calloc((size_t)count * (size_t)count, sizeof *wins);
    if (!wins)
        return error_out_of_memory(error);
    for (int i = 0; i < standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &standing->pairings[i];
        wins[pairing->a * count + pairing->b] += (uint64_t)pairing->side[0].wins;
        wins[pairing->b * count + pairing->a] += (uint64_t)pairing->side[1].wins;
    }
    standing->ratings = ratings_fit(wins, count, RATINGS_PRIOR, error);
    free(wins);
    return standing->ratings != NULL;
}

static void take_rates(Reader *reader)
{
    Standing *standing = reader->standing;
    for (int i = 0; i < standing->tournament.settings.agent_count; i++)
        for (int k = 0; k < standing->repeats; k++) {
            const RepeatCount *repeat = &reader->repeats[i * standing->repeats + k];
            standing->agents[i].rates[k] = share_won(repeat->wins, repeat->games);
        }
}

static bool read_games(Store *store, Standing *standing, Error *error)
{
    size_t size = (size_t)standing->tournament.settings.agent_count * (size_t)standing->repeats;
    int pairs = standing->tournament.settings.pairs;
    Reader reader = {standing, calloc(size, sizeof *reader.repeats)};
    if (!reader.repeats)
        return error_out_of_memory(error);
    bool good = store_totals(store, standing->run.id, pairs, add_total, &reader, error) &&
                store_pairs(store, standing->run.id, pairs, add_pairs, &reader, error);
    if (good)
        take_rates(&reader);
    free(reader.repeats);
    return good && rate(standing, error);
}

static bool read_run(Store *store, int64_t run, Standing *standing, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings);
    if (!settings)
        return error_out_of_memory(error);
    tournament_standard(settings);
    bool good = store_run_get(store, run, &standing->run, error) &&
                settings_parse_kept(standing->run.settings, strlen(standing->run.settings),
                                    settings, error);
    settings->openings.text = standing->run.openings;
    good = good && tournament_create(&standing->tournament, settings, error);
    standing->repeats = settings->repeats;
    free(settings);
    return good;
}

Standing *standing_read(Store *store, int64_t run, Error *error)
{
    Standing *standing = calloc(1, sizeof *standing);
    if (!standing) {
        error_out_of_memory(error);
        return NULL;
    }
    if (read_run(store, run, standing, error) && create_tables(standing, error) &&
        read_games(store, standing, error))
        return standing;
    standing_destroy(standing);
    return NULL;
}

void standing_destroy(Standing *standing)
{
    if (!standing)
        return;
    for (int i = 0; standing->agents && i < standing->tournament.settings.agent_count; i++) {
        free(standing->agents[i].name);
        free(standing->agents[i].label);
        free(standing->agents[i].rates);
    }
    free(standing->agents);
    free(standing->pairings);
    ratings_destroy(standing->ratings);
    tournament_destroy(&standing->tournament);
    store_run_free(&standing->run);
    free(standing);
}

int64_t standing_forfeits(const StandingPairing *pairing)
{
    return pairing->games - pairing->reasons[GAME_STUCK];
}

double standing_win_rate(const StandingAgent *agent)
{
    return share_won(agent->side.wins, agent->games);
}

size_t standing_played_rates(const Standing *standing, int agent, double *rates)
{
    size_t count = 0;
    for (int i = 0; i < standing->repeats; i++)
        if (!isnan(standing->agents[agent].rates[i]))
            rates[count++] = 100 * standing->agents[agent].rates[i];
    return count;
}

int standing_tested(const Standing *standing)
{
    const TournamentSettings *settings = &standing->tournament.settings;
    return settings->tested_count ? settings->tested_count : settings->agent_count;
}

/* Few enough for the plain way. */
static void sort_down(const double *values, int count, int *agents)
{
    for (int i = 0; i < count; i++) {
        int place = i;
        for (; place > 0 && values[agents[place - 1]] < values[i]; place--)
            agents[place] = agents[place - 1];
        agents[place] = i;
    }
}

void standing_by_rating(const Standing *standing, int agents[TOURNAMENT_AGENTS_MAX])
{
    sort_down(standing->ratings->elo, standing->tournament.settings.agent_count, agents);
}

/* Who has not played yet stands behind who has not won yet. */
void standing_by_win_rate(const Standing *standing, int agents[TOURNAMENT_AGENTS_MAX])
{
    double rates[TOURNAMENT_AGENTS_MAX];
    int count = standing->tournament.settings.agent_count, tested = standing_tested(standing);
    for (int i = 0; i < count; i++)
        rates[i] = i < tested ? fmax(standing_win_rate(&standing->agents[i]), -1) : -2;
    sort_down(rates, count, agents);
}

const StandingPairing *standing_between(const Standing *standing, int agent, int other,
                                        bool *swapped)
{
    for (int i = 0; i < standing->tournament.pairing_count; i++) {
        const StandingPairing *pairing = &standing->pairings[i];
        *swapped = pairing->b == agent;
        if ((pairing->a == agent && pairing->b == other) ||
            (pairing->b == agent && pairing->a == other))
            return pairing;
    }
    return NULL;
}

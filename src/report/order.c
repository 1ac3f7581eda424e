#include "report/order.h"

/* Few enough for the plain way. */
static void order_by(const double *values, int count, int *order)
{
    for (int i = 0; i < count; i++) {
        int place = i;
        for (; place > 0 && values[order[place - 1]] < values[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
}

void order_by_rating(const Standing *standing, int order[TOURNAMENT_AGENTS_MAX])
{
    order_by(standing->ratings->elo, standing->tournament.settings.agent_count, order);
}

void order_by_win_rate(const Standing *standing, int order[TOURNAMENT_AGENTS_MAX])
{
    double rates[TOURNAMENT_AGENTS_MAX];
    int count = standing->tournament.settings.agent_count, tested = standing_tested(standing);
    for (int i = 0; i < count; i++)
        rates[i] = i < tested ? standing_win_rate(&standing->agents[i]) : -1;
    order_by(rates, count, order);
}

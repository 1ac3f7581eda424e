/* plots.c: what each plot shows.
 *
 * All but the lengths are rows: a name and a value on one line, a bar on the next. Row 0 is at
 * the top; in gnuplot's coordinates it has the largest y.
 */
#include "report/plots.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/html.h"
#include "stats/summary.h"

enum { ROW_HEIGHT = 44, AXIS_HEIGHT = 46, NAME_CHARACTERS = 30 };

/* Where a bar lies below its text, and half its height. */
#define BAR_DROP 0.14
#define BAR_HALF 0.17

static Plot rows_create(const char *description, int rows)
{
    Plot plot = plot_create(description, rows * ROW_HEIGHT + AXIS_HEIGHT);
    plot_add(&plot, "unset ytics\nset yrange [-0.55:%g]\n", rows - 0.5);
    return plot;
}

static void copy_short(char name[256], const char *whole)
{
    size_t length = 0;
    for (int characters = 0; whole[length] && length < 200; length++)
        if (((unsigned char)whole[length] & 0xC0) != 0x80 && characters++ == NAME_CHARACTERS)
            break;
    snprintf(name, 256, "%.*s%s", (int)length, whole, whole[length] ? "\xE2\x80\xA6" : "");
}

static void row_texts(Plot *plot, double y, const char *name, const char *value)
{
    char place[64], shortened[256];
    copy_short(shortened, name);
    snprintf(place, sizeof place, "at graph 0, first %g left", y + 0.25);
    plot_label(plot, place, SVG_INK, shortened);
    snprintf(place, sizeof place, "at graph 1, first %g right", y + 0.25);
    plot_label(plot, place, SVG_MUTED, value);
}

static void draw_bars(Plot *plot, const char *block, SvgColour colour)
{
    plot_add(plot, "%s using 1:2:3:4:5:6 with boxxyerror linecolor rgb '#%06x'", block, colour);
}

/* A data block's row for boxxyerror. */
static void bar(Plot *plot, double low, double high, double y, double half)
{
    plot_add(plot, "%.9g %.9g %.9g %.9g %.9g %.9g\n", high, y, low, high, y - half, y + half);
}

static const char *name_of(const Standing *standing, const char *const *names, int agent)
{
    return names ? names[agent] : standing->agents[agent].name;
}

Plot plots_win_rates(const Standing *standing, const char *const *names)
{
    int count = standing_tested(standing), order[TOURNAMENT_AGENTS_MAX];
    Plot plot = rows_create("Win rate of each agent with its 95 % interval", count);
    standing_by_win_rate(standing, order);
    plot_add(&plot, "set xrange [0:100]\nset xtics 25\nset format x '%%g %%%%'\n$bars << END\n");
    for (int row = 0; row < count; row++) {
        const StandingAgent *agent = &standing->agents[order[row]];
        bar(&plot, 0, 100 * fmax(standing_win_rate(agent), 0), count - 1 - row - BAR_DROP,
            BAR_HALF);
    }
    plot_add(&plot, "END\n$intervals << END\n");
    for (int row = 0; row < count; row++) {
        Interval range = pairs_interval(&standing->agents[order[row]].pairs, CONFIDENCE);
        plot_add(&plot, "%.9g %.9g %.9g\n", 100 * range.low, count - 1 - row - BAR_DROP,
                 100 * (range.high - range.low));
    }
    plot_add(&plot, "END\n");
    for (int row = 0; row < count; row++) {
        const StandingAgent *agent = &standing->agents[order[row]];
        char value[32];
        if (agent->games > 0)
            snprintf(value, sizeof value, "%.1f %%", percent_won(agent->side.wins, agent->games));
        else
            snprintf(value, sizeof value, "-");
        row_texts(&plot, count - 1 - row, name_of(standing, names, order[row]), value);
    }
    plot_add(&plot, "plot ");
    draw_bars(&plot, "$bars", SVG_PRIMARY);
    plot_add(&plot,
             ", $intervals using 1:2:3:(0) with vectors heads size screen 0.008,90 linewidth 2 "
             "linecolor rgb '#%06x'\n",
             SVG_INTERVAL);
    return plot;
}

/* A box, its line, its median and lone values, over five numbers. */
typedef struct Box {
    double low, lower_quartile, median, upper_quartile, high;
} Box;

/* Data blocks and how to draw them; `plot` has its axes. Of two series the rows take turns. */
static void draw_boxes(Plot *plot, const Box *boxes, int count, int series)
{
    static const SvgColour colours[] = {SVG_PRIMARY, SVG_SECOND};
    plot_add(plot, "$lines << END\n");
    for (int row = 0; row < count; row++)
        plot_add(plot, "%.9g %.9g %.9g\n", boxes[row].low, count - 1 - row - BAR_DROP,
                 boxes[row].high - boxes[row].low);
    plot_add(plot, "END\n$medians << END\n");
    for (int row = 0; row < count; row++)
        plot_add(plot, "%.9g %.9g %.9g\n", boxes[row].median, count - 1 - row - BAR_DROP - BAR_HALF,
                 2 * BAR_HALF);
    plot_add(plot, "END\n");
    for (int i = 0; i < series; i++) {
        plot_add(plot, "$boxes%d << END\n", i);
        for (int row = i; row < count; row += series)
            bar(plot, boxes[row].lower_quartile, boxes[row].upper_quartile,
                count - 1 - row - BAR_DROP, BAR_HALF);
        plot_add(plot, "END\n");
    }
    plot_add(plot,
             "plot $lines using 1:2:3:(0) with vectors heads size screen 0.008,90 "
             "linewidth 1.5 linecolor rgb '#%06x'",
             SVG_MUTED);
    for (int i = 0; i < series; i++) {
        plot_add(plot, ", ");
        draw_bars(plot, i ? "$boxes1" : "$boxes0", colours[i]);
    }
    plot_add(plot,
             ", $medians using 1:2:(0):3 with vectors nohead linewidth 2.5 linecolor rgb '#%06x'",
             SVG_INTERVAL);
}

/* Tukey's: lines reach to the furthest value within one and a half boxes of the box. */
static Box tukey_box(const Summary *summary, const double *rates, size_t count)
{
    double reach = 1.5 * (summary->upper_quartile - summary->lower_quartile);
    Box box = {summary->lower_quartile, summary->lower_quartile, summary->median,
               summary->upper_quartile, summary->upper_quartile};
    for (size_t i = 0; i < count; i++) {
        if (rates[i] >= summary->lower_quartile - reach)
            box.low = fmin(box.low, rates[i]);
        if (rates[i] <= summary->upper_quartile + reach)
            box.high = fmax(box.high, rates[i]);
    }
    return box;
}

static void lone_values(Plot *plot, const Box *box, const double *rates, size_t count, double y)
{
    int shown = 0; // more than this are a smear, and a large page
    for (size_t i = 0; i < count && shown < 200; i++)
        if (rates[i] < box->low || rates[i] > box->high) {
            plot_add(plot, "%.9g %.9g\n", rates[i], y - BAR_DROP);
            shown++;
        }
}

/* Lone values go to the block that is open. */
static Box repeats_box(Plot *plot, const double *rates, size_t count, double y)
{
    Summary summary;
    if (!summary_of(rates, count, &summary, NULL)) {
        plot->script.failed = plot->script.failed || count > 0;
        return (Box){0};
    }
    Box box = tukey_box(&summary, rates, count);
    lone_values(plot, &box, rates, count, y);
    return box;
}

Plot plots_repeats(const Standing *standing, const char *const *names, const double *others,
                   size_t other_count)
{
    int agents = standing_tested(standing), series = others ? 2 : 1, count = series * agents;
    int order[TOURNAMENT_AGENTS_MAX];
    Box boxes[2 * TOURNAMENT_AGENTS_MAX];
    Plot plot = rows_create("Box plots of the win rates over repeats", count);
    double *rates = malloc((size_t)standing->repeats * sizeof *rates);
    plot.script.failed = plot.script.failed || !rates;
    standing_by_win_rate(standing, order);
    plot_add(&plot, "set offsets graph 0.02, graph 0.02, 0, 0\n"
                    "$lone << END\nNaN NaN\n");
    for (int row = 0; rates && row < count; row++) {
        int agent = order[row / series];
        boxes[row] = row % series
                         ? repeats_box(&plot, others + other_count * (size_t)agent, other_count,
                                       count - 1 - row)
                         : repeats_box(&plot, rates, standing_played_rates(standing, agent, rates),
                                       count - 1 - row);
    }
    plot_add(&plot, "END\n");
    for (int row = 0; rates && row < count; row++) {
        char value[32];
        snprintf(value, sizeof value, "median %.1f %%", boxes[row].median);
        row_texts(&plot, count - 1 - row,
                  row % series ? "as published" : name_of(standing, names, order[row / series]),
                  value);
    }
    if (rates)
        draw_boxes(&plot, boxes, count, series);
    free(rates);
    plot_add(&plot,
             ", $lone using 1:2 with points pointtype 7 pointsize 0.5 linecolor rgb '#%06x'\n",
             others ? SVG_MUTED : SVG_PRIMARY);
    return plot;
}

Plot plots_ratings(const Standing *standing)
{
    int count = standing->tournament.settings.agent_count, order[TOURNAMENT_AGENTS_MAX];
    Plot plot = rows_create("Rating of each agent in Elo with its 95 % interval", count);
    standing_by_rating(standing, order);
    plot_add(&plot, "set offsets graph 0.02, graph 0.02, 0, 0\n$ratings << END\n");
    for (int row = 0; row < count; row++) {
        Interval range = ratings_interval(standing->ratings, order[row], CONFIDENCE);
        plot_add(&plot, "%.9g %.9g %.9g %.9g\n", standing->ratings->elo[order[row]],
                 count - 1 - row - BAR_DROP, range.low, range.high - range.low);
    }
    plot_add(&plot, "END\n");
    for (int row = 0; row < count; row++) {
        char value[32];
        double elo = round(standing->ratings->elo[order[row]]);
        snprintf(value, sizeof value, "%s%.0f",
                 elo < 0   ? "\xE2\x88\x92"
                 : elo > 0 ? "+"
                           : "",
                 fabs(elo));
        row_texts(&plot, count - 1 - row, standing->agents[order[row]].label, value);
    }
    plot_add(&plot,
             "plot $ratings using 3:2:4:(0) with vectors heads size screen 0.008,90 linewidth 2 "
             "linecolor rgb '#%06x', "
             "'' using 1:2 with points pointtype 7 pointsize 0.9 linecolor rgb '#%06x'\n",
             SVG_MUTED, SVG_PRIMARY);
    return plot;
}

static double share(int64_t part, int64_t whole)
{
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

Plot plots_sides(const Standing *standing, const char *const *names)
{
    int count = standing_tested(standing), order[TOURNAMENT_AGENTS_MAX];
    const double half = 0.09;
    Plot plot = rows_create("Win rate as attacker and as defender", count);
    standing_by_win_rate(standing, order);
    plot_add(&plot, "set xrange [0:100]\nset xtics 25\nset format x '%%g %%%%'\n");
    for (int attacker = 1; attacker >= 0; attacker--) {
        plot_add(&plot, "$%s << END\n", attacker ? "attacker" : "defender");
        for (int row = 0; row < count; row++) {
            const StandingAgent *agent = &standing->agents[order[row]];
            const StandingSide *side = &agent->side;
            double rate = attacker ? share(side->attacker_wins, side->attacker_games)
                                   : share(side->wins - side->attacker_wins,
                                           agent->games - side->attacker_games);
            bar(&plot, 0, rate, count - 1 - row - BAR_DROP + (attacker ? half : -half - 0.02),
                half);
        }
        plot_add(&plot, "END\n");
    }
    for (int row = 0; row < count; row++) {
        const StandingAgent *agent = &standing->agents[order[row]];
        const StandingSide *side = &agent->side;
        char value[64];
        snprintf(value, sizeof value, "%.1f %% \xC2\xB7 %.1f %%",
                 share(side->attacker_wins, side->attacker_games),
                 share(side->wins - side->attacker_wins, agent->games - side->attacker_games));
        row_texts(&plot, count - 1 - row, name_of(standing, names, order[row]), value);
    }
    plot_add(&plot, "plot ");
    draw_bars(&plot, "$attacker", SVG_PRIMARY);
    plot_add(&plot, ", ");
    draw_bars(&plot, "$defender", SVG_SECOND);
    plot_add(&plot, "\n");
    return plot;
}

/* Whole games only, and "120k" where there are many. */
static void scale_games(Plot *plot, const Survey *survey)
{
    int64_t most = 0;
    for (int i = 0; i <= SQUARE_LIMIT; i++) {
        const int64_t *games = survey->lengths[i];
        if (games[0] + games[1] + games[2] > most)
            most = games[0] + games[1] + games[2];
    }
    plot_add(plot, "set ytics nomirror scale 0 %s textcolor rgb '#%06x'\nset format y '%s'\n",
             most < 8 ? "1" : "", SVG_MUTED, most < 10000 ? "%g" : "%.0s%c");
}

Plot plots_lengths(const Survey *survey)
{
    Plot plot = plot_create("Number of games by their length in plies", 260);
    int first = survey_length(survey, 0), last = survey_length(survey, 1);
    plot_add(&plot,
             "unset grid\nset grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n"
             "set margins 6, 2, 2.2, 0.6\nset xrange [%g:%g]\nset yrange [0:*]\n",
             SVG_LINE, first - 0.7, last + 0.7);
    scale_games(&plot, survey);
    plot_add(&plot, "$lengths << END\n");
    for (int length = first; length <= last; length++) {
        const int64_t *games = survey->lengths[length];
        long long below = (long long)(games[0] + games[2]);
        plot_add(&plot, "%d %lld %lld\n", length, below, below + (long long)games[1]);
    }
    plot_add(&plot,
             "END\nplot $lengths using 1:2:($1-0.4):($1+0.4):(0):2 with boxxyerror linecolor "
             "rgb '#%06x', '' using 1:2:($1-0.4):($1+0.4):2:3 with boxxyerror linecolor rgb "
             "'#%06x'\n",
             SVG_PRIMARY, SVG_SECOND);
    return plot;
}

typedef const SurveyClasses *(*EffortOf)(const SurveyAgent *agent);

/* A logarithmic axis has no 0. */
static Box effort_box(const SurveyClasses *classes)
{
    static const double shares[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double at[5];
    for (int i = 0; i < 5; i++)
        at[i] = fmax(classes->unit, survey_quantile(classes, shares[i]));
    return (Box){at[0], at[1], at[2], at[3], at[4]};
}

static void print_nodes(char value[64], double nodes)
{
    char count[HTML_COUNT_SIZE];
    if (nodes >= 1000)
        snprintf(value, 64, "median %s", html_count(count, (int64_t)nodes));
    else
        snprintf(value, 64, "median %.3g", nodes);
}

static void print_seconds(char value[64], double seconds)
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    int unit = 0;
    for (seconds *= 1e9; seconds >= 999.5 && unit < 3; seconds /= 1000)
        unit++;
    snprintf(value, 64, "median %.3g %s", seconds, units[unit]);
}

static Plot plot_effort(const Standing *standing, const Survey *survey, EffortOf effort,
                        void (*print)(char value[64], double median), Plot plot)
{
    Box boxes[TOURNAMENT_AGENTS_MAX];
    int order[TOURNAMENT_AGENTS_MAX];
    standing_by_win_rate(standing, order);
    for (int i = 0; i < survey->agent_count; i++) {
        const SurveyClasses *classes = effort(&survey->agents[order[i]]);
        char value[64];
        boxes[i] = effort_box(classes);
        print(value, survey_quantile(classes, 0.5));
        row_texts(&plot, survey->agent_count - 1 - i, standing->agents[order[i]].label, value);
    }
    plot_add(&plot, "set logscale x\n");
    draw_boxes(&plot, boxes, survey->agent_count, 1);
    plot_add(&plot, "\n");
    return plot;
}

static const SurveyClasses *nodes_of(const SurveyAgent *agent)
{
    return &agent->nodes;
}

static const SurveyClasses *seconds_of(const SurveyAgent *agent)
{
    return &agent->seconds;
}

Plot plots_nodes(const Standing *standing, const Survey *survey)
{
    Plot plot = rows_create("Positions searched per move", survey->agent_count);
    plot_add(&plot, "set format x '%%.0s%%c'\n");
    return plot_effort(standing, survey, nodes_of, print_nodes, plot);
}

Plot plots_seconds(const Standing *standing, const Survey *survey)
{
    Plot plot = rows_create("Time per move", survey->agent_count);
    plot_add(&plot, "set format x '%%.0s %%cs'\n");
    return plot_effort(standing, survey, seconds_of, print_seconds, plot);
}

#include "slow_heuristics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Table {
    bool at[SLOW_ROWS][SLOW_COLUMNS];
} Table;

#define EACH_SQUARE(game, row, column)                                                             \
    for (int row = 0; row < (game)->height; row++)                                                 \
        for (int column = 0; column < (game)->width; column++)

static double parameter(const HeuristicSpec *spec, const char *name)
{
    int i = parameter_find(spec->heuristic->parameters, name, strlen(name));
    if (i < 0)
        abort();
    return spec->values[i];
}

static bool rule_is(const HeuristicSpec *spec, const char *word)
{
    int i = parameter_find(spec->heuristic->parameters, "rule", 4);
    char text[PARAMETER_VALUE_SIZE];
    return !strcmp(parameter_print(&spec->heuristic->parameters[i], spec->values[i], text), word);
}

static Table moves_of(const SlowGame *game, int side)
{
    Table moves = {{{false}}};
    EACH_SQUARE(game, row, column)
    moves.at[row][column] = slow_is_move(game, side, row, column);
    return moves;
}

static int count(const SlowGame *game, const Table *set)
{
    int squares = 0;
    EACH_SQUARE(game, row, column)
    squares += set->at[row][column];
    return squares;
}

static Table both(const SlowGame *game, const Table *a, const Table *b)
{
    Table common = {{{false}}};
    EACH_SQUARE(game, row, column)
    common.at[row][column] = a->at[row][column] && b->at[row][column];
    return common;
}

static int blanks(const SlowGame *game)
{
    int squares = 0;
    EACH_SQUARE(game, row, column)
    squares += game->field[row][column] == '.';
    return squares;
}

static bool placed(const SlowGame *game, int side)
{
    return game->row[side] >= 0;
}

/* Blanks a knight's move from some square of `set`. */
static Table next_to(const SlowGame *game, const Table *set)
{
    Table next = {{{false}}};
    EACH_SQUARE(game, row, column)
    if (set->at[row][column]) {
        SlowGame there = *game;
        there.row[0] = row;
        there.column[0] = column;
        EACH_SQUARE(game, to_row, to_column)
        if (slow_is_move(&there, 0, to_row, to_column))
            next.at[to_row][to_column] = true;
    }
    return next;
}

static Table reach(const SlowGame *game, int side, int k)
{
    Table reached = moves_of(game, side);
    for (int step = 1; step < k; step++) {
        Table next = next_to(game, &reached);
        EACH_SQUARE(game, row, column)
        reached.at[row][column] |= next.at[row][column];
    }
    return reached;
}

static bool isolated(const SlowGame *game)
{
    Table regions[2];
    for (int side = 0; side < 2; side++)
        slow_region(game, side, regions[side].at);
    Table common = both(game, &regions[0], &regions[1]);
    return count(game, &common) == 0;
}

static bool same_colour(const SlowGame *game)
{
    return (game->row[0] + game->column[0] + game->row[1] + game->column[1]) % 2 == 0;
}

static double centrality(const SlowGame *game, const Table *set, double kernel)
{
    double sum = 0, across = (game->width - 1) / 2.0, down = (game->height - 1) / 2.0;
    EACH_SQUARE(game, y, x)
    if (set->at[y][x])
        sum += pow(across, kernel) - pow(fabs(across - x), kernel) + pow(down, kernel) -
               pow(fabs(down - y), kernel);
    return sum;
}

/* What every formula is made of. */
typedef struct View {
    const SlowGame *game;
    int own, other;
    Table own_moves, other_moves, shared;
    int p, o; // |L(P)|, |L(O)|
    int contested;
    bool active;
} View;

static View view_of(const SlowGame *game, int own)
{
    View v = {game, own, 1 - own, moves_of(game, own), moves_of(game, 1 - own), {{{false}}},
              0,    0,   0,       game->to_move == own};
    v.shared = both(game, &v.own_moves, &v.other_moves);
    v.p = count(game, &v.own_moves);
    v.o = count(game, &v.other_moves);
    v.contested = count(game, &v.shared);
    return v;
}

static int corners(const View *v, const Table *set)
{
    int bottom = v->game->height - 1, right = v->game->width - 1;
    return set->at[0][0] + set->at[0][right] + set->at[bottom][0] + set->at[bottom][right];
}

static double diagonal(const View *v, bool walls)
{
    const SlowGame *game = v->game;
    double filled = 0;
    for (int down = -1; down <= 1; down += 2)
        for (int across = -1; across <= 1; across += 2) {
            int row = game->row[v->own] + down, column = game->column[v->own] + across;
            bool on_board = row >= 0 && column >= 0 && row < game->height && column < game->width;
            filled += on_board ? game->field[row][column] != '.' : walls;
        }
    return filled / 4;
}

static double study_000(const View *v, const HeuristicSpec *spec)
{
    const SlowGame *game = v->game;
    const char *name = spec->heuristic->name;
    bool always = !rule_is(spec, "turn");
    if (v->contested && v->p == 1 && (always || !v->active))
        return -INFINITY;
    if (v->contested && v->o == 1 && (always || v->active))
        return INFINITY;
    double worth = parameter(spec, "corner");
    double a = v->p - corners(v, &v->own_moves) + worth * corners(v, &v->own_moves);
    double b = v->o - corners(v, &v->other_moves) + worth * corners(v, &v->other_moves);
    if (v->contested && v->active)
        b -= 1;
    else if (v->contested)
        a -= 1;
    if (!strcmp(name, "adjusted"))
        return a - b;
    double diag = diagonal(v, parameter(spec, "walls") == 1);
    double apart = abs(game->row[0] - game->row[1]) + abs(game->column[0] - game->column[1]);
    double dist = (apart - 1) / (game->width + game->height - 3);
    if (!strcmp(name, "aggressive"))
        return a - b + 0.25 * a * diag + 0.25 * a * (1 - dist);
    return (a - b) * (1 + 0.1 * diag + 0.1 * (1 - dist));
}

static double study_001(const View *v, const HeuristicSpec *spec)
{
    const SlowGame *game = v->game;
    bool weighs = strcmp(spec->heuristic->name, "pressure") != 0;
    double kernel = weighs ? parameter(spec, "kernel") : 0;
    double own = weighs ? centrality(game, &v->own_moves, kernel) : v->p;
    double other = weighs ? centrality(game, &v->other_moves, kernel) : v->o;
    if (!strcmp(spec->heuristic->name, "central"))
        return own - other;
    double area = game->width * game->height, occupied = area - blanks(game);
    double p = parameter(spec, "min") +
               parameter(spec, "slope") * pow(occupied / area, parameter(spec, "power"));
    return (1 - p) * own - p * other;
}

typedef struct Walk {
    SlowGame game; // squares of the path are marked in it
    int depth;
    int64_t visits;
} Walk;

/* v of `side`'s square at that level; `reduced` NULL past the first. */
static double walk(Walk *w, int side, int level, const Table *reduced, double r)
{
    double value = 0;
    if (level > w->depth)
        return 0;
    Table moves = moves_of(&w->game, side);
    EACH_SQUARE(&w->game, row, column)
    if (moves.at[row][column]) {
        int from_row = w->game.row[side], from_column = w->game.column[side];
        w->visits++;
        w->game.field[row][column] = '*';
        w->game.row[side] = row;
        w->game.column[side] = column;
        double there = level + walk(w, side, level + 1, NULL, 1);
        w->game.field[row][column] = '.';
        w->game.row[side] = from_row;
        w->game.column[side] = from_column;
        value += reduced && reduced->at[row][column] ? r * there : there;
    }
    return value;
}

/* How many moves the longest path of `side` has, looking `depth` ahead. */
static int slow_deepest(SlowGame *game, int side, int depth)
{
    int best = 0, from_row = game->row[side], from_column = game->column[side];
    Table moves = moves_of(game, side);
    EACH_SQUARE(game, row, column)
    if (depth > 0 && moves.at[row][column]) {
        game->field[row][column] = '*';
        game->row[side] = row;
        game->column[side] = column;
        int length = 1 + slow_deepest(game, side, depth - 1);
        best = length > best ? length : best;
        game->field[row][column] = '.';
        game->row[side] = from_row;
        game->column[side] = from_column;
    }
    return best;
}

static double location(const View *v, int side, int depth, bool everywhere)
{
    Walk w = {*v->game, depth, 0};
    bool passive = v->game->to_move != side;
    if (!passive || !v->contested)
        return walk(&w, side, 1, NULL, 1);
    const Table *moves = side == v->own ? &v->own_moves : &v->other_moves;
    return walk(&w, side, 1, everywhere ? moves : &v->shared,
                (v->contested - 1) / (double)v->contested);
}

int64_t slow_drilldown_visits(const SlowGame *game, int depth)
{
    Walk w = {*game, depth, 0};
    for (int side = 0; side < 2; side++)
        walk(&w, side, 1, NULL, 1);
    return w.visits;
}

static double open_div(const View *v)
{
    int n = v->p - (!v->active && v->contested);
    return v->o ? (double)n / v->o : INFINITY;
}

static double drilldown(const View *v, const HeuristicSpec *spec)
{
    if (!placed(v->game, 0) || !placed(v->game, 1))
        return NAN;
    int depth = (int)parameter(spec, "depth");
    double own = location(v, v->own, depth, rule_is(spec, "code"));
    double other = location(v, v->other, depth, rule_is(spec, "code"));
    if (parameter(spec, "score") == 1) {
        SlowGame game = *v->game;
        own = slow_deepest(&game, v->own, depth);
        other = slow_deepest(&game, v->other, depth);
    }
    return other == 0 ? INFINITY : own / other;
}

static double study_002(const View *v, const HeuristicSpec *spec)
{
    if (!strcmp(spec->heuristic->name, "open-div"))
        return open_div(v);
    if (!strcmp(spec->heuristic->name, "drilldown"))
        return drilldown(v, spec);
    int twentieths = (int)lround(20 * parameter(spec, "free")); // its steps
    int excess = 20 * blanks(v->game) - twentieths * v->game->width * v->game->height;
    bool early = excess > 0 || (excess == 0 && rule_is(spec, "code"));
    return early ? open_div(v) : drilldown(v, spec);
}

static double study_003(const View *v, const HeuristicSpec *spec)
{
    bool attacks = same_colour(v->game) == v->active;
    if (!strcmp(spec->heuristic->name, "contested")) {
        double bonus = v->contested ? parameter(spec, "bonus") : 0;
        return v->p - v->o + (attacks || rule_is(spec, "literal") ? bonus : -bonus);
    }
    int k = (int)parameter(spec, "k");
    Table own = reach(v->game, v->own, k), other = reach(v->game, v->other, k);
    double value = count(v->game, &own) - count(v->game, &other);
    if (!strcmp(spec->heuristic->name, "reach"))
        return value;
    Table shared = both(v->game, &own, &other);
    double extra = parameter(spec, "c") * count(v->game, &shared);
    return attacks ? value + extra : value - extra;
}

static double next_move(const View *v, const HeuristicSpec *spec)
{
    const SlowGame *game = v->game;
    double w1 = parameter(spec, "w1"), w2 = parameter(spec, "w2");
    double weight = parameter(spec, "weight"), chase = w1 * v->p - w2 * v->o;
    Table own = next_to(game, &v->own_moves), other = next_to(game, &v->other_moves);
    if (!rule_is(spec, "code"))
        return w1 * (v->p + weight * count(game, &own)) -
               w2 * (v->o + weight * count(game, &other));
    if (chase != 0)
        return chase;
    own = reach(game, v->own, 2);
    other = reach(game, v->other, 2);
    return weight / 10 * (w1 * count(game, &own) - w2 * count(game, &other));
}

static double study_004(const View *v, const HeuristicSpec *spec)
{
    const char *name = spec->heuristic->name;
    if (!strcmp(name, "next-move"))
        return next_move(v, spec);
    bool plain = !strcmp(name, "isolation");
    double chase =
        plain ? v->p - v->o : parameter(spec, "w1") * v->p - parameter(spec, "w2") * v->o;
    if (!strcmp(name, "chase"))
        return chase;
    double past = v->game->width * v->game->height - blanks(v->game) - parameter(spec, "from");
    bool late = past > 0 || (past == 0 && !rule_is(spec, "code"));
    if (late && isolated(v->game))
        return v->p;
    return late && !plain && parameter(spec, "fallback") == 1 ? v->p - v->o : chase;
}

static double baseline(const View *v, const char *name)
{
    const SlowGame *game = v->game;
    if (!strcmp(name, "null"))
        return 0;
    if (!strcmp(name, "open"))
        return v->p;
    if (!strcmp(name, "improved"))
        return v->p - v->o;
    if (!placed(game, v->own))
        return NAN;
    return pow(game->height / 2.0 - game->row[v->own], 2) +
           pow(game->width / 2.0 - game->column[v->own], 2);
}

/* The ply at which `side` can first stand on each square, walking through blanks; the active
 * side moves at plies 1, 3, 5, the passive one at 2, 4, 6. A square is whose ply is lower, and
 * only its owner walks on from it. */
static double territory(const View *v, const HeuristicSpec *spec)
{
    enum { NOBODY = 2 };
    const SlowGame *game = v->game;
    int owner[SLOW_ROWS][SLOW_COLUMNS], ply[SLOW_ROWS][SLOW_COLUMNS], lead = 0;
    EACH_SQUARE(game, row, column) owner[row][column] = NOBODY;
    for (int now = 1; now <= 2 * game->width * game->height; now++) {
        int side = now % 2 ? game->to_move : 1 - game->to_move;
        EACH_SQUARE(game, row, column)
        {
            if (game->field[row][column] != '.' || owner[row][column] != NOBODY)
                continue;
            bool reached = now <= 2 && slow_is_move(game, side, row, column);
            EACH_SQUARE(game, r, c)
            if (owner[r][c] == side && ply[r][c] == now - 2 && abs(r - row) * abs(c - column) == 2)
                reached = true;
            if (reached) {
                owner[row][column] = side;
                ply[row][column] = now;
                lead += side == v->own ? 1 : -1;
            }
        }
    }
    int k = (int)parameter(spec, "k");
    Table own = reach(game, v->own, k), other = reach(game, v->other, k);
    Table shared = both(game, &own, &other);
    double extra = parameter(spec, "c") * count(game, &shared);
    return same_colour(game) == v->active ? lead + extra : lead - extra;
}

/* Moves that a path of `side` has at most: it alternates colours, and begins with the other. */
static int colour_bound(const SlowGame *game, int side, const Table *region)
{
    int left[2] = {0, 0}, colour = (game->row[side] + game->column[side]) % 2, moves = 0;
    EACH_SQUARE(game, row, column)
    left[(row + column) % 2] += region->at[row][column];
    while (left[colour = 1 - colour]-- > 0)
        moves++;
    return moves;
}

static double longest(const View *v, const HeuristicSpec *spec)
{
    SlowGame game = *v->game;
    int moves[2], occupied = game.width * game.height - blanks(&game);
    bool exact[2];
    if (occupied < parameter(spec, "from") || !placed(&game, 0) || !placed(&game, 1) ||
        !isolated(&game))
        return v->p - v->o;
    for (int side = 0; side < 2; side++) {
        Table region;
        slow_region(&game, side, region.at);
        int squares = count(&game, &region);
        exact[side] = squares <= parameter(spec, "squares");
        moves[side] =
            exact[side] ? slow_deepest(&game, side, squares) : colour_bound(&game, side, &region);
    }
    double lead = moves[v->own] - moves[v->other] + (v->active ? -0.5 : 0.5);
    if (exact[lead > 0 ? v->own : v->other]) // who outlasts even what the other has at most
        lead += lead > 0 ? parameter(spec, "won") : -parameter(spec, "won");
    return lead;
}

/* Those that need both knights on the board. */
static bool needs_both(const HeuristicSpec *spec)
{
    static const char *const names[] = {"aggressive", "balanced", "drilldown",
                                        "reach",      "attacker", "territory"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(spec->heuristic->name, names[i]))
            return true;
    return !strcmp(spec->heuristic->name, "contested") && !rule_is(spec, "literal");
}

double slow_value(const SlowGame *game, int own, const HeuristicSpec *spec)
{
    static double (*const studies[])(const View *v, const HeuristicSpec *spec) = {
        study_000, study_001, study_002, study_003, study_004};
    View v = view_of(game, own);
    if ((v.active ? v.p : v.o) == 0)
        return v.active ? -INFINITY : INFINITY;
    if (needs_both(spec) && !(placed(game, 0) && placed(game, 1)))
        return NAN;
    if (spec->heuristic->study[0] == 'b')
        return baseline(&v, spec->heuristic->name);
    if (!strcmp(spec->heuristic->name, "territory"))
        return territory(&v, spec);
    if (!strcmp(spec->heuristic->name, "longest"))
        return longest(&v, spec);
    return studies[atoi(spec->heuristic->study)](&v, spec);
}

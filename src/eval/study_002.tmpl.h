/* study_002.tmpl.h: included by study_002.c once per width. */

static double WIDE(eval_open_div)(const Scene *scene, const double *values)
{
    (void)values;
    if (!scene->other_moves)
        return INFINITY;
    bool loses_one = !scene->own_active && WIDE(scene_contested)(scene);
    return (double)(bits_count(scene->own_moves) - loses_one) / bits_count(scene->other_moves);
}

/* The paths that go on from `from`, whose next square is on `level`. */
static Drilled WIDE(drill)(const Geometry *g, Square from, Bits blanks, int level, int depth)
{
    Bits moves = WIDE(moves_from)(g, from, blanks);
    assert(level <= depth);
    int64_t count = bits_count(moves);
    Drilled drilled = {level * count, count};
    if (level < depth - 1) {
        while (moves) {
            Square next = bits_take_lowest(&moves);
            Drilled beyond = WIDE(drill)(g, next, blanks & ~WIDE(only)(next), level + 1, depth);
            drilled.value += beyond.value;
            drilled.visits += beyond.visits;
        }
    } else if (level < depth) {
        int64_t last = 0;
        while (moves)
            last += bits_count(WIDE(moves_from)(g, bits_take_lowest(&moves), blanks));
        drilled.value += depth * last;
        drilled.visits += last;
    }
    return drilled;
}

/* The paths that begin with one of `firsts`, which are on level 1. */
static Drilled WIDE(drill_from)(const Scene *scene, Bits firsts, int depth)
{
    int64_t count = bits_count(firsts);
    Drilled drilled = {count, count};
    while (firsts && depth > 1) {
        Square first = bits_take_lowest(&firsts);
        Drilled beyond = WIDE(drill)(scene->g, first, scene->blanks & ~WIDE(only)(first), 2, depth);
        drilled.value += beyond.value;
        drilled.visits += beyond.visits;
    }
    return drilled;
}

/* The moves of the longest path that begins with one of `moves`, `depth` at most. */
static int WIDE(deepest)(const Geometry *g, Bits moves, Bits blanks, int depth)
{
    assert(depth >= 1);
    if (!moves || depth == 1)
        return moves != 0;
    int best = 0;
    while (moves && best < depth - 1) {
        Square next = bits_take_lowest(&moves);
        Bits left = blanks & ~WIDE(only)(next);
        int further = WIDE(deepest)(g, WIDE(moves_from)(g, next, left), left, depth - 1);
        best = further > best ? further : best;
    }
    return best + 1;
}

/* v(X) for the player with these moves. */
static double WIDE(location_value)(const Scene *scene, Bits moves, bool active,
                                   const double *values)
{
    int depth = (int)values[DEPTH];
    if (values[SCORE] == SCORE_MAX)
        return WIDE(deepest)(scene->g, moves, scene->blanks, depth);
    Bits contested = WIDE(scene_contested)(scene);
    if (active || !contested)
        return (double)WIDE(drill_from)(scene, moves, depth).value;
    Bits reduced = values[RULE] == RULE_CODE ? moves : contested;
    double r = (bits_count(contested) - 1.0) / bits_count(contested);
    return r * (double)WIDE(drill_from)(scene, reduced, depth).value +
           (double)WIDE(drill_from)(scene, moves & ~reduced, depth).value;
}

static double WIDE(eval_drilldown)(const Scene *scene, const double *values)
{
    if (!WIDE(scene_both_placed)(scene))
        return NAN;
    double own = WIDE(location_value)(scene, scene->own_moves, scene->own_active, values);
    double other = WIDE(location_value)(scene, scene->other_moves, !scene->own_active, values);
    return other > 0 ? own / other : INFINITY;
}

/* A decided or undefined value visits nothing. */
static double WIDE(cost_drilldown)(const Scene *scene, const double *values)
{
    Bits active_moves = scene->own_active ? scene->own_moves : scene->other_moves;
    if (!active_moves || !WIDE(scene_both_placed)(scene))
        return 0;
    int depth = (int)values[DEPTH];
    int64_t visits = WIDE(drill_from)(scene, scene->own_moves, depth).visits +
                     WIDE(drill_from)(scene, scene->other_moves, depth).visits;
    return SQUARE_PRICE * (double)visits;
}

/* A part such as 0.6 is no whole number of bits: what is left of a difference is its error. */
static bool WIDE(is_early)(const Scene *scene, const double *values)
{
    const double error = 1e-9;
    double excess = bits_count(scene->blanks) - values[FREE] * scene->g->area;
    return excess > (values[RULE] == RULE_CODE ? -error : error);
}

static double WIDE(eval_combined)(const Scene *scene, const double *values)
{
    return WIDE(is_early)(scene, values) ? WIDE(eval_open_div)(scene, values)
                                         : WIDE(eval_drilldown)(scene, values);
}

static double WIDE(cost_combined)(const Scene *scene, const double *values)
{
    return WIDE(is_early)(scene, values) ? OPEN_DIV_COST : WIDE(cost_drilldown)(scene, values);
}

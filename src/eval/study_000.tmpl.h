/* study_000.tmpl.h: included by study_000.c once per width. */

/* -inf or +inf where a contested last move decides, else 0. */
static double WIDE(decided)(const Scene *scene, bool turn_aware)
{
    if (!WIDE(scene_contested)(scene))
        return 0;
    bool own_lost = bits_count(scene->own_moves) == 1;
    bool other_lost = bits_count(scene->other_moves) == 1;
    if (turn_aware) {
        own_lost = own_lost && !scene->own_active;
        other_lost = other_lost && scene->own_active;
    }
    return own_lost ? -INFINITY : other_lost ? INFINITY : 0;
}

static double WIDE(weigh_moves)(const Scene *scene, Bits moves, double corner)
{
    return bits_count(moves) - (1 - corner) * bits_count(moves & scene->g->corners);
}

static Adjusted WIDE(adjust)(const Scene *scene, const double *values)
{
    Adjusted adjusted = {WIDE(weigh_moves)(scene, scene->own_moves, values[CORNER]),
                         WIDE(weigh_moves)(scene, scene->other_moves, values[CORNER])};
    if (WIDE(scene_contested)(scene))
        *(scene->own_active ? &adjusted.other : &adjusted.own) -= 1;
    return adjusted;
}

/* The share of P's four diagonal neighbours that are filled. */
static double WIDE(diagonal_chain)(const Scene *scene, bool walls_count)
{
    assert(scene->own != SQUARE_NONE);
    const Geometry *g = scene->g;
    Bits own = WIDE(only)(scene->own);
    Bits beside = (own << 1 & g->past_left_1) | (own >> 1 & g->past_right_1);
    Bits neighbours = (beside << g->width | beside >> g->width) & g->all;
    int blank = bits_count(neighbours & scene->blanks);
    int all = walls_count ? 4 : bits_count(neighbours);
    return 0.25 * (all - blank);
}

/* 0 for neighbours, 1 from corner to corner. */
static double WIDE(distance)(const Scene *scene)
{
    assert(WIDE(scene_both_placed)(scene));
    const Geometry *g = scene->g;
    int rows = abs(g->row[scene->own] - g->row[scene->other]);
    int columns = abs(g->column[scene->own] - g->column[scene->other]);
    return (double)(rows + columns - 1) / (g->width + g->height - 3);
}

static double WIDE(eval_adjusted)(const Scene *scene, const double *values)
{
    double decided = WIDE(decided)(scene, values[RULE] == RULE_TURN);
    Adjusted moves = WIDE(adjust)(scene, values);
    return decided != 0 ? decided : moves.own - moves.other;
}

static double WIDE(eval_aggressive)(const Scene *scene, const double *values)
{
    double decided = WIDE(decided)(scene, values[RULE] == RULE_TURN);
    if (decided != 0)
        return decided;
    Adjusted moves = WIDE(adjust)(scene, values);
    return moves.own - moves.other +
           0.25 * moves.own * WIDE(diagonal_chain)(scene, values[WALLS] != 0) +
           0.25 * moves.own * (1 - WIDE(distance)(scene));
}

static double WIDE(eval_balanced)(const Scene *scene, const double *values)
{
    double decided = WIDE(decided)(scene, values[RULE] == RULE_TURN);
    if (decided != 0)
        return decided;
    Adjusted moves = WIDE(adjust)(scene, values);
    return (moves.own - moves.other) * (1 + 0.1 * WIDE(diagonal_chain)(scene, values[WALLS] != 0) +
                                        0.1 * (1 - WIDE(distance)(scene)));
}

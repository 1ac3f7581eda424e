/* study_001.tmpl.h: included by study_001.c once per width. */

static int WIDE(centrality)(const Scene *scene, Bits squares)
{
    const Geometry *g = scene->g;
    int sum = 0;
    while (squares) {
        Square square = bits_take_lowest(&squares);
        int x = g->column[square], y = g->row[square];
        sum += x * (g->width - 1 - x) + y * (g->height - 1 - y);
    }
    return sum;
}

static double WIDE(pressure)(const Scene *scene, const double *values)
{
    return values[MIN] + values[SLOPE] * WIDE(scene_move_count)(scene) / scene->g->area;
}

static double WIDE(eval_central)(const Scene *scene, const double *values)
{
    (void)values;
    return WIDE(centrality)(scene, scene->own_moves) - WIDE(centrality)(scene, scene->other_moves);
}

static double WIDE(eval_pressure)(const Scene *scene, const double *values)
{
    double p = WIDE(pressure)(scene, values);
    return (1 - p) * bits_count(scene->own_moves) - p * bits_count(scene->other_moves);
}

static double WIDE(eval_central_pressure)(const Scene *scene, const double *values)
{
    double p = WIDE(pressure)(scene, values);
    return (1 - p) * WIDE(centrality)(scene, scene->own_moves) -
           p * WIDE(centrality)(scene, scene->other_moves);
}

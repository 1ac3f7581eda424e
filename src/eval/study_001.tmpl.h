/* study_001.tmpl.h: included by study_001.c once per width. */

/* The sum of c with the study's kernel: whole numbers. */
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

/* And with any, in halves of a square. */
static double WIDE(centrality_of)(const Scene *scene, Bits squares, int kernel)
{
    if (kernel == STUDY_KERNEL)
        return WIDE(centrality)(scene, squares);
    const Geometry *g = scene->g;
    int across = g->width - 1, down = g->height - 1;
    int64_t most = power_of(across, kernel) + power_of(down, kernel), sum = 0;
    while (squares) {
        Square square = bits_take_lowest(&squares);
        sum += most - power_of(abs(across - 2 * g->column[square]), kernel) -
               power_of(abs(down - 2 * g->row[square]), kernel);
    }
    return (double)sum / (double)power_of(2, kernel);
}

static double WIDE(pressure)(const Scene *scene, const double *values)
{
    int occupied = WIDE(scene_move_count)(scene), area = scene->g->area;
    if (values[POWER] == 1)
        return values[MIN] + values[SLOPE] * occupied / area;
    return values[MIN] + values[SLOPE] * pow((double)occupied / area, values[POWER]);
}

static double WIDE(eval_central)(const Scene *scene, const double *values)
{
    int kernel = (int)values[CENTRAL_KERNEL];
    return WIDE(centrality_of)(scene, scene->own_moves, kernel) -
           WIDE(centrality_of)(scene, scene->other_moves, kernel);
}

static double WIDE(eval_pressure)(const Scene *scene, const double *values)
{
    double p = WIDE(pressure)(scene, values);
    return (1 - p) * bits_count(scene->own_moves) - p * bits_count(scene->other_moves);
}

static double WIDE(eval_central_pressure)(const Scene *scene, const double *values)
{
    double p = WIDE(pressure)(scene, values);
    int kernel = (int)values[KERNEL];
    return (1 - p) * WIDE(centrality_of)(scene, scene->own_moves, kernel) -
           p * WIDE(centrality_of)(scene, scene->other_moves, kernel);
}

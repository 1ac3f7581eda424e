/* baseline.tmpl.h: included by baseline.c once per width. */

static double WIDE(eval_null)(const Scene *scene, const double *values)
{
    (void)scene;
    (void)values;
    return 0;
}

static double WIDE(eval_open)(const Scene *scene, const double *values)
{
    (void)values;
    return bits_count(scene->own_moves);
}

static double WIDE(eval_improved)(const Scene *scene, const double *values)
{
    (void)values;
    return bits_count(scene->own_moves) - bits_count(scene->other_moves);
}

static double WIDE(eval_center)(const Scene *scene, const double *values)
{
    (void)values;
    int width = scene->g->width, height = scene->g->area / width;
    double down = height / 2.0 - scene->own / width;
    double across = width / 2.0 - scene->own % width;
    return down * down + across * across;
}

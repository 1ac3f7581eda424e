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
    return WIDE(scene_mobility)(scene);
}

static double WIDE(eval_center)(const Scene *scene, const double *values)
{
    (void)values;
    assert(scene->own != SQUARE_NONE);
    double down = scene->g->height / 2.0 - scene->g->row[scene->own];
    double across = scene->g->width / 2.0 - scene->g->column[scene->own];
    return down * down + across * across;
}

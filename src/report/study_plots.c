#include "report/study_plots.h"

#include <math.h>
#include <stdlib.h>

#include "lab/study_boards.h"

typedef struct CurvePoint {
    double x, published, measured;
    Interval interval;
} CurvePoint;

static int compare_points(const void *left, const void *right)
{
    double a = ((const CurvePoint *)left)->x, b = ((const CurvePoint *)right)->x;
    return (a > b) - (a < b);
}

static int collect(const StudyResult *result, const StudyTable *table, int label, int fixed,
                   double value, CurvePoint points[STUDY_ROWS_MAX])
{
    int count = 0;
    for (int row = 0; row < table->row_count; row++) {
        const StudyRow *at = &table->rows[row];
        StudyCell cell = study_cell(result, table, row, 0);
        if ((fixed < 0 || atof(at->labels[fixed]) == value) && !isnan(cell.measured))
            points[count++] =
                (CurvePoint){atof(at->labels[label]), cell.published, cell.measured, cell.interval};
    }
    qsort(points, (size_t)count, sizeof *points, compare_points);
    return count;
}

/* Axes for a curve; `format` is gnuplot's, of the numbers beside it. */
static void prepare(Plot *plot, const char *format)
{
    plot_add(plot,
             "set grid y linetype 1 linecolor rgb '#%06x' linewidth 0.7\n"
             "set margins 6, 2, 2.2, 0.6\n"
             "set ytics nomirror scale 0 textcolor rgb '#%06x'\nset format y '%s'\n"
             "set offsets graph 0.03, graph 0.03, graph 0.05, graph 0.05\n",
             SVG_LINE, SVG_MUTED, format);
}

Plot study_plots_curve(const StudyResult *result, const StudyTable *table, int label, int fixed,
                       double value)
{
    CurvePoint points[STUDY_ROWS_MAX];
    int count = collect(result, table, label, fixed, value, points);
    Plot plot = plot_create("Win rate along a line of the sweep, measured and published", 260);
    prepare(&plot, "%g %%");
    plot_add(&plot, "$points << END\n");
    for (int i = 0; i < count; i++)
        plot_add(&plot, "%.9g %.9g %.9g %.9g %.9g\n", points[i].x, points[i].measured,
                 points[i].interval.low, points[i].interval.high, points[i].published);
    plot_add(&plot,
             "END\nplot $points using 1:5 with linespoints pointtype 7 pointsize 0.5 linecolor "
             "rgb '#%06x', '' using 1:2 with lines linewidth 1.5 linecolor rgb '#%06x', "
             "'' using 1:3:(0):($4-$3) with vectors heads size screen 0.008,90 linewidth 1.5 "
             "linecolor rgb '#%06x', "
             "'' using 1:2 with points pointtype 7 pointsize 0.7 linecolor rgb '#%06x'\n",
             SVG_SECOND, SVG_PRIMARY, SVG_PRIMARY, SVG_PRIMARY);
    return plot;
}

Plot study_plots_pressure(const Board *board)
{
    Plot plot = plot_create("Pressure by number of occupied squares", 220);
    prepare(&plot, "%g");
    plot_add(&plot, "$points << END\n");
    for (int occupied = 2; occupied < board->area; occupied++)
        plot_add(&plot, "%d %.9g\n", occupied, study_pressure(board, occupied));
    plot_add(&plot, "END\nplot $points using 1:2 with lines linewidth 2 linecolor rgb '#%06x'\n",
             SVG_PRIMARY);
    return plot;
}

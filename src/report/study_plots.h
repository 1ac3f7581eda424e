/* study_plots.h: plots of a study's sweep and of its shapes. Each returns a plot for the caller to
 * draw and destroy. */
#pragma once

#include "lab/study_measure.h"
#include "report/plot.h"

/* Win rates over the number in column `label` of the table's rows, measured with intervals, and
 * as published; only rows whose column `fixed` says `value` (-1: all rows). */
Plot study_plots_curve(const StudyResult *result, const StudyTable *table, int label, int fixed,
                       double value);

/* Study 001's pressure over the squares occupied. */
Plot study_plots_pressure(const Board *board);

/* fitted.h: what a fit has come to, as text and for programs. */
#pragma once

#include <jansson.h>

#include "lab/fit.h"
#include "lab/standing.h"

/* Its weights, its formula, and how that is judged. Tables by table_print(). */
void fitted_print(const Fit *fit, int width, Text *text);

/* How alphabeta with it did in matches. */
void fitted_print_matches(const Standing *standing, Text *text);

/* A new object; NULL when out of memory. `standing` NULL: there were no matches. */
json_t *fitted_json(const Fit *fit, const Standing *standing);

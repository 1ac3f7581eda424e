/* fitted.h: the weights of a fit as a table no wider than `width` (0: as wide as it comes). */
#pragma once

#include "lab/fit.h"

void fitted_print_weights(const Fitted *fitted, int width, Text *text);

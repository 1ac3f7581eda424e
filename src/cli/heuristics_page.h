/* heuristics_page.h: docs/heuristics.md, made from the registry. */
#pragma once

#include "eval/heuristic.h"
#include "util/text.h"

/* What an evaluation costs on the virtual clock: "10 us an evaluation", and by what it changes. */
void heuristic_print_cost(const Heuristic *heuristic, Text *text);

void heuristics_page(Text *text);

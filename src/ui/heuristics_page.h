/* heuristics_page.h: docs/heuristics.md, made from the registry. */
#pragma once

#include "util/text.h"

void heuristics_page(Text *text);

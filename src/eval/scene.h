/* scene.h: what a heuristic looks at, in both widths.
 *
 * P is the player scored (`own`), O the other. The sets every heuristic needs are there once;
 * those that several need are verbs below. A heuristic is a pure function of a Scene and its
 * parameter values.
 */
#pragma once

#include <stdbool.h>

#include "core/board.h"

#define Scene WIDE(Scene)

#define TEMPLATE "eval/scene.tmpl.h"
#include "core/both_widths.h"

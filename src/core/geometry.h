/* geometry.h: what the hot code knows of a board and of a position, in both widths.
 *
 * Everything here is plain arithmetic on a Geometry that never changes and a Node passed by
 * value. Layers above search never see it: they hold a Board and Positions.
 */
#pragma once

#include "core/squares.h"

#define TEMPLATE "core/geometry.tmpl.h"
#include "core/both_widths.h"

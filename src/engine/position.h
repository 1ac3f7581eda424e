/* position.h: the position the engine was told, by `position`. */
#pragma once

#include "core/notation.h"
#include "engine/line.h"

typedef struct EnginePosition {
    Board board;
    Position position;
} EnginePosition;

/* `place` is `startpos` (the empty board `start`) or a position text; `moves` are target squares
 * or from-to pairs. On failure `told` stays as it was. */
bool engine_position_set(EnginePosition *told, const Board *start, Slice place, Slice moves,
                         Error *error);

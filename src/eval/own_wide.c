/* own_wide.c: that the contract for users' heuristics is our own layout on wide boards too; on
 * narrow ones own.c says it. */
#include <assert.h>
#include <stddef.h>

#define ISOLAB_BITS 128
#include "eval/scene.h"
#include "isolab_heuristic.h"

#define SAME(theirs, ours)                                                                         \
    static_assert(offsetof(IsolabScene, theirs) == offsetof(Scene_128, ours), "a scene's layout")
SAME(board, g);
SAME(blanks, blanks);
SAME(own_moves, own_moves);
SAME(opponent_moves, other_moves);
SAME(own, own);
SAME(opponent, other);
SAME(own_active, own_active);
static_assert(sizeof(IsolabBoard) == sizeof(Geometry_128), "a board's layout");
static_assert(offsetof(IsolabBoard, corners) == offsetof(Geometry_128, corners),
              "a board's layout");
static_assert(offsetof(IsolabBoard, column) == offsetof(Geometry_128, column), "a board's layout");

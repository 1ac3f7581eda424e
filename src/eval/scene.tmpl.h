/* scene.tmpl.h: included by scene.h once per width. */

typedef struct Scene {
    const Geometry *g;
    Bits blanks;
    Bits own_moves, other_moves; // L(P), L(O)
    Square own, other;           // SQUARE_NONE while in hand
    bool own_active;
} Scene;

static inline Scene WIDE(scene_of)(const Geometry *g, Node node, bool own_active)
{
    Square own = own_active ? node.active : node.passive;
    Square other = own_active ? node.passive : node.active;
    return (Scene){g,
                   node.blanks,
                   WIDE(moves_from)(g, own, node.blanks),
                   WIDE(moves_from)(g, other, node.blanks),
                   own,
                   other,
                   own_active};
}

static inline bool WIDE(scene_both_placed)(const Scene *scene)
{
    return scene->own != SQUARE_NONE && scene->other != SQUARE_NONE;
}

static inline int WIDE(scene_move_count)(const Scene *scene)
{
    return scene->g->area - bits_count(scene->blanks);
}

/* |L(P)| - |L(O)| */
static inline int WIDE(scene_mobility)(const Scene *scene)
{
    return bits_count(scene->own_moves) - bits_count(scene->other_moves);
}

/* L(P) & L(O) */
static inline Bits WIDE(scene_contested)(const Scene *scene)
{
    return scene->own_moves & scene->other_moves;
}

/* Whether P is the attacker; both must be placed. */
static inline bool WIDE(scene_own_attacks)(const Scene *scene)
{
    assert(WIDE(scene_both_placed)(scene));
    Bits dark = scene->g->dark;
    bool same_colour = ((dark >> scene->own ^ dark >> scene->other) & 1) == 0;
    return same_colour == scene->own_active;
}

/* S_k(X) from L(X): blanks within k knight moves through blanks. */
static inline Bits WIDE(scene_reach)(const Scene *scene, Bits moves, int k)
{
    assert(k >= 1);
    return WIDE(reach_on)(scene->g, moves, scene->blanks, k);
}

/* Whether the blanks each can ever get to are disjoint. P's are closed under knight moves
 * through blanks: if O gets into them at all, it does so with its first move. */
static inline bool WIDE(scene_isolated)(const Scene *scene)
{
    return !(WIDE(scene_reach)(scene, scene->own_moves, SQUARE_LIMIT) & scene->other_moves);
}

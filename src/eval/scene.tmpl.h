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

static inline int WIDE(scene_move_count)(const Scene *scene)
{
    return scene->g->area - bits_count(scene->blanks);
}

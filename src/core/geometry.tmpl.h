/* geometry.tmpl.h: included by geometry.h once per width. */

typedef struct Geometry {
    Bits moves[SQUARE_LIMIT + 1]; // by square; at SQUARE_NONE, a knight in hand, every square
    Bits all;
    Bits past_left_1, past_left_2;   // squares at least 1, 2 files from the left edge
    Bits past_right_1, past_right_2; // and from the right edge
    Bits corners;
    Bits dark; // squares with (row + column) odd
    int width, height, area;
    uint8_t row[SQUARE_LIMIT], column[SQUARE_LIMIT]; // by square, from the top left
} Geometry;

/* A position as a search sees it: who is about to move, and the other. */
typedef struct Node {
    Bits blanks;
    Square active, passive;
} Node;

static inline Bits WIDE(only)(Square square)
{
    assert(square < BITS);
    return (Bits)1 << square;
}

static inline Bits WIDE(moves_from)(const Geometry *g, Square from, Bits blanks)
{
    assert(from < g->area || from == SQUARE_NONE);
    return g->moves[from] & blanks;
}

static inline Node WIDE(node_after)(Node node, Square target)
{
    assert(node.blanks & WIDE(only)(target));
    return (Node){node.blanks & ~WIDE(only)(target), node.passive, target};
}

/* Rows down and up the board: by 1 to 63 bits, which spares a wide set the compiler's test for a
 * shift past its half. */
static inline Bits WIDE(later)(Bits bits, int by)
{
    assert(by > 0 && by < 64);
#if BITS == 64
    return bits << by;
#else
    uint64_t low = (uint64_t)bits, high = (uint64_t)(bits >> 64);
    return (Bits)(high << by | low >> (64 - by)) << 64 | low << by;
#endif
}

static inline Bits WIDE(earlier)(Bits bits, int by)
{
    assert(by > 0 && by < 64);
#if BITS == 64
    return bits >> by;
#else
    uint64_t low = (uint64_t)bits, high = (uint64_t)(bits >> 64);
    return (Bits)(high >> by) << 64 | (low >> by | high << (64 - by));
#endif
}

/* All squares a knight's move from any of `from`. Bits past the board may be set: intersect
 * with blanks. Four shifts sideways and four along, whatever the size of the set. */
static inline Bits WIDE(knight_span)(const Geometry *g, Bits from)
{
    Bits one = (from << 1 & g->past_left_1) | (from >> 1 & g->past_right_1);
    Bits two = (from << 2 & g->past_left_2) | (from >> 2 & g->past_right_2);
    int w = g->width;
    return WIDE(later)(WIDE(later)(one, w) | two, w) |
           WIDE(earlier)(WIDE(earlier)(one, w) | two, w);
}

/* `reached`, the blanks one knight move away, and those within `steps` - 1 more through blanks. */
static inline Bits WIDE(reach_on)(const Geometry *g, Bits reached, Bits blanks, int steps)
{
    assert(!(reached & ~blanks) && !(blanks & ~g->all));
    for (Bits edge = reached; --steps > 0 && edge; reached |= edge)
        edge = WIDE(knight_span)(g, edge) & blanks & ~reached;
    return reached;
}

/* Blanks within 1..steps knight moves of `from` through blanks. */
static inline Bits WIDE(reach_within)(const Geometry *g, Square from, Bits blanks, int steps)
{
    return WIDE(reach_on)(g, WIDE(moves_from)(g, from, blanks), blanks, steps);
}

/* Blanks within any number of knight moves of `from` through blanks. */
static inline Bits WIDE(reach)(const Geometry *g, Square from, Bits blanks)
{
    return WIDE(reach_within)(g, from, blanks, SQUARE_LIMIT);
}

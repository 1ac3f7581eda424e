/* perft.tmpl.h: included by perft.c once per width. */

static uint64_t WIDE(perft_bulk_one)(const Geometry *g, Node node, int depth)
{
    assert(depth >= 1);
    Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
    if (depth == 1)
        return (uint64_t)bits_count(moves);
    uint64_t count = 0;
    while (moves)
        count +=
            WIDE(perft_bulk_one)(g, WIDE(node_after)(node, bits_take_lowest(&moves)), depth - 1);
    return count;
}

static uint64_t WIDE(perft_bulk_two)(const Geometry *g, Node node, int depth)
{
    assert(depth >= 2);
    Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
    if (depth == 2) {
        Bits replies = WIDE(moves_from)(g, node.passive, node.blanks);
        return (uint64_t)(bits_count(moves) * bits_count(replies) - bits_count(moves & replies));
    }
    uint64_t count = 0;
    while (moves)
        count +=
            WIDE(perft_bulk_two)(g, WIDE(node_after)(node, bits_take_lowest(&moves)), depth - 1);
    return count;
}

static uint64_t WIDE(perft_root)(const Geometry *g, Node node, int depth, PerftBulk bulk)
{
    if (depth == 1 || bulk == PERFT_BULK_ONE)
        return WIDE(perft_bulk_one)(g, node, depth);
    return WIDE(perft_bulk_two)(g, node, depth);
}

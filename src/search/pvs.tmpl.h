/* pvs.tmpl.h: included by pvs.c once per width. */

typedef struct WIDE(Ordered) {
    Square move;
    int16_t key;
} WIDE(Ordered);

/* How good a move looks: few replies, then many further moves and, unless it is the last before
 * the scores, more in two steps than the opponent has. */
static int WIDE(glance_at_move)(const Geometry *g, Node node, Square move, bool last)
{
    Bits blanks = node.blanks & ~WIDE(only)(move);
    Bits own = WIDE(moves_from)(g, move, blanks),
         theirs = WIDE(moves_from)(g, node.passive, blanks);
    int replies = bits_count(theirs), further = bits_count(own), wider = 0;
    if (!last) {
        Pair reached = WIDE(pair_reach_on)(g, WIDE(pair)(own, theirs), blanks, 2);
        wider = bits_count(WIDE(pair_first)(reached)) - bits_count(WIDE(pair_second)(reached));
    }
    return (replies == 0 ? 1000 : 0) - 8 * replies + 3 * further + 3 * wider;
}

/* The table is asked for what comes after each, which takes as long as the order does. */
static int WIDE(pvs_order_moves)(const Pvs *pvs, const Geometry *g, Node node, Bits moves,
                                 Square first, int depth, WIDE(Ordered) ordered[SQUARE_LIMIT])
{
    int count = 0;
    bool last = depth <= 1;
    while (moves) {
        Square move = bits_take_lowest(&moves);
        Node after = WIDE(node_after)(node, move);
        if (!last)
            __builtin_prefetch(entry_of(pvs, (uint64_t)after.blanks,
                                        (uint64_t)((Bits_128)after.blanks >> 64), after.active,
                                        after.passive));
        int key = move == first ? INT16_MAX : WIDE(glance_at_move)(g, node, move, last);
        int place = count++;
        for (; place > 0 && ordered[place - 1].key < key; place--)
            ordered[place] = ordered[place - 1];
        ordered[place] = (WIDE(Ordered)){move, (int16_t)key};
    }
    return count;
}

static int WIDE(pvs_node)(Seeker *seeker, const Geometry *g, Node node, int depth, int ply,
                          int alpha, int beta);

/* One move of a node: for all but the first a null window, and reduced, late ones by two. */
static int WIDE(pvs_move)(Seeker *seeker, const Geometry *g, Node after, int number, int depth,
                          int ply, int alpha, int beta)
{
    if (number == 0)
        return -WIDE(pvs_node)(seeker, g, after, depth - 1, ply + 1, -beta, -alpha);
    int reduced = depth - 1 - (depth >= 3) - (number >= 3 && depth >= 5);
    int score = -WIDE(pvs_node)(seeker, g, after, reduced, ply + 1, -alpha - 1, -alpha);
    if (score > alpha && reduced < depth - 1)
        score = -WIDE(pvs_node)(seeker, g, after, depth - 1, ply + 1, -alpha - 1, -alpha);
    if (score > alpha && score < beta)
        score = -WIDE(pvs_node)(seeker, g, after, depth - 1, ply + 1, -beta, -alpha);
    return score;
}

/* Whether the table's entry settles the node within this window. */
static bool WIDE(entry_settles)(const Found *found, int depth, int alpha, int beta)
{
    bool deep_enough = found->depth >= depth || abs(found->score) > WON;
    if (!deep_enough)
        return false;
    return found->bound == BOUND_EXACT || (found->bound == BOUND_LOWER && found->score >= beta) ||
           (found->bound == BOUND_UPPER && found->score <= alpha);
}

static int WIDE(pvs_moves)(Seeker *seeker, const Geometry *g, Node node, Bits moves, Square hint,
                           int depth, int ply, int alpha, int beta)
{
    assert(moves && depth >= 1 && alpha < beta);
    WIDE(Ordered) ordered[SQUARE_LIMIT];
    int count = WIDE(pvs_order_moves)(seeker->pvs, g, node, moves, hint, depth, ordered);
    int best = -WIN, floor = alpha;
    Square best_move = bits_lowest(moves);
    for (int i = 0; i < count; i++) {
        Node after = WIDE(node_after)(node, ordered[i].move);
        int score = WIDE(pvs_move)(seeker, g, after, i, depth, ply, alpha, beta);
        if (seeker->effort.stopped)
            return 0;
        if (score > best) {
            best = score;
            best_move = ordered[i].move;
        }
        if (best > alpha)
            alpha = best;
        if (alpha >= beta)
            break;
    }
    Bound bound = best >= beta ? BOUND_LOWER : best > floor ? BOUND_EXACT : BOUND_UPPER;
    pvs_remember(seeker->pvs, node.blanks, node.active, node.passive, ply,
                 (Found){best, depth, bound, best_move});
    return best;
}

static int WIDE(pvs_node)(Seeker *seeker, const Geometry *g, Node node, int depth, int ply,
                          int alpha, int beta)
{
    Found found;
    Square hint = SQUARE_NONE;
    if (!effort_visit(&seeker->effort))
        return 0;
    Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
    if (!moves)
        return -(WIN - ply);
    if (depth < 1)
        depth = (moves & (moves - 1)) ? 0 : 1; // a forced move costs nothing
    const Network *network = &seeker->pvs->network;
    NetworkMemory *memory = &seeker->memory->network;
    NetworkSums *sums = seeker->memory->sums + ply;
    if (depth == 0) {
        WIDE(network_follow)(network, memory, g, node, sums - 1, sums);
        return WIDE(network_judge)(network, g, node, sums);
    }
    if (pvs_recall(seeker->pvs, node.blanks, node.active, node.passive, ply, &found)) {
        if (WIDE(entry_settles)(&found, depth, alpha, beta))
            return found.score;
        hint = found.move;
    }
    WIDE(network_follow)(network, memory, g, node, sums - 1, sums);
    return WIDE(pvs_moves)(seeker, g, node, moves, hint, depth, ply, alpha, beta);
}

/* The line the table remembers from the root on, as far as it does. */
static void WIDE(pvs_line)(const Seeker *seeker, const Geometry *g, Node node, MoveList *line)
{
    Found found;
    while (line->count < SQUARE_LIMIT &&
           pvs_recall(seeker->pvs, node.blanks, node.active, node.passive, 0, &found) &&
           (WIDE(moves_from)(g, node.active, node.blanks) & WIDE(only)(found.move))) {
        line->moves[line->count++] = found.move;
        node = WIDE(node_after)(node, found.move);
    }
}

/* The root, where the moves of the last depth are tried best first. If the budget runs out on the
 * way, a better move than the last depth's is kept; one that turned out to lose makes room for the
 * first that has not, and nothing is said to be lost before all moves are. */
static void WIDE(pvs_root)(Seeker *seeker, const Geometry *g, Node root, Square *moves, int depth)
{
    SearchResult *result = &seeker->result;
    int alpha = -WIN, best = 0;
    for (int i = 0; i < seeker->move_count; i++) {
        Node after = WIDE(node_after)(root, moves[i]);
        int score = WIDE(pvs_move)(seeker, g, after, i, depth, 0, alpha, WIN);
        if (seeker->effort.stopped) {
            if (alpha < -WON)
                result->move = moves[i];
            return;
        }
        if (score > alpha) {
            alpha = score;
            best = i;
        }
        if (alpha >= -WON) {
            result->move = moves[best];
            result->score = alpha;
        }
    }
    Square first = moves[best];
    memmove(moves + 1, moves, (size_t)best * sizeof *moves);
    moves[0] = first;
    result->move = first;
    result->score = alpha;
    result->depth = depth;
}

/* From points to odds; wins and losses become infinite. */
static double WIDE(pvs_scale)(double score)
{
    return score > WON ? INFINITY : score < -WON ? -INFINITY : score / NETWORK_POINTS;
}

static void WIDE(pvs_report)(Seeker *seeker, const Geometry *g, Node root)
{
    SearchResult *result = &seeker->result;
    double score = result->score;
    result->line = (MoveList){{result->move}, 1};
    WIDE(pvs_line)(seeker, g, WIDE(node_after)(root, result->move), &result->line);
    search_account(&seeker->effort, result);
    if (!seeker->leads)
        return;
    SearchResult told = *result;
    told.exact = seeker->threads == 1 && fabs(score) > WON;
    told.score = WIDE(pvs_scale)(score);
    search_tell(seeker->job, &told);
}

/* `score` is in points during the search and in logarithms of odds, or infinite, at its end. */
static void WIDE(pvs_deepen)(Seeker *seeker)
{
    const Geometry *g = WIDE(board_geometry)(seeker->job->board);
    Node root = WIDE(position_node)(&seeker->job->position);
    Square moves[SQUARE_LIMIT];
    Memory *memory = seeker->memory;
    WIDE(network_sums)(&seeker->pvs->network, &memory->network, g, root, memory->sums);
    int last = 3 * bits_count(root.blanks); // a reduced ply may cost three
    memcpy(moves, seeker->moves, (size_t)seeker->move_count * sizeof *moves);
    if (seeker->job->limits.depth && seeker->job->limits.depth < last)
        last = seeker->job->limits.depth;
    if (last > DEPTH_MAX)
        last = DEPTH_MAX;
    for (int depth = seeker->first_depth; depth <= last; depth++) {
        WIDE(pvs_root)(seeker, g, root, moves, depth);
        WIDE(pvs_report)(seeker, g, root);
        if (seeker->effort.stopped || fabs(seeker->result.score) > WON)
            break;
    }
    seeker->result.exact = seeker->threads == 1 && fabs(seeker->result.score) > WON;
    seeker->result.score = WIDE(pvs_scale)(seeker->result.score);
}

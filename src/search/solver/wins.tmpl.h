/* wins.tmpl.h: who wins, exactly. Included by worker.c once per width.
 *
 * A depth-first win/loss search over the table of verdicts.h. What makes it small:
 *  1. Moves that lose at once are never entered, and a win at once never needs a search.
 *  2. Once the regions are disjoint the game is two longest paths (longest.h).
 *  3. Blanks that neither can reach are blocked before the table is asked: positions that differ
 *     only there are one.
 *  4. A position that is its own half turn is lost for the mover (docs/theory.md, copying).
 *  5. The order of moves (OrderWeights in worker.c), and early on turns (turns.h).
 * What makes it fast:
 *  6. Half the positions have one move that does not lose at once. It is played, and nothing is
 *     looked up, flooded or sorted until there is a choice.
 *  7. Where both sides get in three moves is worked out for the order anyway, and often already
 *     shows that the regions meet and that nothing has fallen out of reach: then the floods of 2
 *     and 3 are skipped. The rest are one flood of the union from where the two meet.
 *  8. Small positions are kept in a table that stays in the processor's cache.
 *
 * Tried and dropped (7x7, each tenth class of placements): a history of replies, up to 20 % more
 * nodes; two tables asked one after the other, no gain; counting every child's safe replies before
 * entering one, 12 % fewer nodes in 25 % more time; ordering large positions by a four-ply count
 * of the proof's size, 7 % fewer nodes in 5 to 40 % more time. More in docs/solver-measurements.md.
 */

#define Child WIDE(Child)

/* A position as its parent sees it. */
typedef struct Child {
    Node node;
    Bits moves;   // of the side then to move; not empty
    Bits replies; // of the other; not empty, and not a single square of `moves`
    bool close;   // known not isolated, and known that every blank is in someone's reach
} Child;

static bool WIDE(wins)(Worker *worker, const Child *here, bool attacking);

static Bits WIDE(opposite)(const Geometry *g, Bits bits)
{
#if BITS == 64
    bits = __builtin_bswap64(bits);
    bits = (bits & 0x0F0F0F0F0F0F0F0Fu) << 4 | (bits >> 4 & 0x0F0F0F0F0F0F0F0Fu);
    bits = (bits & 0x3333333333333333u) << 2 | (bits >> 2 & 0x3333333333333333u);
    bits = (bits & 0x5555555555555555u) << 1 | (bits >> 1 & 0x5555555555555555u);
    return bits >> (64 - g->area);
#else
    Bits_128 result = 0;
    while (bits)
        result |= only_128((Square)(g->area - 1 - bits_take_lowest(&bits)));
    return result;
#endif
}

/* position_is_mirror_loss() for the hot path: the knights are compared first. */
static bool WIDE(is_mirror_loss)(const Worker *worker, Node node)
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    Square centre = worker->board->centre;
    if (node.active + node.passive != g->area - 1 || node.blanks != WIDE(opposite)(g, node.blanks))
        return false;
    return centre == SQUARE_NONE || !(node.blanks >> centre & 1) ||
           !(WIDE(reach)(g, node.active, node.blanks) >> centre & 1);
}

/* What the order and the flood-saving test both need: where each side gets in three moves. */
static int WIDE(judge_child)(const Worker *worker, Child *child, Bits left_behind,
                             const OrderWeights *w)
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    Bits blanks = child->node.blanks, theirs = child->moves, own = child->replies;
    Pair blank = WIDE(pair)(blanks, blanks), first = WIDE(pair)(theirs, own);
    Pair second = WIDE(pair_span)(g, first) & blank;
    Pair third = (WIDE(pair_span)(g, second) & blank) | first;
    Bits their_second = WIDE(pair_first)(second), own_second = WIDE(pair_second)(second);
    Bits their_third = WIDE(pair_first)(third), own_third = WIDE(pair_second)(third);
    Bits their_reach = their_third | their_second, own_reach = own_third | own_second;
    child->close = (their_reach & own_reach) && !(left_behind & ~(their_reach | own_reach));
    return w->their_moves * bits_count(theirs) + w->own_moves * bits_count(own) +
           w->their_second * bits_count(their_second) + w->own_second * bits_count(own_second) +
           w->their_third * bits_count(their_third) + w->own_third * bits_count(own_third) +
           w->overlap * bits_count((Bits)(their_second & own_second)) +
           w->own_under_their_second * bits_count((Bits)(own & their_second)) +
           w->their_under_own_second * bits_count((Bits)(theirs & own_second)) +
           w->overlap_third * bits_count((Bits)(their_third & own_third)) +
           w->degree * bits_count(g->moves[child->node.passive]);
}

/* The moves that do not lose at once. A move does if it leaves no move after it, or a single one
 * that the other can take. */
static Bits WIDE(safe_moves)(const Geometry *g, const Child *here)
{
    Bits candidates = 0;
    for (Bits moves = here->moves; moves;) {
        Square target = bits_take_lowest(&moves);
        Bits own = WIDE(moves_from)(g, target, here->node.blanks);
        Bits theirs = here->replies & ~WIDE(only)(target);
        if (own & (own - 1) || own & ~theirs)
            candidates |= WIDE(only)(target);
    }
    return candidates;
}

static Child WIDE(child_after)(const Geometry *g, const Child *here, Square target)
{
    Child child = {.node = WIDE(node_after)(here->node, target)};
    child.moves = here->replies & child.node.blanks;
    child.replies = WIDE(moves_from)(g, target, child.node.blanks);
    return child;
}

/* Fills `children` with the positions after `candidates`, and `order` with their numbers, best
 * first. Returns how many. */
static int WIDE(expand_children)(const Worker *worker, const Child *here, Bits candidates,
                                 bool attacking, Child children[8], int order[8])
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    int count = 0;
    const OrderWeights *weights = &order_weights[attacking];
    assert(bits_count(candidates) <= 8);
    for (; candidates; count++) {
        children[count] = WIDE(child_after)(g, here, bits_take_lowest(&candidates));
        int score = WIDE(judge_child)(worker, children + count,
                                      here->moves & children[count].node.blanks, weights);
        int key = score * 8 + count, place = count;
        for (; place > 0 && order[place - 1] < key; place--)
            order[place] = order[place - 1];
        order[place] = key;
    }
    for (int i = 0; i < count; i++)
        order[i] &= 7;
    return count;
}

static uint64_t WIDE(busy_key)(Node node)
{
    Bits_128 wide = node.blanks;
    uint64_t hash = ((uint64_t)wide ^ (uint64_t)(wide >> 64)) * 0x9E3779B97F4A7C15u;
    return (hash ^ hash >> 32 ^ (uint64_t)(node.active << 8 | node.passive)) * 0xBF58476D1CE4E5B9u;
}

static bool WIDE(wins_in_company)(Worker *worker, const Child *child, bool attacking)
{
    if (!worker->busy)
        return WIDE(wins)(worker, child, attacking);
    uint64_t key = WIDE(busy_key)(child->node);
    busy_enter(worker->busy, key);
    bool won = WIDE(wins)(worker, child, attacking);
    busy_leave(worker->busy, key);
    return won;
}

/* Whether a child is lost, for large positions. The attacker's moves have turns (turns.h). A child
 * that another thread is at is put off at first, and what another thread has proved meanwhile is
 * taken over. */
static bool WIDE(any_wins_large)(Worker *worker, Child *children, const int *order, int count,
                                 bool attacking, WIDE(VerdictKey) key)
{
    Effort *effort = &worker->effort;
    int area = worker->board->area, blanks = bits_count(children->node.blanks) + 1;
    for (int round = 0, open = count; open > 0; round++)
        for (int i = 0; i < count; i++) {
            Child *child = children + order[i];
            bool done = !child->moves, may_wait = worker->busy && round == 0 && i > 0;
            if (done || (may_wait && busy_has(worker->busy, WIDE(busy_key)(child->node))))
                continue;
            bool in_turns = attacking && open > 1;
            uint64_t turn = in_turns ? turn_nodes(area, blanks, round) : UINT64_MAX;
            uint64_t outer_end = effort_begin_turn(effort, turn);
            bool lost = !WIDE(wins_in_company)(worker, child, !attacking);
            if (effort_end_turn(effort, outer_end))
                continue;
            if (effort->stopped)
                return false;
            if (lost)
                return true;
            child->moves = 0;
            open--;
            Verdict known =
                worker->busy ? WIDE(verdicts_find)(worker->shared, key) : VERDICT_UNKNOWN;
            if (known != VERDICT_UNKNOWN)
                return known == VERDICT_WIN;
        }
    return false;
}

static bool WIDE(any_wins_small)(Worker *worker, const Child *children, const int *order, int count,
                                 bool attacking)
{
    for (int i = 0; i < count; i++) {
        bool lost = !WIDE(wins)(worker, children + order[i], !attacking);
        if (worker->effort.stopped)
            return false;
        if (lost)
            return true;
    }
    return false;
}

/* Grows both sets to all that can be reached from them. Once they meet only their union is
 * grown: then `*active` is the union. */
static bool WIDE(regions_meet)(const Geometry *g, Bits blanks, Bits *active, Bits *passive)
{
    Pair blank = WIDE(pair)(blanks, blanks), reached = WIDE(pair)(*active, *passive);
    Bits a = *active, p = *passive;
    while (!(a & p)) {
        reached |= WIDE(pair_span)(g, reached) & blank;
        Bits more_a = WIDE(pair_first)(reached), more_p = WIDE(pair_second)(reached);
        if (more_a == a && more_p == p) {
            *active = a;
            *passive = p;
            return false;
        }
        a = more_a;
        p = more_p;
    }
    Bits both = a | p, before;
    do {
        before = both;
        both |= WIDE(knight_span)(g, both) & blanks;
    } while (both != before);
    *active = both;
    return true;
}

/* The same for a position with a choice: `candidates` are at least two. */
static bool WIDE(choice_wins)(Worker *worker, Child *here, Bits candidates, bool attacking)
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    uint64_t before = worker->effort.nodes;
    assert(candidates & (candidates - 1) && !(candidates & ~here->moves));
    if (!here->close) {
        Bits active = here->moves, passive = here->replies;
        if (!WIDE(regions_meet)(g, here->node.blanks, &active, &passive))
            return WIDE(longest_wins)(worker->longest, g, (WIDE(Runner)){here->node.active, active},
                                      (WIDE(Runner)){here->node.passive, passive}, &worker->effort);
        here->node.blanks = active | passive;
    }
    if (WIDE(is_mirror_loss)(worker, here->node))
        return false;
    bool small = bits_count(here->node.blanks) <= worker->own_blanks;
    Verdicts *verdicts = small ? worker->own : worker->shared;
    WIDE(VerdictKey) key = WIDE(verdicts_key)(verdicts, here->node);
    WIDE(verdicts_prefetch)(verdicts, key);
    Child children[8];
    int order[8],
        count = WIDE(expand_children)(worker, here, candidates, attacking, children, order);
    Verdict known = WIDE(verdicts_find)(verdicts, key);
    if (known != VERDICT_UNKNOWN)
        return known == VERDICT_WIN;
    bool won = small ? WIDE(any_wins_small)(worker, children, order, count, attacking)
                     : WIDE(any_wins_large)(worker, children, order, count, attacking, key);
    Verdict verdict = won ? VERDICT_WIN : VERDICT_LOSS;
    if (worker->effort.stopped)
        return false;
    uint64_t work = worker->effort.nodes - before;
    if (small)
        WIDE(verdicts_keep_anywhere)(verdicts, key, verdict, worker->effort.nodes);
    else
        WIDE(verdicts_keep)(verdicts, key, verdict, work);
    if (work >= SOLVER_NOTED_NODES && !small && worker->notes) {
        Node node = here->node;
        Position position = {node.blanks, {node.active, node.passive}, FIRST};
        worker->notes->proved(worker->notes->context, &position, won ? FIRST : SECOND, work);
    }
    return won;
}

/* Whether the side to move wins. `attacking`: it is the attacker. Any answer once stopped. Forced
 * moves are simply played: nothing is looked up or measured until there is a choice. */
static bool WIDE(wins)(Worker *worker, const Child *child, bool attacking)
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    Child here = *child;
    assert(here.moves && here.replies);
    assert(here.replies & (here.replies - 1) || here.replies & ~here.moves);
    for (bool turned = false;; turned = !turned, attacking = !attacking) {
        if (!effort_spend(&worker->effort))
            return false;
        Bits candidates = WIDE(safe_moves)(g, &here);
        if (!candidates)
            return turned;
        if (candidates & (candidates - 1))
            return turned != WIDE(choice_wins)(worker, &here, candidates, attacking);
        here = WIDE(child_after)(g, &here, bits_lowest(candidates));
    }
}

/* Any position with both knights placed: first what `wins` takes for granted. */
static bool WIDE(root_wins)(Worker *worker, Node node, bool attacking)
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    Child root = {.node = node,
                  .moves = WIDE(moves_from)(g, node.active, node.blanks),
                  .replies = WIDE(moves_from)(g, node.passive, node.blanks)};
    if (!root.moves)
        return false;
    if (!(root.replies & (root.replies - 1)) && !(root.replies & ~root.moves))
        return true;
    return WIDE(wins)(worker, &root, attacking);
}

/* The legal moves of a position with both knights placed, the likely winners first. */
static int WIDE(root_order)(const Worker *worker, Node node, bool attacking, Square order[8])
{
    const Geometry *g = WIDE(board_geometry)(worker->board);
    Child children[8], root = {.node = node,
                               .moves = WIDE(moves_from)(g, node.active, node.blanks),
                               .replies = WIDE(moves_from)(g, node.passive, node.blanks)};
    int numbers[8];
    int count = WIDE(expand_children)(worker, &root, root.moves, attacking, children, numbers);
    for (int i = 0; i < count; i++)
        order[i] = children[numbers[i]].node.passive;
    return count;
}

#undef Child

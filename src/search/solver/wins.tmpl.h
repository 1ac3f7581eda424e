/* wins.tmpl.h: included by worker.c once per width. The idea: see there. */

#define Search WIDE(Search)
#define Child  WIDE(Child)

/* A position as its parent sees it. */
typedef struct Child {
    Node node;
    Bits moves;   // of the side then to move; not empty
    Bits replies; // of the other; not empty, and not a single square of `moves`
    bool close;   // known not isolated, and known that every blank is in someone's reach
} Child;

static bool WIDE(wins)(Search *search, const Child *here, bool attacking);

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
static bool WIDE(is_mirror_loss)(const Search *search, Node node)
{
    const Geometry *g = search->geometry;
    if (node.active + node.passive != g->area - 1 || node.blanks != WIDE(opposite)(g, node.blanks))
        return false;
    return search->centre == SQUARE_NONE || !(node.blanks >> search->centre & 1) ||
           !(WIDE(reach)(g, node.active, node.blanks) >> search->centre & 1);
}

/* What the order and the flood-saving test both need: where each side gets in three moves. */
static int WIDE(judge)(const Search *search, Child *child, Bits left_behind, const OrderWeights *w)
{
    const Geometry *g = search->geometry;
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
static Bits WIDE(candidates)(const Geometry *g, const Child *here)
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
static int WIDE(expand)(const Search *search, const Child *here, Bits candidates, bool attacking,
                        Child children[8], int order[8])
{
    int count = 0;
    const OrderWeights *weights = &order_weights[attacking ? ORDER_ATTACKER : ORDER_DEFENDER];
    for (; candidates; count++) {
        children[count] = WIDE(child_after)(search->geometry, here, bits_take_lowest(&candidates));
        int score = WIDE(judge)(search, children + count, here->moves & children[count].node.blanks,
                                weights);
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

static bool WIDE(another_is_at)(const Search *search, const Child *child)
{
    return search->busy && busy_has(search->busy, WIDE(busy_key)(child->node));
}

static bool WIDE(wins_in_company)(Search *search, const Child *child, bool attacking)
{
    if (!search->busy)
        return WIDE(wins)(search, child, attacking);
    uint64_t key = WIDE(busy_key)(child->node);
    busy_enter(search->busy, key);
    bool won = WIDE(wins)(search, child, attacking);
    busy_leave(search->busy, key);
    return won;
}

/* Whether a child is lost, for large positions. The attacker's moves have turns (turns.h). A child
 * that another thread is at is put off at first, and what another thread has proved meanwhile is
 * taken over. */
static bool WIDE(any_wins_large)(Search *search, Child *children, const int *order, int count,
                                 bool attacking, WIDE(TableKey) key)
{
    Effort *effort = &search->effort;
    int area = search->geometry->area, blanks = bits_count(children->node.blanks) + 1;
    for (int round = 0, open = count; open > 0; round++)
        for (int i = 0; i < count; i++) {
            Child *child = children + order[i];
            bool done = !child->moves;
            if (done || (round == 0 && i > 0 && WIDE(another_is_at)(search, child)))
                continue;
            bool in_turns = attacking && open > 1;
            uint64_t turn = in_turns ? turn_nodes(area, blanks, round) : UINT64_MAX;
            uint64_t outer_end = effort_begin_turn(effort, turn);
            bool lost = !WIDE(wins_in_company)(search, child, !attacking);
            if (effort_end_turn(effort, outer_end))
                continue;
            if (effort->stopped)
                return false;
            if (lost)
                return true;
            child->moves = 0;
            open--;
            Verdict known = search->busy ? WIDE(table_find)(search->table, key) : VERDICT_UNKNOWN;
            if (known != VERDICT_UNKNOWN)
                return known == VERDICT_WIN;
        }
    return false;
}

static bool WIDE(any_wins_small)(Search *search, const Child *children, const int *order, int count,
                                 bool attacking)
{
    for (int i = 0; i < count; i++) {
        bool lost = !WIDE(wins)(search, children + order[i], !attacking);
        if (search->effort.stopped)
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

static void WIDE(note)(const SolverNotes *notes, Node node, bool won, uint64_t nodes)
{
    Position position = {node.blanks, {node.active, node.passive}, FIRST};
    notes->proved(notes->context, &position, won ? FIRST : SECOND, nodes);
}

/* The same for a position with a choice: `candidates` are at least two. */
static bool WIDE(choice_wins)(Search *search, Child *here, Bits candidates, bool attacking)
{
    const Geometry *g = search->geometry;
    uint64_t before = search->effort.nodes;
    if (!here->close) {
        Bits active = here->moves, passive = here->replies;
        if (!WIDE(regions_meet)(g, here->node.blanks, &active, &passive))
            return WIDE(longest_wins)(search->memory, g, (WIDE(Runner)){here->node.active, active},
                                      (WIDE(Runner)){here->node.passive, passive}, &search->effort);
        here->node.blanks = active | passive;
    }
    if (WIDE(is_mirror_loss)(search, here->node))
        return false;
    bool small = bits_count(here->node.blanks) <= search->own_blanks;
    Table *table = small ? search->own_table : search->table;
    WIDE(TableKey) key = WIDE(table_key)(table, here->node);
    WIDE(table_prefetch)(table, key);
    Child children[8];
    int order[8], count = WIDE(expand)(search, here, candidates, attacking, children, order);
    Verdict known = WIDE(table_find)(table, key);
    if (known != VERDICT_UNKNOWN)
        return known == VERDICT_WIN;
    bool won = small ? WIDE(any_wins_small)(search, children, order, count, attacking)
                     : WIDE(any_wins_large)(search, children, order, count, attacking, key);
    Verdict verdict = won ? VERDICT_WIN : VERDICT_LOSS;
    if (search->effort.stopped)
        return false;
    uint64_t work = search->effort.nodes - before;
    if (small)
        WIDE(table_keep_anywhere)(table, key, verdict, search->effort.nodes);
    else
        WIDE(table_keep)(table, key, verdict, work);
    if (work >= SOLVER_NOTED_NODES && !small && search->notes)
        WIDE(note)(search->notes, here->node, won, work);
    return won;
}

/* Whether the side to move wins. `attacking`: it is the attacker. Any answer once stopped. Forced
 * moves are simply played: nothing is looked up or measured until there is a choice. */
static bool WIDE(wins)(Search *search, const Child *child, bool attacking)
{
    const Geometry *g = search->geometry;
    Child here = *child;
    for (bool turned = false;; turned = !turned, attacking = !attacking) {
        if (!effort_spend(&search->effort))
            return false;
        Bits candidates = WIDE(candidates)(g, &here);
        if (!candidates)
            return turned;
        if (candidates & (candidates - 1))
            return turned != WIDE(choice_wins)(search, &here, candidates, attacking);
        here = WIDE(child_after)(g, &here, bits_lowest(candidates));
    }
}

/* Any position with both knights placed: first what `wins` takes for granted. */
static bool WIDE(root_wins)(Search *search, Node node, bool attacking)
{
    const Geometry *g = search->geometry;
    Child root = {.node = node,
                  .moves = WIDE(moves_from)(g, node.active, node.blanks),
                  .replies = WIDE(moves_from)(g, node.passive, node.blanks)};
    if (!root.moves)
        return false;
    if (!(root.replies & (root.replies - 1)) && !(root.replies & ~root.moves))
        return true;
    return WIDE(wins)(search, &root, attacking);
}

/* The legal moves of a position with both knights placed, the likely winners first. */
static int WIDE(root_order)(const Search *search, Node node, bool attacking, Square order[8])
{
    const Geometry *g = search->geometry;
    Child children[8], root = {.node = node,
                               .moves = WIDE(moves_from)(g, node.active, node.blanks),
                               .replies = WIDE(moves_from)(g, node.passive, node.blanks)};
    int numbers[8];
    int count = WIDE(expand)(search, &root, root.moves, attacking, children, numbers);
    for (int i = 0; i < count; i++)
        order[i] = children[numbers[i]].node.passive;
    return count;
}

#undef Search
#undef Child

/* mcts.tmpl.h: included by mcts.c once per width. */

static Square WIDE(random_move)(Random *random, Bits moves)
{
    assert(moves);
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return bits_lowest(moves);
}

/* The move whose position the heuristic likes best for the mover; ties at random. */
static Square WIDE(greedy_move)(Tree *tree, const Geometry *g, Node node, Bits moves)
{
    assert(moves);
    const HeuristicSpec *heuristic = &tree->settings->heuristic;
    double best = -INFINITY;
    Square chosen = bits_lowest(moves);
    for (uint32_t equals = 0; moves;) {
        Square move = bits_take_lowest(&moves);
        Node after = WIDE(node_after)(node, move);
        double value = WIDE(evaluate)(heuristic, g, after, false);
        if (tree->effort.is_virtual) {
            effort_charge(&tree->effort, WIDE(evaluation_cost)(heuristic, g, after, false));
            tree->effort.virtual_left -= tree->effort.virtual_node;
        }
        if (isnan(value))
            value = 0;
        if (value > best) {
            best = value;
            chosen = move;
            equals = 1;
        } else if (value == best && random_below(&tree->random, ++equals) == 0) {
            chosen = move;
        }
    }
    return chosen;
}

/* Plays to the end. True if the side to move at `node` wins. */
static bool WIDE(play_out)(Tree *tree, const Geometry *g, Node node)
{
    bool guided = tree->settings->heuristic.heuristic != NULL;
    for (bool mover = true;; mover = !mover) {
        Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
        if (!moves)
            return !mover;
        tree->effort.virtual_left -= tree->effort.virtual_node;
        bool greedy = guided && random_below(&tree->random, RANDOM_MOVE_ONE_IN) != 0;
        node = WIDE(node_after)(node, greedy ? WIDE(greedy_move)(tree, g, node, moves)
                                             : WIDE(random_move)(&tree->random, moves));
    }
}

/* Gives a leaf its children, in the order of their squares, and proves those that end the
 * game. False if it stays a leaf. */
static bool WIDE(expand_leaf)(Tree *tree, const Geometry *g, uint32_t leaf, Node node)
{
    Bits moves = WIDE(moves_from)(g, node.active, node.blanks);
    if (!add_children(tree, leaf, bits_count(moves)))
        return false;
    for (uint32_t child = tree->nodes[leaf].first_child; moves; child++) {
        Square move = bits_take_lowest(&moves);
        Node after = WIDE(node_after)(node, move);
        tree->nodes[child].move = move;
        if (!WIDE(moves_from)(g, after.active, after.blanks)) {
            tree->nodes[child].proof = LOST;
            prove_upwards(tree, child);
        }
    }
    return true;
}

/* One playout of MCTS_UCT. */
static void WIDE(play_uct)(Tree *tree, const Geometry *g, Node node)
{
    uint32_t at = 0;
    int depth = 0;
    for (; tree->nodes[at].child_count; depth++) {
        at = best_unproved_child(tree, &tree->nodes[at]);
        node = WIDE(node_after)(node, tree->nodes[at].move);
    }
    if (WIDE(expand_leaf)(tree, g, at, node) && tree->nodes[at].proof == UNPROVED) {
        at = best_unproved_child(tree, &tree->nodes[at]);
        node = WIDE(node_after)(node, tree->nodes[at].move);
        depth++;
    }
    if (depth > tree->deepest)
        tree->deepest = depth;
    uint8_t proof = tree->nodes[at].proof;
    bool mover_wins = proof == UNPROVED ? WIDE(play_out)(tree, g, node) : proof == WON;
    count_upwards(tree, at, !mover_wins);
}

/* Guided playouts can take a millisecond: look at the clock after each. */
static bool WIDE(may_play)(Tree *tree)
{
    if (tree->settings->heuristic.heuristic)
        tree->effort.check_at = tree->effort.nodes;
    return effort_visit(&tree->effort);
}

static void WIDE(grow_uct)(Tree *tree)
{
    const Geometry *g = WIDE(board_geometry)(tree->job->board);
    Node root = WIDE(position_node)(&tree->job->position);
    while (tree->nodes[0].proof == UNPROVED && WIDE(may_play)(tree)) {
        if (tree->effort.nodes >= tree->tell_at)
            tell_on_the_way(tree);
        WIDE(play_uct)(tree, g, root);
    }
}

/* The position at a node, replayed from the root, and how many plies that is. */
static Node WIDE(node_position)(const Tree *tree, uint32_t at, int *plies)
{
    if (at == 0) {
        *plies = 0;
        return WIDE(position_node)(&tree->job->position);
    }
    Node before = WIDE(node_position)(tree, tree->nodes[at].parent, plies);
    ++*plies;
    return WIDE(node_after)(before, tree->nodes[at].move);
}

static uint32_t WIDE(best_leaf)(Tree *tree)
{
    double log_visits = log(tree->nodes[0].visits), best = -1;
    uint32_t chosen = 0, leaves = 0;
    for (uint32_t i = 1; i < tree->used; i++) {
        const MctsNode *node = &tree->nodes[i];
        if (node->child_count)
            continue;
        double bound = upper_bound(node, log_visits, tree->settings->exploration);
        leaves++;
        if (node->proof == UNPROVED && bound > best) {
            best = bound;
            chosen = i;
        }
    }
    effort_charge(&tree->effort, VIRTUAL_LEAF * leaves);
    return chosen;
}

/* The study knows no proofs; a finished game is a leaf like any other, only never expanded. */
static void WIDE(play_children)(Tree *tree, const Geometry *g, uint32_t parent)
{
    int plies;
    Node node = WIDE(node_position)(tree, parent, &plies);
    if (!WIDE(expand_leaf)(tree, g, parent, node))
        return;
    if (plies >= tree->deepest)
        tree->deepest = plies + 1;
    for (uint32_t i = 0; i < tree->nodes[parent].child_count && WIDE(may_play)(tree); i++) {
        uint32_t child = tree->nodes[parent].first_child + i;
        Node after = WIDE(node_after)(node, tree->nodes[child].move);
        count_upwards(tree, child, !WIDE(play_out)(tree, g, after));
    }
}

static void WIDE(grow_study)(Tree *tree)
{
    const Geometry *g = WIDE(board_geometry)(tree->job->board);
    WIDE(play_children)(tree, g, 0);
    uint32_t leaf;
    while (!tree->effort.stopped && tree->used + SQUARE_LIMIT < tree->capacity &&
           (leaf = WIDE(best_leaf)(tree)) != 0) {
        WIDE(play_children)(tree, g, leaf);
        if (tree->effort.nodes >= tree->tell_at)
            tell_on_the_way(tree);
    }
}

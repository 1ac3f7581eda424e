/* alphabeta.tmpl.h: included by alphabeta.c once per width. */

typedef struct Tree {
    const Geometry *g;
    const AlphabetaSettings *settings;
    Budget budget;
    bool guessed_infinity;            // a heuristic answered +-inf where the game is not over
    bool guessed;                     // a heuristic was asked at all
    MoveList previous;                // principal variation of the last depth
    MoveList lines[SQUARE_LIMIT + 2]; // by ply, of this depth
} Tree;

static double WIDE(score_leaf)(Tree *tree, Node node, bool own_active)
{
    const HeuristicSpec *heuristic = &tree->settings->heuristic;
    if (tree->budget.is_virtual)
        budget_charge(&tree->budget, WIDE(evaluation_cost)(heuristic, tree->g, node, own_active));
    double value = WIDE(evaluate)(heuristic, tree->g, node, own_active);
    tree->guessed = true;
    if (isinf(value))
        tree->guessed_infinity = true;
    return isnan(value) ? 0 : value;
}

static void WIDE(remember_line)(Tree *tree, int ply, Square move)
{
    const MoveList *rest = &tree->lines[ply + 1];
    MoveList *line = &tree->lines[ply];
    line->moves[0] = move;
    for (int i = 0; i < rest->count; i++)
        line->moves[i + 1] = rest->moves[i];
    line->count = rest->count + 1;
}

/* The move to try first: on the last principal variation its move, else the lowest. */
static Square WIDE(take_next)(const Tree *tree, Bits *moves, int ply, bool on_line)
{
    if (on_line && ply < tree->previous.count) {
        Square first = tree->previous.moves[ply];
        if (*moves & WIDE(only)(first)) {
            *moves &= ~WIDE(only)(first);
            return first;
        }
    }
    return bits_take_lowest(moves);
}

/* The value of `node` for the root's player, who is to move there if `own_active`. Meaningless
 * once the budget is spent. */
static double WIDE(search_node)(Tree *tree, Node node, int depth, int ply, double alpha,
                                double beta, bool own_active, bool on_line)
{
    tree->lines[ply].count = 0;
    if (!budget_visit(&tree->budget))
        return 0;
    Bits moves = WIDE(moves_from)(tree->g, node.active, node.blanks);
    if (!moves) {
        budget_charge(&tree->budget, VIRTUAL_TERMINAL);
        return own_active ? -INFINITY : INFINITY;
    }
    if (depth == 0)
        return WIDE(score_leaf)(tree, node, own_active);
    double best = own_active ? -INFINITY : INFINITY;
    for (bool first = true; moves; first = false) {
        Square move = WIDE(take_next)(tree, &moves, ply, on_line && first);
        double value = WIDE(search_node)(tree, WIDE(node_after)(node, move), depth - 1, ply + 1,
                                         alpha, beta, !own_active, on_line && first);
        if (tree->budget.spent)
            return 0;
        if (!first && !(own_active ? value > best : value < best))
            continue;
        best = value;
        WIDE(remember_line)(tree, ply, move);
        if (!tree->settings->prune)
            continue;
        if (own_active ? best >= beta : best <= alpha)
            break;
        if (own_active && best > alpha)
            alpha = best;
        if (!own_active && best < beta)
            beta = best;
    }
    return best;
}

static void WIDE(take_best)(const Tree *tree, double best, SearchResult *result)
{
    result->line = tree->lines[0];
    result->move = result->line.moves[0];
    result->score = best;
}

/* One whole depth over the root's moves in the given order. False if the budget ran out; then
 * `result` stays that of the last whole depth, or if there is none, gets the best so far. */
static bool WIDE(search_depth)(Tree *tree, Node root, const Square *moves, int count, int depth,
                               SearchResult *result)
{
    double best = -INFINITY;
    tree->guessed = tree->guessed_infinity = false;
    for (int i = 0; i < count; i++) {
        double alpha = tree->settings->prune ? best : -INFINITY;
        double value =
            WIDE(search_node)(tree, WIDE(node_after)(root, moves[i]), depth - 1, 1, alpha, INFINITY,
                              false, tree->settings->pv_first && i == 0);
        if (tree->budget.spent) {
            if (i > 0 && result->depth == 0)
                WIDE(take_best)(tree, best, result);
            return false;
        }
        if (i > 0 && value <= best)
            continue;
        best = value;
        WIDE(remember_line)(tree, 0, moves[i]);
        if (tree->settings->prune && best == INFINITY)
            break;
    }
    WIDE(take_best)(tree, best, result);
    result->depth = depth;
    result->exact = !tree->guessed || (isinf(best) && !tree->guessed_infinity);
    return true;
}

static void WIDE(move_to_front)(Square *moves, int count, Square first)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == first)
            for (; i > 0; i--) {
                moves[i] = moves[i - 1];
                moves[i - 1] = first;
            }
}

static void WIDE(alphabeta_deepen)(const SearchJob *job, const AlphabetaSettings *settings,
                                   Square *moves, int count, SearchResult *result)
{
    Tree tree = {.g = WIDE(board_geometry)(job->board), .settings = settings};
    Node root = WIDE(position_node)(&job->position);
    int last = bits_count(root.blanks);
    tree.budget = budget_start(&job->limits, job->stop);
    if (job->limits.depth && job->limits.depth < last)
        last = job->limits.depth;
    else if (!settings->deepen && !job->limits.depth && MINIMAX_DEPTH < last)
        last = MINIMAX_DEPTH;
    for (int depth = settings->deepen ? 1 : last; depth <= last; depth++) {
        if (settings->pv_first)
            WIDE(move_to_front)(moves, count, result->move);
        if (!WIDE(search_depth)(&tree, root, moves, count, depth, result))
            break;
        tree.previous = result->line;
        result->nodes = tree.budget.nodes;
        result->seconds = budget_seconds(&tree.budget);
        search_tell(job, result);
        if (result->exact)
            break;
    }
    result->nodes = tree.budget.nodes;
    result->seconds = budget_seconds(&tree.budget);
}

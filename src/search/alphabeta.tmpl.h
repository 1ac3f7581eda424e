/* alphabeta.tmpl.h: included by alphabeta.c once per width. */

typedef struct Tree {
    const Geometry *g;
    const AlphabetaSettings *settings;
    Budget budget;
    Effort effort;
    Random random;                    // of the order inside, if that is shuffled
    bool guessed_infinity;            // a heuristic answered +-inf where the game is not over
    bool guessed;                     // a heuristic was asked at all
    MoveList previous;                // principal variation of the last depth
    MoveList lines[SQUARE_LIMIT + 2]; // by ply, of this depth
} Tree;

static double WIDE(score_leaf)(Tree *tree, Node node, bool own_active)
{
    const HeuristicSpec *heuristic = &tree->settings->heuristic;
    if (tree->effort.is_virtual)
        effort_charge(&tree->effort, WIDE(evaluation_cost)(heuristic, tree->g, node, own_active));
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
    assert(rest->count < SQUARE_LIMIT);
    line->moves[0] = move;
    for (int i = 0; i < rest->count; i++)
        line->moves[i + 1] = rest->moves[i];
    line->count = rest->count + 1;
}

static Square WIDE(take_any)(Random *random, Bits *moves)
{
    Bits rest = *moves;
    for (uint32_t skip = random_below(random, (uint32_t)bits_count(rest)); skip > 0; skip--)
        rest &= rest - 1;
    Square move = bits_lowest(rest);
    *moves &= ~WIDE(only)(move);
    return move;
}

/* The move to try next: on the last principal variation its move, else the lowest or any. */
static inline Square WIDE(take_next)(Tree *tree, Bits *moves, int ply, bool on_line, bool shuffled)
{
    if (on_line && ply < tree->previous.count) {
        Square first = tree->previous.moves[ply];
        if (*moves & WIDE(only)(first)) {
            *moves &= ~WIDE(only)(first);
            return first;
        }
    }
    return shuffled ? WIDE(take_any)(&tree->random, moves) : bits_take_lowest(moves);
}

/* One search of two, of the same text: asking at each move whether the order is shuffled would
 * cost the plain one 4 % of its instructions. */
static double WIDE(search_plain)(Tree *tree, Node node, int depth, int ply, double alpha,
                                 double beta, bool own_active, bool on_line);
static double WIDE(search_shuffled)(Tree *tree, Node node, int depth, int ply, double alpha,
                                    double beta, bool own_active, bool on_line);

/* The value of `node` for the root's player, who is to move there if `own_active`. Meaningless
 * once the budget is spent. */
__attribute__((always_inline)) static inline double WIDE(search_node)(Tree *tree, Node node,
                                                                      int depth, int ply,
                                                                      double alpha, double beta,
                                                                      bool own_active, bool on_line,
                                                                      bool shuffled)
{
    assert(depth >= 0 && ply <= SQUARE_LIMIT);
    tree->lines[ply].count = 0;
    if (!effort_visit(&tree->effort))
        return 0;
    Bits moves = WIDE(moves_from)(tree->g, node.active, node.blanks);
    if (!moves) {
        effort_charge(&tree->effort, VIRTUAL_TERMINAL);
        return own_active ? -INFINITY : INFINITY;
    }
    if (depth == 0)
        return WIDE(score_leaf)(tree, node, own_active);
    double best = own_active ? -INFINITY : INFINITY;
    for (bool first = true; moves; first = false) {
        Square move = WIDE(take_next)(tree, &moves, ply, on_line && first, shuffled);
        Node after = WIDE(node_after)(node, move);
        double value = shuffled ? WIDE(search_shuffled)(tree, after, depth - 1, ply + 1, alpha,
                                                        beta, !own_active, on_line && first)
                                : WIDE(search_plain)(tree, after, depth - 1, ply + 1, alpha, beta,
                                                     !own_active, on_line && first);
        if (tree->effort.stopped)
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

static double WIDE(search_plain)(Tree *tree, Node node, int depth, int ply, double alpha,
                                 double beta, bool own_active, bool on_line)
{
    return WIDE(search_node)(tree, node, depth, ply, alpha, beta, own_active, on_line, false);
}

static double WIDE(search_shuffled)(Tree *tree, Node node, int depth, int ply, double alpha,
                                    double beta, bool own_active, bool on_line)
{
    return WIDE(search_node)(tree, node, depth, ply, alpha, beta, own_active, on_line, true);
}

static void WIDE(take_best)(const Tree *tree, double best, SearchResult *found)
{
    assert(tree->lines[0].count > 0);
    found->line = tree->lines[0];
    found->move = found->line.moves[0];
    found->score = best;
}

/* One whole depth over the root's moves in the given order. False if the budget ran out; then
 * `found` has no depth, but the best so far if there is any. */
static bool WIDE(search_depth)(Tree *tree, Node root, const Square *moves, int count, int depth,
                               SearchResult *found)
{
    assert(count > 0 && depth >= 1);
    double best = -INFINITY;
    *found = (SearchResult){.move = SQUARE_NONE};
    tree->guessed = tree->guessed_infinity = false;
    for (int i = 0; i < count; i++) {
        double alpha = tree->settings->prune ? best : -INFINITY;
        bool on_line = tree->settings->pv_first && i == 0;
        Node after = WIDE(node_after)(root, moves[i]);
        double value =
            tree->settings->shuffle_inside
                ? WIDE(search_shuffled)(tree, after, depth - 1, 1, alpha, INFINITY, false, on_line)
                : WIDE(search_plain)(tree, after, depth - 1, 1, alpha, INFINITY, false, on_line);
        if (tree->effort.stopped) {
            if (i > 0)
                WIDE(take_best)(tree, best, found);
            return false;
        }
        if (i > 0 && value <= best)
            continue;
        best = value;
        WIDE(remember_line)(tree, 0, moves[i]);
        if (tree->settings->prune && best == INFINITY)
            break;
    }
    WIDE(take_best)(tree, best, found);
    found->depth = depth;
    found->exact = !tree->guessed || (isinf(best) && !tree->guessed_infinity);
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
    bool done = false;
    if (settings->shuffle_inside)
        tree.random = random_stream(random_next(job->random), 0, 0);
    tree.effort = search_start(&tree.budget, &job->limits, job->stop);
    if (job->limits.depth && job->limits.depth < last)
        last = job->limits.depth;
    else if (!settings->deepen && !job->limits.depth && MINIMAX_DEPTH < last)
        last = MINIMAX_DEPTH;
    for (int depth = settings->deepen ? 1 : last; depth <= last && !done; depth++) {
        SearchResult found;
        if (settings->pv_first && tree.previous.count)
            WIDE(move_to_front)(moves, count, tree.previous.moves[0]);
        if (!WIDE(search_depth)(&tree, root, moves, count, depth, &found)) {
            if (result->depth == 0 && found.line.count && !settings->best_of_depths)
                *result = found;
            break;
        }
        tree.previous = found.line;
        done = take_depth(settings, &found, result);
        search_account(&tree.effort, result);
        search_tell(job, result);
    }
    search_account(&tree.effort, result);
}

/* mcts.c: Monte Carlo tree search.
 *
 * MCTS_UCT. A node keeps how many playouts went through it and how many of them the player who
 * moved into it won. A playout descends by the upper confidence bound, adds the children of
 * the leaf it ends in, plays one of them out and counts the result on its path. A child
 * without moves is a proved win for who moved there; proofs go up: one lost child makes its
 * parent won, all children won make it lost. Proved children are not descended into again, so
 * every playout adds something until the root itself is proved, and on small endings the
 * search is exact.
 *
 * Positions are not stored: a descent replays moves, which is cheaper than loading them.
 *
 * MCTS_STUDY. What study 003 describes: the leaf with the largest bound among all leaves of
 * the tree, wherever it stands, is expanded, and every child gets one playout. The bound has the
 * logarithm of the root's visits where UCT has the parent's: what the author's program does. It
 * plays the child with the best mean. Playouts follow the heuristic greedily, with a random
 * move one time in eight. At 150 ms of the studies' Python this comes to some 25 playouts at ply 2.
 *
 * With threads, each grows a tree of its own from its own random stream and the counts at the
 * roots are added: the same budget gives the same answer however the threads are scheduled.
 */
#include "search/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "util/memory.h"
#include "util/team.h"

typedef enum Proof { UNPROVED, LOST, WON } Proof; // for the side to move at the node

typedef struct MctsNode {
    uint32_t first_child; // 0: not expanded (0 is the root, nobody's child)
    uint32_t parent;
    uint32_t visits;
    uint32_t wins; // of the player who moved into this node
    uint8_t child_count;
    Square move;
    uint8_t proof;
} MctsNode;

typedef struct Tree {
    const SearchJob *job;
    const MctsSettings *settings;
    Budget budget;
    Effort effort;
    Random random;
    MctsNode *nodes;
    uint32_t used, capacity;
    int deepest;
    uint64_t tell_at; // playouts; UINT64_MAX: this tree tells nothing on the way
} Tree;

/* What a leaf costs the study's program each time one is chosen, on the virtual clock: it asks the
 * board for the leaf's moves and takes a logarithm and a root, all in Python. With it our playouts
 * at plies 2, 10 and 20 are 0.99, 0.88 and 0.29 of those without; the author's were 0.95, 0.83 and
 * 0.28 of them (one machine, 150 ms, a clock of its speed). */
#define VIRTUAL_LEAF 4500.0 // nanoseconds

enum { RANDOM_MOVE_ONE_IN = 8, THREADS_MAX = 64 };

/* In playouts: when a search first tells what it has found, and the most between two tellings,
 * about a second's worth; the study's rule looks at every leaf and is slower the larger its tree.
 */
enum { TELL_FIRST = 1024, TELL_EVERY_UCT = 1 << 18, TELL_EVERY_STUDY = 1 << 12 };

static void tell_on_the_way(Tree *tree);

/* Adds `count` children; false when the memory is used up, and the node stays a leaf. */
static bool add_children(Tree *tree, uint32_t parent, int count)
{
    assert(count > 0 && count <= UINT8_MAX && tree->nodes[parent].child_count == 0);
    if (tree->capacity - tree->used < (uint32_t)count)
        return false;
    tree->nodes[parent].first_child = tree->used;
    tree->nodes[parent].child_count = (uint8_t)count;
    for (int i = 0; i < count; i++)
        tree->nodes[tree->used++] = (MctsNode){.parent = parent};
    return true;
}

/* What the children's proofs say of their parent. */
static Proof proof_from_children(const Tree *tree, const MctsNode *parent)
{
    bool all_won = parent->child_count > 0;
    for (uint32_t i = 0; i < parent->child_count; i++) {
        uint8_t proof = tree->nodes[parent->first_child + i].proof;
        if (proof == LOST)
            return WON;
        all_won = all_won && proof == WON;
    }
    return all_won ? LOST : UNPROVED;
}

/* A node was just proved: so may be those above it. */
static void prove_upwards(Tree *tree, uint32_t node)
{
    while (node != 0 && tree->nodes[node].proof != UNPROVED) {
        node = tree->nodes[node].parent;
        tree->nodes[node].proof = (uint8_t)proof_from_children(tree, &tree->nodes[node]);
    }
}

/* Counts a playout up the tree. `won`: by the player who moved into `node`. */
static void count_upwards(Tree *tree, uint32_t node, bool won)
{
    for (;; won = !won, node = tree->nodes[node].parent) {
        tree->nodes[node].visits++;
        tree->nodes[node].wins += won;
        if (node == 0)
            return;
    }
}

static double mean(const MctsNode *node)
{
    return node->visits ? (double)node->wins / node->visits : 0.5;
}

static double upper_bound(const MctsNode *node, double log_parent_visits, double exploration)
{
    if (node->visits == 0)
        return INFINITY;
    return mean(node) + exploration * sqrt(log_parent_visits / node->visits);
}

static uint32_t best_unproved_child(const Tree *tree, const MctsNode *parent)
{
    double log_visits = log(parent->visits ? parent->visits : 1), best = -1;
    uint32_t chosen = 0;
    for (uint32_t i = 0; i < parent->child_count; i++) {
        const MctsNode *child = &tree->nodes[parent->first_child + i];
        double bound = upper_bound(child, log_visits, tree->settings->exploration);
        if (child->proof == UNPROVED && bound > best) {
            best = bound;
            chosen = parent->first_child + i;
        }
    }
    assert(chosen); // else the parent would be proved, and not asked
    return chosen;
}

#define TEMPLATE "search/mcts.tmpl.h"
#include "core/both_widths.h"

static void grow_tree(Tree *tree)
{
    bool narrow = tree->job->board->narrow;
    if (tree->settings->rule == MCTS_STUDY)
        (narrow ? grow_study_64 : grow_study_128)(tree);
    else
        (narrow ? grow_uct_64 : grow_uct_128)(tree);
}

/* Root statistics of all trees by child, which stand in the same order in each. */
typedef struct Tally {
    MctsNode children[SQUARE_LIMIT];
    int count;
    Proof proof;
    uint64_t playouts;
} Tally;

/* A tree that was stopped before its first playout has no children to add. */
static void tally_add(Tally *tally, const Tree *tree)
{
    const MctsNode *root = &tree->nodes[0];
    assert(!tally->count || !root->child_count || tally->count == root->child_count);
    if (root->child_count)
        tally->count = root->child_count;
    for (int i = 0; i < root->child_count; i++) {
        const MctsNode *child = &tree->nodes[root->first_child + (uint32_t)i];
        tally->children[i].visits += child->visits;
        tally->children[i].wins += child->wins;
        tally->children[i].move = child->move;
        if (child->proof != UNPROVED)
            tally->children[i].proof = child->proof;
    }
    tally->playouts += tree->effort.nodes;
    if (root->proof != UNPROVED)
        tally->proof = root->proof;
}

/* A proved win first, a proved loss last, else by visits; by mean alone as the study had it. */
static bool is_better(const MctsNode *a, const MctsNode *b, MctsRule rule)
{
    if (rule == MCTS_STUDY)
        return a->visits && (!b->visits || mean(a) > mean(b));
    int a_rank = a->proof == LOST ? 2 : a->proof == UNPROVED;
    int b_rank = b->proof == LOST ? 2 : b->proof == UNPROVED;
    if (a_rank != b_rank)
        return a_rank > b_rank;
    return a->visits != b->visits ? a->visits > b->visits : mean(a) > mean(b);
}

static const MctsNode *tally_best(const Tally *tally, MctsRule rule)
{
    assert(tally->count > 0);
    const MctsNode *best = &tally->children[0];
    for (int i = 1; i < tally->count; i++)
        if (is_better(&tally->children[i], best, rule))
            best = &tally->children[i];
    return best;
}

/* The most visited line of one tree below the chosen move. */
static void follow_line(const Tree *tree, Square move, MoveList *line)
{
    const MctsNode *node = &tree->nodes[0];
    line->count = 0;
    while (node->child_count && line->count < SQUARE_LIMIT) {
        const MctsNode *next = &tree->nodes[node->first_child];
        for (uint32_t i = 0; i < node->child_count; i++) {
            const MctsNode *child = &tree->nodes[node->first_child + i];
            bool better = line->count ? is_better(child, next, MCTS_UCT) : child->move == move;
            next = better ? child : next;
        }
        line->moves[line->count++] = next->move;
        node = next;
    }
}

static void answer_of_trees(const Tree *trees, int count, const MctsSettings *settings,
                            SearchResult *result)
{
    Tally tally = {.count = 0};
    const Tree *grown = &trees[0]; // the line is followed in one that has any
    for (int i = 0; i < count; i++) {
        tally_add(&tally, &trees[i]);
        if (!grown->nodes[0].child_count)
            grown = &trees[i];
        if (trees[i].deepest > result->depth)
            result->depth = trees[i].deepest;
    }
    search_account(&trees[0].effort, result);
    result->nodes = tally.playouts;
    if (tally.count == 0)
        return;
    const MctsNode *best = tally_best(&tally, settings->rule);
    result->move = best->move;
    result->exact = tally.proof != UNPROVED && settings->rule == MCTS_UCT;
    result->score = 2 * mean(best) - 1;
    if (result->exact)
        result->score = tally.proof == WON ? INFINITY : -INFINITY;
    follow_line(grown, best->move, &result->line);
}

/* The first tree speaks for all: what it alone has found, each time its playouts have doubled,
 * later in even steps. They are counted, not timed, so that the same search tells the same. */
static void tell_on_the_way(Tree *tree)
{
    uint64_t step = tree->settings->rule == MCTS_STUDY ? TELL_EVERY_STUDY : TELL_EVERY_UCT;
    SearchResult so_far = {.move = SQUARE_NONE};
    tree->tell_at += tree->tell_at < step ? tree->tell_at : step;
    answer_of_trees(tree, 1, tree->settings, &so_far);
    if (so_far.move != SQUARE_NONE)
        search_tell(tree->job, &so_far);
}

static void grow_numbered(void *trees, int number)
{
    grow_tree((Tree *)trees + number);
}

static double playouts_allowed(const Limits *limits)
{
    Budget budget = limits_start(limits, NULL);
    double most = limits->nodes ? (double)limits->nodes : INFINITY;
    return budget.virtual_total > 0 ? fmin(most, 1 + budget.virtual_total / budget.virtual_node)
                                    : most;
}

/* A playout adds the children of one node. No more memory is asked for than the playouts that are
 * allowed can fill. */
static uint32_t tree_capacity(const MctsSettings *settings, const Limits *limits, int children,
                              int share)
{
    enum { LEAST = 2 * SQUARE_LIMIT };
    assert(share >= 1);
    double fits = (double)(settings->memory / sizeof(MctsNode) / (size_t)share);
    double most = LEAST + children * playouts_allowed(limits);
    return (uint32_t)fmax(LEAST, fmin(most, fmin(fits, UINT32_MAX)));
}

static Limits tree_limits(Limits limits, int share)
{
    if (limits.nodes)
        limits.nodes = limits.nodes / (uint64_t)share ? limits.nodes / (uint64_t)share : 1;
    return limits;
}

static int tree_count(const MctsSettings *settings)
{
    int wanted = settings->rule == MCTS_STUDY || settings->threads < 1 ? 1 : settings->threads;
    return wanted < THREADS_MAX ? wanted : THREADS_MAX;
}

size_t mcts_memory(const MctsSettings *settings, const Limits *limits, const Board *board)
{
    int count = tree_count(settings);
    Limits each = tree_limits(*limits, count);
    return (size_t)count * tree_capacity(settings, &each, board->area, count) * sizeof(MctsNode);
}

/* A node has eight children at most, but while knights are being placed as many as there are
 * squares. */
static bool tree_init(Tree *tree, const SearchJob *job, const MctsSettings *settings, int share,
                      Error *error)
{
    bool placed = job->position.knight[SECOND] != SQUARE_NONE;
    Limits limits = tree_limits(job->limits, share);
    *tree = (Tree){.job = job, .settings = settings, .tell_at = UINT64_MAX};
    tree->random = random_stream(random_next(job->random), 0, 0);
    tree->effort = search_start(&tree->budget, &limits, job->stop);
    tree->capacity = tree_capacity(settings, &limits, placed ? 8 : job->board->area, share);
    size_t size = tree->capacity * sizeof *tree->nodes;
    if (!memory_suffices(size * (size_t)share, error))
        return false;
    tree->nodes = malloc(size);
    if (!tree->nodes)
        return error_out_of_memory(error);
    tree->nodes[tree->used++] = (MctsNode){.parent = 0, .move = SQUARE_NONE};
    return true;
}

bool mcts_search(const SearchJob *job, const MctsSettings *settings, SearchResult *result,
                 Error *error)
{
    Tree trees[THREADS_MAX];
    Square moves[SQUARE_LIMIT];
    int wanted = tree_count(settings), count = 0;
    search_begin(result, moves, search_shuffled_moves(job, moves));
    if (result->move == SQUARE_NONE)
        return true;
    while (count < wanted && tree_init(&trees[count], job, settings, wanted, error))
        count++;
    bool ready = count == wanted;
    if (ready) {
        if (job->listener.hear)
            trees[0].tell_at = TELL_FIRST;
        int grown = team_run(count, grow_numbered, trees, NULL);
        for (int i = grown; i < count; i++) // those whose thread cannot be had
            grow_tree(&trees[i]);
        ready = grown == count || error_set(error, "no thread can be had");
        answer_of_trees(trees, count, settings, result);
        search_tell(job, result);
    }
    for (int i = 0; i < count; i++)
        free(trees[i].nodes);
    return ready;
}

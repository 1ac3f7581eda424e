/* resistance.c: to lose as hard as possible.
 *
 * Every move loses, but not every reply wins, and not every opponent finds one that does. The hope
 * of a move is the chance that the opponent goes wrong after it: at the next reply or, if that one
 * still wins, after the best move then.
 *
 * How likely a reply is to be played is told by how hard it is to judge, and a proof is at hand
 * that measures just that: whoever looks ahead sees a win that a solver with an empty table proves
 * in a few nodes, and avoids a loss that it does; of the others one looks as good as the next. So a
 * winning reply that takes n nodes, less than SEEN_NODES, weighs SEEN_NODES / n times as much as
 * those that take more, a losing one n / SEEN_NODES times. Of 480 replies of alpha-beta and Monte
 * Carlo on 7x7, 16 % of them mistakes, this tells the mistakes about as well as a search of six
 * plies does (area under the curve 0.83 both; 0.77 for two plies, 0.69 if all replies are as
 * likely), and costs nothing more than the truth about each.
 *
 * The table has to be empty, since what was proved on the way to this position would seem easy.
 *
 * Questions are short at first, so that something is known of all moves, then longer; once all is
 * known, the replies after the next are asked about too. What gave what stands in
 * docs/champion.md.
 */
#include "search/resistance.h"

#include <math.h>

enum { MOVES_MAX = 8 }; // of a knight

#define SEEN_NODES 150.0
#define OPEN_HOPE  0.3 // of a reply that was not judged: it may win or lose, and is hard to see
#define HOPE_LEAD  1.5 // times as much hope as of those before: less says nothing

/* Nodes of a question. */
enum { SHORTEST_QUESTION = 50, LONGEST_QUESTION = 3200, QUESTION_GROWTH = 4 };

typedef struct Reply {
    Position after;
    Side winner;  // SIDE_NONE: left open
    double nodes; // that it took
} Reply;

/* A move of the loser, and what can be replied. */
typedef struct Attempt {
    Square move;
    int count;
    Reply replies[MOVES_MAX];
} Attempt;

typedef struct Resistance {
    const SearchJob *job;
    Solver *judge;
    Budget *budget;
    Side loser;
} Resistance;

static Attempt attempt_begin(const Board *board, const Position *position, Square move)
{
    Attempt attempt = {.move = move};
    Position moved = position_after(position, move);
    for (Squares replies = position_moves(board, &moved, moved.to_move); replies;)
        attempt.replies[attempt.count++] = (Reply){
            .after = position_after(&moved, bits_take_lowest(&replies)), .winner = SIDE_NONE};
    return attempt;
}

/* Asks about the replies left open, so many nodes each. Returns how many still are. */
static int attempt_judge(const Resistance *resistance, Attempt *attempt, uint64_t question)
{
    int open = 0;
    for (int i = 0; i < attempt->count; i++) {
        Reply *reply = attempt->replies + i;
        if (reply->winner == SIDE_NONE && !budget_is_spent(resistance->budget)) {
            Limits limits = limits_left(resistance->budget, 1);
            if (!limits.nodes || limits.nodes > question)
                limits.nodes = question;
            Budget part = limits_start(&limits, resistance->job->stop);
            Solution solution =
                solver_solve(resistance->judge, &reply->after, SOLVE_WINNER, &part, NULL);
            resistance->budget->spent += solution.nodes;
            reply->winner = solution.winner;
            reply->nodes += (double)solution.nodes;
        }
        open += reply->winner == SIDE_NONE;
    }
    return open;
}

/* The chance of a mistake at this reply and `further` more; NAN if the budget ends first. */
static double attempt_hope(const Resistance *resistance, const Attempt *attempt, int further)
{
    double hopes = 0, weights = 0;
    for (int i = 0; i < attempt->count; i++) {
        const Reply *reply = attempt->replies + i;
        double clarity = fmax(1, SEEN_NODES / fmax(1, reply->nodes)), weight = 1, hope = OPEN_HOPE;
        if (reply->winner == resistance->loser) {
            weight = 1 / clarity;
            hope = 1;
        } else if (reply->winner != SIDE_NONE) {
            weight = clarity;
            hope = 0;
            const Board *board = resistance->job->board;
            Squares moves = position_moves(board, &reply->after, resistance->loser);
            while (further && moves) {
                Attempt next = attempt_begin(board, &reply->after, bits_take_lowest(&moves));
                solver_forget(resistance->judge);
                attempt_judge(resistance, &next, LONGEST_QUESTION);
                if (budget_is_spent(resistance->budget))
                    return NAN;
                double then = attempt_hope(resistance, &next, further - 1);
                if (isnan(then))
                    return NAN;
                hope = fmax(hope, then);
            }
        }
        hopes += weight * hope;
        weights += weight;
    }
    return hopes / weights;
}

/* The one with the most hope, or an earlier one with nearly as much. */
static int most_hopeful(const Resistance *resistance, const Attempt *attempts, int count,
                        int further)
{
    int best = 0;
    double most = attempt_hope(resistance, attempts, further);
    for (int i = 1; i < count && !isnan(most); i++) {
        double hope = attempt_hope(resistance, attempts + i, further);
        if (isnan(hope))
            break;
        if (hope > most * HOPE_LEAD) {
            most = hope;
            best = i;
        }
    }
    return best;
}

Square resistance_move(const SearchJob *job, Solver *judge, Budget *budget, Square preferred)
{
    const Position *position = &job->position;
    Squares others = position_moves(job->board, position, position->to_move);
    Resistance resistance = {
        .job = job, .judge = judge, .budget = budget, .loser = position->to_move};
    Attempt attempts[MOVES_MAX] = {attempt_begin(job->board, position, preferred)};
    int count = 1, open = 1;
    for (others &= ~squares_only(preferred); others; count++)
        attempts[count] = attempt_begin(job->board, position, bits_take_lowest(&others));
    if (count == 1)
        return preferred;
    solver_forget(judge);
    for (uint64_t question = SHORTEST_QUESTION; open && question <= LONGEST_QUESTION;
         question *= QUESTION_GROWTH) {
        open = 0;
        for (int i = 0; i < count; i++)
            open += attempt_judge(&resistance, attempts + i, question);
    }
    int best = most_hopeful(&resistance, attempts, count, 0);
    if (budget_is_spent(budget))
        return attempts[best].move;
    Attempt first = attempts[best];
    for (; best > 0; best--)
        attempts[best] = attempts[best - 1];
    attempts[0] = first;
    return attempts[most_hopeful(&resistance, attempts, count, 1)].move;
}

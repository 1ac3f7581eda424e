/* play_positions.c: games from which the network learns.
 *
 *     play_positions SEED GAMES [NETWORK] > POSITIONS
 *
 * Boards of many sizes, played by the champion's search with NETWORK, or by `territory` if none is
 * named. Each game is played to some ply, then goes on with a few moves at random, because a search
 * judges positions that nobody would play to. From there on all positions are written, down to
 * LEAST_BLANKS. The winner is asked of the solver every few plies; what it says holds for the
 * positions since it was asked last, in which the game was played as well as NETWORK can.
 *
 * The same arguments write the same bytes. A million positions take five or six minutes of a core.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "position.h"
#include "search/pvs.h"
#include "search/solver/solver.h"

enum {
    NODES_BEFORE = 300, // of a search, up to the random moves
    NODES_AFTER = 1500,
    LEAST_BLANKS = 24,
    MOST_BLANKS_SOLVED = 57, // about where the solver takes no longer than a search
    SOLVER_NODES = 100000,
};

typedef struct Table {
    int width, height, weight; // in a hundred games
    Board board;
    Solver *solver;
    Pvs *pvs;
} Table;

static Table tables[] = {{11, 9, 35, {0}, NULL, NULL},  {9, 9, 25, {0}, NULL, NULL},
                         {10, 10, 10, {0}, NULL, NULL}, {8, 8, 10, {0}, NULL, NULL},
                         {11, 11, 5, {0}, NULL, NULL},  {12, 10, 5, {0}, NULL, NULL},
                         {10, 9, 5, {0}, NULL, NULL},   {13, 9, 5, {0}, NULL, NULL}};
enum { TABLES = sizeof tables / sizeof *tables };

/* Ends the program if there are not just as many as there have to be. */
static void read_network(const char *name, NetworkWeights *weights)
{
    int16_t *numbers = (int16_t *)weights;
    int count = 0, number;
    FILE *file = fopen(name, "r");
    if (file && fscanf(file, " /*%*[^*]*/") >= 0)
        while (count < NETWORK_NUMBERS && fscanf(file, "%d , ", &number) == 1 &&
               number == (int16_t)number)
            numbers[count++] = (int16_t)number;
    if (count < NETWORK_NUMBERS || fgetc(file) != EOF) {
        fprintf(stderr, "%s is not a network\n", name);
        exit(2);
    }
    fclose(file);
}

static void set_table(Table *table, const NetworkWeights *weights)
{
    Error error = {0};
    if (board_init(&table->board, table->width, table->height, &error))
        table->solver = solver_create(&table->board, (SolverSettings){.megabytes = 16}, &error);
    if (table->solver)
        table->pvs = pvs_create(2, 1, &error);
    if (!table->pvs) {
        fprintf(stderr, "play_positions: %s\n", error.text);
        exit(1);
    }
    pvs_judge_by(table->pvs, weights);
}

static Position play_move(const Table *table, const Position *position, uint64_t nodes,
                          Random *random)
{
    SearchJob job = {.board = &table->board,
                     .position = *position,
                     .limits = {.nodes = nodes},
                     .random = random};
    SearchResult result;
    pvs_search(table->pvs, &job, 1, &result);
    return position_after(position, result.move);
}

/* To some ply, and a few moves at random. The game may be over then. */
static Position play_opening(const Table *table, Random *random)
{
    Position position = position_start(&table->board);
    int played = 2 + (int)random_below(random, (uint32_t)(table->board.area - 50));
    int end = played + 2 + (int)random_below(random, 4);
    for (int ply = 0; ply < end && !position_is_over(&table->board, &position); ply++) {
        if (ply >= 2 && ply < played)
            position = play_move(table, &position, NODES_BEFORE, random);
        else
            position =
                position_after(&position, position_random_move(&table->board, &position, random));
    }
    return position;
}

/* Who wins, where the solver is asked; SIDE_NONE elsewhere. */
static Side ask_winner(const Table *table, const Position *position)
{
    int blanks = bits_count(position->blanks);
    if (position_is_over(&table->board, position))
        return position_winner(&table->board, position);
    if (blanks > MOST_BLANKS_SOLVED || (MOST_BLANKS_SOLVED - blanks) % 5)
        return SIDE_NONE;
    Budget budget = {.nodes = SOLVER_NODES};
    return solver_solve(table->solver, position, SOLVE_WINNER, &budget, NULL).winner;
}

static TrainingPosition position_to_write(const Board *board, const Position *position)
{
    Side attacker = position_attacker(board, position);
    return (TrainingPosition){
        .low = (uint64_t)position->blanks,
        .high = (uint64_t)(position->blanks >> 64),
        .width = (uint8_t)board->width,
        .height = (uint8_t)board->height,
        .knight = {position->knight[attacker], position->knight[side_other(attacker)]},
        .to_move = position->to_move != attacker};
}

/* Returns how many of `found` have a winner. */
static int play_game(const Table *table, Random *random, TrainingPosition found[SQUARE_LIMIT])
{
    int count = 0, known = 0;
    pvs_forget(table->pvs);
    Position position = play_opening(table, random);
    if (!position_both_placed(&position))
        return 0;
    Side attacker = position_attacker(&table->board, &position);
    while (bits_count(position.blanks) >= LEAST_BLANKS) {
        found[count++] = position_to_write(&table->board, &position);
        Side winner = ask_winner(table, &position);
        for (; winner != SIDE_NONE && known < count; known++)
            found[known].won = winner == attacker;
        if (position_is_over(&table->board, &position))
            break;
        position = play_move(table, &position, NODES_AFTER, random);
    }
    return known;
}

int main(int count, char **arguments)
{
    static NetworkWeights weights;
    if (count < 3 || count > 4) {
        fprintf(stderr, "play_positions SEED GAMES [NETWORK] > POSITIONS\n");
        return 2;
    }
    if (count == 4)
        read_network(arguments[3], &weights);
    else
        network_weights_of_territory(&weights);
    for (int i = 0; i < TABLES; i++)
        set_table(tables + i, &weights);
    uint64_t seed = strtoull(arguments[1], NULL, 10), games = strtoull(arguments[2], NULL, 10);
    for (uint64_t game = 0; game < games; game++) {
        TrainingPosition found[SQUARE_LIMIT];
        Random random = random_stream(seed, game, 0);
        Table *table = tables;
        for (int at = (int)random_below(&random, 100); at >= table->weight; table++)
            at -= table->weight;
        int known = play_game(table, &random, found);
        if (fwrite(found, sizeof *found, (size_t)known, stdout) != (size_t)known) {
            perror("play_positions");
            return 1;
        }
        if (game % 1000 == 0)
            fprintf(stderr, "%" PRIu64 " of %" PRIu64 " games\r", game, games);
    }
    return fflush(stdout) == 0 ? 0 : 1;
}

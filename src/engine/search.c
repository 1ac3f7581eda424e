#include "engine/search.h"

#include <math.h>

#include "core/perft.h"
#include "engine/clock.h"
#include "util/clock.h"

/* What the length of the game may take, once its winner is proved: some milliseconds, counted so
 * that the same search always says the same, and within its time. */
enum { ENDING_NODES = 1 << 14 };
#define ENDING_SHARE 0.9 // of the time

void engine_search_init(EngineSearch *search, EngineOutput *output)
{
    *search = (EngineSearch){.output = output};
    pthread_mutex_init(&search->lock, NULL);
    pthread_cond_init(&search->stopped, NULL);
}

void engine_search_stop(EngineSearch *search)
{
    pthread_mutex_lock(&search->lock);
    atomic_store(&search->stop, true);
    pthread_cond_signal(&search->stopped);
    pthread_mutex_unlock(&search->lock);
}

static void wait_for_stop(EngineSearch *search)
{
    pthread_mutex_lock(&search->lock);
    while (!atomic_load(&search->stop))
        pthread_cond_wait(&search->stopped, &search->lock);
    pthread_mutex_unlock(&search->lock);
}

static void end_search(EngineSearch *search)
{
    if (!search->running)
        return;
    engine_search_stop(search);
    pthread_join(search->thread, NULL);
    search->running = false;
}

void engine_search_destroy(EngineSearch *search)
{
    end_search(search);
    agent_destroy(search->agent);
    engine_ending_destroy(&search->ending);
    pthread_cond_destroy(&search->stopped);
    pthread_mutex_destroy(&search->lock);
}

/* A proof mostly ends the search, so that there is time to look for the end of the game. */
static int find_ending(EngineSearch *search, SearchResult *result)
{
    const EnginePosition *told = &search->told;
    Budget budget = {
        .stop = &search->stop, .deadline = search->ending_deadline, .nodes = ENDING_NODES};
    if (!result->exact || !isinf(result->score))
        return 0;
    return engine_ending_find(&search->ending, &told->board, &told->position, &budget, result);
}

static void tell_info(void *context, const SearchResult *so_far)
{
    EngineSearch *search = context;
    SearchResult result = *so_far;
    int plies = find_ending(search, &result);
    search->nodes_told = result.nodes;
    engine_say_info(search->output, &search->told.board, &result, plies);
}

/* An agent that failed may still have left a move that can be played. */
static void answer_best(EngineSearch *search, const SearchResult *result)
{
    const EnginePosition *told = &search->told;
    if (result->nodes > search->nodes_told)
        tell_info(search, result);
    if (search->go.infinite)
        wait_for_stop(search);
    engine_say_best(search->output, &told->board,
                    position_is_legal(&told->board, &told->position, result->move)
                        ? result->move
                        : (Square)SQUARE_NONE);
}

static void *think_and_answer(void *search_pointer)
{
    EngineSearch *search = search_pointer;
    SearchJob job = {.board = &search->told.board,
                     .position = search->told.position,
                     .stop = &search->stop,
                     .random = &search->random,
                     .listener = {tell_info, search}};
    SearchResult result;
    Error error;
    search->nodes_told = 0;
    double seconds = search->agent->limits.seconds;
    search->ending_deadline = seconds > 0 ? clock_now() + ENDING_SHARE * seconds : INFINITY;
    if (agent_choose(search->agent, &job, &result, &error) != AGENT_CHOSE)
        engine_say(search->output, "info string %s", error.text);
    answer_best(search, &result);
    return NULL;
}

/* In pieces of some milliseconds, to hear `stop` between them. */
static uint64_t count_sequences(const EngineSearch *search, const Position *position, int depth)
{
    const Board *board = &search->told.board;
    if (depth <= (position_both_placed(position) ? 6 : 1))
        return perft(board, position, depth);
    uint64_t count = 0;
    Squares moves = position_moves(board, position, position->to_move);
    while (moves && !atomic_load(&search->stop)) {
        Position after = position_after(position, bits_take_lowest(&moves));
        count += count_sequences(search, &after, depth - 1);
    }
    return count;
}

/* As other engines print it: the count below each move, then the total. */
static void *count_and_answer(void *search_pointer)
{
    EngineSearch *search = search_pointer;
    const EnginePosition *told = &search->told;
    Squares moves = position_moves(&told->board, &told->position, told->position.to_move);
    uint64_t total = 0;
    while (moves && !atomic_load(&search->stop)) {
        char name[SQUARE_TEXT_SIZE];
        Square move = bits_take_lowest(&moves);
        Position after = position_after(&told->position, move);
        uint64_t below = count_sequences(search, &after, (int)search->go.perft - 1);
        if (atomic_load(&search->stop))
            break;
        total += below;
        engine_say(search->output, "%s: %llu", square_print(&told->board, move, name),
                   (unsigned long long)below);
    }
    if (moves || atomic_load(&search->stop))
        engine_say(search->output, "info string stopped before all was counted");
    else
        engine_say(search->output, "\nNodes searched: %llu\n", (unsigned long long)total);
    return NULL;
}

/* The agent fits the options and the game, or is made anew. */
static bool prepare_agent(EngineSearch *search, const EngineOptions *options, uint64_t game,
                          Error *error)
{
    if (search->agent && search->agent_version == options->version && search->games == game)
        return true;
    AgentSpec spec = engine_options_agent(options);
    agent_destroy(search->agent);
    search->agent = agent_create(&spec, NULL, error);
    search->agent_version = options->version;
    search->games = game;
    search->random = random_stream(options->seed, 0, 0);
    return search->agent != NULL;
}

/* Without a thread or an agent there is still an answer due. */
static void answer_at_once(EngineSearch *search, const char *why)
{
    const EnginePosition *told = &search->told;
    Squares moves = position_moves(&told->board, &told->position, told->position.to_move);
    engine_say(search->output, "info string %s", why);
    engine_say_best(search->output, &told->board, moves ? bits_lowest(moves) : (Square)SQUARE_NONE);
}

void engine_search_start(EngineSearch *search, const EngineOptions *options,
                         const EnginePosition *told, const EngineGo *go, uint64_t game)
{
    Error error;
    end_search(search);
    search->told = *told;
    search->go = *go;
    atomic_store(&search->stop, false);
    if (!prepare_agent(search, options, game, &error)) {
        answer_at_once(search, error.text);
        return;
    }
    search->agent->limits = engine_limits(go, &search->agent->spec, &told->board, &told->position);
    search->running = !pthread_create(&search->thread, NULL,
                                      go->perft ? count_and_answer : think_and_answer, search);
    if (!search->running)
        answer_at_once(search, "no thread could be started: the first legal move");
}

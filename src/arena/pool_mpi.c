/* pool_mpi.c: rank 0.
 *
 * A worker should never wait for its next job, and at the end no job should wait at a busy
 * worker while others are idle. So short jobs are handed out ahead, a few milliseconds' worth;
 * long ones, where the way there and back is nothing, one at a time.
 *
 * A stop, or a failure, ends the task at all workers; what they finished before is still
 * delivered, unless it is delivery that failed. If a worker has died it will not answer that, and
 * whoever started the ranks is about to kill this one too, so in a hurry the wait is short.
 */
#include "arena/pool_mpi.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena/mpi_message.h"
#include "util/clock.h"

enum { AHEAD_MAX = 240 };
#define AHEAD_SECONDS 0.016 // a few times message_pause(), there and back
#define LONG_SECONDS  1.0   // so long that a pause between two is nothing
#define HURRY_SECONDS 0.3

typedef enum RankState { RANK_ASKED, RANK_READY, RANK_ENDED } RankState;

typedef struct Rank {
    RankState state;
    bool idle;
    int jobs;                       // handed out, no result yet
    double seconds;                 // a job's mean; 0: not known yet
    int64_t numbers[AHEAD_MAX + 1]; // on their way
    MPI_Request request;
} Rank;

typedef struct Office {
    const Jobs *jobs;
    const atomic_bool *stop;
    Rank *ranks; // by number; 0 is unused
    int count;   // rank 0 included
    int64_t next_job;
    double last_tick;
    Inbox inbox;
    bool failed;
    bool closed; // delivery failed: nothing is delivered any more
    bool lost;   // MPI itself failed: nobody will answer any more
    Error error;
} Office;

static int rank_count(void)
{
    int count;
    MPI_Comm_size(MPI_COMM_WORLD, &count);
    return count;
}

static void fail(Office *office, const Error *error)
{
    if (!office->failed)
        office->error = *error;
    office->failed = true;
}

static void fail_to_deliver(Office *office, const Error *error)
{
    fail(office, error);
    office->closed = true;
}

/* What a worker says it failed of. */
static void fail_at_rank(Office *office, Error *error)
{
    char place[32];
    snprintf(place, sizeof place, "rank %d", office->inbox.rank);
    error_prefix(error, place);
    fail(office, error);
}

static void lose(Office *office, const Error *error)
{
    fail(office, error);
    office->lost = true;
}

static bool should_stop(const Office *office)
{
    return office->failed || (office->stop && atomic_load(office->stop));
}

static void take_ready(Office *office, Rank *rank)
{
    ReadyMessage ready;
    memcpy(&ready, office->inbox.bytes, sizeof ready);
    rank->state = RANK_READY;
    rank->idle = ready.idle;
    if (!ready.good)
        fail_at_rank(office, &ready.error);
}

static void take_failure(Office *office)
{
    Error error;
    memcpy(&error, office->inbox.bytes, sizeof error);
    fail_at_rank(office, &error);
}

static void take_result(Office *office, Rank *rank, const ResultMessage *message)
{
    const Jobs *jobs = office->jobs;
    Error error;
    rank->jobs--;
    rank->seconds = rank->seconds > 0 ? 0.9 * rank->seconds + 0.1 * message->seconds
                                      : fmax(message->seconds, 1e-9);
    if (!office->closed && !jobs->deliver(jobs->context, message->job, message + 1, &error))
        fail_to_deliver(office, &error);
}

static void take_results(Office *office, Rank *rank)
{
    size_t size = result_message_size(office->jobs->work.result_size);
    for (size_t at = 0; at + size <= office->inbox.size; at += size)
        take_result(office, rank, (const void *)(office->inbox.bytes + at));
}

static void take_message(Office *office)
{
    Rank *rank = &office->ranks[office->inbox.rank];
    if (office->inbox.tag == MESSAGE_READY)
        take_ready(office, rank);
    else if (office->inbox.tag == MESSAGE_RESULTS)
        take_results(office, rank);
    else if (office->inbox.tag == MESSAGE_FAILED)
        take_failure(office);
    else if (office->inbox.tag == MESSAGE_ENDED)
        rank->state = RANK_ENDED;
}

static void tick(Office *office)
{
    const Jobs *jobs = office->jobs;
    Error error;
    if (!jobs->tick || office->closed || clock_now() - office->last_tick < POOL_TICK_SECONDS)
        return;
    office->last_tick = clock_now();
    if (!jobs->tick(jobs->context, &error))
        fail_to_deliver(office, &error);
}

/* Takes a message, or else sleeps a little. */
static void attend(Office *office)
{
    bool arrived;
    Error error;
    if (!message_receive(&office->inbox, &arrived, &error))
        lose(office, &error);
    else if (arrived)
        take_message(office);
    tick(office);
    if (!arrived)
        message_pause();
}

static bool all_are(const Office *office, RankState state)
{
    for (int i = 1; i < office->count; i++)
        if (office->ranks[i].state != state)
            return false;
    return true;
}

static void send_task(Office *office)
{
    const Jobs *jobs = office->jobs;
    size_t length = strlen(jobs->recipe) + 1, size = sizeof(TaskMessage) + length;
    Error error;
    char *bytes = malloc(size);
    if (!bytes) {
        error_out_of_memory(&error);
        fail(office, &error);
        return;
    }
    TaskMessage message = {
        .check = jobs->check, .result_size = jobs->work.result_size, .by_clock = jobs->by_clock};
    snprintf(message.version, sizeof message.version, "%s", ISOLAB_VERSION);
    snprintf(message.task, sizeof message.task, "%s", jobs->task->name);
    memcpy(bytes, &message, sizeof message);
    memcpy(bytes + sizeof message, jobs->recipe, length);
    for (int i = 1; i < office->count && !office->lost; i++)
        if (!message_send(i, MESSAGE_TASK, bytes, size, &error))
            lose(office, &error);
    free(bytes);
}

static int jobs_wanted(const Rank *rank)
{
    if (rank->idle || rank->seconds > LONG_SECONDS)
        return !rank->idle;
    if (rank->seconds <= 0)
        return 1;
    return 1 + (int)fmin(AHEAD_MAX, ceil(AHEAD_SECONDS / rank->seconds));
}

/* -1: no more. */
static int64_t take_job(Office *office)
{
    const Jobs *jobs = office->jobs;
    while (office->next_job < jobs->count) {
        int64_t job = office->next_job++;
        if (jobs->is_wanted(jobs->context, job))
            return job;
    }
    return -1;
}

static void hand_out_to(Office *office, int number)
{
    Rank *rank = &office->ranks[number];
    int wanted = jobs_wanted(rank) - rank->jobs, count = 0;
    Error error;
    int64_t job;
    while (count < wanted && (job = take_job(office)) >= 0)
        rank->numbers[count++] = job;
    rank->jobs += count;
    if (count && !message_post(number, MESSAGE_JOBS, rank->numbers, (size_t)count * sizeof job,
                               &rank->request, &error))
        lose(office, &error);
}

static void hand_out(Office *office)
{
    for (int i = 1; i < office->count; i++)
        if (message_is_sent(&office->ranks[i].request))
            hand_out_to(office, i);
}

static bool is_busy(const Office *office)
{
    for (int i = 1; i < office->count; i++)
        if (office->ranks[i].jobs > 0)
            return true;
    return false;
}

static void run_all(Office *office)
{
    hand_out(office);
    while (is_busy(office) && !should_stop(office)) {
        attend(office);
        hand_out(office);
    }
}

/* A rank that answers late is waited for, unless there is a hurry. */
static bool is_overdue(const atomic_bool *hurry, double start)
{
    return hurry && atomic_load(hurry) && clock_now() - start > HURRY_SECONDS;
}

static void end_task(Office *office)
{
    double start = clock_now();
    Error error;
    for (int i = 1; i < office->count && !office->lost; i++)
        if (!message_post_empty(i, MESSAGE_END, &error))
            lose(office, &error);
    while (!office->lost && !all_are(office, RANK_ENDED) && !is_overdue(office->jobs->hurry, start))
        attend(office);
}

bool pool_mpi_run(const Jobs *jobs, const atomic_bool *stop, int *idle, Error *error)
{
    Office office = {.jobs = jobs, .stop = stop, .count = rank_count()};
    *idle = 0;
    office.last_tick = clock_now();
    office.ranks = calloc((size_t)office.count, sizeof *office.ranks);
    if (!office.ranks)
        return error_out_of_memory(error);
    for (int i = 0; i < office.count; i++)
        office.ranks[i].request = MPI_REQUEST_NULL;
    send_task(&office);
    while (!all_are(&office, RANK_READY) && !should_stop(&office))
        attend(&office);
    for (int i = 1; i < office.count; i++)
        *idle += office.ranks[i].idle;
    if (!should_stop(&office))
        run_all(&office);
    end_task(&office);
    if (all_are(&office, RANK_ENDED)) // else MPI may still be at it
        free(office.ranks);
    free(office.inbox.bytes);
    if (office.failed)
        *error = office.error;
    return !office.failed;
}

bool pool_mpi_dismiss(const atomic_bool *hurry)
{
    Inbox inbox = {.bytes = NULL};
    double start = clock_now();
    int count = rank_count(), left = 1;
    bool arrived, good = true;
    for (int i = 1; good && i < count; i++)
        good = message_post_empty(i, MESSAGE_LEAVE, NULL);
    while (good && left < count) {
        good = message_receive(&inbox, &arrived, NULL) && !is_overdue(hurry, start);
        left += good && arrived && inbox.tag == MESSAGE_LEFT;
        if (good && !arrived)
            message_pause();
    }
    free(inbox.bytes);
    return good;
}

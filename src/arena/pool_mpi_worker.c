/* pool_mpi_worker.c: a rank that works.
 *
 * Its main thread talks to rank 0, a second one runs the jobs: so a stop reaches a job that
 * takes minutes, and the next jobs are there before one ends. If talking fails rank 0 is gone,
 * and whoever started the ranks ends this one too.
 *
 * All workers have said that their machine has room for those on it before any of them gets a job
 * and makes what it needs: who looked later would find less.
 */
#define _GNU_SOURCE // sched_getaffinity
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "arena/mpi_message.h"
#include "arena/pool_mpi.h"
#include "util/clock.h"
#include "util/machine.h"

/* More than rank 0 ever hands out ahead. */
enum { QUEUE_SIZE = 256 };

typedef struct Desk {
    Work work;
    atomic_bool stop;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    bool ending;
    bool failed; // with `error`, until rank 0 is told
    Error error;
    /* A ring of slots: first those on their way to rank 0, then those done and to be sent, then
     * those that wait. Counts, not indexes; the size divides their range. */
    int64_t jobs[QUEUE_SIZE];
    char *results; // ResultMessages
    size_t slot_size;
    unsigned arrived_there, sent, done, given;
    /* A ring of messages on their way. */
    struct {
        MPI_Request request;
        unsigned slots;
    } flights[QUEUE_SIZE];
    unsigned first_flight, flight_count;
} Desk;

static char *slot_at(const Desk *desk, unsigned count)
{
    return desk->results + (size_t)(count % QUEUE_SIZE) * desk->slot_size;
}

/* Launchers bind each rank to cores of its own, so what one rank may use says little: the cores
 * are those that any of them may use. */
static int cores_of_ranks(MPI_Comm machine)
{
    cpu_set_t ours, all;
    CPU_ZERO(&ours);
    CPU_ZERO(&all);
    sched_getaffinity(0, sizeof ours, &ours);
    MPI_Allreduce(&ours, &all, (int)sizeof all, MPI_BYTE, MPI_BOR, machine);
    return CPU_COUNT(&all) > 0 ? CPU_COUNT(&all) : machine_cores();
}

RankPlace pool_mpi_place(void)
{
    MPI_Comm machine;
    int world, size, place, lowest;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &place);
    MPI_Comm_size(machine, &size);
    lowest = world;
    MPI_Bcast(&lowest, 1, MPI_INT, 0, machine);
    int cores = cores_of_ranks(machine), idle = lowest == 0; // rank 0 does not work
    MPI_Comm_free(&machine);
    return (RankPlace){.number = place - idle, .workers = size - idle, .cores = cores};
}

/* The next job's slot, with its number; NULL when there will be none. */
static ResultMessage *wait_for_job(Desk *desk)
{
    ResultMessage *message = NULL;
    pthread_mutex_lock(&desk->lock);
    while (desk->done == desk->given && !desk->ending)
        pthread_cond_wait(&desk->arrived, &desk->lock);
    if (!desk->ending) {
        message = (void *)slot_at(desk, desk->done);
        message->job = desk->jobs[desk->done % QUEUE_SIZE];
    }
    pthread_mutex_unlock(&desk->lock);
    return message;
}

static void fail(Desk *desk, const Error *error)
{
    pthread_mutex_lock(&desk->lock);
    desk->failed = true;
    desk->error = *error;
    pthread_mutex_unlock(&desk->lock);
}

static bool run_job(Desk *desk, void *worker, ResultMessage *message)
{
    const Work *work = &desk->work;
    Error error = {""};
    double start = clock_now();
    if (!work->run(work->context, worker, message->job, &desk->stop, message + 1, &error)) {
        if (*error.text)
            fail(desk, &error);
        return false;
    }
    message->seconds = clock_now() - start;
    pthread_mutex_lock(&desk->lock);
    desk->done++;
    pthread_mutex_unlock(&desk->lock);
    return true;
}

static void *work_main(void *argument)
{
    Desk *desk = argument;
    const Work *work = &desk->work;
    Error error;
    ResultMessage *message = wait_for_job(desk);
    void *worker = message ? work->worker_create(work->context, &desk->stop, &error) : NULL;
    if (message && !worker)
        fail(desk, &error);
    while (worker && message && run_job(desk, worker, message))
        message = wait_for_job(desk);
    if (worker)
        work->worker_destroy(work->context, worker);
    return NULL;
}

static void note_arrivals(Desk *desk)
{
    while (desk->flight_count && message_is_sent(&desk->flights[desk->first_flight].request)) {
        desk->arrived_there += desk->flights[desk->first_flight].slots;
        desk->first_flight = (desk->first_flight + 1) % QUEUE_SIZE;
        desk->flight_count--;
    }
}

/* As many as are next to each other and make a small message. */
static void send_some(Desk *desk, unsigned done)
{
    unsigned slots = done - desk->sent, until_the_end = QUEUE_SIZE - desk->sent % QUEUE_SIZE;
    unsigned small = (unsigned)(MESSAGE_SMALL / desk->slot_size), flight;
    if (slots > until_the_end)
        slots = until_the_end;
    if (slots > small)
        slots = small ? small : 1;
    flight = (desk->first_flight + desk->flight_count++) % QUEUE_SIZE;
    desk->flights[flight].slots = slots;
    message_post(0, MESSAGE_RESULTS, slot_at(desk, desk->sent), slots * desk->slot_size,
                 &desk->flights[flight].request, NULL);
    desk->sent += slots;
}

static void send_results(Desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    unsigned done = desk->done;
    pthread_mutex_unlock(&desk->lock);
    note_arrivals(desk);
    while (desk->sent != done)
        send_some(desk, done);
}

/* Once. */
static void tell_failure(Desk *desk)
{
    pthread_mutex_lock(&desk->lock);
    bool failed = desk->failed;
    desk->failed = false;
    pthread_mutex_unlock(&desk->lock);
    if (failed)
        message_send(0, MESSAGE_FAILED, &desk->error, sizeof desk->error, NULL);
}

static void take_jobs(Desk *desk, const Inbox *inbox)
{
    for (size_t at = 0; at < inbox->size; at += sizeof(int64_t)) {
        while (desk->given - desk->arrived_there == QUEUE_SIZE)
            note_arrivals(desk);
        pthread_mutex_lock(&desk->lock);
        memcpy(&desk->jobs[desk->given++ % QUEUE_SIZE], inbox->bytes + at, sizeof(int64_t));
        pthread_cond_signal(&desk->arrived);
        pthread_mutex_unlock(&desk->lock);
    }
}

static void end_jobs(Desk *desk)
{
    atomic_store(&desk->stop, true);
    pthread_mutex_lock(&desk->lock);
    desk->ending = true;
    pthread_cond_signal(&desk->arrived);
    pthread_mutex_unlock(&desk->lock);
    pthread_join(desk->thread, NULL);
    send_results(desk);
    for (; desk->flight_count; note_arrivals(desk))
        message_pause();
}

/* Jobs until rank 0 ends the task. */
static void attend(Desk *desk, Inbox *inbox)
{
    bool arrived;
    while (message_receive(inbox, &arrived, NULL)) {
        if (arrived && inbox->tag == MESSAGE_END)
            return;
        if (arrived && inbox->tag == MESSAGE_JOBS)
            take_jobs(desk, inbox);
        send_results(desk);
        tell_failure(desk);
        if (!arrived)
            message_pause();
    }
}

static bool desk_create(Desk *desk, Error *error)
{
    desk->slot_size = result_message_size(desk->work.result_size);
    desk->results = calloc(QUEUE_SIZE, desk->slot_size);
    if (!desk->results)
        return error_out_of_memory(error);
    return pthread_create(&desk->thread, NULL, work_main, desk) == 0 ||
           error_set(error, "no thread can be had");
}

/* What rank 0 wants, on this side; NULL with a sentence if it cannot be the same here. */
static const Task *open_task(const Task *const *tasks, const TaskMessage *message,
                             const char *recipe, Work *work, Error *error)
{
    uint64_t check;
    if (strcmp(message->version, ISOLAB_VERSION)) {
        error_set(error, "is version %s, rank 0 is %s", ISOLAB_VERSION, message->version);
        return NULL;
    }
    while (*tasks && strcmp((*tasks)->name, message->task))
        tasks++;
    if (!*tasks) {
        error_set(error, "knows no task '%s'", message->task);
        return NULL;
    }
    if (!(*tasks)->open(recipe, work, &check, error))
        return NULL;
    if (check == message->check && work->result_size == message->result_size)
        return *tasks;
    (*tasks)->close(work);
    error_set(error, "does not see the same as rank 0: are the files the same there?");
    return NULL;
}

static void wait_for_end(Inbox *inbox)
{
    bool arrived;
    while (message_receive(inbox, &arrived, NULL) && !(arrived && inbox->tag == MESSAGE_END))
        if (!arrived)
            message_pause();
}

static bool has_room(const Desk *desk, RankPlace place, bool by_clock, Error *error)
{
    bool idlers = by_clock && place.workers > place.cores;
    return pool_fits(&desk->work, idlers ? place.cores : place.workers, error);
}

static void serve_task(RankPlace place, const Task *const *tasks, Inbox *inbox)
{
    Desk desk = {.lock = PTHREAD_MUTEX_INITIALIZER, .arrived = PTHREAD_COND_INITIALIZER};
    ReadyMessage ready = {.good = false};
    TaskMessage message;
    memcpy(&message, inbox->bytes, sizeof message);
    const Task *task =
        open_task(tasks, &message, inbox->bytes + sizeof message, &desk.work, &ready.error);
    ready.good = task && has_room(&desk, place, message.by_clock, &ready.error) &&
                 desk_create(&desk, &ready.error);
    ready.idle = message.by_clock && place.number >= place.cores;
    message_send(0, MESSAGE_READY, &ready, sizeof ready, NULL);
    if (ready.good) {
        attend(&desk, inbox);
        end_jobs(&desk);
    } else {
        wait_for_end(inbox);
    }
    free(desk.results);
    if (task)
        task->close(&desk.work);
    message_post_empty(0, MESSAGE_ENDED, NULL);
}

void pool_mpi_serve(RankPlace place, const Task *const *tasks)
{
    Inbox inbox = {.bytes = NULL};
    bool arrived, leave = false;
    while (!leave && message_receive(&inbox, &arrived, NULL)) {
        if (arrived && inbox.tag == MESSAGE_TASK)
            serve_task(place, tasks, &inbox);
        leave = arrived && inbox.tag == MESSAGE_LEAVE;
        if (!arrived)
            message_pause();
    }
    message_post_empty(0, MESSAGE_LEFT, NULL);
    free(inbox.bytes);
}

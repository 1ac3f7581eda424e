/* pool_mpi_worker.c: a rank that works.
 *
 * Its main thread talks to rank 0, a second one runs the jobs: so a stop reaches a job that
 * takes minutes, and the next jobs are there before one ends. If talking fails rank 0 is gone,
 * and whoever started the ranks ends this one too.
 */
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
    void *worker;
    atomic_bool stop;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived;
    bool ending;
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

bool pool_mpi_is_surplus(void)
{
    MPI_Comm machine;
    int world, place, lowest;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, world, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &place);
    lowest = world;
    MPI_Bcast(&lowest, 1, MPI_INT, 0, machine);
    int cores = cores_of_ranks(machine);
    MPI_Comm_free(&machine);
    return (lowest == 0 ? place - 1 : place) >= cores; // rank 0 does not work
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

static bool run_job(Desk *desk, ResultMessage *message)
{
    const Work *work = &desk->work;
    double start = clock_now();
    if (!work->run(work->context, desk->worker, message->job, &desk->stop, message + 1))
        return false;
    message->seconds = clock_now() - start;
    pthread_mutex_lock(&desk->lock);
    desk->done++;
    pthread_mutex_unlock(&desk->lock);
    return true;
}

static void *work_main(void *argument)
{
    Desk *desk = argument;
    ResultMessage *message;
    while ((message = wait_for_job(desk)) && run_job(desk, message))
        ;
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
    desk->worker = desk->work.worker_create(desk->work.context, error);
    if (!desk->worker)
        return false;
    pthread_mutex_init(&desk->lock, NULL);
    pthread_cond_init(&desk->arrived, NULL);
    if (pthread_create(&desk->thread, NULL, work_main, desk) == 0)
        return true;
    desk->work.worker_destroy(desk->work.context, desk->worker);
    desk->worker = NULL;
    return error_set(error, "cannot start a thread");
}

static void desk_destroy(Desk *desk)
{
    if (desk->worker) {
        desk->work.worker_destroy(desk->work.context, desk->worker);
        pthread_mutex_destroy(&desk->lock);
        pthread_cond_destroy(&desk->arrived);
    }
    free(desk->results);
}

/* What rank 0 wants, on this side; NULL with a sentence if it cannot be the same here. */
static const Task *open_task(const Task *const *tasks, const TaskMessage *message,
                             const char *order, Work *work, Error *error)
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
    if (!(*tasks)->open(order, work, &check, error))
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

static void serve_task(bool surplus, const Task *const *tasks, Inbox *inbox)
{
    Desk desk = {.sent = 0};
    ReadyMessage ready = {.good = false};
    TaskMessage message;
    memcpy(&message, inbox->bytes, sizeof message);
    const Task *task =
        open_task(tasks, &message, inbox->bytes + sizeof message, &desk.work, &ready.error);
    ready.good = task && desk_create(&desk, &ready.error);
    ready.idle = message.by_clock && surplus;
    message_send(0, MESSAGE_READY, &ready, sizeof ready, NULL);
    if (ready.good) {
        attend(&desk, inbox);
        end_jobs(&desk);
    } else {
        wait_for_end(inbox);
    }
    desk_destroy(&desk);
    if (task)
        task->close(&desk.work);
    message_post_empty(0, MESSAGE_ENDED, NULL);
}

void pool_mpi_serve(bool surplus, const Task *const *tasks)
{
    Inbox inbox = {.bytes = NULL};
    bool arrived, leave = false;
    while (!leave && message_receive(&inbox, &arrived, NULL)) {
        if (arrived && inbox.tag == MESSAGE_TASK)
            serve_task(surplus, tasks, &inbox);
        leave = arrived && inbox.tag == MESSAGE_LEAVE;
        if (!arrived)
            message_pause();
    }
    message_post_empty(0, MESSAGE_LEFT, NULL);
    free(inbox.bytes);
}

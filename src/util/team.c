#include "util/team.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

typedef struct Team {
    TeamWork work;
    void *context;
    pthread_mutex_t mutex;
    pthread_cond_t finished;
    int running; // under the mutex
} Team;

typedef struct Member {
    Team *team;
    int number;
    pthread_t thread;
} Member;

static void *member_main(void *argument)
{
    const Member *member = argument;
    Team *team = member->team;
    team->work(team->context, member->number);
    pthread_mutex_lock(&team->mutex);
    if (--team->running == 0)
        pthread_cond_signal(&team->finished);
    pthread_mutex_unlock(&team->mutex);
    return NULL;
}

static void wait_and_look(Team *team, const TeamLook *look)
{
    pthread_mutex_lock(&team->mutex);
    while (team->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        double seconds = (double)until.tv_nsec * 1e-9 + look->seconds;
        until.tv_sec += (time_t)seconds;
        until.tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9);
        pthread_cond_timedwait(&team->finished, &team->mutex, &until);
        if (team->running > 0)
            look->look(look->context);
    }
    pthread_mutex_unlock(&team->mutex);
}

static void team_init(Team *team)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC); // nobody sets that one
    pthread_mutex_init(&team->mutex, NULL);
    pthread_cond_init(&team->finished, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

int team_run(int threads, TeamWork work, void *context, const TeamLook *look)
{
    int first = look ? 0 : 1, number = first; // the caller is number 0 unless it looks
    Team team = {.work = work, .context = context};
    Member *members = threads > first ? malloc((size_t)threads * sizeof *members) : NULL;
    team_init(&team);
    for (; members && number < threads; number++) {
        members[number] = (Member){.team = &team, .number = number};
        pthread_mutex_lock(&team.mutex);
        team.running++;
        pthread_mutex_unlock(&team.mutex);
        if (pthread_create(&members[number].thread, NULL, member_main, &members[number])) {
            pthread_mutex_lock(&team.mutex);
            team.running--;
            pthread_mutex_unlock(&team.mutex);
            break;
        }
    }
    if (!look || number == 0)
        work(context, 0);
    else
        wait_and_look(&team, look);
    for (int i = first; i < number; i++)
        pthread_join(members[i].thread, NULL);
    free(members);
    pthread_cond_destroy(&team.finished);
    pthread_mutex_destroy(&team.mutex);
    return number > 0 ? number : 1;
}

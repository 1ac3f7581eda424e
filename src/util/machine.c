#define _GNU_SOURCE // sched_getaffinity
#include "util/machine.h"

#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/text.h"

enum { LINE_SIZE = 256 };

/* A batch system or taskset may have given this process some of them only. The set fails on
 * machines of more than CPU_SETSIZE cores; then all count. */
int machine_cores(void)
{
    cpu_set_t ours;
    if (!sched_getaffinity(0, sizeof ours, &ours) && CPU_COUNT(&ours) > 0)
        return CPU_COUNT(&ours);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? (int)cores : 1;
}

static void keep_printable(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++)
        if (*c > ' ' && *c <= '~')
            *to++ = *c;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}

/* Linux names the processor in a line such as "model name : AMD EPYC 7763". */
static void processor_model(char model[LINE_SIZE])
{
    char line[LINE_SIZE];
    FILE *file = fopen("/proc/cpuinfo", "r");
    *model = '\0';
    while (file && !*model && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (!strncmp(line, "model name", 10) && colon)
            strcpy(model, colon + 1);
    }
    if (file)
        fclose(file);
    keep_printable(model);
}

const char *machine_print(char text[MACHINE_TEXT_SIZE])
{
    char model[LINE_SIZE];
    struct utsname names;
    int cores = machine_cores();
    processor_model(model);
    if (!*model && !uname(&names))
        snprintf(model, sizeof model, "%s", names.machine);
    snprintf(text, MACHINE_TEXT_SIZE, "%.96s, %d core%s", model, cores, plural(cores));
    return text;
}

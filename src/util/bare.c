/* bare.c: what a machine without threads, processes, mapped memory and files answers.
 *
 * It stands in for apart.c, guard.c, input.c, machine.c, memory.c, output.c, process.c and team.c
 * where the library is built for such a target (a page's engine, in WebAssembly): same headers, so
 * that nobody above has to know. What one can do without is done without: the caller does a team's
 * work alone, and memory comes from the C library. What cannot be had is refused with a sentence
 * where it begins, so that the verbs that follow on it are never called.
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/apart.h"
#include "util/input.h"
#include "util/machine.h"
#include "util/memory.h"
#include "util/output.h"
#include "util/process.h"
#include "util/team.h"

/* ---- Threads and memory: done without */

int team_run(int threads, TeamWork work, void *context, const TeamLook *look)
{
    (void)threads;
    (void)look;
    work(context, 0);
    return 1;
}

int machine_cores(void)
{
    return 1;
}

const char *machine_print(char text[MACHINE_TEXT_SIZE])
{
    snprintf(text, MACHINE_TEXT_SIZE, "a machine without threads, 1 core");
    return text;
}

size_t memory_available(void)
{
    return SIZE_MAX;
}

bool memory_suffices(size_t size, Error *error)
{
    (void)size;
    (void)error;
    return true;
}

void *memory_reserve(size_t size, Error *error)
{
    enum { PAGE = 4096 };
    size_t whole = (size + PAGE - 1) / PAGE * PAGE;
    void *block = whole < size ? NULL : aligned_alloc(PAGE, whole);
    if (block)
        memset(block, 0, size);
    else
        error_set(error, "%zu MB cannot be had", size >> 20);
    return block;
}

void memory_release(void *block, size_t size)
{
    (void)size;
    free(block);
}

void memory_clear(void *block, size_t size)
{
    memset(block, 0, size);
}

/* ---- Processes: refused */

static bool refuse_process(Error *error)
{
    return error_set(error, "there are no other processes here");
}

Process *process_start(const char *command, bool show_errors, Error *error)
{
    (void)command;
    (void)show_errors;
    refuse_process(error);
    return NULL;
}

ProcessStatus process_write(Process *process, const char *bytes, size_t length, double deadline)
{
    (void)process;
    (void)bytes;
    (void)length;
    (void)deadline;
    assert(!"no process was started");
    return PROCESS_CLOSED;
}

ProcessStatus process_read_line(Process *process, double deadline, const char **line,
                                size_t *length)
{
    (void)process;
    (void)deadline;
    (void)line;
    (void)length;
    assert(!"no process was started");
    return PROCESS_CLOSED;
}

bool process_has_ended(const Process *process)
{
    (void)process;
    return true;
}

const char *process_end(const Process *process, char text[PROCESS_END_SIZE])
{
    (void)process;
    *text = '\0';
    return text;
}

void process_stop(Process *process, double patience)
{
    (void)process;
    (void)patience;
}

Apart *apart_create(const ApartWork *work, Error *error)
{
    (void)work;
    refuse_process(error);
    return NULL;
}

void apart_destroy(Apart *apart)
{
    (void)apart;
}

ApartStatus apart_begin(Apart *apart, Error *error)
{
    (void)apart;
    refuse_process(error);
    return APART_SHORT;
}

ApartStatus apart_ask(Apart *apart, const void *question, void *answer, double deadline,
                      const atomic_bool *stop, Error *error)
{
    (void)question;
    (void)answer;
    (void)deadline;
    (void)stop;
    return apart_begin(apart, error);
}

/* ---- Files: refused */

static bool refuse_file(const char *verb, const char *name, Error *error)
{
    char quote[QUOTE_SIZE];
    return error_set(error, "cannot %s %s: there are no files here", verb,
                     error_quote(quote, name, strlen(name)));
}

void input_start(Input *input, int descriptor, const atomic_bool *stop)
{
    *input = (Input){.descriptor = descriptor, .stop = stop};
}

bool input_open(Input *input, const char *name, const atomic_bool *stop, Error *error)
{
    input_start(input, -1, stop);
    return refuse_file("read", name, error);
}

void input_close(Input *input)
{
    (void)input;
}

bool input_fail(const Input *input, const char *name, Error *error)
{
    (void)input;
    return refuse_file("read", name, error);
}

bool input_fill(Input *input)
{
    (void)input;
    return false;
}

bool input_line(Input *input, char *line, size_t size, size_t *length)
{
    (void)input;
    (void)line;
    (void)size;
    (void)length;
    return false;
}

bool input_rest(Input *input, const char *name, size_t megabytes, Text *text, Error *error)
{
    (void)megabytes;
    (void)text;
    return input_fail(input, name, error);
}

bool input_read(const char *name, size_t megabytes, const atomic_bool *stop, Text *text,
                Error *error)
{
    (void)megabytes;
    (void)stop;
    (void)text;
    return refuse_file("read", name, error);
}

bool input_beside_program(const char *name, char path[PATH_MAX])
{
    (void)name;
    (void)path;
    return false;
}

bool output_check(const char *name, Error *error)
{
    return refuse_file("write", name, error);
}

bool output_is_same(const char *one, const char *other)
{
    return !strcmp(one, other);
}

bool output_begin(Output *output, const char *name, const atomic_bool *stop, Error *error)
{
    (void)stop;
    output->name = name;
    return output_check(name, error);
}

bool output_fail(const Output *output, Error *error)
{
    return output_check(output->name, error);
}

bool output_end(Output *output, bool whole, Error *error)
{
    (void)whole;
    return output_fail(output, error);
}

bool output_write(const char *name, const Text *text, const atomic_bool *stop, Error *error)
{
    (void)text;
    (void)stop;
    return output_check(name, error);
}

#include "util/process.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "leftovers.h"
#include "util/clock.h"
#include "util/guard.h"

static Process *start(const char *command)
{
    Error error;
    Process *process = process_start(command, false, &error);
    if (!process)
        fail_msg("%s: %s", command, error.text);
    return process;
}

static void assert_line(Process *process, const char *expected, size_t length)
{
    const char *line;
    size_t got;
    assert_int_equal(process_read_line(process, INFINITY, &line, &got), PROCESS_OK);
    assert_int_equal(got, length);
    assert_memory_equal(line, expected, length);
}

static void assert_end(Process *process, ProcessStatus status)
{
    const char *line;
    size_t length;
    assert_int_equal(process_read_line(process, INFINITY, &line, &length), status);
}

static void test_lines(void **state)
{
    (void)state;
    int descriptors = count_descriptors();
    Process *process = start("cat");
    const char text[] = "one\ntwo\r\n\n\0\xff\r \nleft";
    assert_int_equal(process_write(process, text, sizeof text - 1, INFINITY), PROCESS_OK);
    assert_line(process, "one", 3);
    assert_line(process, "two", 3);
    assert_line(process, "", 0);
    assert_line(process, "\0\xff\r ", 4);
    const char *line;
    size_t length;
    assert_int_equal(process_read_line(process, clock_now() + 0.02, &line, &length), PROCESS_LATE);
    assert_int_equal(process_write(process, " over\n", 6, INFINITY), PROCESS_OK);
    assert_line(process, "left over", 9);
    assert_false(process_has_ended(process));
    process_stop(process, 600);
    assert_no_child();
    assert_int_equal(count_descriptors(), descriptors);
}

static void test_a_deadline_in_the_past_takes_what_is_there(void **state)
{
    (void)state;
    Process *process = start("printf 'one\\ntwo\\n'; exec sleep 600");
    assert_line(process, "one", 3);
    const char *line;
    size_t length;
    assert_int_equal(process_read_line(process, 0, &line, &length), PROCESS_OK);
    assert_int_equal(process_read_line(process, 0, &line, &length), PROCESS_LATE);
    process_stop(process, 0);
    assert_no_child();
}

static void test_ends(void **state)
{
    (void)state;
    static const struct {
        const char *command, *end;
    } cases[] = {{"exit 3", "exit status 3"},
                 {"true", "exit status 0"},
                 {"kill -SEGV $$", "signal 11"},
                 {"sh -c 'kill -SEGV $$'; exit $?", "signal 11"},
                 {"exit 128", "exit status 128"},
                 {"exit 255", "exit status 255"},
                 {"/no/such/program", "exit status 127"}};
    for (int i = 0; i < COUNT_OF(cases); i++) {
        Process *process = start(cases[i].command);
        assert_end(process, PROCESS_CLOSED);
        while (!process_has_ended(process))
            ;
        char end[PROCESS_END_SIZE];
        assert_string_equal(process_end(process, end), cases[i].end);
        assert_true(process_has_ended(process)); // asking takes nothing away
        process_stop(process, 0);
        assert_no_child();
    }
}

static void test_its_last_words_are_heard(void **state)
{
    (void)state;
    Process *process = start("echo farewell; printf unfinished");
    while (!process_has_ended(process))
        ;
    assert_line(process, "farewell", 8);
    assert_end(process, PROCESS_CLOSED);
    process_stop(process, 0);
}

static void test_a_grandchild_that_keeps_the_pipe_does_not_hold_us(void **state)
{
    (void)state;
    Process *process = start("sleep 600 & echo gone");
    assert_line(process, "gone", 4);
    assert_end(process, PROCESS_CLOSED);
    process_stop(process, 0);
    assert_no_child();
}

static void test_writing_to_one_that_does_not_read(void **state)
{
    (void)state;
    static char block[1 << 20];
    Process *process = start("exec sleep 600");
    memset(block, 'x', sizeof block);
    assert_int_equal(process_write(process, block, sizeof block, clock_now() + 0.02), PROCESS_LATE);
    process_stop(process, 0);
}

/* With SIGPIPE at its default: the test would die of it. */
static void test_writing_to_one_that_is_gone(void **state)
{
    (void)state;
    static const char *const commands[] = {"exec <&-; echo closed; exec sleep 600",
                                           "echo closed; exit 0"};
    signal(SIGPIPE, SIG_DFL);
    for (int i = 0; i < COUNT_OF(commands); i++) {
        Process *process = start(commands[i]);
        assert_line(process, "closed", 6);
        ProcessStatus status = PROCESS_OK;
        while (status == PROCESS_OK)
            status = process_write(process, "word\n", 5, INFINITY);
        assert_int_equal(status, PROCESS_CLOSED);
        process_stop(process, 0);
    }
    sigset_t pending;
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
}

static void test_long_lines(void **state)
{
    (void)state;
    char command[128];
    const char *line;
    size_t length;
    snprintf(command, sizeof command, "head -c %d /dev/zero; echo; exec cat /dev/zero",
             PROCESS_LINE_MAX);
    Process *process = start(command);
    assert_int_equal(process_read_line(process, INFINITY, &line, &length), PROCESS_OK);
    assert_int_equal(length, PROCESS_LINE_MAX);
    assert_end(process, PROCESS_LONG);
    assert_end(process, PROCESS_LONG);
    process_stop(process, 0);
}

static void test_a_flood_keeps_its_order(void **state)
{
    (void)state;
    Process *process = start("i=0; while :; do i=$((i+1)); echo $i; done");
    for (int i = 1; i <= 20000; i++) {
        char expected[16];
        int length = snprintf(expected, sizeof expected, "%d", i);
        assert_line(process, expected, (size_t)length);
    }
    process_stop(process, 0.01);
    assert_no_child();
}

static void test_stop_waits_for_one_that_means_to_end(void **state)
{
    (void)state;
    char path[] = "/tmp/isolab-test-XXXXXX", command[128];
    int file = mkstemp(path);
    assert_true(file >= 0);
    snprintf(command, sizeof command, "cat; yes | head -c 300000; echo saved >%s", path);
    process_stop(start(command), 600);
    char saved[8] = "";
    assert_int_equal(read(file, saved, sizeof saved), 6);
    close(file);
    unlink(path);
    process_stop(start("trap '' TERM INT HUP; cat; while :; do sleep 1; done"), 0.02);
    process_stop(NULL, 0);
    assert_no_child();
}

/* Whatever this test itself inherited, a second child sees no more of it than the first. */
static void test_it_gets_no_descriptor_of_another(void **state)
{
    (void)state;
    static const char count[] = "ls /proc/self/fd | wc -l; exec cat";
    const char *line;
    size_t length;
    Process *one = start(count);
    assert_int_equal(process_read_line(one, INFINITY, &line, &length), PROCESS_OK);
    Process *two = start(count);
    assert_line(two, line, length);
    process_stop(one, 600);
    process_stop(two, 600);
    assert_no_child();
}

static void test_it_starts_with_default_signals(void **state)
{
    (void)state;
    sigset_t all, before;
    sigfillset(&all);
    signal(SIGTERM, SIG_IGN);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    Process *process = start("kill -TERM $$; echo survived");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    signal(SIGTERM, SIG_DFL);
    assert_end(process, PROCESS_CLOSED);
    char end[PROCESS_END_SIZE];
    while (!process_has_ended(process))
        ;
    assert_string_equal(process_end(process, end), "signal 15");
    process_stop(process, 0);
}

static void *start_and_stop(void *unused)
{
    for (int i = 0; i < 20; i++) {
        const char *line;
        size_t length;
        Process *process = process_start(i % 2 ? "exec cat" : "echo x; exit 1", false, NULL);
        if (!process)
            return unused;
        process_write(process, "x\n", 2, INFINITY);
        if (process_read_line(process, INFINITY, &line, &length) != PROCESS_OK || *line != 'x')
            unused = NULL;
        process_stop(process, 0);
    }
    return unused;
}

static void test_threads(void **state)
{
    (void)state;
    int descriptors = count_descriptors(), good = 1;
    pthread_t threads[6];
    for (int i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, start_and_stop, &good), 0);
    for (int i = 0; i < COUNT_OF(threads); i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    assert_no_child();
    assert_int_equal(count_descriptors(), descriptors);
}

/* Whoever is left over becomes our child, living or dead. */
static void reap_for_all(bool reap)
{
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, reap), 0);
}

static const char *const strays[] = {
    "setsid sleep 600 & echo up; exec cat",
    "setsid sh -c 'sleep 600 & echo up; exec sleep 600' & wait",
    "(setsid sh -c 'echo up; exec env -i sleep 600' &); exec sleep 600",
    "setsid sleep 600 <&- & echo up",
    "for i in 1 2 3 4 5; do setsid sh -c '(setsid sleep 600 &); sleep 600' & done; echo up; cat",
};

static void test_what_left_the_group_goes_too(void **state)
{
    (void)state;
    if (!guard_is_there())
        skip();
    reap_for_all(true);
    for (int i = 0; i < COUNT_OF(strays); i++) {
        Process *process = start(strays[i]);
        assert_line(process, "up", 2);
        process_stop(process, 0);
        assert_no_child();
    }
    reap_for_all(false);
}

static void *start_and_stop_strays(void *unused)
{
    for (int i = 0; i < COUNT_OF(strays); i++) {
        const char *line;
        size_t length;
        Process *process = process_start(strays[i], false, NULL);
        if (!process || process_read_line(process, INFINITY, &line, &length) != PROCESS_OK)
            unused = NULL;
        process_stop(process, 0);
    }
    return unused;
}

/* What one leaves is not taken for another's: that still answers. */
static void test_strays_of_many(void **state)
{
    (void)state;
    if (!guard_is_there())
        skip();
    int good = 1;
    pthread_t threads[4];
    reap_for_all(true);
    Process *process = start("exec 3<&0; (setsid sh -c 'read word; echo $word' <&3 &); sleep 600");
    for (int i = 0; i < COUNT_OF(threads); i++)
        assert_int_equal(pthread_create(&threads[i], NULL, start_and_stop_strays, &good), 0);
    for (int i = 0; i < COUNT_OF(threads); i++) {
        void *result;
        pthread_join(threads[i], &result);
        assert_non_null(result);
    }
    assert_int_equal(process_write(process, "here\n", 5, INFINITY), PROCESS_OK);
    assert_line(process, "here", 4);
    process_stop(process, 0);
    assert_no_child();
    reap_for_all(false);
}

/* A program that is killed says good-bye to nobody. */
static void test_when_we_are_killed(void **state)
{
    (void)state;
    if (!guard_is_there())
        skip();
    reap_for_all(true);
    for (int i = 0; i < COUNT_OF(strays); i++) {
        pid_t killed = fork();
        if (killed == 0) {
            assert_line(start(strays[i]), "up", 2);
            raise(SIGKILL);
        }
        alarm(300); // one that was spared lives for ten minutes
        while (waitpid(-1, NULL, 0) > 0)
            ;
        alarm(0);
    }
    reap_for_all(false);
}

/* `plain`: without guards, as a program that knows nothing of them. */
int main(int argc, char **argv)
{
    if (argc < 2 || strcmp(argv[1], "plain") != 0)
        guard_enter(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_a_deadline_in_the_past_takes_what_is_there),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_its_last_words_are_heard),
        cmocka_unit_test(test_a_grandchild_that_keeps_the_pipe_does_not_hold_us),
        cmocka_unit_test(test_writing_to_one_that_does_not_read),
        cmocka_unit_test(test_writing_to_one_that_is_gone),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_a_flood_keeps_its_order),
        cmocka_unit_test(test_stop_waits_for_one_that_means_to_end),
        cmocka_unit_test(test_it_gets_no_descriptor_of_another),
        cmocka_unit_test(test_it_starts_with_default_signals),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_what_left_the_group_goes_too),
        cmocka_unit_test(test_strays_of_many),
        cmocka_unit_test(test_when_we_are_killed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

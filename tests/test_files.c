/* Files read and written: whatever a name leads to, nothing hangs and nothing is lost. */
#include "store_support.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "util/checksum.h"
#include "util/input.h"
#include "util/output.h"

static void test_checksum(void **state)
{
    (void)state;
    assert_int_equal(checksum_add(0, "123456789", 9), 0xCBF43926);
    assert_int_equal(checksum_add(checksum_add(0, "1234", 4), "56789", 5), 0xCBF43926);
}

static void put(const char *name, const char *text)
{
    write_bytes(name, text, strlen(text));
}

static void assert_holds(const char *name, const char *text)
{
    Bytes bytes = read_bytes(name);
    assert_int_equal(bytes.length, strlen(text));
    assert_memory_equal(bytes.bytes, text, bytes.length);
    free(bytes.bytes);
}

static mode_t mode_of(const char *name)
{
    struct stat about;
    assert_int_equal(lstat(name, &about), 0);
    return about.st_mode;
}

/* So that nothing is left beside what is written. */
static int count_entries(void)
{
    int count = 0;
    DIR *directory = opendir(".");
    assert_non_null(directory);
    for (const struct dirent *entry; (entry = readdir(directory));)
        count += entry->d_name[0] != '.';
    closedir(directory);
    return count;
}

static bool write_string(const char *name, const char *string, const atomic_bool *stop,
                         Error *error)
{
    Text text = TEXT_EMPTY;
    text_append(&text, string);
    bool written = output_write(name, &text, stop, error);
    text_free(&text);
    return written;
}

static void assert_written(const char *name, const char *string)
{
    Error error = {""};
    if (!output_check(name, &error) || !write_string(name, string, NULL, &error))
        fail_msg("%s: %s", name, error.text);
}

static void assert_not_written(const char *name, const char *sentence)
{
    Error error = {""};
    assert_false(write_string(name, "new", NULL, &error));
    assert_string_equal(error.text, sentence);
}

static void test_a_file_is_made_and_replaced(void **state)
{
    (void)state;
    char name[NAME_MAX + 1];
    mode_t mask = umask(027);
    assert_written("plain", "one");
    assert_int_equal(mode_of("plain"), S_IFREG | 0640);
    umask(mask);
    assert_holds("plain", "one");
    assert_int_equal(chmod("plain", 0604), 0);
    assert_written("plain", "another");
    assert_holds("plain", "another");
    assert_int_equal(mode_of("plain"), S_IFREG | 0604);
    assert_written("plain", "");
    assert_holds("plain", "");
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_written(name, "as long as names get");
    assert_int_equal(count_entries(), 2);
}

static void test_checking_changes_nothing(void **state)
{
    (void)state;
    Error error;
    put("old", "kept");
    assert_true(output_check("old", &error));
    assert_true(output_check("new", &error));
    assert_true(output_check("/dev/full", &error));
    assert_holds("old", "kept");
    assert_int_equal(count_entries(), 1);
}

static void test_links_are_followed(void **state)
{
    (void)state;
    assert_int_equal(mkdir("far", 0777), 0);
    assert_int_equal(mkdir("far/away", 0777), 0);
    put("far/file", "old");
    assert_int_equal(symlink("../file", "far/away/second"), 0);
    assert_int_equal(symlink("far/away/second", "first"), 0);
    assert_int_equal(symlink("far/none", "dangling"), 0);
    assert_int_equal(symlink("no folder/none", "astray"), 0);
    assert_int_equal(symlink("itself", "itself"), 0);
    assert_written("first", "new");
    assert_holds("far/file", "new");
    assert_written("dangling", "made");
    assert_holds("far/none", "made");
    assert_true(S_ISLNK(mode_of("first")) && S_ISLNK(mode_of("far/away/second")) &&
                S_ISLNK(mode_of("dangling")));
    assert_not_written("astray", "cannot write 'astray': No such file or directory");
    assert_not_written("itself", "cannot write 'itself': Too many levels of symbolic links");
}

static void test_what_cannot_be_written(void **state)
{
    (void)state;
    Error error;
    assert_not_written("", "cannot write '': the name is empty");
    assert_not_written(".", "cannot write '.': it is a directory");
    assert_not_written("no/where", "cannot write 'no/where': No such file or directory");
    assert_not_written("new/", "cannot write 'new/': No such file or directory");
    assert_not_written("\033[31m/x", "cannot write '\\x1b[31m/x': No such file or directory");
    assert_false(output_check("", &error) || output_check(".", &error) ||
                 output_check("no/where", &error));
    assert_int_equal(count_entries(), 0);
}

/* In a process that is not root's, for whom nothing is closed. */
static void test_what_may_not_be_written(void **state)
{
    (void)state;
    static const char *const sentences[][2] = {
        {"closed", "cannot write 'closed': Permission denied"},
        {"folder/open", "cannot write 'folder/open': no file can be made beside it: "
                        "Permission denied"},
        {"folder/new", "cannot write 'folder/new': Permission denied"},
    };
    assert_int_equal(mkdir("folder", 0777), 0);
    put("closed", "kept");
    put("folder/open", "kept");
    assert_int_equal(chmod("closed", 0444) || chmod("folder/open", 0666), 0);
    assert_int_equal(chmod("folder", 0555) || chmod(".", 0755), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const uid_t nobody = 65534;
        bool right = geteuid() != 0 || !setuid(nobody);
        for (int i = 0; i < COUNT_OF(sentences); i++) {
            Error checked = {""}, written = {""};
            right = right && !output_check(sentences[i][0], &checked) &&
                    !write_string(sentences[i][0], "new", NULL, &written) &&
                    !strcmp(checked.text, sentences[i][1]) &&
                    !strcmp(written.text, sentences[i][1]);
        }
        _exit(right ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_holds("closed", "kept");
    assert_holds("folder/open", "kept");
    assert_int_equal(chmod("folder", 0777), 0);
}

/* A disk that fills up half-way. */
static void test_a_failed_write_costs_nothing(void **state)
{
    (void)state;
    static char much[100000];
    struct rlimit before, little;
    memset(much, 'x', sizeof much - 1);
    put("dear", "for years");
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    little = (struct rlimit){50000, before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &little);
    Error error = {""};
    bool written = write_string("dear", much, NULL, &error);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, SIG_DFL);
    assert_false(written);
    assert_string_equal(error.text, "cannot write 'dear': File too large");
    assert_holds("dear", "for years");
    assert_int_equal(count_entries(), 1);
}

static void test_what_is_not_whole_is_dropped(void **state)
{
    (void)state;
    Output output;
    Error error = {""};
    put("dear", "for years");
    assert_true(output_begin(&output, "dear", NULL, &error));
    fputs("half", output.stream);
    fflush(output.stream);
    assert_holds("dear", "for years");
    assert_false(output_end(&output, false, &error));
    assert_string_equal(error.text, ""); // whoever was not done has said why
    assert_holds("dear", "for years");
    assert_int_equal(count_entries(), 1);
}

/* What a killed process left is in nobody's way, and two at once are not in each other's. */
static void test_other_parts_are_left_alone(void **state)
{
    (void)state;
    Output one, other;
    Error error;
    assert_true(output_begin(&one, "file", NULL, &error));
    assert_true(output_begin(&other, "file", NULL, &error));
    fputs("one", one.stream);
    fputs("other", other.stream);
    assert_true(output_end(&one, true, &error));
    assert_holds("file", "one");
    assert_true(output_end(&other, true, &error));
    assert_holds("file", "other");
    assert_int_equal(count_entries(), 1);
}

static void test_devices_stay(void **state)
{
    (void)state;
    assert_written("/dev/null", "nothing");
    assert_not_written("/dev/full", "cannot write '/dev/full': No space left on device");
    assert_true(S_ISCHR(mode_of("/dev/null")) && S_ISCHR(mode_of("/dev/full")));
}

/* A name in /proc that leads to a file without one. */
static void test_a_file_that_has_no_name(void **state)
{
    (void)state;
    char name[64], bytes[8];
    int file = open("gone", O_RDWR | O_CREAT, 0666);
    assert_true(file >= 0 && unlink("gone") == 0 && write(file, "longer", 6) == 6);
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    assert_written(name, "new");
    assert_int_equal(pread(file, bytes, sizeof bytes, 0), 3);
    assert_memory_equal(bytes, "new", 3);
    close(file);
    assert_int_equal(count_entries(), 0);
}

static void assert_same(const char *one, const char *other, bool same)
{
    if (output_is_same(one, other) != same || output_is_same(other, one) != same)
        fail_msg("%s and %s are%s one file", one, other, same ? "" : " not");
}

static void test_one_file_by_two_names(void **state)
{
    (void)state;
    char whole[PATH_SIZE], path[PATH_SIZE + 16];
    assert_non_null(getcwd(whole, sizeof whole));
    snprintf(path, sizeof path, "%s/file", whole);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder", "linked"), 0);
    assert_int_equal(symlink("file", "soft"), 0);
    for (int there = 0; there < 2; there++) {
        assert_same("file", "file", true);
        assert_same("file", "./folder/../file", true);
        assert_same("file", path, true);
        assert_same("soft", "file", true);
        assert_same("folder/x", "linked/x", true);
        assert_same("file", "folder/file", false);
        assert_same("file", "other", false);
        assert_same("no/where", "no/where/else", false);
        put("file", "there");
    }
    assert_int_equal(link("file", "hard"), 0);
    assert_same("hard", "file", true);
    assert_same("hard", "other", false);
}

static void assert_reads(const char *name, size_t megabytes, const atomic_bool *stop,
                         const char *expected, const char *sentence)
{
    Error error = {""};
    Text text = TEXT_EMPTY;
    bool read = input_read(name, megabytes, stop, &text, &error);
    assert_string_equal(error.text, sentence);
    assert_int_equal(read, !*sentence);
    if (read)
        assert_string_equal(text.bytes ? text.bytes : "", expected);
    text_free(&text);
}

static void test_reading(void **state)
{
    (void)state;
    static char most[(1 << 20) + 1];
    put("empty", "");
    put("five", "12345");
    assert_reads("empty", 0, NULL, "", "");
    assert_reads("five", 1, NULL, "12345", "");
    memset(most, 'x', sizeof most - 1);
    write_bytes("most", most, sizeof most - 1);
    assert_reads("most", 1, NULL, most, "");
    write_bytes("more", most, sizeof most);
    assert_reads("more", 1, NULL, "", "cannot read 'more': it is larger than 1 MB");
    assert_reads("/dev/null", 0, NULL, "", "");
    assert_reads("/dev/zero", 3, NULL, "", "cannot read '/dev/zero': it is larger than 3 MB");
    assert_reads("none", 9, NULL, "", "cannot read 'none': No such file or directory");
    assert_reads("", 9, NULL, "", "cannot read '': the name is empty");
    assert_reads(".", 9, NULL, "", "cannot read '.': it is a directory");
    assert_reads("\r\n", 9, NULL, "", "cannot read '\\x0d\\x0a': No such file or directory");
}

static void test_lines(void **state)
{
    (void)state;
    static char bytes[3 * INPUT_BLOCK];
    char line[8];
    size_t length;
    Input input;
    Error error;
    memset(bytes, 'x', sizeof bytes);
    memcpy(bytes, "one\r\n\n", 6);
    bytes[INPUT_BLOCK + 100] = '\n';
    memcpy(bytes + sizeof bytes - 6, "\n\0last", 6);
    write_bytes("lines", bytes, sizeof bytes);
    assert_true(input_open(&input, "lines", NULL, &error));
    assert_true(input_line(&input, line, sizeof line, &length));
    assert_int_equal(length, 3);
    assert_memory_equal(line, "one", 3);
    assert_true(input_line(&input, line, sizeof line, &length));
    assert_int_equal(length, 0);
    assert_true(input_line(&input, line, sizeof line, &length));
    assert_int_equal(length, INPUT_BLOCK + 100 - 6); // all counted, the first of them kept
    assert_memory_equal(line, "xxxxxxxx", 8);
    assert_true(input_line(&input, line, sizeof line, &length));
    assert_true(length > sizeof line);
    assert_true(input_line(&input, line, sizeof line, &length));
    assert_int_equal(length, 5);
    assert_memory_equal(line, "\0last", 5);
    assert_false(input_line(&input, line, sizeof line, &length));
    assert_int_equal(input.failure, 0);
    input_close(&input);
}

/* Sets the flag, as a signal would, while the test waits. */
static void *stop_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

static pthread_t stop_later(atomic_bool *stop)
{
    pthread_t thread;
    atomic_store(stop, false);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, stop), 0);
    return thread;
}

static void test_nobody_at_the_other_end(void **state)
{
    (void)state;
    atomic_bool stop;
    Error error = {""};
    assert_int_equal(mkfifo("pipe", 0666), 0);
    assert_true(output_check("pipe", &error));
    pthread_t thread = stop_later(&stop);
    assert_reads("pipe", 9, &stop, "", "cannot read 'pipe': interrupted");
    pthread_join(thread, NULL);
    thread = stop_later(&stop);
    assert_false(write_string("pipe", "new", &stop, &error));
    assert_string_equal(error.text, "cannot write 'pipe': interrupted");
    pthread_join(thread, NULL);
    assert_true(S_ISFIFO(mode_of("pipe")));
}

/* Somebody is there, but does not go on. */
static void test_pipes_that_stand_still(void **state)
{
    (void)state;
    static char much[1 << 20];
    atomic_bool stop;
    Error error = {""};
    memset(much, 'x', sizeof much - 1);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    int other = open("pipe", O_RDWR);
    assert_true(other >= 0);
    pthread_t thread = stop_later(&stop);
    assert_reads("pipe", 9, &stop, "", "cannot read 'pipe': interrupted");
    pthread_join(thread, NULL);
    thread = stop_later(&stop);
    assert_false(write_string("pipe", much, &stop, &error));
    assert_string_equal(error.text, "cannot write 'pipe': interrupted");
    pthread_join(thread, NULL);
    close(other);
}

static void test_endless_lines_are_stopped(void **state)
{
    (void)state;
    char line[8];
    size_t length;
    Input input;
    Error error;
    atomic_bool stop;
    pthread_t thread = stop_later(&stop);
    assert_true(input_open(&input, "/dev/zero", &stop, &error));
    assert_false(input_line(&input, line, sizeof line, &length));
    assert_int_equal(input.failure, EINTR);
    pthread_join(thread, NULL);
    input_close(&input);
}

/* From one of ours to the other, whoever comes first, and more than a pipe holds. */
static void test_through_a_pipe(void **state)
{
    (void)state;
    static char much[300000];
    memset(much, 'x', sizeof much - 1);
    assert_int_equal(mkfifo("pipe", 0666), 0);
    for (int late = 0; late < 2; late++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            if (late)
                nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
            _exit(write_string("pipe", much, NULL, NULL) ? 0 : 1);
        }
        if (!late)
            nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
        int status;
        assert_reads("pipe", 1, NULL, much, "");
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
}

/* What was done is kept: a flag that is set ends waits, not writes. */
static void test_files_are_written_after_an_interrupt(void **state)
{
    (void)state;
    atomic_bool stop = true;
    Error error;
    assert_true(write_string("kept", "so far", &stop, &error));
    assert_holds("kept", "so far");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checksum),
        IN_DIRECTORY(test_a_file_is_made_and_replaced),
        IN_DIRECTORY(test_checking_changes_nothing),
        IN_DIRECTORY(test_links_are_followed),
        IN_DIRECTORY(test_what_cannot_be_written),
        IN_DIRECTORY(test_what_may_not_be_written),
        IN_DIRECTORY(test_a_failed_write_costs_nothing),
        IN_DIRECTORY(test_what_is_not_whole_is_dropped),
        IN_DIRECTORY(test_other_parts_are_left_alone),
        IN_DIRECTORY(test_devices_stay),
        IN_DIRECTORY(test_a_file_that_has_no_name),
        IN_DIRECTORY(test_one_file_by_two_names),
        IN_DIRECTORY(test_reading),
        IN_DIRECTORY(test_lines),
        IN_DIRECTORY(test_nobody_at_the_other_end),
        IN_DIRECTORY(test_pipes_that_stand_still),
        IN_DIRECTORY(test_endless_lines_are_stopped),
        IN_DIRECTORY(test_through_a_pipe),
        IN_DIRECTORY(test_files_are_written_after_an_interrupt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#define _GNU_SOURCE // ppoll
#include "play/prompt.h"

#include <stdio.h>
#include <unistd.h>

#include "util/terminal.h"

#ifdef ISOLAB_READLINE

#include <poll.h>
#include <readline/history.h>
#include <readline/readline.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* readline calls back without a context, so what its callbacks need stands here. */
static struct {
    NameAt words;
    char *line; // malloc'd; NULL at the end of the input
    bool done;
} editor;

static void take_line(char *line)
{
    rl_callback_handler_remove(); // or it would prompt again at once
    editor.line = line;
    editor.done = true;
}

static char *next_match(const char *begun, int state)
{
    static int next;
    const char *word;
    next = state ? next : 0;
    while ((word = editor.words(NULL, next))) {
        next++;
        if (!strncmp(word, begun, strlen(begun)))
            return strdup(word);
    }
    return NULL;
}

/* The first word is one of ours; readline itself completes what follows, as a file's name. */
static char **complete(const char *begun, int start, int end)
{
    (void)end;
    rl_attempted_completion_over = start == 0;
    return start == 0 ? rl_completion_matches(begun, next_match) : NULL;
}

static void set_up(void)
{
    rl_readline_name = "isolab";
    rl_attempted_completion_function = complete;
    rl_change_environment = 0;         // COLUMNS is for people to set
    rl_persistent_signal_handlers = 1; // while we wait for a key, not only while it looks at one
}

/* Waits for a key or a signal, whichever comes first, even in between. readline's own handlers put
 * the terminal back before they pass a signal on, and prepare it again should the program go on,
 * as after Ctrl-Z; then the line is to be shown again. */
static void wait_for_key(const Input *input)
{
    struct pollfd keys = {.fd = input->descriptor, .events = POLLIN};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    bool came = atomic_load(input->stop) || rl_pending_signal();
    int ready = came ? 0 : ppoll(&keys, 1, NULL, &before);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    bool left_off = rl_pending_signal() && rl_pending_signal() != SIGWINCH;
    rl_check_signals();
    if (atomic_load(input->stop))
        return;
    if (left_off)
        rl_forced_update_display();
    if (ready > 0)
        rl_callback_read_char();
}

static void remember(const char *line)
{
    HIST_ENTRY *last = history_length > 0 ? history_get(history_base + history_length - 1) : NULL;
    if (*line && (!last || strcmp(last->line, line)))
        add_history(line);
}

static bool edit_line(const char *prompt, NameAt words, const Input *input, char *line, size_t size,
                      size_t *length)
{
    editor.words = words;
    editor.line = NULL;
    editor.done = false;
    set_up();
    rl_callback_handler_install(prompt, take_line);
    while (!editor.done && !atomic_load(input->stop))
        wait_for_key(input);
    if (!editor.done)
        rl_callback_handler_remove();
    if (!editor.line)
        return false;
    remember(editor.line);
    *length = strlen(editor.line);
    memcpy(line, editor.line, *length < size ? *length : size);
    free(editor.line);
    return true;
}

static bool can_edit(void)
{
    return isatty(STDIN_FILENO) && terminal_can_redraw();
}

#else

static bool edit_line(const char *prompt, NameAt words, const Input *input, char *line, size_t size,
                      size_t *length)
{
    (void)prompt, (void)words, (void)input, (void)line, (void)size, (void)length;
    return false;
}

static bool can_edit(void)
{
    return false;
}

#endif

bool prompt_read(const char *prompt, NameAt words, Input *input, char *line, size_t size,
                 size_t *length)
{
    if (can_edit())
        return edit_line(prompt, words, input, line, size, length);
    fputs(prompt, stdout);
    fflush(stdout);
    return input_line(input, line, size, length);
}

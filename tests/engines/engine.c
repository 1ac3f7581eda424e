/* engine.c: the engine that misbehaves as it is told.
 *
 *     engine [SIN [N]]
 *
 * Without a sin it plays the first legal move it finds, by rules of its own and sharing nothing
 * with src/. With one it commits it at the N-th `go` of its life (1 unless told), or where the sin
 * itself belongs.
 */
#define _GNU_SOURCE // usleep
#include <ctype.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_SIZE = 4096, SIDE_LIMIT = 43 };

static const char *sin_name = "none";
static int sin_at = 1;

/* '.' blank, 'x' not; row 0 on top. */
static char field[SIDE_LIMIT][SIDE_LIMIT];
static int width, height, row[2], column[2], to_move;
static bool in_hand[2];
static const char *tail; // of the FEN, behind the side to move

static bool sins(const char *name)
{
    return !strcmp(sin_name, name);
}

/* ---- the game ---- */

static void put(char what)
{
    int side = what == 'n';
    if (what == 'N' || what == 'n') {
        row[side] = height;
        column[side] = width;
        in_hand[side] = false;
    }
    field[height][width++] = what == '.' ? '.' : 'x';
}

static void read_fen(const char *fen)
{
    width = height = 0;
    in_hand[0] = in_hand[1] = true;
    for (; *fen && *fen != ' ' && *fen != '['; fen++) {
        if (isdigit((unsigned char)*fen)) {
            char *end;
            for (long run = strtol(fen, &end, 10); run > 0; run--)
                put('.');
            fen = end - 1;
        } else if (*fen == '/') {
            height++;
            width = 0;
        } else {
            put(*fen);
        }
    }
    height++;
    fen += strcspn(fen, " ");
    to_move = fen[1] == 'b';
    tail = fen + 2;
}

static bool is_move(int to_row, int to_column)
{
    if (field[to_row][to_column] != '.')
        return false;
    int rows = abs(to_row - row[to_move]), columns = abs(to_column - column[to_move]);
    return in_hand[to_move] || (rows * columns == 2);
}

static char *print_square(char *text, int at_row, int at_column)
{
    return text + sprintf(text, "%c%d", 'a' + at_column, height - at_row);
}

/* The first move; as from, to and the square left if `fairy`. */
static void print_move(char *text, bool fairy)
{
    for (int r = 0; r < height; r++)
        for (int c = 0; c < width; c++) {
            if (!is_move(r, c))
                continue;
            char *end = fairy ? print_square(text, row[to_move], column[to_move]) : text;
            end = print_square(end, r, c);
            if (fairy) {
                end = print_square(strcpy(end, ",") + 1, r, c);
                print_square(end, row[to_move], column[to_move]);
            }
            return;
        }
    strcpy(text, "(none)");
}

static void answer(void)
{
    char move[32];
    bool fairy = sins("fairy");
    print_move(move, fairy);
    if (fairy && strcmp(tail, " - - 0 1"))
        strcpy(move, "wrong-fen");
    printf("info depth 2 seldepth 3 nodes 17 score cp 125 time 1 pv %s zz9\n", move);
    printf("bestmove %s\n", move);
    fflush(stdout);
}

/* ---- the sins ---- */

static void sleep_forever(void)
{
    for (;;)
        pause();
}

static void sin_flood(void)
{
    for (;;)
        puts("info depth 1 score cp 0 nodes 1 string la la la la la la la la la la la la la la");
}

static void sin_trickle(void)
{
    for (;; usleep(1000)) {
        puts("info depth 1");
        fflush(stdout);
    }
}

static void sin_garbage(void)
{
    unsigned state = 1;
    for (;; usleep(100))
        for (int i = 0; i < 500; i++) {
            state = state * 1664525 + 1013904223;
            putchar((int)(state >> 24));
        }
}

static void sin_garbage_move(void)
{
    static const char line[] = "bestmove \xff\0\x1b[2J\n";
    fwrite(line, 1, sizeof line - 1, stdout);
    fflush(stdout);
}

static void sin_endless_line(void)
{
    for (;;)
        putchar('x');
}

static void sin_crash(void)
{
    raise(SIGSEGV);
}

static void sin_exit(void)
{
    exit(3);
}

static void sin_close(void)
{
    fclose(stdout);
    sleep_forever();
}

static void sin_close_all(void)
{
    close(STDIN_FILENO);
    sin_close();
}

/* The grandchild keeps the pipes open after its parent is gone. */
static void sin_grandchild(void)
{
    if (fork() == 0)
        sleep_forever();
    exit(5);
}

/* It keeps the pipes too, in a session where the group is not found. */
static void leave_daemon(void)
{
    if (fork() == 0) {
        setsid();
        if (fork() == 0)
            sleep_forever();
        exit(0);
    }
}

static void sin_daemon(void)
{
    leave_daemon();
    exit(5);
}

static void sin_daemon_and_hang(void)
{
    leave_daemon();
    sleep_forever();
}

static void sin_twice(void)
{
    answer();
    answer();
}

static void sin_die_after(void)
{
    answer();
    exit(6);
}

static void sin_blocked(void)
{
    puts("bestmove a99");
    fflush(stdout);
}

static void sin_own_square(void)
{
    char square[8];
    print_square(square, row[to_move], column[to_move]);
    printf("bestmove %s\n", square);
    fflush(stdout);
}

static void sin_none(void)
{
    puts("bestmove (none)");
    fflush(stdout);
}

static void sin_empty(void)
{
    puts("bestmove");
    fflush(stdout);
}

static void sin_silent(void)
{
}

static bool thinking;

static void sin_think(void)
{
    thinking = true;
}

static void stop_thinking(void)
{
    if (thinking)
        answer();
    thinking = false;
}

static const struct {
    const char *name;
    void (*commit)(void);
} sins_of_go[] = {
    {"hang", sleep_forever},
    {"deaf", sin_silent},
    {"obey", sin_think}, // no sin: answers when it is told to stop
    {"flood", sin_flood},
    {"trickle", sin_trickle},
    {"garbage", sin_garbage},
    {"garbage-move", sin_garbage_move},
    {"endless-line", sin_endless_line},
    {"crash", sin_crash},
    {"exit", sin_exit},
    {"close", sin_close},
    {"close-all", sin_close_all},
    {"grandchild", sin_grandchild},
    {"daemon", sin_daemon},
    {"daemon-and-hang", sin_daemon_and_hang},
    {"twice", sin_twice},
    {"die-after", sin_die_after},
    {"blocked", sin_blocked},
    {"own-square", sin_own_square},
    {"none-move", sin_none},
    {"empty-move", sin_empty},
};

static void go(void)
{
    static int count;
    count++;
    for (size_t i = 0; i < sizeof sins_of_go / sizeof *sins_of_go; i++)
        if (count == sin_at && sins(sins_of_go[i].name)) {
            sins_of_go[i].commit();
            return;
        }
    answer();
}

/* ---- the protocol ---- */

/* `options`: plays only if it got exactly these, in this order. */
static void take_option(const char *line)
{
    static int count;
    static const char *const wanted[] = {"setoption name Skill Level value 3, 4",
                                         "setoption name Clear Hash"};
    if (sins("options") && (count > 1 || strcmp(line, wanted[count++])))
        exit(7);
}

static void new_game(void)
{
    static int count;
    count++;
    if (sins("die-between") && count == 2)
        exit(8);
    if (sins("die-at-game"))
        exit(9);
}

static void obey(const char *line)
{
    if (!strcmp(line, "uci"))
        puts(sins("no-uciok") ? "id name mute" : "id name engine\nuciok");
    else if (!strcmp(line, "isready"))
        puts("readyok\r");
    else if (!strncmp(line, "setoption ", 10))
        take_option(line);
    else if (!strcmp(line, "ucinewgame"))
        new_game();
    else if (!strncmp(line, "position fen ", 13))
        read_fen(line + 13);
    else if (!strncmp(line, "go ", 3))
        go();
    else if (!strcmp(line, "stop"))
        stop_thinking();
    fflush(stdout);
}

int main(int count, char **arguments)
{
    static char line[LINE_SIZE], kept[LINE_SIZE];
    if (count > 1)
        sin_name = arguments[1];
    if (count > 2)
        sin_at = atoi(arguments[2]);
    if (sins("exit-at-once"))
        return 4;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!strcmp(line, "quit") && !sins("never-quit"))
            return 0;
        /* The FEN's tail is looked at later. */
        obey(strncmp(line, "position", 8) ? line : strcpy(kept, line));
    }
    if (sins("never-quit"))
        sleep_forever();
    return 0;
}

#include "engine/line.h"

/* What stands before the first `word` of `text`, and what behind it. Without one all stands
 * before. */
static void split_at_word(Slice text, const char *word, Slice *before, Slice *behind)
{
    Slice rest = text;
    for (Slice next; (next = slice_next_word(&rest)).length;)
        if (slice_is(next, word)) {
            *before = slice_trimmed((Slice){text.start, (size_t)(next.start - text.start)});
            *behind = slice_trimmed(rest);
            return;
        }
    *before = slice_trimmed(text);
    *behind = (Slice){text.start + text.length, 0};
}

static void parse_setoption(Slice rest, EngineCommand *command)
{
    Slice head = rest;
    if (slice_is(slice_next_word(&head), "name"))
        rest = head;
    split_at_word(rest, "value", &command->name, &command->value);
}

static void parse_position(Slice rest, EngineCommand *command)
{
    Slice head = rest;
    if (slice_is(slice_next_word(&head), "fen"))
        rest = head;
    split_at_word(rest, "moves", &command->place, &command->moves);
}

/* A whole number, clamped: a clock may have run below zero, and no limit needs more than `most`.
 * False if it is none. */
static bool parse_number(Slice word, int64_t least, int64_t most, int64_t *number)
{
    size_t digits = word.length && (word.start[0] == '-' || word.start[0] == '+');
    int64_t value = 0;
    if (digits == word.length)
        return false;
    for (size_t i = digits; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9')
            return false;
        if (value <= most)
            value = value * 10 + (word.start[i] - '0');
    }
    if (word.start[0] == '-')
        value = -value;
    *number = value < least ? least : value > most ? most : value;
    return true;
}

enum { DAY = 24 * 60 * 60 * 1000, DEPTH_MOST = 128 };
static const int64_t nodes_most = 1000 * 1000 * 1000 * (int64_t)1000 * 1000;

/* UCI's names for the clocks, and UGI's. */
static int64_t *clock_field(Slice key, EngineGo *go, int64_t *least)
{
    static const char *const clocks[2][2] = {{"wtime", "p1time"}, {"btime", "p2time"}};
    static const char *const increments[2][2] = {{"winc", "p1inc"}, {"binc", "p2inc"}};
    for (int side = 0; side < 2; side++)
        for (int protocol = 0; protocol < 2; protocol++) {
            *least = 1;
            if (slice_is(key, clocks[side][protocol]))
                return &go->clock[side];
            *least = 0;
            if (slice_is(key, increments[side][protocol]))
                return &go->increment[side];
        }
    return NULL;
}

static int64_t *number_field(Slice key, EngineGo *go, int64_t *least, int64_t *most)
{
    *least = 1;
    *most = DAY;
    if (slice_is(key, "movetime"))
        return &go->movetime;
    if (slice_is(key, "virtual"))
        return &go->virtual;
    *most = nodes_most;
    if (slice_is(key, "nodes"))
        return &go->nodes;
    *most = DEPTH_MOST;
    if (slice_is(key, "depth"))
        return &go->depth;
    if (slice_is(key, "perft"))
        return &go->perft;
    if (slice_is(key, "movestogo"))
        return &go->moves_to_go;
    *most = DAY;
    return clock_field(key, go, least);
}

static void note_ignored(EngineGo *go, Slice word)
{
    if (!go->ignored.length)
        go->ignored = word;
}

/* Whatever is wrong in a `go`, it stays a `go`: who sent it waits for a move. */
static void parse_go(Slice rest, EngineGo *go)
{
    for (Slice key; (key = slice_next_word(&rest)).length;) {
        int64_t least, most;
        int64_t *field = number_field(key, go, &least, &most);
        if (slice_is(key, "infinite"))
            go->infinite = true;
        else if (!field && !slice_is(key, "ponder"))
            note_ignored(go, key);
        if (!field)
            continue;
        Slice after = rest, number = slice_next_word(&after);
        if (!parse_number(number, least, most, field)) {
            note_ignored(go, key);
            continue;
        }
        rest = after;
        for (int side = 0; side < 2; side++)
            if (field == &go->clock[side])
                go->timed[side] = true;
    }
}

static EngineVerb find_verb(Slice word)
{
    static const struct {
        const char *name;
        EngineVerb verb;
    } verbs[] = {
        {"uci", ENGINE_UCI},
        {"ugi", ENGINE_UGI},
        {"isready", ENGINE_ISREADY},
        {"setoption", ENGINE_SETOPTION},
        {"ucinewgame", ENGINE_NEWGAME},
        {"uginewgame", ENGINE_NEWGAME},
        {"position", ENGINE_POSITION},
        {"go", ENGINE_GO},
        {"stop", ENGINE_STOP},
        {"query", ENGINE_QUERY},
        {"d", ENGINE_DRAW},
        {"quit", ENGINE_QUIT},
        {"debug", ENGINE_NOTHING},
        {"register", ENGINE_NOTHING},
        {"ponderhit", ENGINE_NOTHING},
        {"", ENGINE_NOTHING},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (slice_is(word, verbs[i].name))
            return verbs[i].verb;
    return ENGINE_UNKNOWN;
}

EngineCommand engine_line_parse(const char *line, size_t length)
{
    EngineCommand command = {.verb = ENGINE_NOTHING};
    Slice rest = {line, length};
    command.word = slice_next_word(&rest);
    command.verb = find_verb(command.word);
    if (command.verb == ENGINE_SETOPTION)
        parse_setoption(rest, &command);
    else if (command.verb == ENGINE_POSITION)
        parse_position(rest, &command);
    else if (command.verb == ENGINE_QUERY)
        command.question = slice_trimmed(rest);
    else if (command.verb == ENGINE_GO)
        parse_go(rest, &command.go);
    return command;
}

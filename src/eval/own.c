#define _GNU_SOURCE // memmem, usleep
#include "eval/own.h"

#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/board.h"
#include "eval/feature.h"
#include "eval/formula.h"
#include "isolab_heuristic.h"
#include "util/checksum.h"
#include "util/clock.h"
#include "util/input.h"
#include "util/output.h"
#include "util/process.h"

/* The contract is our own layout under other names. */
#define SAME(theirs, ours)                                                                         \
    static_assert(offsetof(IsolabScene, theirs) == offsetof(Scene_64, ours), "a scene's layout")
SAME(board, g);
SAME(blanks, blanks);
SAME(own_moves, own_moves);
SAME(opponent_moves, other_moves);
SAME(own, own);
SAME(opponent, other);
SAME(own_active, own_active);
static_assert(sizeof(IsolabBoard) == sizeof(Geometry_64), "a board's layout");
static_assert(offsetof(IsolabBoard, corners) == offsetof(Geometry_64, corners), "a board's layout");
static_assert(offsetof(IsolabBoard, column) == offsetof(Geometry_64, column), "a board's layout");
static_assert((int)ISOLAB_PARAMETERS <= (int)PARAMETER_MAX, "room for their parameters");
static_assert((int)ISOLAB_USES == (int)FORMULA_USES_MAX, "room for what a formula uses");

extern const char asset_isolab_heuristic_h[]; // the header, as text

enum { NARROW, WIDE_ONE, WIDTHS, OWN_TEXT = 96 };
static const int width_bits[WIDTHS] = {64, 128};

/* What a C file says of itself, as its process tells it. */
typedef struct OwnInfo {
    int needs;
    double price;
    char meaning[OWN_TEXT];
    int parameter_count;
    struct {
        char name[FORMULA_NAME_SIZE], meaning[OWN_TEXT];
        double standard, min, max, step;
    } parameters[PARAMETER_MAX];
} OwnInfo;

struct Own {
    Heuristic row;
    char *name;
    char libraries[WIDTHS][PATH_MAX];
    bool foreign;
    bool kept; // only named, never loaded
    char content[17];
    OwnInfo info;
    const IsolabHeuristicInfo *loaded[WIDTHS]; // NULL for a C file, but in its process
    pthread_mutex_t asking;                    // of a C file: one value at a time
    Apart *apart;
    Own *next;
};

/* Everything that was ever named, newest first. Rows only ever come, under the lock. */
static Own *all_own;
static pthread_mutex_t all_own_lock = PTHREAD_MUTEX_INITIALIZER;

bool own_is_foreign(const Heuristic *heuristic)
{
    return heuristic && heuristic->own && heuristic->own->foreign;
}

/* Microseconds: what `improved` takes. */
#define UNSTATED_PRICE 10.0

bool own_lacks_price(const Heuristic *heuristic)
{
    return heuristic && heuristic->own && heuristic->own->info.price == 0;
}

const char *own_content(const Heuristic *heuristic)
{
    return heuristic && heuristic->own ? heuristic->own->content : "";
}

/* ---- The cache */

/* A folder that is ours alone: what is loaded from it runs as us. */
static bool make_folder(const char *path, Error *error)
{
    struct stat found;
    char quote[QUOTE_SIZE];
    if (mkdir(path, 0700) && errno != EEXIST)
        return error_set(error, "cannot make the folder %s: %s",
                         error_quote(quote, path, strlen(path)), strerror(errno));
    if (stat(path, &found) || !S_ISDIR(found.st_mode) || found.st_uid != geteuid() ||
        (found.st_mode & (S_IWGRP | S_IWOTH)))
        return error_set(error, "%s is not a folder that only its owner may write to",
                         error_quote(quote, path, strlen(path)));
    return true;
}

static bool cache_folder(char path[PATH_MAX], Error *error)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    int length;
    if (cache && *cache == '/')
        length = snprintf(path, PATH_MAX - 64, "%s", cache);
    else if (home && *home == '/')
        length = snprintf(path, PATH_MAX - 64, "%s/.cache", home);
    else
        length = snprintf(path, PATH_MAX - 64, "/tmp/isolab-%ld", (long)geteuid());
    if (length < 0 || length >= PATH_MAX - 64)
        return error_set(error, "the name of the cache's folder is too long");
    if (access(path, F_OK) && !make_folder(path, error))
        return false;
    strcat(path, "/isolab");
    return make_folder(path, error);
}

/* Texts of the cache: far below a MB, but preprocessed files may include anything. */
enum { CACHE_MEGABYTES = 64 };

static bool read_whole(const char *path, Text *text)
{
    return input_read(path, CACHE_MEGABYTES, NULL, text, NULL);
}

static uint64_t hash_bytes(const char *bytes, size_t length)
{
    return fingerprint_add(FINGERPRINT_START, bytes, length);
}

/* ---- The compiler */

static const char flags[] =
    "-std=gnu17 -O2 " ISOLAB_CPU_FLAG " -ffp-contract=off -fPIC -shared -fvisibility=hidden -w";

/* Runs a command, and hands back its first line that tells an error, or else its first. */
static bool run_compiler(const Text *command, const char *what, Error *error)
{
    enum { PATIENCE = 120 };
    char said[ERROR_TEXT_SIZE - 64] = "", end[PROCESS_END_SIZE] = "", quote[QUOTE_SIZE];
    const char *line;
    size_t length;
    bool is_error = false;
    if (!text_ok(command))
        return error_out_of_memory(error);
    Process *process = process_start(command->bytes, true, error);
    if (!process)
        return false;
    double deadline = clock_now() + PATIENCE;
    ProcessStatus status;
    while ((status = process_read_line(process, deadline, &line, &length)) == PROCESS_OK) {
        bool tells = memmem(line, length, "error", strlen("error")) != NULL;
        if (!is_error && (tells || !*said)) {
            snprintf(said, sizeof said, "%.*s", (int)(length < 256 ? length : 256), line);
            is_error = tells;
        }
    }
    while (!process_has_ended(process) && clock_now() < deadline)
        usleep(1000);
    process_end(process, end);
    process_stop(process, 0);
    if (status == PROCESS_LATE)
        return error_set(error, "the compiler did not come to an end");
    if (!strcmp(end, "exit status 0"))
        return true;
    if (!strcmp(end, "exit status 127"))
        return error_set(error,
                         "%s needs a C compiler, and there is none called '%s' (package gcc; the "
                         "variable CC names another)",
                         error_quote(quote, what, strlen(what)),
                         getenv("CC") ? getenv("CC") : "cc");
    for (char *c = said; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
    return error_set(error, "%s", *said ? said : "the compiler failed without a word");
}

static void append_compiler(Text *command)
{
    const char *compiler = getenv("CC");
    text_append(command, compiler && *compiler ? compiler : "cc");
}

/* The shared object of a text that includes nothing any more, from the cache or newly made. The
 * text itself is kept beside it and compared, so that a hash that happens to match is no answer. */
static bool build_library(const char *folder, const char *what, const Text *text, int bits,
                          char library[PATH_MAX], Error *error)
{
    char source[PATH_MAX], made[PATH_MAX];
    Text kept = TEXT_EMPTY, command = TEXT_EMPTY;
    uint64_t hash = hash_bytes(text->bytes, text->length) ^ hash_bytes(flags, sizeof flags);
    bool found = false;
    for (;; hash++) {
        snprintf(source, PATH_MAX, "%.*s/%016llx-%d.c", PATH_MAX - 64, folder,
                 (unsigned long long)hash, bits);
        snprintf(library, PATH_MAX, "%.*s.so", PATH_MAX - 8, source);
        text_clear(&kept);
        if (!read_whole(source, &kept))
            break;
        found = kept.length == text->length && !memcmp(kept.bytes, text->bytes, text->length);
        if (found)
            break;
    }
    text_free(&kept);
    if (found && !access(library, R_OK))
        return true;
    if (!found && !output_write(source, text, NULL, error))
        return false;
    snprintf(made, PATH_MAX, "%.*s.%ld.%d", PATH_MAX - 32, library, (long)getpid(), rand());
    text_append(&command, "LC_ALL=C ");
    append_compiler(&command);
    text_format(&command, " %s -x c ", flags);
    text_append_shell(&command, source);
    text_append(&command, " -o ");
    text_append_shell(&command, made);
    text_append(&command, " -lm 2>&1");
    bool good = run_compiler(&command, what, error);
    text_free(&command);
    if (good && rename(made, library))
        good = error_set(error, "cannot write the cache: %s", strerror(errno));
    if (!good)
        remove(made);
    return good;
}

/* What the compiler makes of a file before it compiles: all that counts of it, and of what it
 * includes, with the user's own lines. */
static bool preprocess(const char *folder, const char *what, const char *file, int bits, Text *text,
                       Error *error)
{
    char output[PATH_MAX];
    Text command = TEXT_EMPTY;
    snprintf(output, PATH_MAX, "%.*s/%ld.%d.i", PATH_MAX - 64, folder, (long)getpid(), rand());
    text_append(&command, "LC_ALL=C ");
    append_compiler(&command);
    text_format(&command, " %s -x c -E -DISOLAB_BITS=%d -I ", flags, bits);
    text_append_shell(&command, folder);
    text_append(&command, " ");
    text_append_shell(&command, file);
    text_append(&command, " -o ");
    text_append_shell(&command, output);
    text_append(&command, " 2>&1");
    bool good = run_compiler(&command, what, error);
    if (good && !read_whole(output, text))
        good = error_set(error, "cannot read what the compiler wrote: %s", strerror(errno));
    remove(output);
    text_free(&command);
    return good;
}

static bool write_header(const char *path, Error *error)
{
    Text header = TEXT_EMPTY;
    text_append(&header, asset_isolab_heuristic_h);
    bool good =
        text_ok(&header) ? output_write(path, &header, NULL, error) : error_out_of_memory(error);
    text_free(&header);
    return good;
}

/* Both widths of a C file. */
static bool build_file(Own *own, const char *folder, Error *error)
{
    char header[PATH_MAX];
    uint64_t content = 0;
    Text kept = TEXT_EMPTY;
    size_t length = strlen(asset_isolab_heuristic_h);
    snprintf(header, PATH_MAX, "%.*s/isolab_heuristic.h", PATH_MAX - 64, folder);
    bool good = (read_whole(header, &kept) && kept.length == length &&
                 !memcmp(kept.bytes, asset_isolab_heuristic_h, length)) ||
                write_header(header, error);
    text_free(&kept);
    for (int i = 0; good && i < WIDTHS; i++) {
        Text text = TEXT_EMPTY;
        good = preprocess(folder, own->name, own->name, width_bits[i], &text, error) &&
               build_library(folder, own->name, &text, width_bits[i], own->libraries[i], error);
        if (good)
            content = content * 31 + hash_bytes(text.bytes, text.length);
        text_free(&text);
    }
    snprintf(own->content, sizeof own->content, "%016llx", (unsigned long long)content);
    return good;
}

/* Both widths of a formula: the contract itself, then the function. */
static bool build_formula(Own *own, const char *folder, const Formula *formula, Error *error)
{
    bool good = true;
    for (int i = 0; good && i < WIDTHS; i++) {
        Text text = TEXT_EMPTY;
        text_format(&text, "#define ISOLAB_BITS %d\n%s\n", width_bits[i], asset_isolab_heuristic_h);
        formula_print_function(formula, &text);
        good = (text_ok(&text) || error_out_of_memory(error)) &&
               build_library(folder, own->name, &text, width_bits[i], own->libraries[i], error);
        text_free(&text);
    }
    return good;
}

/* ---- Loading */

static double value_64(const IsolabScene *scene, int number)
{
    const Scene_64 *ours = (const Scene_64 *)(const void *)scene;
    HeuristicSpec spec = heuristic_standard(heuristic_at(number));
    Node_64 node = {ours->blanks, ours->own_active ? ours->own : ours->other,
                    ours->own_active ? ours->other : ours->own};
    return evaluate_64(&spec, ours->g, node, ours->own_active);
}

static double value_128(const IsolabScene *scene, int number)
{
    const Scene_128 *ours = (const Scene_128 *)(const void *)scene;
    HeuristicSpec spec = heuristic_standard(heuristic_at(number));
    Node_128 node = {ours->blanks, ours->own_active ? ours->own : ours->other,
                     ours->own_active ? ours->other : ours->own};
    return evaluate_128(&spec, ours->g, node, ours->own_active);
}

static int number_of(const char *name)
{
    for (int i = 0; heuristic_at(i); i++)
        if (!strcmp(heuristic_at(i)->name, name))
            return i;
    return -1;
}

static bool connect_host(const IsolabHeuristicInfo *info, int bits, volatile uint64_t *steps,
                         Error *error)
{
    info->host->value = bits == 64 ? value_64 : value_128;
    info->host->evaluations = steps;
    for (int i = 0; i < ISOLAB_USES && info->uses[i]; i++) {
        info->host->heuristics[i] = number_of(info->uses[i]);
        if (info->host->heuristics[i] < 0) {
            char quote[QUOTE_SIZE];
            return error_set(error, "its .uses names %s, which is no heuristic",
                             error_quote(quote, info->uses[i], strlen(info->uses[i])));
        }
    }
    return true;
}

/* Opens one of the two shared objects. NULL with a sentence. */
static const IsolabHeuristicInfo *open_library(const char *path, int bits, volatile uint64_t *steps,
                                               Error *error)
{
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *why = dlerror();
        const char *symbol = why ? strstr(why, "undefined symbol: ") : NULL;
        char quote[QUOTE_SIZE];
        if (symbol && !strcmp(symbol + strlen("undefined symbol: "), "isolab_score"))
            error_set(error, "it has no function isolab_score");
        else if (symbol)
            error_set(error, "it calls %s, which there is not",
                      error_quote(quote, symbol + 18, strlen(symbol + 18)));
        else
            error_set(error, "cannot load it: %s", why ? why : "no reason is given");
        return NULL;
    }
    const IsolabHeuristicInfo *info = dlsym(handle, "isolab_heuristic");
    if (!info)
        error_set(error, "it does not end with ISOLAB_HEURISTIC(...)");
    else if (info->version != ISOLAB_HEURISTIC_VERSION)
        error_set(error, "it is for version %d of isolab_heuristic.h, this program has %d",
                  info->version, ISOLAB_HEURISTIC_VERSION);
    else if (info->bits != bits)
        error_set(error, "it changes ISOLAB_BITS, which is the program's to set");
    else if (connect_host(info, bits, steps, error))
        return info;
    return NULL;
}

/* A function pointer of the contract as one of ours: the scenes are the same (see above). */
static Eval_64 narrow_function(const IsolabHeuristicInfo *info)
{
    return (Eval_64)(void (*)(void))info->score;
}

static Eval_128 wide_function(const IsolabHeuristicInfo *info)
{
    return (Eval_128)(void (*)(void))info->score;
}

static Needs needs_of(int needs)
{
    return needs == ISOLAB_NOTHING      ? NEEDS_NOTHING
           : needs == ISOLAB_OWN_PLACED ? NEEDS_OWN_PLACED
                                        : NEEDS_BOTH_PLACED;
}

static bool copy_text(char *to, size_t size, const char *from, const char *what, Error *error)
{
    if (!from || !*from || strlen(from) >= size)
        return error_set(error, "%s has 1 to %zu bytes", what, size - 1);
    strcpy(to, from);
    return true;
}

static bool read_info(const IsolabHeuristicInfo *info, OwnInfo *own, Error *error)
{
    own->needs = (int)info->needs;
    own->price = info->price;
    if (info->meaning && !copy_text(own->meaning, OWN_TEXT, info->meaning, "its .meaning", error))
        return false;
    if (!(info->price >= 0 && info->price <= 1e9))
        return error_set(error, "its .price is a number of microseconds, not %g", info->price);
    for (int i = 0; i < ISOLAB_PARAMETERS && info->parameters[i].name; i++) {
        double low = info->parameters[i].min, high = info->parameters[i].max;
        double standard = info->parameters[i].standard;
        if (!copy_text(own->parameters[i].name, FORMULA_NAME_SIZE, info->parameters[i].name,
                       "the name of a parameter", error))
            return false;
        if (strcspn(own->parameters[i].name, ",=:.") != strlen(own->parameters[i].name))
            return error_set(error, "the name of a parameter has none of , = : .");
        if (!isfinite(low) || !isfinite(high) || !(low < high) ||
            !(standard >= low && standard <= high))
            return error_set(error, "its parameter %s is %g, which is not within %g..%g",
                             own->parameters[i].name, standard, low, high);
        snprintf(own->parameters[i].meaning, OWN_TEXT, "%s",
                 info->parameters[i].meaning ? info->parameters[i].meaning : "");
        own->parameters[i].standard = standard;
        own->parameters[i].min = low;
        own->parameters[i].max = high;
        own->parameters[i].step =
            info->parameters[i].step > 0 ? info->parameters[i].step : (high - low) / 64;
        own->parameter_count = i + 1;
    }
    return true;
}

/* `own->info` as a row. */
static void fill_row(Own *own)
{
    OwnInfo *info = &own->info;
    own->row = (Heuristic){.name = own->name,
                           .study = own->foreign ? "a C file" : "a formula",
                           .meaning = *info->meaning ? info->meaning
                                      : own->foreign ? "a heuristic of one's own, in C"
                                                     : "a heuristic of one's own",
                           .formula = own->foreign ? own->name : own->name + 1,
                           .needs = needs_of(info->needs),
                           .cost = (info->price > 0 ? info->price : UNSTATED_PRICE) * 1e3,
                           .own = own};
    for (int i = 0; i < info->parameter_count; i++)
        own->row.parameters[i] = (Parameter){.name = info->parameters[i].name,
                                             .standard = info->parameters[i].standard,
                                             .min = info->parameters[i].min,
                                             .max = info->parameters[i].max,
                                             .step = info->parameters[i].step,
                                             .meaning = info->parameters[i].meaning};
}

/* ---- Formulas: loaded here */

static bool make_formula(Own *own, const char *folder, Error *error)
{
    Formula formula;
    const IsolabHeuristicInfo *info[WIDTHS] = {NULL, NULL};
    bool good = formula_parse(own->name + 1, strlen(own->name + 1), &formula, error) &&
                build_formula(own, folder, &formula, error);
    text_free(&formula.code);
    for (int i = 0; good && i < WIDTHS; i++) {
        static uint64_t unused; // formulas do not count their calls
        info[i] = open_library(own->libraries[i], width_bits[i], &unused, error);
        good = info[i] && read_info(info[i], &own->info, error);
        own->loaded[i] = info[i];
    }
    if (!good)
        return false;
    fill_row(own);
    own->row.eval_64 = narrow_function(info[NARROW]);
    own->row.eval_128 = wide_function(info[WIDE_ONE]);
    return true;
}

/* ---- C files: loaded in another process */

bool own_load(const Heuristic *heuristic, Heuristic *row, volatile uint64_t *steps, Error *error)
{
    Own *own = malloc(sizeof *own); // as long as that process
    if (!own)
        return error_out_of_memory(error);
    *own = *heuristic->own;
    *row = *heuristic;
    pthread_mutex_init(&own->asking, NULL); // ours may have been held when the process began
    for (int i = 0; i < WIDTHS; i++) {
        const IsolabHeuristicInfo *info =
            open_library(own->libraries[i], width_bits[i], steps, error);
        if (!info)
            return false;
        own->loaded[i] = info;
        row->needs = needs_of((int)info->needs); // the first time, nobody knew yet
        if (i == NARROW)
            row->eval_64 = narrow_function(info);
        else
            row->eval_128 = wide_function(info);
    }
    row->own = own;
    return true;
}

/* A question to the process that values are asked from. */
typedef struct ValueQuestion {
    bool tell_info; // rather than a value
    bool narrow;
    int width, height;
    Squares blanks;
    Square active, passive;
    bool own_active;
    double values[PARAMETER_MAX];
} ValueQuestion;

typedef struct ValueAnswer {
    double value;
    OwnInfo info;
    Error error;
} ValueAnswer;

/* In the child: what it has loaded. */
static Heuristic child_row;

static bool begin_values(void *context, ApartShared *shared, Error *error)
{
    return own_load(&((Own *)context)->row, &child_row, &shared->steps, error);
}

static void answer_value(void *context, const void *question, void *answer)
{
    static Board board;
    (void)context;
    const ValueQuestion *asked = question;
    ValueAnswer *told = answer;
    if (asked->tell_info) {
        read_info(child_row.own->loaded[NARROW], &told->info, &told->error);
        return;
    }
    if (board.width != asked->width || board.height != asked->height)
        board_init(&board, asked->width, asked->height, &told->error);
    HeuristicSpec spec = {.heuristic = &child_row};
    memcpy(spec.values, asked->values, sizeof spec.values);
    if (asked->narrow)
        told->value = evaluate_64(&spec, &board.geometry_64,
                                  (Node_64){(Bits_64)asked->blanks, asked->active, asked->passive},
                                  asked->own_active);
    else
        told->value = evaluate_128(&spec, &board.geometry_128,
                                   (Node_128){asked->blanks, asked->active, asked->passive},
                                   asked->own_active);
    own_take_fault(&child_row, &told->error);
}

/* What went wrong when this thread last asked for a value of a C file, until somebody takes it. */
static _Thread_local struct ToldFault {
    const Own *own; // NULL: nothing
    Error error;
} told_fault;

/* Asks, and keeps what went wrong. */
static bool ask_process(Own *own, const ValueQuestion *question, ValueAnswer *answer)
{
    static const double patience = 60;
    pthread_mutex_lock(&own->asking);
    Error error = {""};
    bool good =
        apart_ask(own->apart, question, answer, clock_now() + patience, NULL, &error) == APART_OK;
    if (good && *answer->error.text) {
        error = answer->error;
        good = false;
    }
    if (!good)
        told_fault = (struct ToldFault){own, error};
    pthread_mutex_unlock(&own->asking);
    return good;
}

double own_ask_value(const HeuristicSpec *spec, int width, int height, bool narrow, Squares blanks,
                     Square active, Square passive, bool own_active)
{
    ValueQuestion question = {.narrow = narrow,
                              .width = width,
                              .height = height,
                              .blanks = blanks,
                              .active = active,
                              .passive = passive,
                              .own_active = own_active};
    ValueAnswer answer;
    memcpy(question.values, spec->values, sizeof question.values);
    return ask_process(spec->heuristic->own, &question, &answer) ? answer.value : NAN;
}

bool own_take_fault(const Heuristic *heuristic, Error *error)
{
    Own *own = heuristic ? heuristic->own : NULL;
    unsigned not_numbers = 0;
    bool failed = false;
    if (!own)
        return false;
    for (int i = 0; i < WIDTHS; i++)
        if (own->loaded[i])
            not_numbers += own->loaded[i]->not_numbers();
    if (told_fault.own == own) {
        failed = true;
        if (error)
            *error = told_fault.error;
        told_fault.own = NULL;
    }
    if (!failed && not_numbers)
        error_set(error, "its value is no number");
    return failed || not_numbers > 0;
}

static bool make_file(Own *own, const char *folder, Error *error)
{
    char quote[QUOTE_SIZE];
    struct stat found;
    ValueAnswer answer;
    ApartWork work = {.begin = begin_values,
                      .answer = answer_value,
                      .context = own,
                      .question_size = sizeof(ValueQuestion),
                      .answer_size = sizeof answer};
    own->foreign = true;
    if (stat(own->name, &found))
        return error_set(error, "cannot read %s: %s",
                         error_quote(quote, own->name, strlen(own->name)), strerror(errno));
    if (!S_ISREG(found.st_mode))
        return error_set(error, "%s is not a file",
                         error_quote(quote, own->name, strlen(own->name)));
    if (!build_file(own, folder, error))
        return false;
    fill_row(own); // for the child
    own->apart = apart_create(&work, error);
    if (!own->apart)
        return false;
    if (!ask_process(own, &(ValueQuestion){.tell_info = true}, &answer)) {
        *error = told_fault.error;
        told_fault.own = NULL;
        error_prefix(error, error_quote(quote, own->name, strlen(own->name)));
        return false;
    }
    own->info = answer.info;
    fill_row(own);
    return true;
}

/* ---- Finding */

static void own_free(Own *own)
{
    apart_destroy(own->apart);
    pthread_mutex_destroy(&own->asking);
    free(own->name);
    free(own);
}

static Own *own_named(const char *name, size_t length, Error *error)
{
    Own *own = calloc(1, sizeof *own);
    char *copy = own ? malloc(length + 1) : NULL;
    if (!copy) {
        free(own);
        error_out_of_memory(error);
        return NULL;
    }
    memcpy(copy, name, length);
    copy[length] = '\0';
    own->name = copy;
    pthread_mutex_init(&own->asking, NULL);
    return own;
}

static bool own_make(Own *own, Error *error)
{
    char folder[PATH_MAX];
    if (own->kept) {
        fill_row(own);
        return true;
    }
    return cache_folder(folder, error) &&
           (own->name[0] == '=' ? make_formula(own, folder, error) : make_file(own, folder, error));
}

static const Heuristic *find_or_make(const char *name, size_t length, bool kept, Error *error)
{
    Own *found;
    pthread_mutex_lock(&all_own_lock);
    for (found = all_own; found; found = found->next)
        if (found->kept == kept && strlen(found->name) == length &&
            !memcmp(found->name, name, length))
            break;
    if (!found && (found = own_named(name, length, error))) {
        found->kept = kept;
        if (own_make(found, error)) {
            found->next = all_own;
            all_own = found;
        } else {
            own_free(found);
            found = NULL;
        }
    }
    pthread_mutex_unlock(&all_own_lock);
    return found ? &found->row : NULL;
}

const Heuristic *own_find(const char *name, size_t length, Error *error)
{
    if (memchr(name, '\0', length)) {
        error_set(error, "a heuristic's name has no NUL bytes");
        return NULL;
    }
    return find_or_make(name, length, false, error);
}

const Heuristic *own_kept(const char *name, size_t length, Error *error)
{
    return find_or_make(name, length, true, error);
}

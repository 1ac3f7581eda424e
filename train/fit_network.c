/* fit_network.c: the network's weights from positions whose winner is known.
 *
 *     fit_network SEED EPOCHS POSITIONS... > NETWORK
 *
 * Logistic loss, Adam in batches, a rate that falls to nothing. Each position is seen in one of the
 * eight ways a board can be turned, so that no direction is preferred. The last twentieth of each
 * file is kept back: its loss, and how well it is told apart, is said on the way. At the end
 * weights are rounded to the integers the program works with.
 *
 * Plain arithmetic in a fixed order, without the compiler's liberties (meson.build): the same
 * positions and seed write the same bytes. An epoch of a million positions takes two seconds.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "eval/network.h"
#include "position.h"
#include "stats/roc.h"
#include "util/random.h"

#define RATE 3e-3f

enum { BATCH = 2048, REPORTS = 8 };

/* NetworkWeights before they are rounded, in their own units and in the same order. The lead and
 * the shared squares come in tens. */
typedef struct Model {
    float blank[NETWORK_ROLES][NETWORK_OFFSETS][NETWORK_UNITS];
    float bias[NETWORK_ROLES][NETWORK_UNITS];
    float output[NETWORK_ROLES][NETWORK_PHASES][NETWORK_ROLES][NETWORK_UNITS];
    float constant[NETWORK_ROLES][NETWORK_PHASES];
    float lead[NETWORK_ROLES][NETWORK_PHASES];
    float shared[NETWORK_ROLES][NETWORK_PHASES];
} Model;

static_assert(sizeof(Model) == NETWORK_NUMBERS * sizeof(float), "a number for each");

typedef struct Example {
    TrainingPosition position;
    int8_t lead, shared;
    uint8_t phase;
    bool won; // by the side to move
} Example;

typedef struct Examples {
    Example *examples;
    size_t count, capacity;
} Examples;

/* What one example makes of the model, for the way back. */
typedef struct Pass {
    int offsets[NETWORK_ROLES][SQUARE_LIMIT], count[NETWORK_ROLES];
    float sums[NETWORK_ROLES][NETWORK_UNITS], units[NETWORK_ROLES][NETWORK_UNITS];
} Pass;

static Model model, slope, mean, square;

static void fail(const char *what)
{
    fprintf(stderr, "fit_network: %s\n", what);
    exit(2);
}

static void add_example(Examples *list, const TrainingPosition *position, const Board *board)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1 << 16;
        list->examples = realloc(list->examples, list->capacity * sizeof *list->examples);
        if (!list->examples)
            fail("out of memory");
    }
    Node_128 node = {(Bits_128)position->high << 64 | position->low,
                     position->knight[position->to_move], position->knight[!position->to_move]};
    NetworkTerritory_128 territory = network_territory_128(board_geometry_128(board), node);
    list->examples[list->count++] = (Example){.position = *position,
                                              .lead = (int8_t)territory.lead,
                                              .shared = (int8_t)territory.shared,
                                              .phase = (uint8_t)network_phase_128(node),
                                              .won = position->won != position->to_move};
}

static bool is_position(const TrainingPosition *position)
{
    int area = position->width * position->height;
    return position->width <= BOARD_WIDTH_MAX && area <= BOARD_AREA_MAX && position->won <= 1 &&
           position->to_move <= 1 && position->knight[0] < area && position->knight[1] < area;
}

static void read_positions(const char *name, Examples *training, Examples *kept)
{
    FILE *file = fopen(name, "rb");
    TrainingPosition position;
    Board board = {0};
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail("a file of positions cannot be read");
    long total = ftell(file) / (long)sizeof position;
    rewind(file);
    for (long i = 0; i < total; i++) {
        if (fread(&position, sizeof position, 1, file) != 1 || !is_position(&position))
            fail("a file has something else than positions");
        if ((board.width != position.width || board.height != position.height) &&
            !board_init(&board, position.width, position.height, NULL))
            fail("a file has something else than positions");
        add_example(i < total - total / 20 ? training : kept, &position, &board);
    }
    fclose(file);
}

/* An offset as the network numbers it, the board being turned; -1: out of sight. */
static int offset_of(const TrainingPosition *position, int from, int to, int turn)
{
    int file = to % position->width - from % position->width;
    int rank = to / position->width - from / position->width;
    if (turn & 1)
        file = -file;
    if (turn & 2)
        rank = -rank;
    if (abs(file) > NETWORK_REACH || abs(rank) > NETWORK_REACH)
        return -1;
    return turn & 4 ? (file + NETWORK_REACH) * NETWORK_SPAN + rank + NETWORK_REACH
                    : (rank + NETWORK_REACH) * NETWORK_SPAN + file + NETWORK_REACH;
}

static void look(const TrainingPosition *position, int turn, Role role, Pass *pass)
{
    int from = position->knight[role];
    Squares blanks = (Squares)position->high << 64 | position->low;
    pass->count[role] = 0;
    while (blanks) {
        int offset = offset_of(position, from, bits_take_lowest(&blanks), turn);
        if (offset >= 0)
            pass->offsets[role][pass->count[role]++] = offset;
    }
}

static void add_row(float *sums, const float *row)
{
    for (int i = 0; i < NETWORK_UNITS; i++)
        sums[i] += row[i];
}

/* The logarithm of the odds that the side to move wins. */
static float judge(const Example *example, int turn, Pass *pass)
{
    int mover = example->position.to_move, phase = example->phase;
    float total = model.constant[mover][phase] + model.lead[mover][phase] * example->lead * 0.1f +
                  model.shared[mover][phase] * example->shared * 0.1f;
    for (Role role = ATTACKER; role <= DEFENDER; role++) {
        float *sums = pass->sums[role], *units = pass->units[role];
        look(&example->position, turn, role, pass);
        memcpy(sums, model.bias[role], sizeof pass->sums[role]);
        for (int i = 0; i < pass->count[role]; i++)
            add_row(sums, model.blank[role][pass->offsets[role][i]]);
        for (int i = 0; i < NETWORK_UNITS; i++) {
            units[i] = sums[i] < 0 ? 0 : sums[i] > 1 ? 1 : sums[i];
            total += units[i] * model.output[mover][phase][role][i];
        }
    }
    return total;
}

/* Adds to the slope what one example says, `error` being how much too high its odds are. */
static void blame(const Example *example, const Pass *pass, float error)
{
    int mover = example->position.to_move, phase = example->phase;
    slope.constant[mover][phase] += error;
    slope.lead[mover][phase] += error * example->lead * 0.1f;
    slope.shared[mover][phase] += error * example->shared * 0.1f;
    for (Role role = ATTACKER; role <= DEFENDER; role++) {
        const float *sums = pass->sums[role], *output = model.output[mover][phase][role];
        float part[NETWORK_UNITS];
        for (int i = 0; i < NETWORK_UNITS; i++) {
            slope.output[mover][phase][role][i] += error * pass->units[role][i];
            part[i] = sums[i] > 0 && sums[i] < 1 ? error * output[i] : 0;
        }
        add_row(slope.bias[role], part);
        for (int i = 0; i < pass->count[role]; i++)
            add_row(slope.blank[role][pass->offsets[role][i]], part);
    }
}

/* By Adam; `step` counts from 1. */
static void descend(int64_t step, float rate)
{
    float *weights = (float *)&model, *slopes = (float *)&slope, *means = (float *)&mean,
          *squares = (float *)&square;
    float first = 1, second = 1; // 1 - 0.9^step and 1 - 0.999^step, without the library's pow()
    for (int64_t i = 0; i < step && second > 1e-6f; i++) {
        first *= 0.9f;
        second *= 0.999f;
    }
    first = first < 1e-6f ? 1 : 1 - first;
    second = 1 - second;
    for (int i = 0; i < NETWORK_NUMBERS; i++) {
        means[i] = 0.9f * means[i] + 0.1f * slopes[i];
        squares[i] = 0.999f * squares[i] + 0.001f * slopes[i] * slopes[i];
        weights[i] -= rate * (means[i] / first) / (sqrtf(squares[i] / second) + 1e-8f);
    }
}

/* 1 / (1 + e^-x) by a series, the same on every machine. */
static float chance_of(float x)
{
    double y = fmin(fmax(x, -30), 30) / 1024, power = 1 + y * (1 + y * (0.5 + y / 6 * (1 + y / 4)));
    for (int i = 0; i < 10; i++)
        power *= power;
    return (float)(power / (1 + power));
}

/* What the kept positions say. */
static void report_fit(const Examples *kept, int64_t step, int64_t steps)
{
    double *won = malloc((kept->count + 1) * sizeof *won),
           *lost = malloc((kept->count + 1) * sizeof *lost);
    size_t wins = 0, losses = 0;
    double loss = 0;
    Pass pass;
    RocArea roc;
    if (!won || !lost)
        fail("out of memory");
    for (size_t i = 0; i < kept->count; i++) {
        const Example *example = kept->examples + i;
        float odds = judge(example, 0, &pass);
        loss -= log(example->won ? chance_of(odds) : 1 - chance_of(odds));
        // The attacker's chance: who is to move must not help.
        float attacker = example->position.to_move ? -odds : odds;
        if (example->position.won)
            won[wins++] = attacker;
        else
            lost[losses++] = attacker;
    }
    if (wins && losses && roc_area(won, wins, lost, losses, &roc, NULL))
        fprintf(stderr, "%3.0f %%: loss %.4f, area under the curve %.4f\n",
                100. * (double)step / (double)steps, loss / (double)kept->count, roc.area);
    free(won);
    free(lost);
}

static void begin_model(Random *random)
{
    for (Role role = ATTACKER; role <= DEFENDER; role++) {
        for (int offset = 0; offset < NETWORK_OFFSETS; offset++)
            for (int i = 0; i < NETWORK_UNITS; i++)
                model.blank[role][offset][i] = 0.15f * ((float)random_unit(random) - 0.5f);
        for (int i = 0; i < NETWORK_UNITS; i++)
            model.bias[role][i] = 0.3f;
        for (int phase = 0; phase < NETWORK_PHASES; phase++)
            for (int i = 0; i < NETWORK_ROLES * NETWORK_UNITS; i++)
                model.output[role][phase][i / NETWORK_UNITS][i % NETWORK_UNITS] =
                    0.3f * ((float)random_unit(random) - 0.5f);
    }
}

/* Sums of that many weights, one for each square, stay within 16 bits. */
static int round_weight(float weight, float unit, int limit)
{
    float rounded = floorf(weight * unit + 0.5f);
    return rounded > (float)limit ? limit : rounded < (float)-limit ? -limit : (int)rounded;
}

static void print_numbers(const float *numbers, size_t size, float unit, int limit)
{
    for (size_t i = 0; i < size / sizeof *numbers; i++)
        printf("%d,%c", round_weight(numbers[i], unit, limit),
               i % NETWORK_UNITS == NETWORK_UNITS - 1 ? '\n' : ' ');
}

static void print_model(int count, char **arguments)
{
    printf(
        "/* The numbers of a NetworkWeights, by fit_network %s %s and %d files of positions. */\n",
        arguments[1], arguments[2], count - 3);
    const int limit = INT16_MAX / SQUARE_LIMIT - 1;
    print_numbers((float *)model.blank, sizeof model.blank, NETWORK_ONE, limit);
    print_numbers((float *)model.bias, sizeof model.bias, NETWORK_ONE, limit);
    print_numbers((float *)model.output, sizeof model.output, NETWORK_ONE, INT16_MAX);
    print_numbers((float *)model.constant, sizeof model.constant, NETWORK_ONE, INT16_MAX);
    const float of_one = 0.1f * NETWORK_ONE * NETWORK_ONE;
    print_numbers((float *)model.lead, sizeof model.lead, of_one, INT16_MAX);
    print_numbers((float *)model.shared, sizeof model.shared, of_one, INT16_MAX);
}

int main(int count, char **arguments)
{
    Examples training = {0}, kept = {0};
    if (count < 4)
        fail("SEED EPOCHS POSITIONS... > NETWORK");
    for (int i = 3; i < count; i++)
        read_positions(arguments[i], &training, &kept);
    if (training.count == 0 || training.count > UINT32_MAX)
        fail("too few positions, or too many");
    Random random = random_stream(strtoull(arguments[1], NULL, 10), 0, 0);
    int64_t steps = (int64_t)(strtod(arguments[2], NULL) * (double)training.count / BATCH);
    begin_model(&random);
    for (int64_t step = 1; step <= steps; step++) {
        memset(&slope, 0, sizeof slope);
        for (int i = 0; i < BATCH; i++) {
            const Example *example =
                training.examples + random_below(&random, (uint32_t)training.count);
            Pass pass;
            float odds = judge(example, (int)random_below(&random, 8), &pass);
            blame(example, &pass, (chance_of(odds) - (float)example->won) / BATCH);
        }
        descend(step, RATE * (float)(steps - step + 1) / (float)steps);
        if (step == steps || step % (steps / REPORTS + 1) == 0)
            report_fit(&kept, step, steps);
    }
    print_model(count, arguments);
    free(training.examples);
    free(kept.examples);
    return fflush(stdout) == 0 ? 0 : 1;
}

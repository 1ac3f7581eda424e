/* What holds of every value, on random positions of random boards: symmetry, antisymmetry, and
 * that both widths agree to the last bit. */
#include "support.h"

#include <math.h>

#include "eval/heuristic.h"

enum { POSITION_COUNT = 10000, HEURISTIC_LIMIT = 64 };

/* Any board there can be; a game as far as it goes or a field blocked at random. */
static Given random_position(uint64_t i)
{
    Random random = random_stream(31, i, 0);
    Size size;
    do {
        size.width = BOARD_WIDTH_MIN + (int)random_below(&random, BOARD_WIDTH_MAX - 2);
        size.height = BOARD_HEIGHT_MIN + (int)random_below(&random, BOARD_HEIGHT_MAX - 2);
    } while (size.width * size.height > BOARD_AREA_MAX);
    if (i % 4 == 0)
        size.height = size.width = 3 + (int)random_below(&random, 9); // eight symmetries
    if (i % 2)
        return random_field(size, &random, (int)random_below(&random, 90));
    return random_game(size, &random, (int)random_below(&random, 40));
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* The standard parameters, and in turn each of them changed: a choice to its last word, a number
 * by a step. */
static bool variant_of(const Heuristic *heuristic, int variant, HeuristicSpec *spec)
{
    *spec = heuristic_standard(heuristic);
    if (variant == 0)
        return true;
    if (variant > PARAMETER_MAX || !heuristic->parameters[variant - 1].name)
        return false;
    const Parameter *parameter = &heuristic->parameters[variant - 1];
    bool lower = parameter->standard - parameter->step >= parameter->min;
    spec->values[variant - 1] = parameter->choices ? parameter->max
                                : lower            ? parameter->standard - parameter->step
                                                   : parameter->standard + parameter->step;
    return true;
}

static bool all_images_agree(const HeuristicSpec *spec, const Given *g)
{
    for (Side side = FIRST; side <= SECOND; side++) {
        double value = heuristic_value(spec, &g->board, &g->position, side);
        for (int i = 1; i < g->board.symmetry_count; i++) {
            Position image = position_image(&g->board, &g->position, i);
            if (!same(heuristic_value(spec, &g->board, &image, side), value))
                return false;
        }
    }
    return true;
}

/* Bit for bit, and for `center` alone not. */
static void test_symmetry(void **state)
{
    (void)state;
    bool symmetric[HEURISTIC_LIMIT];
    memset(symmetric, true, sizeof symmetric);
    for (uint64_t i = 0; i < POSITION_COUNT; i++) {
        Given g = random_position(i);
        HeuristicSpec spec;
        for (int h = 0; heuristic_at(h); h++)
            for (int variant = 0; variant_of(heuristic_at(h), variant, &spec); variant++)
                symmetric[h] = symmetric[h] && all_images_agree(&spec, &g);
    }
    for (int h = 0; heuristic_at(h); h++)
        if (symmetric[h] != (strcmp(heuristic_at(h)->name, "center") != 0))
            fail_msg("%s is %s", heuristic_at(h)->name, symmetric[h] ? "symmetric" : "askew");
}

/* Differences in which both players' turns are treated alike. `adjusted` is one but for its
 * extreme case, which its rule=turn repairs. */
static const char *const differences[] = {
    "null",
    "improved",
    "adjusted,rule=turn",
    "central",
    "central,kernel=3",
    "contested",
    "reach",
    "reach,k=3",
    "attacker",
    "attacker,k=3,c=1",
    "next-move",
    "next-move,rule=code",
    "next-move,weight=0.5",
    "chase,w1=1,w2=1",
    "isolation,from=128",
    "territory",
    "territory,c=0.5,k=2",
    "longest",
    "longest,from=0,squares=8,won=0",
};

static const char *const others[] = {
    "open",
    "center",
    "adjusted",
    "aggressive",
    "balanced",
    "pressure",
    "pressure,min=0.5,slope=0.5,power=2",
    "central-pressure",
    "open-div",
    "drilldown",
    "drilldown,score=max",
    "combined",
    "combined,free=0.3",
    "contested,rule=literal",
    "chase",
    "next-move,w1=0.3125",
    "next-move,w1=0.3125,rule=code",
    "isolation,from=0",
    "chase-isolation",
};

static bool is_antisymmetric(const char *text)
{
    HeuristicSpec spec;
    Error error;
    if (!heuristic_parse(text, strlen(text), &spec, &error))
        fail_msg("%s", error.text);
    for (uint64_t i = 0; i < POSITION_COUNT; i++) {
        Given g = random_position(i);
        double first = heuristic_value(&spec, &g.board, &g.position, FIRST);
        double second = heuristic_value(&spec, &g.board, &g.position, SECOND);
        if (!same(first, -second))
            return false;
    }
    return true;
}

static void test_antisymmetry(void **state)
{
    (void)state;
    for (int i = 0; i < COUNT_OF(differences); i++)
        if (!is_antisymmetric(differences[i]))
            fail_msg("%s: P's value is not minus O's", differences[i]);
    for (int i = 0; i < COUNT_OF(others); i++)
        if (is_antisymmetric(others[i]))
            fail_msg("%s is a difference after all", others[i]);
}

static bool is_named(const char *name, const char *const *specs, int count)
{
    size_t length = strlen(name);
    for (int i = 0; i < count; i++)
        if (strcspn(specs[i], ",") == length && !strncmp(specs[i], name, length))
            return true;
    return false;
}

static void test_lists_name_every_heuristic(void **state)
{
    (void)state;
    for (int h = 0; heuristic_at(h); h++)
        assert_true(is_named(heuristic_at(h)->name, differences, COUNT_OF(differences)) ||
                    is_named(heuristic_at(h)->name, others, COUNT_OF(others)));
}

static void test_widths_agree(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < POSITION_COUNT; i++) {
        Given g = random_position(i);
        if (!g.board.narrow)
            continue;
        Board wide = g.board;
        board_widen(&wide);
        for (int h = 0; heuristic_at(h); h++) {
            HeuristicSpec spec = heuristic_standard(heuristic_at(h));
            for (Side side = FIRST; side <= SECOND; side++)
                assert_true(same(heuristic_value(&spec, &g.board, &g.position, side),
                                 heuristic_value(&spec, &wide, &g.position, side)));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_antisymmetry),
        cmocka_unit_test(test_lists_name_every_heuristic),
        cmocka_unit_test(test_widths_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

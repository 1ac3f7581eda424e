#include "numbers.h"

#include <math.h>

double fixture_number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    if (!value || !(json_is_number(value) || json_is_null(value)))
        fail_msg("a fixture without the number \"%s\"", key);
    return json_is_null(value) ? NAN : json_number_value(value);
}

static int gather(const json_t *value, double *numbers, int count)
{
    if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++)
            count = gather(json_array_get(value, i), numbers, count);
        return count;
    }
    assert_true(json_is_number(value) && count < NUMBERS_LIMIT);
    numbers[count] = json_number_value(value);
    return count + 1;
}

int fixture_numbers(const json_t *array, double numbers[NUMBERS_LIMIT])
{
    assert_true(json_is_array(array));
    return gather(array, numbers, 0);
}

int fixture_counts(const json_t *object, const char *key, uint64_t counts[NUMBERS_LIMIT])
{
    double numbers[NUMBERS_LIMIT];
    int count = fixture_numbers(json_object_get(object, key), numbers);
    for (int i = 0; i < count; i++)
        counts[i] = (uint64_t)numbers[i];
    return count;
}

void assert_close(double actual, double expected, double tolerance, const char *what)
{
    if (isnan(actual) && isnan(expected))
        return;
    if (actual != expected && !(fabs(actual - expected) <= tolerance * fmax(1, fabs(expected))))
        fail_msg("%s: %.17g, expected %.17g", what, actual, expected);
}

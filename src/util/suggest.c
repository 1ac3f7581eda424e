#include "util/suggest.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { WORD_LIMIT = 40, SUGGESTIONS = 3 };

/* Optimal string alignment: insert, delete, replace, and swap of neighbours, each costs 1. */
static int edit_distance(const char *a, size_t a_length, const char *b, size_t b_length)
{
    int rows[3][WORD_LIMIT + 1];
    if (a_length > WORD_LIMIT || b_length > WORD_LIMIT)
        return INT_MAX;
    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= a_length; i++) {
        int *now = rows[i % 3], *above = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= b_length; j++) {
            int best = above[j - 1] + (a[i - 1] != b[j - 1]);
            if (above[j] + 1 < best)
                best = above[j] + 1;
            if (now[j - 1] + 1 < best)
                best = now[j - 1] + 1;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
                before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            now[j] = best;
        }
    }
    return rows[a_length % 3][b_length];
}

/* A shared beginning counts as near however long the rest is: `iso` means `isolation`. */
static int distance_to(const char *word, size_t length, const char *name)
{
    size_t name_length = strlen(name);
    if (length >= 2 && length < name_length && !strncmp(word, name, length))
        return 1;
    return edit_distance(word, length, name, name_length);
}

static void append(Error *error, const char *separator, const char *name)
{
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, "%s%s", separator, name);
}

bool suggest_unknown(Error *error, const char *kind, const char *word, size_t length,
                     NameAt name_at, const void *names)
{
    if (!error)
        return false;
    const char *near[SUGGESTIONS] = {NULL};
    int distances[SUGGESTIONS] = {0}, count = 0;
    int limit = length <= 3 ? 1 : (int)(length / 3) + 1;
    for (int i = 0; name_at(names, i); i++) {
        int distance = distance_to(word, length, name_at(names, i));
        if (distance > limit || (count == SUGGESTIONS && distance >= distances[count - 1]))
            continue;
        int place = count < SUGGESTIONS ? count++ : count - 1;
        for (; place > 0 && distances[place - 1] > distance; place--) {
            near[place] = near[place - 1];
            distances[place] = distances[place - 1];
        }
        near[place] = name_at(names, i);
        distances[place] = distance;
    }
    char quote[QUOTE_SIZE];
    error_set(error, "unknown %s %s; ", kind, error_quote(quote, word, length));
    append(error, count ? "did you mean " : "there are ", "");
    for (int i = 0; count ? i < count : name_at(names, i) != NULL; i++)
        append(error,
               i == 0           ? ""
               : i == count - 1 ? " or "
                                : ", ",
               count ? near[i] : name_at(names, i));
    if (count)
        append(error, "?", "");
    return false;
}

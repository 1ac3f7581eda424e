/* feature.c: the table of features.
 *
 * Prices are microseconds of the course's Python, taken apart from the heuristics' own (the costs
 * in the rows of the registry): looking whether the game is over 3.3, own moves 3.3, the
 * opponent's 3.4 make the 10 of `improved`; 9 more a side and step make the 28 of `reach`.
 */
#include "eval/feature.h"

#include <string.h>

#include "util/slice.h"
#include "util/suggest.h"

#define OWN      "scene->own_moves"
#define OPPONENT "scene->opponent_moves"

static const Feature features[] = {
    {"own", 0, "|L(P)|, own moves", "isolab_count(" OWN ")", NEEDS_NOTHING, 3.3, 0, {NULL}},
    {"opp",
     0,
     "|L(O)|, the opponent's moves",
     "isolab_count(" OPPONENT ")",
     NEEDS_NOTHING,
     3.4,
     0,
     {NULL}},
    {"contested",
     0,
     "squares that both could move to",
     "isolab_count(" OWN " & " OPPONENT ")",
     NEEDS_BOTH_PLACED,
     1,
     0,
     {"own", "opp"}},
    {"reach",
     8,
     "|S_k(P)|, blanks within k own moves",
     "isolab_count(isolab_reach(scene, " OWN ", k))",
     NEEDS_BOTH_PLACED,
     0,
     9,
     {"own"}},
    {"oppreach",
     8,
     "|S_k(O)|, blanks within k moves of the opponent",
     "isolab_count(isolab_reach(scene, " OPPONENT ", k))",
     NEEDS_BOTH_PLACED,
     0,
     9,
     {"opp"}},
    {"shared",
     8,
     "blanks within k moves of both",
     "isolab_count(isolab_reach(scene, " OWN ", k) & isolab_reach(scene, " OPPONENT ", k))",
     NEEDS_BOTH_PLACED,
     0,
     0,
     {"reach", "oppreach"}},
    {"next",
     0,
     "blanks one move from some own move",
     "isolab_count(isolab_span(scene, " OWN "))",
     NEEDS_BOTH_PLACED,
     3.5,
     0,
     {"own"}},
    {"oppnext",
     0,
     "the same for the opponent",
     "isolab_count(isolab_span(scene, " OPPONENT "))",
     NEEDS_BOTH_PLACED,
     3.5,
     0,
     {"opp"}},
    {"region",
     0,
     "blanks within any number of own moves",
     "isolab_count(isolab_flood(scene, " OWN "))",
     NEEDS_BOTH_PLACED,
     75,
     0,
     {"own"}},
    {"oppregion",
     0,
     "the same for the opponent",
     "isolab_count(isolab_flood(scene, " OPPONENT "))",
     NEEDS_BOTH_PLACED,
     75,
     0,
     {"opp"}},
    {"lead",
     0,
     "blanks reached first, less those the opponent reaches first",
     "isolab_lead(scene)",
     NEEDS_BOTH_PLACED,
     110,
     0,
     {"own", "opp"}},
    {"isolated",
     0,
     "1 once neither reaches a square of the other's, else 0",
     "isolab_isolated(scene)",
     NEEDS_BOTH_PLACED,
     75,
     0,
     {"own", "opp"}},
    {"attacker",
     0,
     "1 for the attacker, -1 for the defender",
     "(isolab_attacks(scene) ? 1 : -1)",
     NEEDS_BOTH_PLACED,
     0,
     0,
     {NULL}},
    {"active",
     0,
     "1 if the player scored is to move, else 0",
     "scene->own_active",
     NEEDS_NOTHING,
     0,
     0,
     {NULL}},
    {"blanks",
     0,
     "squares nobody has stood on",
     "isolab_count(scene->blanks)",
     NEEDS_NOTHING,
     1,
     0,
     {NULL}},
    {"ply",
     0,
     "squares that are taken: moves played",
     "isolab_ply(scene)",
     NEEDS_NOTHING,
     0.2,
     0,
     {NULL}},
    {"filled",
     0,
     "the share of the board that is taken, 0 to 1",
     "((double)isolab_ply(scene) / scene->board->area)",
     NEEDS_NOTHING,
     0.3,
     0,
     {NULL}},
    {"area", 0, "squares of the board", "scene->board->area", NEEDS_NOTHING, 0.1, 0, {NULL}},
    {"distance",
     0,
     "rows and columns between the knights",
     "isolab_distance(scene)",
     NEEDS_BOTH_PLACED,
     3,
     0,
     {NULL}},
    {"centrality",
     0,
     "of the own square: x(W-1-x) + y(H-1-y)",
     "isolab_centrality(scene, scene->own)",
     NEEDS_BOTH_PLACED,
     0.7,
     0,
     {NULL}},
    {"oppcentrality",
     0,
     "the same for the opponent",
     "isolab_centrality(scene, scene->opponent)",
     NEEDS_BOTH_PLACED,
     0.7,
     0,
     {NULL}},
    {"movecentrality",
     0,
     "the sum over own moves",
     "isolab_centrality_of(scene, " OWN ")",
     NEEDS_NOTHING,
     1,
     0,
     {"own"}},
    {"oppmovecentrality",
     0,
     "the sum over the opponent's moves",
     "isolab_centrality_of(scene, " OPPONENT ")",
     NEEDS_NOTHING,
     1,
     0,
     {"opp"}},
    {"corners",
     0,
     "corners among own moves",
     "isolab_count(" OWN " & scene->board->corners)",
     NEEDS_NOTHING,
     1,
     0,
     {"own"}},
    {"oppcorners",
     0,
     "corners among the opponent's moves",
     "isolab_count(" OPPONENT " & scene->board->corners)",
     NEEDS_NOTHING,
     1,
     0,
     {"opp"}},
    {"diagonals",
     0,
     "the share of own diagonal neighbours that are on the board and taken",
     "isolab_diagonals(scene)",
     NEEDS_BOTH_PLACED,
     5,
     0,
     {NULL}},
    {.name = NULL},
};

const Feature *feature_at(int i)
{
    const int count = (int)(sizeof features / sizeof *features) - 1;
    return i >= 0 && i < count ? &features[i] : NULL;
}

/* "reach" of "reach2", and the 2; a plain name is all of itself. */
static bool is_feature(const Feature *feature, const char *name, size_t length, int *number)
{
    size_t own = strlen(feature->name);
    *number = 0;
    if (!feature->most)
        return slice_is((Slice){name, length}, feature->name);
    if (length != own + 1 || memcmp(name, feature->name, own) || !is_digit(name[own]))
        return false;
    *number = name[own] - '0';
    return *number >= 1 && *number <= feature->most;
}

static bool is_heuristic(const char *heuristic, const char *name, size_t length)
{
    if (strlen(heuristic) != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (name[i] != heuristic[i] && !(name[i] == '_' && heuristic[i] == '-'))
            return false;
    return true;
}

static const Feature *feature_named(const char *name, size_t length)
{
    for (int i = 0; feature_at(i); i++)
        if (slice_is((Slice){name, length}, feature_at(i)->name))
            return feature_at(i);
    return NULL;
}

/* For near names: features, then heuristics, none twice. */
static const char *name_at(const void *unused, int i)
{
    (void)unused;
    int count = 0;
    for (; feature_at(count); count++)
        if (count == i)
            return feature_at(i)->name;
    for (int at = 0; heuristic_at(at); at++) {
        const char *name = heuristic_at(at)->name;
        if (!feature_named(name, strlen(name)) && count++ == i)
            return name;
    }
    return NULL;
}

bool feature_find(const char *name, size_t length, FeatureName *found, Error *error)
{
    static const char prefix[] = "heuristic_";
    const size_t skip = sizeof prefix - 1;
    *found = (FeatureName){NULL, 0, NULL};
    for (int i = 0; feature_at(i); i++)
        if (is_feature(feature_at(i), name, length, &found->number)) {
            found->feature = feature_at(i);
            return true;
        }
    bool prefixed = length > skip && !memcmp(name, prefix, skip);
    for (int i = 0; heuristic_at(i); i++)
        if (is_heuristic(heuristic_at(i)->name, name + (prefixed ? skip : 0),
                         length - (prefixed ? skip : 0))) {
            found->heuristic = heuristic_at(i);
            return true;
        }
    size_t stem = length - (length && is_digit(name[length - 1]));
    const Feature *numbered = feature_named(name, stem);
    if (numbered && numbered->most)
        return error_set(error, "%s wants a number from 1 to %d, such as %s2", numbered->name,
                         numbered->most, numbered->name);
    return suggest_unknown(error, "feature", name, length, name_at, NULL);
}

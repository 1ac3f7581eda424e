/* longest.tmpl.h: included by longest.h once per width. */

typedef struct WIDE(Runner) {
    Square from;
    Bits region; // what `from` can reach
} WIDE(Runner);

/* Whether `mover`, to move, outlasts `other`, their regions being disjoint. Any answer if the
 * effort stops. */
bool WIDE(longest_wins)(LongestMemory *memory, const Geometry *g, WIDE(Runner) mover,
                        WIDE(Runner) other, Effort *effort);

/* No path has more moves: it alternates colours, beginning with the one the knight does not stand
 * on. */
int WIDE(longest_bound)(const Geometry *g, WIDE(Runner) runner);

int WIDE(longest_from)(LongestMemory *memory, const Geometry *g, WIDE(Runner) runner,
                       Effort *effort);
bool WIDE(longest_has)(LongestMemory *memory, const Geometry *g, WIDE(Runner) runner, int moves,
                       Effort *effort);

/* longest.tmpl.h: included by longest.h once per width. */

typedef struct WIDE(Runner) {
    Square from;
    Bits region; // what `from` can reach
} WIDE(Runner);

/* Whether `mover`, to move, outlasts `other`, their regions being disjoint. Any answer if the
 * effort stops. */
bool WIDE(longest_wins)(LongestMemory *memory, const Geometry *g, WIDE(Runner) mover,
                        WIDE(Runner) other, Effort *effort);

int WIDE(longest_from)(LongestMemory *memory, const Geometry *g, WIDE(Runner) runner,
                       Effort *effort);
bool WIDE(longest_has)(LongestMemory *memory, const Geometry *g, WIDE(Runner) runner, int moves,
                       Effort *effort);

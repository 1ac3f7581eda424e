/* spread.tmpl.h: both sides spread over the blanks in turns. For templates, once per width, after
 * core/pair.h. */

/* How many more blanks the active side gets to first than the passive side does. Both take a step
 * at once; what both get to then is the active side's, which was there a ply earlier. */
static inline int WIDE(spread_lead)(const Geometry *g, Bits blanks, Bits active_moves,
                                    Bits passive_moves)
{
    assert(!((active_moves | passive_moves) & ~blanks));
    Pair left = WIDE(pair)(blanks, blanks), taken = {0};
    Pair step = WIDE(pair)(active_moves, passive_moves);
    while (WIDE(pair_any)(step)) {
        step &= ~WIDE(pair_first_as_second)(step);
        taken |= step;
        left &= ~(step | WIDE(pair_swapped)(step));
        step = WIDE(pair_span)(g, step) & left;
    }
    return bits_count(WIDE(pair_first)(taken)) - bits_count(WIDE(pair_second)(taken));
}

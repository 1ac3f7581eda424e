/* spread.tmpl.h: both sides spread over the blanks in turns. For templates, once per width. */

/* How many more blanks the active side gets to first than the passive side does. */
static inline int WIDE(spread_lead)(const Geometry *g, Bits blanks, Bits active_moves,
                                    Bits passive_moves)
{
    Bits active = active_moves;
    blanks &= ~active;
    Bits passive = passive_moves & blanks;
    blanks &= ~passive;
    int lead = bits_count(active) - bits_count(passive);
    while (active | passive) {
        active = WIDE(knight_span)(g, active) & blanks;
        blanks &= ~active;
        passive = WIDE(knight_span)(g, passive) & blanks;
        blanks &= ~passive;
        lead += bits_count(active) - bits_count(passive);
    }
    return lead;
}

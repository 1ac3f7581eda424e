#include "engine/position.h"

/* Where the second square of `d4c2` begins, or the length for a single one. */
static size_t second_square(Slice word)
{
    size_t i = 1;
    while (i < word.length && !(word.start[i] >= 'a' && word.start[i] <= 'z'))
        i++;
    return i < word.length ? i : word.length;
}

static bool check_from(const EnginePosition *told, Slice from, Error *error)
{
    Square square;
    char stands[SQUARE_TEXT_SIZE], quote[QUOTE_SIZE];
    Side side = told->position.to_move;
    Square knight = told->position.knight[side];
    if (!square_parse(&told->board, from.start, from.length, &square, error))
        return false;
    if (square == knight)
        return true;
    return error_set(error, "%s's knight stands on %s, not on %s", side_name(side),
                     square_print(&told->board, knight, stands),
                     error_quote(quote, from.start, from.length));
}

static bool play_move(EnginePosition *told, Slice word, Error *error)
{
    Square target;
    size_t second = second_square(word);
    Slice from = {word.start, second}, to = word;
    if (second < word.length) {
        to = (Slice){word.start + second, word.length - second};
        if (!check_from(told, from, error))
            return false;
    }
    if (!square_parse(&told->board, to.start, to.length, &target, error) ||
        !move_check(&told->board, &told->position, target, error))
        return false;
    told->position = position_after(&told->position, target);
    return true;
}

bool engine_position_set(EnginePosition *told, const Board *start, Slice place, Slice moves,
                         Error *error)
{
    EnginePosition now;
    Slice after = place;
    if (slice_is(slice_next_word(&after), "startpos")) {
        char quote[QUOTE_SIZE];
        after = slice_trimmed(after);
        if (after.length)
            return error_set(error, "moves are expected behind startpos, not %s",
                             error_quote(quote, after.start, after.length));
        now.board = *start;
        now.position = position_start(start);
    } else if (!position_parse(place.start, place.length, &now.board, &now.position, NULL, error)) {
        return false;
    }
    for (Slice word; (word = slice_next_word(&moves)).length;)
        if (!play_move(&now, word, error))
            return false;
    *told = now;
    return true;
}

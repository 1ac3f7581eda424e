/* isolab.h: knight Isolation for other programs.
 *
 * Positions are opaque and independent of each other: use one per thread, or share one that
 * nobody changes. Functions that can fail take an IsolabError (NULL if the sentence is not
 * wanted). Nothing here prints, exits or keeps global state.
 *
 *     IsolabError error;
 *     IsolabPosition *position = isolab_position_create("7x7 d4 c2", &error);
 *     if (!position)
 *         puts(error.text);
 *     isolab_position_destroy(position);
 */
#ifndef ISOLAB_H
#define ISOLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define ISOLAB_API __attribute__((visibility("default")))
#else
#define ISOLAB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

enum { ISOLAB_SQUARES_MAX = 128, ISOLAB_NAME_SIZE = 4, ISOLAB_FEN_SIZE = 272 };

typedef struct IsolabError {
    char text[384]; // one sentence
} IsolabError;

typedef enum IsolabSide { ISOLAB_FIRST, ISOLAB_SECOND, ISOLAB_NOBODY } IsolabSide;

/* A board and what stands on it. Squares are numbered row by row from the top left. */
typedef struct IsolabPosition IsolabPosition;

ISOLAB_API const char *isolab_version(void);

/* From a position text: `7x7 d4 c2 e6`, or a FEN. NULL with a sentence if it is refused. */
ISOLAB_API IsolabPosition *isolab_position_create(const char *text, IsolabError *error);
ISOLAB_API IsolabPosition *isolab_position_copy(const IsolabPosition *position);
ISOLAB_API void isolab_position_destroy(IsolabPosition *position);

ISOLAB_API int isolab_position_width(const IsolabPosition *position);
ISOLAB_API int isolab_position_height(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_to_move(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_winner(const IsolabPosition *position);
ISOLAB_API IsolabSide isolab_position_attacker(const IsolabPosition *position);
ISOLAB_API int isolab_position_knight(const IsolabPosition *position,
                                      IsolabSide side); // -1: in hand
ISOLAB_API bool isolab_position_is_blank(const IsolabPosition *position, int square);

/* Fills `squares` with the legal moves of either side and returns how many there are. */
ISOLAB_API int isolab_position_moves(const IsolabPosition *position, IsolabSide side,
                                     int squares[ISOLAB_SQUARES_MAX]);

/* Moves the side to move. An illegal move changes nothing. */
ISOLAB_API bool isolab_position_play(IsolabPosition *position, int square, IsolabError *error);

ISOLAB_API const char *isolab_position_fen(const IsolabPosition *position,
                                           char fen[ISOLAB_FEN_SIZE]);
ISOLAB_API const char *isolab_square_name(const IsolabPosition *position, int square,
                                          char name[ISOLAB_NAME_SIZE]);
ISOLAB_API int isolab_square_number(const IsolabPosition *position, const char *name); // -1: none

/* A heuristic such as `improved` or `chase,w1=0.25`, for either side: higher is better for it,
 * infinite when the game is decided, NaN where a knight it needs is still in hand. */
ISOLAB_API bool isolab_heuristic_value(const IsolabPosition *position, const char *spec,
                                       IsolabSide side, double *value, IsolabError *error);

/* What heuristics there are: the i-th (from 0), NULL past the last; and what it means. */
ISOLAB_API const char *isolab_heuristic_name(int i);
ISOLAB_API const char *isolab_heuristic_meaning(int i);

/* Sequences of exactly `depth` legal moves. */
ISOLAB_API uint64_t isolab_perft(const IsolabPosition *position, int depth);

#ifdef __cplusplus
}
#endif

#endif

/* play.h: a game at the terminal, between people and agents in any mixture.
 *
 * By topic: game.c is the game itself (moves, taking back, saving), look.c what is shown, turn.c
 * whose turn it is and what people may type, prompt.c how that is read.
 */
#pragma once

#include "agent/agent.h"
#include "core/drawing.h"
#include "util/input.h"

typedef struct Player {
    Agent *agent; // NULL: a person
    bool began;   // it knows of this game
    char name[AGENT_TEXT_SIZE];
    Random random;
} Player;

typedef struct Play {
    Board board;
    Position start;
    Position position;
    MoveList moves;  // from `start`
    Side gave_up;    // who resigned or forfeited; SIDE_NONE
    const char *how; // "resigned", or what a forfeit was called
    Player players[2];
    Player hint;

    DrawingStyle style;
    bool in_place; // draw over the last board
    double delay;  // seconds between the moves of agents
    bool drawn;    // the position now is on the screen
    bool quit;
    Error shortage; // of this machine, which ended the game; else empty
    Text said;      // what is to stand below the board
    Input typed;    // by a person
    const atomic_bool *stop;
} Play;

/* game.c. Positions are texts as everywhere; a game that fails to load leaves the old. */
bool play_begin(Play *play, const char *text, size_t length, Error *error);
void play_move(Play *play, Square move); // legal
bool play_back(Play *play, Error *error);
void play_restart(Play *play);
bool play_save(const Play *play, const char *file, Error *error);
bool play_load(Play *play, const char *file, Error *error);
Side play_winner(const Play *play); // SIDE_NONE: it goes on
bool play_has_person(const Play *play);

/* What can be read back: the board and its moves, or a FEN where the game began with one. */
enum { PLAY_TEXT_SIZE = GAME_TEXT_SIZE };
const char *play_print(const Play *play, char text[PLAY_TEXT_SIZE]);

/* look.c */
void play_say(Play *play, const char *format, ...) __attribute__((format(printf, 2, 3)));
void play_show(Play *play);  // the board, if it changed, and what was said
void play_utter(Play *play); // only what was said
void play_say_agent_move(Play *play, Side side, const SearchResult *result);
void play_say_result(Play *play);

/* turn.c: the game from here to its end, or to what ends it before. */
void play_on(Play *play);

/* line.h: one line of the engine protocol, taken apart.
 *
 * A pure function from bytes to a command, so that it can be tested and fuzzed alone. Slices
 * point into the line.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "util/slice.h"

typedef enum EngineVerb {
    ENGINE_NOTHING, // an empty line, or a command that asks nothing of this engine
    ENGINE_UNKNOWN,
    ENGINE_UCI,
    ENGINE_UGI,
    ENGINE_ISREADY,
    ENGINE_SETOPTION,
    ENGINE_NEWGAME,
    ENGINE_POSITION,
    ENGINE_GO,
    ENGINE_STOP,
    ENGINE_QUERY,
    ENGINE_DRAW,
    ENGINE_QUIT,
} EngineVerb;

/* What `go` was given. A number that was not is 0 (clock: see `timed`); one that was is at
 * least 1 and at most what a search takes. */
typedef struct EngineGo {
    int64_t movetime; // milliseconds
    int64_t virtual;  // milliseconds of the studies' clock
    int64_t nodes, depth, perft;
    bool infinite;
    bool timed[2];        // by Side: whether its clock was told
    int64_t clock[2];     // milliseconds left
    int64_t increment[2]; // milliseconds a move
    int64_t moves_to_go;
    Slice ignored; // the first word that meant nothing; empty if all did
} EngineGo;

typedef struct EngineCommand {
    EngineVerb verb;
    Slice word;        // the first: the command's name
    Slice name, value; // setoption
    Slice place;       // position: `startpos` or a position text
    Slice moves;       // position: what stands behind `moves`
    Slice question;
    EngineGo go;
} EngineCommand;

EngineCommand engine_line_parse(const char *line, size_t length);

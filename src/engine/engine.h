/* engine.h: this program as an engine that others drive: UCI and UGI. */
#pragma once

#include "core/drawing.h"
#include "util/error.h"

typedef struct EngineSettings {
    const char *agent; // the spec of who thinks at first
    const char *board; // the empty one of `position startpos`
    uint64_t seed;
    DrawingStyle style;
} EngineSettings;

/* Serves standard input until it ends or says `quit`. False if the settings are wrong. */
bool engine_serve(const EngineSettings *settings, Error *error);

/* serve.h: the page and the store's runs on a port of this machine.
 *
 * Whatever is asked, nothing but reading comes of it: no address names a file, starts work or
 * changes anything, and the games that are shown live are played by another process. What takes
 * long to make, a report, is made once for as many as ask.
 */
#pragma once

#include <stdatomic.h>

#include "util/error.h"

typedef struct ServeSettings {
    const char *bind; // an address of this machine, in numbers
    int port;         // 0: any that is free
    const char *database;
    const char *web; // the folder of the page with the engine; NULL: there is none
    const atomic_bool *stop;
    /* Told once, when whoever asks is answered. */
    void (*opened)(void *context, const char *url);
    void *context;
} ServeSettings;

/* Until `stop` is set. False with a sentence if it could not begin. */
bool serve(const ServeSettings *settings, Error *error);

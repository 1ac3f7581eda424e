/* apart.c: serve.h for the program itself, which becomes another one for it.
 *
 * The library behind serve.c brings ten more with it, and loading them takes longer than most
 * commands do. So only isolab-serve, which is this program with serve.c in it, is linked with them.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "serve/serve.h"
#include "util/input.h"

#define NAME "isolab-serve"

bool serve(const ServeSettings *settings, Error *error)
{
    char program[PATH_MAX], port[16];
    snprintf(port, sizeof port, "%d", settings->port);
    const char *words[] = {
        NAME, "serve", "--bind", settings->bind, "--port", port, "--db", settings->database, NULL};
    if (input_beside_program(NAME, program)) // as it was built
        execv(program, (char **)words);
    execv(ISOLAB_SERVE_PROGRAM, (char **)words);
    return error_set(error, "%s cannot be started: %s", ISOLAB_SERVE_PROGRAM, strerror(errno));
}

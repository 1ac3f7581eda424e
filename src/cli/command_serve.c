/* command_serve.c: `isolab serve`, the door for browsers. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "serve/serve.h"
#include "store/store.h"
#include "util/input.h"

/* Where the page with the engine is: where it was installed, or beside this program as it was
 * built; NULL if nowhere. */
static const char *find_page(char folder[PATH_MAX])
{
    if (input_beside_program("web/index.html", folder)) {
        *strrchr(folder, '/') = '\0';
        return folder;
    }
    return access(ISOLAB_WEB_FOLDER "/index.html", R_OK) ? NULL : ISOLAB_WEB_FOLDER;
}

static void tell_address(void *context, const char *url)
{
    const ServeSettings *settings = context;
    char quote[QUOTE_SIZE];
    printf("%s\n", url);
    if (!settings->web)
        fprintf(stderr,
                "note: without the page to play on, which `make web` makes: the runs alone\n");
    if (access(settings->database, F_OK))
        fprintf(stderr, "note: there is no file %s yet, and so no runs\n",
                error_quote(quote, settings->database, strlen(settings->database)));
    fprintf(stderr, "Ctrl-C ends it.\n");
    fflush(stdout);
}

/* One that is not there may come; another file than a database is a slip. */
static bool check_database(const char *path, Error *error)
{
    if (access(path, F_OK))
        return true;
    Store *store = store_open(path, STORE_READ, error);
    store_close(store);
    return store;
}

static int run_serve(const Arguments *arguments, Error *error)
{
    char folder[PATH_MAX];
    const char *bind = arguments_value(arguments, "bind", 0);
    int64_t port = 8080;
    if (!arguments_no_words(arguments, error) ||
        !arguments_integer(arguments, "port", 0, 65535, &port, error))
        return EXIT_REFUSED;
    ServeSettings settings = {.bind = bind ? bind : "127.0.0.1",
                              .port = (int)port,
                              .database = arguments_database(arguments),
                              .web = find_page(folder),
                              .stop = interrupt_watch(),
                              .opened = tell_address,
                              .context = &settings};
    return check_database(settings.database, error) && serve(&settings, error) ? EXIT_DONE
                                                                               : EXIT_REFUSED;
}

static const Option options[] = {
    {"port", "N", "the port, 8080 unless told; 0: any that is free", false},
    {"bind", "ADDRESS", "whom it listens to, 127.0.0.1 unless told: this machine alone", false},
    OPTION_DB,
    OPTION_END};

const Command command_serve = {
    .name = "serve",
    .words = "",
    .summary = "the page to play on and the runs of a database, for a browser",
    .details =
        "Prints its address and serves until Ctrl-C. Runs are listed, reported and, while another "
        "process plays them, watched live. Nothing but reading is done for whoever asks: no "
        "request starts work, names a file or changes anything. The engine of the page runs in "
        "the browser.\n"
        "Beyond this machine it is seen only with --bind; there is no password and no encryption.",
    .example = "isolab serve --port 8080 --db isolab.db",
    .options = options,
    .run = run_serve,
};

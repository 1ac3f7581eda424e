/* command_tournament.c: `isolab tournament`, gauntlets and round robins. */
#include <stdlib.h>

#include "report/tables.h"
#include "ui/command.h"
#include "ui/competing.h"
#include "ui/playing.h"
#include "ui/standing_json.h"
#include "ui/terminal.h"

static bool read_agents(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    const char *spec;
    if (!arguments_has(arguments, "agent"))
        return !arguments_has(arguments, "against") ||
               error_set(error, "--against without --agent: who plays against them?");
    settings->agent_count = settings->tested_count = 0;
    for (int i = 0; (spec = arguments_value(arguments, "agent", i)); i++)
        if (!competing_add_agent(settings, spec, error))
            return false;
    if (arguments_has(arguments, "against"))
        settings->tested_count = settings->agent_count;
    for (int i = 0; (spec = arguments_value(arguments, "against", i)); i++)
        if (!competing_add_agent(settings, spec, error))
            return false;
    return true;
}

static bool show(const Arguments *arguments, const Standing *standing, Error *error)
{
    if (arguments_has(arguments, "json"))
        return standing_print_json(standing, error);
    Text text = TEXT_EMPTY;
    tables_all(standing, terminal_width(), &text);
    bool good = text_ok(&text) || error_out_of_memory(error);
    if (good)
        terminal_print(text.bytes);
    text_free(&text);
    return good;
}

static bool play_and_show(const Arguments *arguments, const TournamentSettings *settings,
                          Error *error)
{
    Competition competition = {
        .kind = "tournament", .settings = settings, .quiet = arguments_has(arguments, "quiet")};
    Competed competed;
    bool good = compete(arguments, &competition, &competed, error);
    Standing *standing = good ? standing_read(competed.store, competed.run, error) : NULL;
    good = standing && show(arguments, standing, error);
    if (good)
        competed_say_how_to_resume(&competed, arguments);
    standing_destroy(standing);
    competed_finish(&competed);
    return good;
}

static int run(const Arguments *arguments, Error *error)
{
    TournamentSettings *settings = malloc(sizeof *settings); // too large for the stack's taste
    bool printed = false;
    bool good = settings ? arguments_no_words(arguments, error) &&
                               competing_settings(arguments, settings, error) &&
                               read_agents(arguments, settings, error) &&
                               competing_print_settings(arguments, settings, &printed, error)
                         : error_out_of_memory(error);
    if (good && !printed)
        good = play_and_show(arguments, settings, error);
    free(settings);
    return good ? EXIT_DONE : EXIT_REFUSED;
}

static const Option options[] = {
    {"agent", "SPEC", "an agent under test, or of a round robin", true},
    {"against", "SPEC", "an opponent of the agents under test: a gauntlet", true},
    {"repeats", "N", "the whole tournament N times on fresh openings", false},
    OPTIONS_COMPETING,
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_END};

const Command command_tournament = {
    .name = "tournament",
    .words = "--agent SPEC... [--against SPEC...]",
    .summary = "a gauntlet or a round robin, kept, counted and judged",
    .details =
        "Every opening is played twice with sides swapped, the same openings by every two "
        "agents. Every finished game is in the --db file before it is counted; --resume plays "
        "exactly what is missing.\n" DEFAULT_BUDGET,
    .example = "isolab tournament --agent AB_Improved --agent alphabeta:attacker --against Random "
               "--against MM_Open --pairs 5 --virtual 150ms",
    .options = options,
    .run = run,
};

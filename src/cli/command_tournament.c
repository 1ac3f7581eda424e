/* command_tournament.c: `isolab tournament`, gauntlets and round robins. */
#include <stdlib.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "cli/competing.h"
#include "cli/playing.h"
#include "cli/submissions.h"
#include "report/tables.h"

/* The specs of an option where it is given, or else these. */
static bool add_agents(TournamentSettings *settings, const Arguments *arguments, const char *name,
                       const AgentSpec *others, int count, Error *error)
{
    const char *spec;
    for (int i = 0; (spec = arguments_value(arguments, name, i)); i++)
        if (!competing_add_agent(settings, spec, error))
            return false;
    if (arguments_has(arguments, name))
        return true;
    if (settings->agent_count + count > TOURNAMENT_AGENTS_MAX)
        return error_set(error, "more than %d agents", TOURNAMENT_AGENTS_MAX);
    for (int i = 0; i < count; i++)
        settings->agents[settings->agent_count++] = others[i];
    return true;
}

/* --agent takes the place of the file's agents and leaves its opponents, --against the other way
 * round. */
static bool read_agents(const Arguments *arguments, TournamentSettings *settings, Error *error)
{
    bool alone = arguments_has(arguments, "round-robin");
    int tested = settings->tested_count ? settings->tested_count : settings->agent_count;
    int opponents = alone ? 0 : settings->agent_count - tested;
    if (alone && arguments_has(arguments, "against"))
        return error_set(error, "--round-robin is without opponents, so without --against");
    TournamentSettings *file = malloc(sizeof *file);
    if (!file)
        return error_out_of_memory(error);
    *file = *settings;
    settings->agent_count = settings->tested_count = 0;
    bool course = arguments_has(arguments, "course");
    bool good =
        add_agents(settings, arguments, "agent", file->agents, course ? 0 : tested, error) &&
        submissions_add(arguments, settings, error);
    if (good && (opponents > 0 || arguments_has(arguments, "against"))) {
        settings->tested_count = settings->agent_count;
        good = settings->tested_count > 0
                   ? add_agents(settings, arguments, "against", file->agents + tested, opponents,
                                error)
                   : error_set(error, "--against without --agent: who plays against them?");
    }
    free(file);
    return good;
}

static bool show(const Arguments *arguments, const Standing *standing, Error *error)
{
    if (arguments_has(arguments, "json"))
        return answer_print(tables_json(standing), error);
    Text text = TEXT_EMPTY;
    tables_print(standing, answer_width(arguments), &text);
    return answer_print_text(arguments, &text, error);
}

static bool play_and_show(const Arguments *arguments, const TournamentSettings *settings,
                          Error *error)
{
    Run run;
    bool good = competing_play(arguments, (RunSettings){.kind = "tournament", .games = settings},
                               &run, error);
    Standing *standing = good ? standing_read(run.store, run.number, error) : NULL;
    good = standing && show(arguments, standing, error);
    if (good)
        competing_say_how_to_resume(&run);
    standing_destroy(standing);
    run_destroy(&run);
    return good;
}

static int run_tournament(const Arguments *arguments, Error *error)
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
    {"course", "GLOB",
     "agents written for the course, by their files, such as 'submissions/*/my_custom_player.py': "
     "each is named by its folder, and left out if it cannot play",
     true},
    {"round-robin", NULL, "the agents against each other, without the opponents of --settings",
     false},
    {"repeats", "N", "the whole tournament N times on fresh openings", false},
    OPTIONS_COMPETING,
    OPTIONS_BUDGET,
    OPTION_SEED,
    OPTION_JSON,
    OPTION_MARKDOWN,
    OPTION_END};

const Command command_tournament = {
    .name = "tournament",
    .words = "--agent SPEC... [--against SPEC...]",
    .summary = "a gauntlet or a round robin, kept, counted and judged",
    .details =
        "Every opening is played twice with sides swapped, the same openings by every two "
        "agents. Every finished game is in the --db file before it is counted; --resume plays "
        "exactly what is missing. One isolab at a time plays a run; others may read it, and play "
        "other runs of the same file. With --settings, --agent replaces the file's agents and "
        "keeps "
        "its opponents, --against replaces its opponents and keeps its agents.\n" DEFAULT_BUDGET,
    .example = "isolab tournament --agent AB_Improved --agent alphabeta:attacker --against Random "
               "--against MM_Open --pairs 5 --virtual 150ms",
    .options = options,
    .run = run_tournament,
};

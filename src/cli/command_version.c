/* command_version.c: `isolab version`. */
#include <jansson.h>
#include <stdio.h>

#include "cli/answer.h"
#include "cli/command.h"
#include "isolab.h"

static int run_version(const Arguments *arguments, Error *error)
{
    if (!arguments_no_words(arguments, error))
        return EXIT_REFUSED;
    if (arguments_has(arguments, "json"))
        return answer_print(json_pack("{s:s}", "version", isolab_version()), error) ? EXIT_DONE
                                                                                    : EXIT_REFUSED;
    printf("isolab %s\n", isolab_version());
    return EXIT_DONE;
}

static const Option options[] = {OPTION_JSON, OPTION_END};

const Command command_version = {
    .name = "version",
    .words = "",
    .summary = "the program's version",
    .example = "isolab version",
    .options = options,
    .run = run_version,
};

/* export.h: games out of the store, for other programs. */
#pragma once

#include <stdio.h>

#include "store/store.h"

typedef enum ExportFormat { EXPORT_CSV, EXPORT_JSONL, EXPORT_PGN } ExportFormat;

/* All games of a run (0: of the newest), a row or record each, in the order of pairing,
 * opening and side. The bytes depend only on the games: not on when, where or on how many
 * threads they were played, unless `times` asks for the clock's columns too. PGN has the FEN
 * and result tags that Ordo and BayesElo read; moves are target squares. */
bool export_games(Store *store, int64_t run, ExportFormat format, bool times, FILE *file,
                  Error *error);

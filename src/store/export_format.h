/* export_format.h: a format that games are exported in, as data. For src/store only.
 *
 * export.c decides what is written and in what order; a format knows how. It appends to a
 * Text, which is written out after every record.
 */
#pragma once

#include "store/store.h"

typedef struct ExportRecord {
    const StoredGame *stored;
    int repeat;
    const Position *position; // the opening's
    const char *start;        // its text
    const char *fen;
    const char (*squares)[SQUARE_TEXT_SIZE]; // names, by number
    const char *agents[2];                   // by Side, quoted by the format
    const char *event;                       // quoted
    const char *fault;                       // quoted; printable ASCII
    bool times;
} ExportRecord;

typedef struct ExportWriter {
    bool distinct; // readers know players by name alone: equal agents get different names
    void (*quote)(Text *text, const char *string);
    void (*header)(Text *text, bool times); // may be NULL
    void (*record)(Text *text, const ExportRecord *record);
} ExportWriter;

extern const ExportWriter export_csv, export_jsonl, export_pgn;

/* `d4 c2`, with anything between them. */
void export_moves(Text *text, const ExportRecord *record, const char *separator);

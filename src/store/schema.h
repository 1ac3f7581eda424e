/* schema.h: the tables, their version, and the way from older versions to this one.
 *
 * A file carries the version of its tables (SQLite's user_version). Each step of the list
 * brings a file from the version that is the step's index to the next; a new file starts at
 * version 0. A step that has been released never changes: what must change is a new step.
 */
#pragma once

#include "store/database.h"

/* Marks a file as ours: "isol". */
enum { SCHEMA_APPLICATION = 0x69736F6C };

typedef struct Schema {
    const char *const *steps; // SQL
    int version;              // the number of steps
} Schema;

extern const Schema schema_current;

/* Refuses files of other programs and of newer versions. `*version` is 0 for a file without
 * tables. */
bool schema_check(Store *store, const Schema *schema, int64_t *version, Error *error);

/* Takes all missing steps, or none. */
bool schema_migrate(Store *store, const Schema *schema, Error *error);

/* worker.tmpl.h: included by worker.h once per width. */

typedef struct WIDE(Search) {
    const Geometry *geometry;
    Table *table;     // shared, for large positions
    Table *own_table; // of this thread, for small ones
    int own_blanks;   // which have at most this many blanks
    LongestMemory *memory;
    Effort effort;
    Busy *busy;               // NULL: nobody else is searching
    Square centre;            // of the board, or SQUARE_NONE
    const SolverNotes *notes; // NULL: nobody listens
} WIDE(Search);

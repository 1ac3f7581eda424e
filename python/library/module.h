/* module.h: what the module's types share.
 *
 * Types are made anew for each interpreter and cannot be subclassed, so that the module's own data
 * is found from any object. Squares are names in Python, `d4`, one and the same string for all
 * positions on boards of a size; where one is taken, its number will do.
 */
#pragma once

#include <Python.h>

#include <isolab.h>
#include <stdbool.h>

enum { SQUARES_MAX = 128, WHY_SIZE = 512 };

typedef struct Library {
    PyObject *error; // isolab.Error
    PyTypeObject *position, *heuristic, *agent, *solver;
    PyObject *sides[2]; // "first", "second"
    PyObject *names;    // by board, as "7x7": a tuple of its squares' names
} Library;

typedef struct PositionObject {
    PyObject_HEAD IsolabPosition *position;
    PyObject *names;
} PositionObject;

extern PyType_Spec position_spec, heuristic_spec, agent_spec, solver_spec;

/* Of an object of one of the types above. */
Library *library_of(void *object);

/* The last of such an object: its memory, and its hold on its type. */
void library_release(void *object);

/* Raises isolab.Error with a sentence of the library, or with one of our own; always NULL. */
void *library_refuse(Library *library, const char *why);
void *library_raise(Library *library, const char *format, ...);

/* The text of a str, which has no NUL bytes; NULL with an exception. It lasts as long as the str.
 */
const char *library_text(Library *library, PyObject *text, const char *what);

/* A number from `least` on, `standard` for None. False with an exception. */
bool library_count(Library *library, PyObject *number, const char *what, uint64_t least,
                   uint64_t most, uint64_t standard, uint64_t *count);

PyObject *library_side(Library *library, IsolabSide side); // None: nobody
bool library_read_side(Library *library, PyObject *text, IsolabSide *side);

/* A position of its own, a copy of one on a board whose squares have these names. */
PyObject *position_wrap(Library *library, const IsolabPosition *position, PyObject *names);

/* NULL with a TypeError if it is no Position. */
PositionObject *position_from(Library *library, PyObject *object);

/* The name of a square of that board, None for -1; a tuple of names. */
PyObject *square_wrap(PyObject *names, int square);
PyObject *squares_wrap(PyObject *names, const int *squares, int count);

/* course.h: the parts of the module `_isolation`, on which agents written for the course run.
 *
 * Everything here is called with the interpreter's lock held, and the process hosts one agent: what
 * is static is that agent's.
 */
#pragma once

#include <Python.h>

#include <stdbool.h>

/* Each adds its types and functions. -1 with an exception, or 0. */
int board_add(PyObject *module);
int state_add(PyObject *module);
int clock_add(PyObject *module);
int confine_add(PyObject *module);

/* Moves made on boards and states since the process began: what a search calls nodes. */
extern unsigned long long course_moves;

/* As PyModule_AddObjectRef(), for a type made from a specification. The reference stays with us. */
PyObject *course_add_type(PyObject *module, PyType_Spec *specification, PyObject *bases);

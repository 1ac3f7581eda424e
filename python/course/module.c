/* module.c: `_isolation`, what the package `isolation` and the runner of course agents are made of.
 *
 * Python calls each method thousands of times a move, so they are written for that: in C, without
 * formatting, parsing or copying more than the answer. What is called once a game stands in Python.
 */
#include "course.h"

unsigned long long course_moves;

PyObject *course_add_type(PyObject *module, PyType_Spec *specification, PyObject *bases)
{
    PyObject *type = PyType_FromModuleAndSpec(module, specification, bases);
    if (type && PyModule_AddType(module, (PyTypeObject *)type)) {
        Py_DECREF(type);
        return NULL;
    }
    return type;
}

static int execute(PyObject *module)
{
    return board_add(module) || state_add(module) || clock_add(module) || confine_add(module) ? -1
                                                                                              : 0;
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_isolation",
    .m_doc = "What the package isolation and the runner of course agents are made of.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__isolation(void);
PyMODINIT_FUNC PyInit__isolation(void)
{
    return PyModuleDef_Init(&definition);
}

/* module.c: libisolab for Python.
 *
 * What is called in hot loops, positions and heuristics, is finished here; searches are a thin
 * layer that isolab/searching.py gives its face. Everything goes through isolab.h, and CPython's
 * limited API, so that one build serves Python 3.11 and every later one.
 */
#include "module.h"

#include <stdarg.h>
#include <string.h>

static Library *library_state(PyObject *module)
{
    return PyModule_GetState(module);
}

Library *library_of(void *object)
{
    return PyType_GetModuleState(Py_TYPE((PyObject *)object));
}

void library_release(void *object)
{
    PyObject *type = (PyObject *)Py_TYPE((PyObject *)object);
    PyObject_Free(object);
    Py_DECREF(type);
}

void *library_refuse(Library *library, const char *why)
{
    PyObject *sentence = PyUnicode_DecodeUTF8(why, (Py_ssize_t)strlen(why), "replace");
    if (sentence)
        PyErr_SetObject(library->error, sentence);
    Py_XDECREF(sentence);
    return NULL;
}

void *library_raise(Library *library, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    PyErr_FormatV(library->error, format, values);
    va_end(values);
    return NULL;
}

const char *library_text(Library *library, PyObject *text, const char *what)
{
    Py_ssize_t length;
    if (!PyUnicode_Check(text)) {
        PyErr_Format(PyExc_TypeError, "%s is a str, not %R", what, Py_TYPE(text));
        return NULL;
    }
    const char *bytes = PyUnicode_AsUTF8AndSize(text, &length);
    if (bytes && strlen(bytes) != (size_t)length)
        return library_raise(library, "%s has no NUL bytes", what);
    return bytes;
}

bool library_count(Library *library, PyObject *number, const char *what, uint64_t least,
                   uint64_t most, uint64_t standard, uint64_t *count)
{
    *count = standard;
    if (number == Py_None)
        return true;
    PyObject *whole = PyNumber_Index(number);
    if (!whole)
        return false;
    *count = PyLong_AsUnsignedLongLong(whole);
    bool fits = !PyErr_Occurred() && *count >= least && *count <= most;
    if (!fits) {
        PyErr_Clear();
        library_raise(library, "%s is a whole number from %llu to %llu, not %R", what,
                      (unsigned long long)least, (unsigned long long)most, whole);
    }
    Py_DECREF(whole);
    return fits;
}

PyObject *library_side(Library *library, IsolabSide side)
{
    return Py_NewRef(side == ISOLAB_NOBODY ? Py_None : library->sides[side]);
}

bool library_read_side(Library *library, PyObject *text, IsolabSide *side)
{
    if (PyUnicode_Check(text))
        for (*side = ISOLAB_FIRST; *side != ISOLAB_NOBODY; ++*side)
            if (text == library->sides[*side] ||
                PyUnicode_Compare(text, library->sides[*side]) == 0)
                return true;
    library_raise(library, "a side is 'first' or 'second', not %R", text);
    return false;
}

/* ---- What there is */

static PyObject *list_parameters(bool (*parameter_at)(int, int, IsolabParameter *), int i)
{
    PyObject *list = PyList_New(0);
    IsolabParameter row = {.size = sizeof row};
    for (int number = 0; list && parameter_at(i, number, &row); number++) {
        PyObject *item = Py_BuildValue("(ssddddz)", row.name, row.meaning, row.standard, row.min,
                                       row.max, row.step, row.choices);
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *list_rows(bool (*row_at)(int, IsolabRow *),
                           bool (*parameter_at)(int, int, IsolabParameter *))
{
    PyObject *list = PyList_New(0);
    IsolabRow row = {.size = sizeof row};
    for (int i = 0; list && row_at(i, &row); i++) {
        PyObject *item = Py_BuildValue("(sszzzN)", row.name, row.meaning, row.study, row.formula,
                                       row.example, list_parameters(parameter_at, i));
        if (!item || PyList_Append(list, item))
            Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

static PyObject *heuristic_rows(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return list_rows(isolab_heuristic_row, isolab_heuristic_parameter);
}

static PyObject *agent_rows(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return list_rows(isolab_agent_row, isolab_agent_parameter);
}

static PyMethodDef library_functions[] = {
    {"heuristic_rows", heuristic_rows, METH_NOARGS, NULL},
    {"agent_rows", agent_rows, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* ---- The module */

static PyTypeObject *add_type(PyObject *module, PyType_Spec *spec)
{
    PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    if (type && PyModule_AddType(module, type))
        Py_CLEAR(type);
    return type;
}

static int library_execute(PyObject *module)
{
    Library *library = library_state(module);
    library->error = PyErr_NewExceptionWithDoc(
        "isolab.Error", "What isolab refuses; the sentence says why.", PyExc_ValueError, NULL);
    library->sides[ISOLAB_FIRST] = PyUnicode_InternFromString("first");
    library->sides[ISOLAB_SECOND] = PyUnicode_InternFromString("second");
    library->names = PyDict_New();
    if (!library->error || !library->sides[0] || !library->sides[1] || !library->names ||
        PyModule_AddObjectRef(module, "Error", library->error) ||
        PyModule_AddStringConstant(module, "__version__", isolab_version()) ||
        !(library->position = add_type(module, &position_spec)) ||
        !(library->heuristic = add_type(module, &heuristic_spec)) ||
        !(library->agent = add_type(module, &agent_spec)) ||
        !(library->solver = add_type(module, &solver_spec)))
        return -1;
    return 0;
}

static int library_traverse(PyObject *module, visitproc visit, void *arg)
{
    Library *library = library_state(module);
    Py_VISIT(library->error);
    Py_VISIT(library->position);
    Py_VISIT(library->heuristic);
    Py_VISIT(library->agent);
    Py_VISIT(library->solver);
    Py_VISIT(library->names);
    return 0;
}

static int library_clear(PyObject *module)
{
    Library *library = library_state(module);
    Py_CLEAR(library->error);
    Py_CLEAR(library->position);
    Py_CLEAR(library->heuristic);
    Py_CLEAR(library->agent);
    Py_CLEAR(library->solver);
    Py_CLEAR(library->sides[0]);
    Py_CLEAR(library->sides[1]);
    Py_CLEAR(library->names);
    return 0;
}

static void library_free(void *module)
{
    library_clear(module);
}

static PyModuleDef_Slot library_slots[] = {{Py_mod_exec, library_execute}, {0, NULL}};

static struct PyModuleDef library_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "isolab._library",
    .m_doc = "libisolab for Python.",
    .m_size = sizeof(Library),
    .m_methods = library_functions,
    .m_slots = library_slots,
    .m_traverse = library_traverse,
    .m_clear = library_clear,
    .m_free = library_free,
};

PyMODINIT_FUNC PyInit__library(void);
PyMODINIT_FUNC PyInit__library(void)
{
    return PyModuleDef_Init(&library_definition);
}

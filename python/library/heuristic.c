/* heuristic.c: isolab.Heuristic, prepared once and then called. */
#include "module.h"

#include <string.h>

typedef struct HeuristicObject {
    PyObject_HEAD IsolabHeuristic *heuristic;
    PyObject *spec;
    bool waits; // for another process, where somebody's C file runs
} HeuristicObject;

static PyObject *heuristic_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"spec", NULL};
    Library *library = PyType_GetModuleState(type);
    PyObject *given;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Heuristic", names, &given))
        return NULL;
    const char *spec = library_text(library, given, "a heuristic's spec");
    if (!spec)
        return NULL;
    IsolabHeuristic *heuristic;
    Py_BEGIN_ALLOW_THREADS; // a compiler may run
    heuristic = isolab_heuristic_create(spec, why, sizeof why);
    Py_END_ALLOW_THREADS;
    if (!heuristic)
        return library_refuse(library, why);
    HeuristicObject *self = PyObject_New(HeuristicObject, type);
    if (!self) {
        isolab_heuristic_destroy(heuristic);
        return NULL;
    }
    self->heuristic = heuristic;
    self->spec = Py_NewRef(given);
    self->waits = spec[0] != '=' && (strchr(spec, '/') || strstr(spec, ".c"));
    return (PyObject *)self;
}

static void heuristic_dealloc(HeuristicObject *self)
{
    isolab_heuristic_destroy(self->heuristic);
    Py_DECREF(self->spec);
    library_release(self);
}

static PyObject *heuristic_call(HeuristicObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"position", "side", NULL};
    Library *library = library_of(self);
    PyObject *given, *side_given = Py_None;
    if (!keywords && PyTuple_Size(arguments) == 1) // in a hot loop parsing would be half of it
        given = PyTuple_GetItem(arguments, 0);
    else if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O:Heuristic", names, &given,
                                          &side_given))
        return NULL;
    PositionObject *position = position_from(library, given);
    if (!position)
        return NULL;
    IsolabSide side = isolab_position_to_move(position->position);
    if (side_given != Py_None && !library_read_side(library, side_given, &side))
        return NULL;
    double value;
    if (!self->waits)
        return PyFloat_FromDouble(
            isolab_heuristic_value(self->heuristic, position->position, side));
    Py_BEGIN_ALLOW_THREADS;
    value = isolab_heuristic_value(self->heuristic, position->position, side);
    Py_END_ALLOW_THREADS;
    return PyFloat_FromDouble(value);
}

static PyObject *heuristic_text(HeuristicObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(self->spec);
}

static PyObject *heuristic_repr(HeuristicObject *self)
{
    return PyUnicode_FromFormat("isolab.Heuristic(%R)", self->spec);
}

static PyObject *heuristic_reduce(HeuristicObject *self, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("O(O)", Py_TYPE((PyObject *)self), self->spec);
}

static PyGetSetDef heuristic_getters[] = {
    {"spec", (getter)(void (*)(void))heuristic_text, NULL, "As it was given.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef heuristic_methods[] = {
    {"__reduce__", (PyCFunction)(void (*)(void))heuristic_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot heuristic_slots[] = {
    {Py_tp_doc,
     "Heuristic(spec)\n--\n\n"
     "A heuristic, such as 'improved' or 'chase,w1=0.25': called with a position, and a "
     "side unless it is for the one to move, it gives its value for that side; higher is "
     "better, infinite when the game is over, NaN where a knight it needs is in hand."},
    {Py_tp_new, heuristic_new},
    {Py_tp_dealloc, heuristic_dealloc},
    {Py_tp_call, heuristic_call},
    {Py_tp_repr, heuristic_repr},
    {Py_tp_getset, heuristic_getters},
    {Py_tp_methods, heuristic_methods},
    {0, NULL},
};

PyType_Spec heuristic_spec = {
    .name = "isolab.Heuristic",
    .basicsize = sizeof(HeuristicObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = heuristic_slots,
};

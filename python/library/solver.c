/* solver.c: what isolab.Solver is made of. */
#include "search.h"

#include <limits.h>

typedef struct SolverObject {
    PyObject_HEAD IsolabSolver *solver;
    IsolabStop *stop;
    bool busy;
} SolverObject;

static void solver_dealloc(SolverObject *self)
{
    isolab_solver_destroy(self->solver);
    isolab_stop_destroy(self->stop);
    library_release(self);
}

static PyObject *solver_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"threads", "megabytes", NULL};
    Library *library = PyType_GetModuleState(type);
    PyObject *threads_given = Py_None, *megabytes_given = Py_None;
    uint64_t threads, megabytes;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OO:Solver", names, &threads_given,
                                     &megabytes_given) ||
        !library_count(library, threads_given, "threads", 1, INT_MAX, 0, &threads) ||
        !library_count(library, megabytes_given, "megabytes", 1, 1 << 24, 0, &megabytes))
        return NULL;
    SolverObject *self = PyObject_New(SolverObject, type);
    if (!self)
        return NULL;
    IsolabSolverSettings settings = {
        .size = sizeof settings, .threads = (int)threads, .megabytes = (size_t)megabytes};
    self->busy = false;
    self->stop = isolab_stop_create();
    self->solver = isolab_solver_create(&settings, why, sizeof why);
    if (self->solver && self->stop)
        return (PyObject *)self;
    if (self->solver)
        PyErr_NoMemory();
    else
        library_refuse(library, why);
    Py_DECREF((PyObject *)self);
    return NULL;
}

typedef struct SolverWork {
    IsolabSolver *solver;
    IsolabAim aim;
    IsolabSolution solution;
} SolverWork;

static bool prove_winner(Search *search)
{
    SolverWork *work = search->object;
    return isolab_solver_solve(work->solver, search->root->position, work->aim, &search->limits,
                               &work->solution, search->why, sizeof search->why);
}

/* solve(position, aim, seconds, nodes); `aim` is an IsolabAim. */
static PyObject *solver_solve(SolverObject *self, PyObject *arguments)
{
    PyObject *position, *aim_given, *seconds, *nodes;
    uint64_t aim;
    SolverWork work = {.solver = self->solver, .solution = {.size = sizeof work.solution}};
    Search search = {.library = library_of(self),
                     .stop = self->stop,
                     .watch = Py_None,
                     .evaluate = Py_None,
                     .work = prove_winner,
                     .object = &work};
    if (!PyArg_ParseTuple(arguments, "OOOO:solve", &position, &aim_given, &seconds, &nodes) ||
        !(search.root = position_from(search.library, position)) ||
        !library_count(search.library, aim_given, "aim", ISOLAB_WINNER, ISOLAB_LINE, ISOLAB_WINNER,
                       &aim) ||
        !search_limits(search.library, seconds, nodes, NULL, NULL, &search.limits))
        return NULL;
    work.aim = (IsolabAim)aim;
    if (!search_run(&search, &self->busy))
        return NULL;
    const IsolabSolution *solution = &work.solution;
    PyObject *names = search.root->names;
    return Py_BuildValue("(NNNNKd)", library_side(search.library, solution->winner),
                         squares_wrap(names, solution->winning, solution->winning_count),
                         squares_wrap(names, solution->losing, solution->losing_count),
                         squares_wrap(names, solution->line, solution->line_count),
                         (unsigned long long)solution->nodes, solution->seconds);
}

static PyObject *solver_stop(SolverObject *self, PyObject *unused)
{
    (void)unused;
    isolab_stop_set(self->stop, true);
    return Py_NewRef(Py_None);
}

static PyMethodDef solver_methods[] = {
    {"solve", (PyCFunction)(void (*)(void))solver_solve, METH_VARARGS, NULL},
    {"stop", (PyCFunction)(void (*)(void))solver_stop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot solver_slots[] = {
    {Py_tp_new, solver_new},
    {Py_tp_dealloc, solver_dealloc},
    {Py_tp_methods, solver_methods},
    {0, NULL},
};

PyType_Spec solver_spec = {
    .name = "isolab._library.Solver",
    .basicsize = sizeof(SolverObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = solver_slots,
};

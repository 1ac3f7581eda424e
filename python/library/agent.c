/* agent.c: what isolab.Agent is made of. */
#include "search.h"

typedef struct AgentObject {
    PyObject_HEAD IsolabAgent *agent;
    IsolabStop *stop;
    bool busy;
} AgentObject;

static void agent_dealloc(AgentObject *self)
{
    Py_BEGIN_ALLOW_THREADS; // an engine has a moment to leave
    isolab_agent_destroy(self->agent);
    Py_END_ALLOW_THREADS;
    isolab_stop_destroy(self->stop);
    library_release(self);
}

static PyObject *agent_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"spec", NULL};
    Library *library = PyType_GetModuleState(type);
    PyObject *given;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O:Agent", names, &given))
        return NULL;
    const char *spec = library_text(library, given, "an agent's spec");
    AgentObject *self = spec ? PyObject_New(AgentObject, type) : NULL;
    if (!self)
        return NULL;
    self->busy = false;
    self->stop = isolab_stop_create();
    Py_BEGIN_ALLOW_THREADS; // a compiler may run
    self->agent = isolab_agent_create(spec, why, sizeof why);
    Py_END_ALLOW_THREADS;
    if (self->agent && self->stop)
        return (PyObject *)self;
    if (self->agent)
        PyErr_NoMemory();
    else
        library_refuse(library, why);
    Py_DECREF((PyObject *)self);
    return NULL;
}

static PyObject *agent_begin(AgentObject *self, PyObject *given)
{
    Library *library = library_of(self);
    uint64_t seed;
    char why[WHY_SIZE];
    bool good;
    if (self->busy)
        return library_raise(library, "one search at a time: this one is not at its end");
    if (!library_count(library, given, "seed", 0, UINT64_MAX, 1, &seed))
        return NULL;
    self->busy = true;
    Py_BEGIN_ALLOW_THREADS;
    good = isolab_agent_begin(self->agent, seed, why, sizeof why);
    Py_END_ALLOW_THREADS;
    self->busy = false;
    return good ? Py_NewRef(Py_None) : library_refuse(library, why);
}

typedef struct AgentWork {
    IsolabAgent *agent;
    IsolabChoice choice;
} AgentWork;

static bool choose_move(Search *search)
{
    AgentWork *work = search->object;
    return isolab_agent_choose(work->agent, search->root->position, &search->limits, &work->choice,
                               search->why, sizeof search->why);
}

/* choose(position, seconds, nodes, depth, virtual_seconds, watch, evaluate) */
static PyObject *agent_choose(AgentObject *self, PyObject *arguments)
{
    PyObject *position, *seconds, *nodes, *depth, *virtual_seconds;
    AgentWork work = {.agent = self->agent, .choice = {.size = sizeof work.choice}};
    Search search = {
        .library = library_of(self), .stop = self->stop, .work = choose_move, .object = &work};
    if (!PyArg_ParseTuple(arguments, "OOOOOOO:choose", &position, &seconds, &nodes, &depth,
                          &virtual_seconds, &search.watch, &search.evaluate) ||
        !(search.root = position_from(search.library, position)) ||
        !search_limits(search.library, seconds, nodes, depth, virtual_seconds, &search.limits) ||
        !search_run(&search, &self->busy))
        return NULL;
    return choice_wrap(search.root->names, &work.choice);
}

static PyObject *agent_stop(AgentObject *self, PyObject *unused)
{
    (void)unused;
    isolab_stop_set(self->stop, true);
    return Py_NewRef(Py_None);
}

static PyMethodDef agent_methods[] = {
    {"begin", (PyCFunction)(void (*)(void))agent_begin, METH_O, NULL},
    {"choose", (PyCFunction)(void (*)(void))agent_choose, METH_VARARGS, NULL},
    {"stop", (PyCFunction)(void (*)(void))agent_stop, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot agent_slots[] = {
    {Py_tp_new, agent_new},
    {Py_tp_dealloc, agent_dealloc},
    {Py_tp_methods, agent_methods},
    {0, NULL},
};

PyType_Spec agent_spec = {
    .name = "isolab._library.Agent",
    .basicsize = sizeof(AgentObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = agent_slots,
};

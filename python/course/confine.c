/* confine.c: what a stranger's agent may take of the machine: so much memory, files no larger than
 * that, and no other process (util/confine.h).
 */
#include "course.h"

#include <sys/resource.h>

#include "util/confine.h"

static void set_limit(__rlimit_resource_t resource, unsigned long long most)
{
    struct rlimit limit;
    if (!getrlimit(resource, &limit) && most < limit.rlim_max)
        limit.rlim_cur = limit.rlim_max = (rlim_t)most;
    setrlimit(resource, &limit);
}

/* True if everything is limited that was asked for. */
static PyObject *confine(PyObject *module, PyObject *arguments)
{
    (void)module;
    unsigned long long megabytes;
    if (!PyArg_ParseTuple(arguments, "K", &megabytes))
        return NULL;
    set_limit(RLIMIT_DATA, megabytes << 20);
    set_limit(RLIMIT_FSIZE, megabytes << 20);
    set_limit(RLIMIT_CORE, 0);
    return PyBool_FromLong(confine_process());
}

static PyMethodDef functions[] = {
    {"confine", confine, METH_VARARGS, "No more than so many megabytes, and no new process."},
    {NULL, NULL, 0, NULL},
};

int confine_add(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}

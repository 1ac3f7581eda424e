/* module.c: libisolab for Python. */
#include <Python.h>

#include <isolab.h>

static int library_execute(PyObject *module)
{
    return PyModule_AddStringConstant(module, "__version__", isolab_version());
}

static PyModuleDef_Slot slots[] = {{Py_mod_exec, library_execute}, {0, NULL}};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "isolab._library",
    .m_doc = "libisolab for Python.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__library(void);
PyMODINIT_FUNC PyInit__library(void)
{
    return PyModuleDef_Init(&definition);
}

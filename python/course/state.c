/* state.c: what `isolation.Isolation`, the course's second generation, is made of.
 *
 * A state is a tuple (board, ply_count, locs), so that it hashes, compares and pickles as one. The
 * board is a number, a bit a cell, 1 where it is open; a row is 13 cells with two that never are,
 * so that a knight's move is one addition and never wraps around. The package's class is a subclass
 * in Python, which agents may give attributes; state_classes() tells us of it and of its actions.
 */
#include "course.h"

#include <stdint.h>

enum { ROW = 13, WIDTH = 11, HEIGHT = 9, SIZE = (HEIGHT - 1) * ROW + WIDTH, ACTIONS = 8 };
enum { BOARD, PLY_COUNT, LOCS };

/* In the order of the members of Action. */
static const int steps[ACTIONS] = {25, 11, -15, -27, -25, -11, 15, 27};

static PyTypeObject *state_class;  // what result() makes
static PyObject *actions[ACTIONS]; // the members
static PyObject *cells[SIZE];      // numbers
static PyObject *bits[SIZE];       // and 1 << number
static PyObject *sixty_four;

typedef struct Open {
    uint64_t low, high;
} Open;

/* The number's lowest 128 bits. */
static bool read_open(PyObject *self, Open *open)
{
    PyObject *board = PyTuple_GetItem(self, BOARD);
    open->low = board ? PyLong_AsUnsignedLongLongMask(board) : 0;
    PyObject *high = board && !PyErr_Occurred() ? PyNumber_Rshift(board, sixty_four) : NULL;
    open->high = high ? PyLong_AsUnsignedLongLongMask(high) : 0;
    Py_XDECREF(high);
    return high && !PyErr_Occurred();
}

static bool is_open(Open open, long cell)
{
    if (cell < 0 || cell >= SIZE)
        return false;
    return (cell < 64 ? open.low >> cell : open.high >> (cell - 64)) & 1;
}

/* Where a player stands: -1 not placed, -2 with an exception. */
static long read_cell(PyObject *location)
{
    if (!location)
        return -2;
    if (location == Py_None)
        return -1;
    long cell = PyLong_AsLong(location);
    if (cell < 0) {
        if (!PyErr_Occurred())
            PyErr_Format(PyExc_ValueError, "there is no cell %ld", cell);
        return -2;
    }
    return cell;
}

static long cell_of(PyObject *self, long player)
{
    PyObject *locs = PyTuple_GetItem(self, LOCS);
    PyObject *location = locs ? PySequence_GetItem(locs, player) : NULL;
    long cell = read_cell(location);
    Py_XDECREF(location);
    return cell;
}

/* -1 with an exception. */
static long player_of(PyObject *self)
{
    PyObject *ply_count = PyTuple_GetItem(self, PLY_COUNT);
    long count = ply_count ? PyLong_AsLong(ply_count) : -1;
    return count == -1 && PyErr_Occurred() ? -1 : count & 1;
}

static PyObject *state_player(PyObject *self, PyObject *unused)
{
    (void)unused;
    long player = player_of(self);
    return player < 0 ? NULL : PyLong_FromLong(player);
}

/* The open cells a knight's move from `cell`, all where that is -1: as actions or as cells. */
static PyObject *list_open(Open open, long cell, bool as_actions)
{
    PyObject *found[SIZE];
    Py_ssize_t count = 0;
    if (cell < 0) {
        for (int i = 0; i < SIZE; i++)
            if (is_open(open, i))
                found[count++] = cells[i];
    } else {
        for (int i = 0; i < ACTIONS; i++)
            if (is_open(open, cell + steps[i]))
                found[count++] = as_actions ? actions[i] : cells[cell + steps[i]];
    }
    PyObject *list = PyList_New(count);
    for (Py_ssize_t i = 0; list && i < count; i++)
        PyList_SetItem(list, i, Py_NewRef(found[i]));
    return list;
}

static PyObject *state_actions(PyObject *self, PyObject *unused)
{
    (void)unused;
    Open open;
    long player = player_of(self);
    long cell = player < 0 ? -2 : cell_of(self, player);
    return cell < -1 || !read_open(self, &open) ? NULL : list_open(open, cell, true);
}

static PyObject *state_liberties(PyObject *self, PyObject *location)
{
    Open open;
    long cell = read_cell(location);
    return cell < -1 || !read_open(self, &open) ? NULL : list_open(open, cell, false);
}

/* The course asked whether any of the liberties, as numbers, is true; so cell 0 does not count. */
static bool has_liberties(Open open, long cell)
{
    open.low &= ~(uint64_t)1;
    if (cell < 0)
        return open.low || open.high;
    for (int i = 0; i < ACTIONS; i++)
        if (is_open(open, cell + steps[i]))
            return true;
    return false;
}

static PyObject *state_has_liberties(PyObject *self, PyObject *player)
{
    Open open;
    long number = PyLong_AsLong(player);
    if (number == -1 && PyErr_Occurred())
        return NULL;
    long cell = cell_of(self, number);
    if (cell < -1 || !read_open(self, &open))
        return NULL;
    return PyBool_FromLong(has_liberties(open, cell));
}

/* Whether each player has liberties. */
static bool read_liberties(PyObject *self, bool free_to_move[2])
{
    Open open;
    long cell[2] = {cell_of(self, 0), -2};
    if (cell[0] < -1 || (cell[1] = cell_of(self, 1)) < -1 || !read_open(self, &open))
        return false;
    for (int i = 0; i < 2; i++)
        free_to_move[i] = has_liberties(open, cell[i]);
    return true;
}

static PyObject *state_terminal(PyObject *self, PyObject *unused)
{
    (void)unused;
    bool free_to_move[2];
    if (!read_liberties(self, free_to_move))
        return NULL;
    return PyBool_FromLong(!free_to_move[0] || !free_to_move[1]);
}

static PyObject *state_utility(PyObject *self, PyObject *player)
{
    bool free_to_move[2];
    long active = player_of(self), number = PyLong_AsLong(player);
    if (PyErr_Occurred() || !read_liberties(self, free_to_move))
        return NULL;
    if (free_to_move[0] && free_to_move[1])
        return PyLong_FromLong(0);
    bool won = free_to_move[active] == (number == active);
    return PyFloat_FromDouble(won ? Py_HUGE_VAL : -Py_HUGE_VAL);
}

/* Takes over the references, also in failure. */
static PyObject *make_state(PyTypeObject *type, PyObject *board, PyObject *ply_count,
                            PyObject *locs)
{
    PyObject *fields[] = {board, ply_count, locs};
    PyObject *state = board && ply_count && locs ? PyType_GenericAlloc(type, 3) : NULL;
    for (int i = 0; i < 3; i++)
        if (state)
            PyTuple_SetItem(state, i, fields[i]);
        else
            Py_XDECREF(fields[i]);
    return state;
}

static bool is_step(long action)
{
    for (int i = 0; i < ACTIONS; i++)
        if (steps[i] == action)
            return true;
    return false;
}

static PyObject *state_result(PyObject *self, PyObject *action)
{
    Open open;
    long player = player_of(self);
    long from = player < 0 ? -2 : cell_of(self, player);
    if (from < -1 || !read_open(self, &open))
        return NULL;
    bool number = PyLong_Check(action);
    long to = number ? PyLong_AsLong(action) : -1;
    if (number && to == -1 && PyErr_Occurred())
        PyErr_Clear(); // larger than any cell
    if (from >= 0 && (!number || !is_step(to))) {
        PyErr_Format(PyExc_AssertionError, "%R is not an action", action);
        return NULL;
    }
    to += from < 0 ? 0 : from;
    if (!is_open(open, to)) {
        PyErr_Format(PyExc_RuntimeError, "Invalid action: %R leads to a cell that is not open",
                     action);
        return NULL;
    }
    PyObject *other = PySequence_GetItem(PyTuple_GetItem(self, LOCS), 1 - player);
    PyObject *locs = other ? PyTuple_New(2) : NULL;
    if (!locs) {
        Py_XDECREF(other);
        return NULL;
    }
    PyTuple_SetItem(locs, player, Py_NewRef(cells[to]));
    PyTuple_SetItem(locs, 1 - player, other);
    course_moves++;
    return make_state(state_class ? state_class : Py_TYPE(self),
                      PyNumber_Xor(PyTuple_GetItem(self, BOARD), bits[to]),
                      PyLong_FromLong(PyLong_AsLong(PyTuple_GetItem(self, PLY_COUNT)) + 1), locs);
}

static PyObject *blank_board(void)
{
    PyObject *board = PyLong_FromLong(0);
    for (int row = 0; board && row < HEIGHT; row++)
        for (int column = 0; board && column < WIDTH; column++) {
            PyObject *more = PyNumber_Or(board, bits[row * ROW + column]);
            Py_DECREF(board);
            board = more;
        }
    return board;
}

static PyObject *state_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"board", "ply_count", "locs", NULL};
    PyObject *board = NULL, *ply_count = NULL, *locs = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|OOO", names, &board, &ply_count, &locs))
        return NULL;
    return make_state(type, board ? Py_NewRef(board) : blank_board(),
                      ply_count ? Py_NewRef(ply_count) : PyLong_FromLong(0),
                      locs ? Py_NewRef(locs) : PyTuple_Pack(2, Py_None, Py_None));
}

static PyObject *get_field(PyObject *self, void *number)
{
    return Py_XNewRef(PyTuple_GetItem(self, (Py_ssize_t)number));
}

static PyMethodDef methods[] = {
    {"actions", state_actions, METH_NOARGS, "What who is to move can do."},
    {"liberties", state_liberties, METH_O, "The open cells a knight's move away, all for None."},
    {"result", state_result, METH_O, "The state after an action."},
    {"player", state_player, METH_NOARGS, "Who is to move, 0 or 1."},
    {"terminal_test", state_terminal, METH_NOARGS, "Whether either side has no liberties."},
    {"utility", state_utility, METH_O, "inf for a win, -inf for a loss, else 0."},
    {"_has_liberties", state_has_liberties, METH_O, "Whether any liberty is not cell 0."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef fields[] = {
    {"board", get_field, NULL, "a bit a cell, 1 where it is open", (void *)BOARD},
    {"ply_count", get_field, NULL, "actions so far", (void *)PLY_COUNT},
    {"locs", get_field, NULL, "the players' cells, None before placement", (void *)LOCS},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A position, as the course's second generation had it."},
    {Py_tp_new, state_new},
    {Py_tp_methods, methods},
    {Py_tp_getset, fields},
    {0, NULL},
};

static PyType_Spec specification = {
    .name = "_isolation.State",
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
    .slots = slots,
};

static PyObject *state_classes(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *class, *members;
    if (!PyArg_ParseTuple(arguments, "OO", &class, &members))
        return NULL;
    for (int i = 0; i < ACTIONS; i++) {
        PyObject *before = actions[i];
        if (!(actions[i] = PySequence_GetItem(members, i)))
            return NULL;
        Py_XDECREF(before);
    }
    Py_INCREF(class);
    Py_XDECREF((PyObject *)state_class);
    state_class = (PyTypeObject *)class;
    return Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"state_classes", state_classes, METH_VARARGS, "Tells what states and actions are made of."},
    {NULL, NULL, 0, NULL},
};

int state_add(PyObject *module)
{
    PyObject *one = PyLong_FromLong(1);
    sixty_four = PyLong_FromLong(64);
    for (int i = 0; i < SIZE; i++)
        if (!one || !(cells[i] = PyLong_FromLong(i)) || !(bits[i] = PyNumber_Lshift(one, cells[i])))
            return -1;
    Py_DECREF(one);
    PyObject *tuple = (PyObject *)&PyTuple_Type;
    PyObject *type = course_add_type(module, &specification, tuple), *blank = blank_board();
    return type && sixty_four && blank && !PyModule_AddObjectRef(module, "BLANK_BOARD", blank)
               ? PyModule_AddFunctions(module, functions)
               : -1;
}

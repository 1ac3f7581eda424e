/* position.c: isolab.Position, a value that never changes. */
#include "module.h"

enum { FEN_ROOM = 512, DRAWING_ROOM = 2048 };

/* ---- Squares */

/* The names of a board's squares, made once for each size; a new reference. */
static PyObject *names_of(Library *library, const IsolabPosition *position)
{
    int area = isolab_position_width(position) * isolab_position_height(position);
    PyObject *board = PyUnicode_FromFormat("%dx%d", isolab_position_width(position),
                                           isolab_position_height(position));
    PyObject *names = board ? Py_XNewRef(PyDict_GetItemWithError(library->names, board)) : NULL;
    if (board && !names && !PyErr_Occurred()) {
        names = PyTuple_New(area);
        for (int square = 0; names && square < area; square++) {
            char text[8];
            isolab_square_name(position, square, text, sizeof text);
            PyObject *name = PyUnicode_InternFromString(text);
            if (!name || PyTuple_SetItem(names, square, name))
                Py_CLEAR(names);
        }
        if (names && PyDict_SetItem(library->names, board, names))
            Py_CLEAR(names);
    }
    Py_XDECREF(board);
    return names;
}

PyObject *square_wrap(PyObject *names, int square)
{
    return Py_NewRef(square < 0 ? Py_None : PyTuple_GetItem(names, square));
}

PyObject *squares_wrap(PyObject *names, const int *squares, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int i = 0; tuple && i < count; i++)
        PyTuple_SetItem(tuple, i, square_wrap(names, squares[i]));
    return tuple;
}

static bool read_square(PositionObject *self, PyObject *object, int *square)
{
    Library *library = library_of(self);
    int width = isolab_position_width(self->position);
    int height = isolab_position_height(self->position);
    if (PyUnicode_Check(object)) {
        const char *name = library_text(library, object, "a square");
        *square = name ? isolab_square_number(self->position, name) : -1;
        if (name && *square < 0)
            library_raise(library, "%R is no square of %dx%d", object, width, height);
        return *square >= 0;
    }
    if (!PyIndex_Check(object)) {
        PyErr_Format(PyExc_TypeError, "a square is a name such as 'd4', or a number, not %R",
                     Py_TYPE(object));
        return false;
    }
    uint64_t number;
    if (!library_count(library, object, "a square's number", 0, (uint64_t)(width * height - 1), 0,
                       &number))
        return false;
    *square = (int)number;
    return true;
}

/* ---- Making them */

static PositionObject *position_take(Library *library, IsolabPosition *position, PyObject *names)
{
    PositionObject *self = position ? PyObject_New(PositionObject, library->position) : NULL;
    if (!self) {
        isolab_position_destroy(position);
        Py_DECREF(names);
        return position ? NULL : (PositionObject *)PyErr_NoMemory();
    }
    self->position = position;
    self->names = names;
    return self;
}

PyObject *position_wrap(Library *library, const IsolabPosition *position, PyObject *names)
{
    return (PyObject *)position_take(library, isolab_position_copy(position), Py_NewRef(names));
}

PositionObject *position_from(Library *library, PyObject *object)
{
    if (Py_TYPE(object) == library->position)
        return (PositionObject *)object;
    PyErr_Format(PyExc_TypeError, "a position is an isolab.Position, not %R", Py_TYPE(object));
    return NULL;
}

static PyObject *position_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names_of_arguments[] = {"text", NULL};
    Library *library = PyType_GetModuleState(type);
    PyObject *given = NULL;
    char why[WHY_SIZE];
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|O:Position", names_of_arguments,
                                     &given))
        return NULL;
    const char *text = given ? library_text(library, given, "a position's text") : "7x7";
    if (!text)
        return NULL;
    IsolabPosition *position = isolab_position_create(text, why, sizeof why);
    if (!position)
        return library_refuse(library, why);
    PyObject *names = names_of(library, position);
    if (!names) {
        isolab_position_destroy(position);
        return NULL;
    }
    return (PyObject *)position_take(library, position, names);
}

static void position_dealloc(PositionObject *self)
{
    isolab_position_destroy(self->position);
    Py_DECREF(self->names);
    library_release(self);
}

/* ---- What it shows */

static PyObject *position_fen(PositionObject *self, void *unused)
{
    (void)unused;
    char fen[FEN_ROOM];
    isolab_position_fen(self->position, fen, sizeof fen);
    return PyUnicode_FromString(fen);
}

static PyObject *position_str(PositionObject *self)
{
    char text[DRAWING_ROOM];
    size_t length = isolab_position_drawing(self->position, text, sizeof text);
    if (!length)
        return PyErr_NoMemory();
    return PyUnicode_FromStringAndSize(text, (Py_ssize_t)length - 1); // print() ends the last line
}

static PyObject *position_repr(PositionObject *self)
{
    char fen[FEN_ROOM];
    isolab_position_fen(self->position, fen, sizeof fen);
    return PyUnicode_FromFormat("isolab.Position('%s')", fen);
}

static PyObject *position_svg(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyObject *drawing = PyImport_ImportModule("isolab.drawing");
    PyObject *svg = drawing ? PyObject_CallMethod(drawing, "svg", "O", self) : NULL;
    Py_XDECREF(drawing);
    return svg;
}

/* ---- Values that are compared, kept and sent */

static Py_hash_t position_hash(PositionObject *self)
{
    Py_hash_t hash = (Py_hash_t)isolab_position_hash(self->position);
    return hash == -1 ? -2 : hash; // -1 would be an exception
}

static PyObject *position_compare(PositionObject *self, PyObject *other, int operation)
{
    if (Py_TYPE(other) != Py_TYPE((PyObject *)self) || (operation != Py_EQ && operation != Py_NE))
        return Py_NewRef(Py_NotImplemented);
    bool equal = isolab_position_equal(self->position, ((PositionObject *)other)->position);
    return PyBool_FromLong(equal == (operation == Py_EQ));
}

static PyObject *position_reduce(PositionObject *self, PyObject *unused)
{
    (void)unused;
    return Py_BuildValue("O(N)", Py_TYPE((PyObject *)self), position_fen(self, NULL));
}

static PyObject *position_copy(PyObject *self, PyObject *unused)
{
    (void)unused; // of __deepcopy__, its memo
    return Py_NewRef(self);
}

/* ---- Questions */

static PyObject *position_width(PositionObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(isolab_position_width(self->position));
}

static PyObject *position_height(PositionObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(isolab_position_height(self->position));
}

static PyObject *position_to_move(PositionObject *self, void *unused)
{
    (void)unused;
    return library_side(library_of(self), isolab_position_to_move(self->position));
}

static PyObject *position_winner(PositionObject *self, void *unused)
{
    (void)unused;
    return library_side(library_of(self), isolab_position_winner(self->position));
}

static PyObject *position_attacker(PositionObject *self, void *unused)
{
    (void)unused;
    return library_side(library_of(self), isolab_position_attacker(self->position));
}

static PyObject *position_over(PositionObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(isolab_position_winner(self->position) != ISOLAB_NOBODY);
}

static PyObject *position_knights(PositionObject *self, void *unused)
{
    (void)unused;
    int squares[2] = {isolab_position_knight(self->position, ISOLAB_FIRST),
                      isolab_position_knight(self->position, ISOLAB_SECOND)};
    return squares_wrap(self->names, squares, 2);
}

static int list_blanks(PositionObject *self, int squares[SQUARES_MAX])
{
    int count = 0, area = (int)PyTuple_Size(self->names);
    for (int square = 0; square < area; square++)
        if (isolab_position_is_blank(self->position, square))
            squares[count++] = square;
    return count;
}

static PyObject *position_blanks(PositionObject *self, void *unused)
{
    (void)unused;
    int squares[SQUARES_MAX];
    return squares_wrap(self->names, squares, list_blanks(self, squares));
}

static PyObject *position_move_count(PositionObject *self, void *unused)
{
    (void)unused;
    int squares[SQUARES_MAX];
    return PyLong_FromLong((long)PyTuple_Size(self->names) - list_blanks(self, squares));
}

static PyObject *position_squares(PositionObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(self->names);
}

static bool takes_at_most(Py_ssize_t count, Py_ssize_t most, const char *function)
{
    if (count > most)
        PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments, not %zd", function, most,
                     count);
    return count <= most;
}

static PyObject *position_moves(PositionObject *self, PyObject *const *arguments, Py_ssize_t count)
{
    int squares[SQUARES_MAX];
    IsolabSide side = isolab_position_to_move(self->position);
    if (!takes_at_most(count, 1, "moves") ||
        (count == 1 && arguments[0] != Py_None &&
         !library_read_side(library_of(self), arguments[0], &side)))
        return NULL;
    int found = isolab_position_moves(self->position, side, squares, SQUARES_MAX);
    PyObject *list = PyList_New(found);
    for (int i = 0; list && i < found; i++)
        PyList_SetItem(list, i, square_wrap(self->names, squares[i]));
    return list;
}

static PyObject *position_after(PositionObject *self, PyObject *const *moves, Py_ssize_t count)
{
    char why[WHY_SIZE];
    Library *library = library_of(self);
    PyObject *after = position_wrap(library, self->position, self->names);
    for (Py_ssize_t i = 0; after && i < count; i++) {
        int square;
        bool good = read_square(self, moves[i], &square);
        if (good &&
            !isolab_position_play(((PositionObject *)after)->position, square, why, sizeof why)) {
            good = false;
            library_refuse(library, why);
        }
        if (!good)
            Py_CLEAR(after);
    }
    return after;
}

static PyObject *position_number(PositionObject *self, PyObject *name)
{
    int square;
    return read_square(self, name, &square) ? PyLong_FromLong(square) : NULL;
}

/* Without the lock as far down as nobody waits for long; false with an exception. */
static bool count_sequences(const IsolabPosition *position, int depth, uint64_t *count)
{
    enum { SOON = 5 };
    if (depth <= SOON) {
        uint64_t found;
        Py_BEGIN_ALLOW_THREADS;
        found = isolab_perft(position, depth);
        Py_END_ALLOW_THREADS;
        *count += found;
        return !PyErr_CheckSignals();
    }
    int squares[SQUARES_MAX];
    int moves =
        isolab_position_moves(position, isolab_position_to_move(position), squares, SQUARES_MAX);
    bool good = true;
    for (int i = 0; good && i < moves; i++) {
        IsolabPosition *after = isolab_position_copy(position);
        good = after != NULL;
        if (!good)
            PyErr_NoMemory();
        else
            good = isolab_position_play(after, squares[i], NULL, 0) &&
                   count_sequences(after, depth - 1, count);
        isolab_position_destroy(after);
    }
    return good;
}

static PyObject *position_perft(PositionObject *self, PyObject *given)
{
    uint64_t depth, count = 0;
    if (!library_count(library_of(self), given, "depth", 0, SQUARES_MAX, 0, &depth) ||
        !count_sequences(self->position, (int)depth, &count))
        return NULL;
    return PyLong_FromUnsignedLongLong(count);
}

/* ---- The type */

#define GETTER(name, meaning)                                                                      \
    {                                                                                              \
#name, (getter)(void (*)(void))position_##name, NULL, meaning, NULL                        \
    }
#define METHOD(name, function, flags, meaning)                                                     \
    {                                                                                              \
        name, (PyCFunction)(void (*)(void))function, flags, meaning                                \
    }

static PyGetSetDef position_getters[] = {
    GETTER(width, "Columns of the board."),
    GETTER(height, "Rows of the board."),
    GETTER(fen, "The position as a FEN, which Position() reads back."),
    GETTER(to_move, "'first' or 'second'."),
    GETTER(winner, "'first', 'second', or None while the game goes on."),
    GETTER(attacker, "The side that can take squares the other is about to use; None until both "
                     "knights are placed."),
    GETTER(over, "Whether the side to move has no move."),
    GETTER(knights, "The squares of first's and second's knight; None in hand."),
    GETTER(blanks, "The squares nobody has stood on, row by row from the top left."),
    GETTER(move_count, "Plies played, placements included: the squares that are not blank."),
    GETTER(squares, "Every square of the board, by number: row by row from the top left."),
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef position_methods[] = {
    METHOD("moves", position_moves, METH_FASTCALL,
           "moves($self, side=None, /)\n--\n\nThe legal moves of a side, or of the side to move."),
    METHOD("after", position_after, METH_FASTCALL,
           "after($self, *moves)\n--\n\nThe position after these moves."),
    METHOD("number", position_number, METH_O,
           "number($self, square, /)\n--\n\nThe number of a square: its place in `squares`."),
    METHOD(
        "perft", position_perft, METH_O,
        "perft($self, depth, /)\n--\n\nHow many sequences of exactly that many moves there are."),
    METHOD("_repr_svg_", position_svg, METH_NOARGS, "The board, for a notebook."),
    METHOD("__reduce__", position_reduce, METH_NOARGS, NULL),
    METHOD("__copy__", position_copy, METH_NOARGS, NULL),
    METHOD("__deepcopy__", position_copy, METH_O, NULL),
    {NULL, NULL, 0, NULL},
};

static PyType_Slot position_slots[] = {
    {Py_tp_doc, "Position(text='7x7')\n--\n\n"
                "A position: from a board and moves, '7x7 d4 c2 e6', or from a FEN."},
    {Py_tp_new, position_new},
    {Py_tp_dealloc, position_dealloc},
    {Py_tp_str, position_str},
    {Py_tp_repr, position_repr},
    {Py_tp_hash, position_hash},
    {Py_tp_richcompare, position_compare},
    {Py_tp_getset, position_getters},
    {Py_tp_methods, position_methods},
    {0, NULL},
};

PyType_Spec position_spec = {
    .name = "isolab.Position",
    .basicsize = sizeof(PositionObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = position_slots,
};

/* board.c: `isolation.Board`, the course's first generation.
 *
 * An agent sees a plain object with a list of cells in it, whose last three entries tell whose turn
 * it is and where the players stand. Making that list for every forecast is what most of the
 * course's time went into, so there is none: a board is a few bytes, and the list is made when
 * somebody asks for `_board_state`. From then on the list is the truth, since its owner may write
 * into it: every question reads it anew, and a copy starts from what it holds.
 *
 * Nothing is validated that was not: a move is any pair of numbers, and negative ones count from
 * the list's end, as they did.
 */
#include "course.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include <structmember.h>

enum { CELLS_MAX = 128, TAIL = 3 }; // the list's last three: whose turn, second, first

typedef struct Board {
    PyObject_HEAD;
    PyObject *dictionary, *weak_references;
    PyObject *players[2];        // first, second
    PyObject *active, *inactive; // these two in turn; agents may say otherwise
    PyObject *list;              // what _board_state is; NULL: nobody has asked
    Py_ssize_t move_count;
    int width, height;
    int turn;                      // the list's entry: 0, 1
    bool placed[2];                // by player
    Py_ssize_t square[2];          // the list's index, if placed; any number
    unsigned char cell[CELLS_MAX]; // 0 blank, else who was there: 1, 2
} Board;

static PyTypeObject *board_type;
static PyObject *get_bits;      // random.getrandbits
static PyObject *bit_counts[8]; // its arguments

static int cell_count(const Board *board)
{
    return board->width * board->height;
}

/* ---- The list of cells */

static PyObject *square_number(const Board *board, int player)
{
    if (!board->placed[player])
        return Py_NewRef(Py_None);
    return PyLong_FromSsize_t(board->square[player]);
}

static PyObject *make_list(const Board *board)
{
    int count = cell_count(board);
    PyObject *list = PyList_New(count + TAIL);
    for (int i = 0; list && i < count + TAIL; i++) {
        int from_end = count + TAIL - i;
        PyObject *entry = i < count       ? PyLong_FromLong(board->cell[i] != 0)
                          : from_end == 3 ? PyLong_FromLong(board->turn)
                                          : square_number(board, from_end - 1);
        if (!entry || PyList_SetItem(list, i, entry))
            Py_CLEAR(list);
    }
    return list;
}

/* Reads a list that an agent may have written to. A cell counts as visited unless it equals 0. */
static bool read_list(Board *board)
{
    int count = cell_count(board);
    PyObject *zero = PyLong_FromLong(0);
    if (!zero)
        return false;
    if (PyList_Size(board->list) != count + TAIL) {
        Py_DECREF(zero);
        PyErr_Format(PyExc_IndexError, "_board_state has %zd entries, the board %d",
                     PyList_Size(board->list), count + TAIL);
        return false;
    }
    for (int i = 0; i < count; i++) {
        int blank = PyObject_RichCompareBool(PyList_GetItem(board->list, i), zero, Py_EQ);
        if (blank)
            board->cell[i] = 0;
        else if (!board->cell[i])
            board->cell[i] = 1;
    }
    Py_DECREF(zero);
    board->turn = PyObject_IsTrue(PyList_GetItem(board->list, count)) == 1;
    for (int player = 0; player < 2; player++) {
        PyObject *entry = PyList_GetItem(board->list, count + TAIL - 1 - player);
        board->placed[player] = entry != Py_None;
        if (entry != Py_None)
            board->square[player] = PyNumber_AsSsize_t(entry, NULL);
    }
    return !PyErr_Occurred();
}

static bool refresh(Board *board)
{
    return !board->list || read_list(board);
}

/* After a move: the list that somebody holds goes with the board. */
static bool write_list(Board *board)
{
    PyObject *fresh = board->list ? make_list(board) : NULL;
    if (!board->list)
        return true;
    int failed = !fresh || PyList_SetSlice(board->list, 0, PyList_Size(board->list), fresh);
    Py_XDECREF(fresh);
    return !failed;
}

static void put_object(PyObject **place, PyObject *object)
{
    PyObject *before = *place;
    *place = Py_NewRef(object);
    Py_XDECREF(before);
}

static PyObject *get_list(PyObject *self, void *unused)
{
    (void)unused;
    Board *board = (Board *)self;
    if (!board->list)
        board->list = make_list(board);
    return Py_XNewRef(board->list);
}

static int set_list(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    Board *board = (Board *)self;
    if (!value || !PyList_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "_board_state is a list");
        return -1;
    }
    put_object(&board->list, value);
    return 0;
}

/* ---- Life */

/* With nobody in it, for a subclass that forgets about us. */
static PyObject *board_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    (void)arguments;
    (void)keywords;
    Board *board = (Board *)PyType_GenericAlloc(type, 0);
    if (!board)
        return NULL;
    board->players[0] = Py_NewRef(Py_None);
    board->players[1] = Py_NewRef(Py_None);
    board->active = Py_NewRef(Py_None);
    board->inactive = Py_NewRef(Py_None);
    board->width = board->height = 7;
    return (PyObject *)board;
}

static int board_init(PyObject *self, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"player_1", "player_2", "width", "height", NULL};
    Board *board = (Board *)self;
    PyObject *players[2];
    int width = 7, height = 7;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|ii", names, &players[0], &players[1],
                                     &width, &height))
        return -1;
    if (width < 1 || height < 1 || width > CELLS_MAX || height > CELLS_MAX ||
        width * height > CELLS_MAX) {
        PyErr_Format(PyExc_ValueError, "a board has 1 to %d squares, not %d by %d", CELLS_MAX,
                     width, height);
        return -1;
    }
    for (int i = 0; i < 2; i++)
        put_object(&board->players[i], players[i]);
    put_object(&board->active, players[0]);
    put_object(&board->inactive, players[1]);
    Py_CLEAR(board->list);
    memset(board->cell, 0, sizeof board->cell);
    board->width = width;
    board->height = height;
    board->move_count = board->turn = 0;
    board->placed[0] = board->placed[1] = false;
    return 0;
}

static int board_traverse(PyObject *self, visitproc visit, void *arg)
{
    Board *board = (Board *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(board->dictionary);
    Py_VISIT(board->players[0]);
    Py_VISIT(board->players[1]);
    Py_VISIT(board->active);
    Py_VISIT(board->inactive);
    Py_VISIT(board->list);
    return 0;
}

static int board_clear(PyObject *self)
{
    Board *board = (Board *)self;
    Py_CLEAR(board->dictionary);
    Py_CLEAR(board->players[0]);
    Py_CLEAR(board->players[1]);
    Py_CLEAR(board->active);
    Py_CLEAR(board->inactive);
    Py_CLEAR(board->list);
    return 0;
}

static void board_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (((Board *)self)->weak_references)
        PyObject_ClearWeakRefs(self);
    board_clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

/* A copy is a plain Board, whatever `self` is, and without the attributes that agents gave it. */
static Board *copy_board(Board *from)
{
    if (!refresh(from))
        return NULL;
    Board *board = (Board *)PyType_GenericAlloc(board_type, 0);
    if (!board)
        return NULL;
    board->players[0] = Py_NewRef(from->players[0]);
    board->players[1] = Py_NewRef(from->players[1]);
    board->active = Py_NewRef(from->active);
    board->inactive = Py_NewRef(from->inactive);
    memcpy(&board->move_count, &from->move_count, sizeof *from - offsetof(Board, move_count));
    return board;
}

static PyObject *board_copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    return (PyObject *)copy_board((Board *)self);
}

/* ---- Players */

/* 0, 1, or -1 with an exception. */
static int player_number(const Board *board, PyObject *player, const char *method)
{
    for (int i = 0; i < 2; i++) {
        int same = player == board->players[i] ||
                   PyObject_RichCompareBool(player, board->players[i], Py_EQ);
        if (same)
            return same < 0 ? -1 : i;
    }
    PyErr_Format(PyExc_RuntimeError, "Invalid player in %s: %S", method, player);
    return -1;
}

static Py_ssize_t floor_divide(Py_ssize_t number, int divisor)
{
    Py_ssize_t quotient = number / divisor;
    return quotient - (number % divisor < 0);
}

static PyObject *row_and_column(Py_ssize_t row, Py_ssize_t column)
{
    PyObject *pair = PyTuple_New(2);
    PyObject *first = PyLong_FromSsize_t(row), *second = PyLong_FromSsize_t(column);
    if (!pair || !first || !second) {
        Py_XDECREF(pair);
        Py_XDECREF(first);
        Py_XDECREF(second);
        return NULL;
    }
    PyTuple_SetItem(pair, 0, first);
    PyTuple_SetItem(pair, 1, second);
    return pair;
}

static PyObject *board_location(PyObject *self, PyObject *player)
{
    Board *board = (Board *)self;
    int number = refresh(board) ? player_number(board, player, "get_player_location") : -1;
    if (number < 0)
        return NULL;
    if (!board->placed[number])
        return Py_NewRef(Py_None);
    Py_ssize_t column = floor_divide(board->square[number], board->height);
    return row_and_column(board->square[number] - column * board->height, column);
}

static PyObject *board_opponent(PyObject *self, PyObject *player)
{
    Board *board = (Board *)self;
    int same = PyObject_RichCompareBool(player, board->active, Py_EQ);
    if (same)
        return same < 0 ? NULL : Py_NewRef(board->inactive);
    same = PyObject_RichCompareBool(player, board->inactive, Py_EQ);
    if (same)
        return same < 0 ? NULL : Py_NewRef(board->active);
    PyErr_Format(PyExc_RuntimeError, "Invalid player in get_opponent: %S", player);
    return NULL;
}

/* ---- Moves */

static bool read_pair(PyObject *move, Py_ssize_t *row, Py_ssize_t *column)
{
    PyObject *parts[2];
    bool exact = PyTuple_Check(move) && PyTuple_Size(move) >= 2;
    for (int i = 0; i < 2; i++)
        parts[i] = exact ? Py_NewRef(PyTuple_GetItem(move, i)) : PySequence_GetItem(move, i);
    bool good = parts[0] && parts[1];
    if (good) {
        *row = PyNumber_AsSsize_t(parts[0], PyExc_IndexError);
        *column = PyNumber_AsSsize_t(parts[1], PyExc_IndexError);
        good = !PyErr_Occurred();
    }
    Py_XDECREF(parts[0]);
    Py_XDECREF(parts[1]);
    return good;
}

static bool is_blank(const Board *board, Py_ssize_t row, Py_ssize_t column)
{
    return row >= 0 && row < board->height && column >= 0 && column < board->width &&
           !board->cell[row + column * board->height];
}

static PyObject *board_is_legal(PyObject *self, PyObject *move)
{
    Board *board = (Board *)self;
    Py_ssize_t row, column;
    if (!refresh(board) || !read_pair(move, &row, &column))
        return NULL;
    return PyBool_FromLong(is_blank(board, row, column));
}

static PyObject *blank_spaces(const Board *board)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list && i < cell_count(board); i++) {
        if (board->cell[i])
            continue;
        PyObject *pair = row_and_column(i % board->height, i / board->height);
        if (!pair || PyList_Append(list, pair))
            Py_CLEAR(list);
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *board_blank_spaces(PyObject *self, PyObject *unused)
{
    (void)unused;
    return refresh((Board *)self) ? blank_spaces((Board *)self) : NULL;
}

static const signed char offsets[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2},
                                          {1, -2},  {1, 2},  {2, -1},  {2, 1}};

/* What random.shuffle() does, number for number, from the same source. */
static bool shuffle(signed char *numbers, int count)
{
    for (int i = count - 1; i > 0; i--) {
        long choice;
        do {
            PyObject *bits = PyObject_CallFunctionObjArgs(get_bits,
                                                          bit_counts[i + 1 > 7   ? 4
                                                                     : i + 1 > 3 ? 3
                                                                                 : 2],
                                                          NULL);
            if (!bits)
                return false;
            choice = PyLong_AsLong(bits);
            Py_DECREF(bits);
        } while (choice > i);
        signed char other = numbers[i];
        numbers[i] = numbers[choice];
        numbers[choice] = other;
    }
    return true;
}

static PyObject *moves_from(const Board *board, Py_ssize_t row, Py_ssize_t column)
{
    signed char numbers[8];
    int count = 0;
    for (int i = 0; i < 8; i++)
        if (is_blank(board, row + offsets[i][0], column + offsets[i][1]))
            numbers[count++] = (signed char)i;
    if (!shuffle(numbers, count))
        return NULL;
    PyObject *list = PyList_New(count);
    for (int i = 0; list && i < count; i++) {
        const signed char *offset = offsets[numbers[i]];
        PyObject *pair = row_and_column(row + offset[0], column + offset[1]);
        if (!pair || PyList_SetItem(list, i, pair))
            Py_CLEAR(list);
    }
    return list;
}

static PyObject *moves_of(const Board *board, int player)
{
    if (!board->placed[player])
        return blank_spaces(board);
    Py_ssize_t column = floor_divide(board->square[player], board->height);
    return moves_from(board, board->square[player] - column * board->height, column);
}

static bool can_move(const Board *board, int player)
{
    if (!board->placed[player])
        return memchr(board->cell, 0, (size_t)cell_count(board)) != NULL;
    Py_ssize_t column = floor_divide(board->square[player], board->height);
    Py_ssize_t row = board->square[player] - column * board->height;
    for (int i = 0; i < 8; i++)
        if (is_blank(board, row + offsets[i][0], column + offsets[i][1]))
            return true;
    return false;
}

/* The one argument of a method, by position or by name; `standard` where there is none. */
static PyObject *one_argument(PyObject *const *arguments, Py_ssize_t count, PyObject *names,
                              const char *name, PyObject *standard)
{
    Py_ssize_t named = names ? PyTuple_Size(names) : 0;
    if (count + named == 0)
        return standard;
    if (count + named == 1 &&
        (!named || !PyUnicode_CompareWithASCIIString(PyTuple_GetItem(names, 0), name)))
        return arguments[0];
    PyErr_Format(PyExc_TypeError, "one argument is wanted, %s", name);
    return NULL;
}

static PyObject *board_legal_moves(PyObject *self, PyObject *const *arguments, Py_ssize_t count,
                                   PyObject *names)
{
    Board *board = (Board *)self;
    PyObject *player = one_argument(arguments, count, names, "player", Py_None);
    if (!player || !refresh(board))
        return NULL;
    int number =
        player_number(board, player == Py_None ? board->active : player, "get_player_location");
    return number < 0 ? NULL : moves_of(board, number);
}

/* From any square, for those who reach for the method behind get_legal_moves(). */
static PyObject *board_moves_from(PyObject *self, PyObject *location)
{
    Board *board = (Board *)self;
    Py_ssize_t row, column;
    if (!refresh(board))
        return NULL;
    if (location == Py_None)
        return blank_spaces(board);
    return read_pair(location, &row, &column) ? moves_from(board, row, column) : NULL;
}

/* Entry `index` of the list becomes 1, whatever that entry is. */
static bool visit_entry(Board *board, Py_ssize_t index, int visitor)
{
    int count = cell_count(board);
    index += index < 0 ? count + TAIL : 0;
    if (index < 0 || index >= count + TAIL) {
        PyErr_SetString(PyExc_IndexError, "list assignment index out of range");
        return false;
    }
    if (index < count)
        board->cell[index] = (unsigned char)visitor;
    else if (index == count)
        board->turn = 1;
    else {
        board->placed[count + TAIL - 1 - index] = true;
        board->square[count + TAIL - 1 - index] = 1;
    }
    return true;
}

static bool make_move(Board *board, PyObject *move)
{
    Py_ssize_t row, column;
    if (!refresh(board) || !read_pair(move, &row, &column))
        return false;
    Py_ssize_t index = row + column * board->height;
    int second = board->active == board->players[1] ? 1
                 : board->active == board->players[0]
                     ? 0
                     : PyObject_RichCompareBool(board->active, board->players[1], Py_EQ);
    if (second < 0)
        return false;
    board->placed[second] = true;
    board->square[second] = index;
    if (!visit_entry(board, index, second + 1))
        return false;
    board->turn ^= 1;
    PyObject *active = board->active;
    board->active = board->inactive;
    board->inactive = active;
    board->move_count++;
    course_moves++;
    return write_list(board);
}

static PyObject *board_apply(PyObject *self, PyObject *move)
{
    return make_move((Board *)self, move) ? Py_NewRef(Py_None) : NULL;
}

static PyObject *board_forecast(PyObject *self, PyObject *move)
{
    Board *board = copy_board((Board *)self);
    if (board && !make_move(board, move)) {
        Py_DECREF(board);
        return NULL;
    }
    return (PyObject *)board;
}

/* ---- From isolab */

/* board_from_fen(fen, first, second): a board with those players, whoever is to move. */
static PyObject *board_from_fen(PyObject *module, PyObject *arguments)
{
    (void)module;
    const char *fen;
    PyObject *players[2];
    if (!PyArg_ParseTuple(arguments, "sOO", &fen, &players[0], &players[1]))
        return NULL;
    Board *board = (Board *)board_new(board_type, NULL, NULL);
    if (!board)
        return NULL;
    const char *end = fen + strcspn(fen, "[ ");
    board->height = 1;
    for (const char *c = fen; c < end; c++)
        board->height += *c == '/';
    int row = 0, column = 0;
    board->width = 0;
    for (const char *c = fen; c < end && row < board->height; c++) {
        int run = 0;
        while (*c >= '0' && *c <= '9' && run < CELLS_MAX)
            run = 10 * run + (*c++ - '0');
        column += run;
        int index = row + column * board->height;
        bool stands = c < end && (*c == 'N' || *c == 'n' || *c == '*');
        if (stands && index < CELLS_MAX) {
            int player = *c == 'n';
            board->cell[index] = (unsigned char)(player + 1);
            board->move_count++;
            if (*c != '*') {
                board->placed[player] = true;
                board->square[player] = index;
            }
        }
        column += stands;
        board->width = column > board->width ? column : board->width;
        if (c >= end)
            break;
        if (*c == '/') {
            row++;
            column = 0;
        }
    }
    if (board->width < 1 || cell_count(board) > CELLS_MAX) {
        Py_DECREF(board);
        PyErr_SetString(PyExc_ValueError, "no board of this size");
        return NULL;
    }
    board->turn = strstr(end, " b") != NULL;
    for (int i = 0; i < 2; i++)
        put_object(&board->players[i], players[i]);
    put_object(&board->active, players[board->turn]);
    put_object(&board->inactive, players[1 - board->turn]);
    return (PyObject *)board;
}

/* ---- Who has won */

/* 1 if the player to move is stuck and is (not, if `other`) `player`; 0; -1 with an exception. */
static int lost_by(Board *board, PyObject *player, bool other)
{
    if (!refresh(board))
        return -1;
    int same = PyObject_RichCompareBool(player, other ? board->inactive : board->active, Py_EQ);
    if (same <= 0)
        return same;
    int number = player_number(board, board->active, "get_player_location");
    return number < 0 ? -1 : !can_move(board, number);
}

static PyObject *board_is_winner(PyObject *self, PyObject *player)
{
    int won = lost_by((Board *)self, player, true);
    return won < 0 ? NULL : PyBool_FromLong(won);
}

static PyObject *board_is_loser(PyObject *self, PyObject *player)
{
    int lost = lost_by((Board *)self, player, false);
    return lost < 0 ? NULL : PyBool_FromLong(lost);
}

static PyObject *board_utility(PyObject *self, PyObject *player)
{
    Board *board = (Board *)self;
    int lost = lost_by(board, player, false);
    int won = lost ? 0 : lost_by(board, player, true);
    if (lost < 0 || won < 0)
        return NULL;
    return PyFloat_FromDouble(lost ? -HUGE_VAL : won ? HUGE_VAL : 0.0);
}

/* ---- What it looks like from outside */

/* The hash of the list's text, written out here rather than by way of a list. */
static PyObject *board_hash(PyObject *self, PyObject *unused)
{
    (void)unused;
    Board *board = (Board *)self;
    char text[3 * CELLS_MAX + 80];
    size_t length = 0;
    PyObject *written;
    if (board->list)
        written = PyObject_Str(board->list);
    else {
        text[length++] = '[';
        for (int i = 0; i < cell_count(board); i++) {
            text[length++] = board->cell[i] ? '1' : '0';
            text[length++] = ',';
            text[length++] = ' ';
        }
        length += (size_t)PyOS_snprintf(text + length, sizeof text - length, "%d", board->turn);
        for (int player = 1; player >= 0; player--)
            length += (size_t)(board->placed[player]
                                   ? PyOS_snprintf(text + length, sizeof text - length, ", %zd",
                                                   board->square[player])
                                   : PyOS_snprintf(text + length, sizeof text - length, ", None"));
        text[length++] = ']';
        written = PyUnicode_FromStringAndSize(text, (Py_ssize_t)length);
    }
    Py_hash_t hash = written ? PyObject_Hash(written) : -1;
    Py_XDECREF(written);
    return hash == -1 ? NULL : PyLong_FromSsize_t(hash);
}

/* A byte a cell, 0 or the number of who was there: what the course's first version kept. */
static PyObject *board_visitors(PyObject *self, PyObject *unused)
{
    (void)unused;
    Board *board = (Board *)self;
    if (!refresh(board))
        return NULL;
    return PyBytes_FromStringAndSize((const char *)board->cell, cell_count(board));
}

static PyObject *board_getstate(PyObject *self, PyObject *unused)
{
    (void)unused;
    Board *board = (Board *)self;
    PyObject *list = get_list(self, NULL);
    if (!list)
        return NULL;
    PyObject *own = board->dictionary ? board->dictionary : Py_None;
    return Py_BuildValue("(OOOOiinNO)", board->players[0], board->players[1], board->active,
                         board->inactive, board->width, board->height, board->move_count, list,
                         own);
}

static PyObject *board_setstate(PyObject *self, PyObject *state)
{
    Board *board = (Board *)self;
    PyObject *players[2], *active, *inactive, *list, *own;
    int width, height;
    Py_ssize_t move_count;
    if (!PyArg_ParseTuple(state, "OOOOiinOO", &players[0], &players[1], &active, &inactive, &width,
                          &height, &move_count, &list, &own))
        return NULL;
    PyObject *arguments = Py_BuildValue("(OOii)", players[0], players[1], width, height);
    if (!arguments || board_init(self, arguments, NULL) || set_list(self, list, NULL)) {
        Py_XDECREF(arguments);
        return NULL;
    }
    Py_DECREF(arguments);
    board->move_count = move_count;
    put_object(&board->active, active);
    put_object(&board->inactive, inactive);
    if (own != Py_None)
        put_object(&board->dictionary, own);
    return Py_NewRef(Py_None);
}

static PyObject *get_object(PyObject *self, void *offset)
{
    PyObject *object = *(PyObject **)((char *)self + (size_t)offset);
    return Py_NewRef(object ? object : Py_None);
}

static int set_object(PyObject *self, PyObject *value, void *offset)
{
    PyObject **object = (PyObject **)((char *)self + (size_t)offset);
    put_object(object, value ? value : Py_None);
    return 0;
}

static PyMethodDef methods[] = {
    {"get_legal_moves", (PyCFunction)(void (*)(void))board_legal_moves,
     METH_FASTCALL | METH_KEYWORDS, "Where a player, or who is to move, can go."},
    {"get_player_location", board_location, METH_O, "(row, column), or None before placement."},
    {"get_opponent", board_opponent, METH_O, "The other player."},
    {"forecast_move", board_forecast, METH_O, "A copy on which the move is made, unchecked."},
    {"apply_move", board_apply, METH_O, "Makes the move, unchecked."},
    {"move_is_legal", board_is_legal, METH_O, "Whether the square is on the board and blank."},
    {"get_blank_spaces", board_blank_spaces, METH_NOARGS, "Column by column."},
    {"is_winner", board_is_winner, METH_O, "Whether the other player is to move and stuck."},
    {"is_loser", board_is_loser, METH_O, "Whether the player is to move and stuck."},
    {"utility", board_utility, METH_O, "inf for a win, -inf for a loss, else 0.0."},
    {"copy", board_copy, METH_NOARGS, "The same position with the same players."},
    {"hash", board_hash, METH_NOARGS, "Of the text of the state."},
    {"_Board__get_moves", board_moves_from, METH_O, "Moves from any (row, column)."},
    {"__get_moves__", board_moves_from, METH_O, "The same, as it was called at first."},
    {"_visitors", board_visitors, METH_NOARGS, "A byte a cell: 0, or who was there."},
    {"__getstate__", board_getstate, METH_NOARGS, NULL},
    {"__setstate__", board_setstate, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"width", T_INT, offsetof(Board, width), READONLY, "columns"},
    {"height", T_INT, offsetof(Board, height), READONLY, "rows"},
    {"move_count", T_PYSSIZET, offsetof(Board, move_count), 0, "moves made"},
    {"__dictoffset__", T_PYSSIZET, offsetof(Board, dictionary), READONLY, NULL},
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Board, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

#define OBJECT(name, field, set)                                                                   \
    {                                                                                              \
        name, get_object, set, NULL, (void *)offsetof(Board, field)                                \
    }
static PyGetSetDef attributes[] = {
    OBJECT("active_player", active, NULL),
    OBJECT("inactive_player", inactive, NULL),
    OBJECT("_active_player", active, set_object),
    OBJECT("_inactive_player", inactive, set_object),
    OBJECT("_player_1", players[0], set_object),
    OBJECT("_player_2", players[1], set_object),
    OBJECT("__active_player__", active, set_object),
    OBJECT("__inactive_player__", inactive, set_object),
    OBJECT("__player_1__", players[0], set_object),
    OBJECT("__player_2__", players[1], set_object),
    {"_board_state", get_list, set_list, NULL, NULL},
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A position between two players, as the course's first generation had it."},
    {Py_tp_new, board_new},
    {Py_tp_init, board_init},
    {Py_tp_dealloc, board_free},
    {Py_tp_traverse, board_traverse},
    {Py_tp_clear, board_clear},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, attributes},
    {0, NULL},
};

static PyType_Spec specification = {
    .name = "isolation.isolation.Board",
    .basicsize = sizeof(Board),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};

static PyMethodDef functions[] = {
    {"board_from_fen", board_from_fen, METH_VARARGS, "A board between two players."},
    {NULL, NULL, 0, NULL},
};

int board_add(PyObject *module)
{
    board_type = (PyTypeObject *)course_add_type(module, &specification, NULL);
    PyObject *random = PyImport_ImportModule("random");
    get_bits = random ? PyObject_GetAttrString(random, "getrandbits") : NULL;
    Py_XDECREF(random);
    for (int i = 0; i < 8; i++)
        if (!(bit_counts[i] = PyLong_FromLong(i)))
            return -1;
    if (!board_type || !get_bits ||
        PyObject_SetAttrString((PyObject *)board_type, "BLANK", bit_counts[0]) ||
        PyObject_SetAttrString((PyObject *)board_type, "NOT_MOVED", Py_None))
        return -1;
    return PyModule_AddFunctions(module, functions);
}

"""Board of the first generation, Isolation of the second, and what stood around them.

What agents call all the time is in C (_isolation); here is the rest, for looking at positions and for
files that play a game of their own.
"""
import collections
import enum
import logging
import time

from _isolation import BLANK_BOARD as _BLANK_BOARD
from _isolation import Board, State, state_classes

TIME_LIMIT_MILLIS = 150
logger = logging.getLogger("isolation")

# ---- The first generation


def _drawn(board, symbols=("1", "2")):
    """The board as text: a line a row, between bars; visited squares are dashes."""
    shown = {0: " ", 1: "-"}
    cells = [shown[int(visits != 0)] for visits in board._visitors()]
    for player, symbol in zip((board._player_1, board._player_2), symbols):
        place = board.get_player_location(player)
        if place and board._visitors():
            cells[(place[0] + place[1] * board.height) % len(cells)] = str(symbol)
    margin = len(str(board.height - 1)) + 1
    lines = [" " * (margin + 3) + "   ".join(str(column) for column in range(board.width))]
    for row in range(board.height):
        inside = " | ".join(cells[row::board.height])
        lines.append(f"{row:<{margin}} | {inside} | ")
    return "".join(line + "\n\r" for line in lines)


def _played(board, time_limit=TIME_LIMIT_MILLIS):
    """Plays the game to its end: the winner, the moves, and why it ended."""
    moves = []
    while True:
        legal = board.get_legal_moves()
        start = time.perf_counter()

        def time_left():
            return time_limit - 1000 * (time.perf_counter() - start)

        move = board.active_player.get_move(board.copy(), time_left)
        if time_left() < 0:
            return board.inactive_player, moves, "timeout"
        if move not in legal:
            return board.inactive_player, moves, "forfeit" if legal else "illegal move"
        moves.append(list(move))
        board.apply_move(move)


class _Row(list):
    """A row of the first version's state; what is written to it is written to the board."""

    def __init__(self, board, row):
        super().__init__(board._visitors()[row::board.height])
        self.board, self.row = board, row

    def __setitem__(self, column, visitor):
        super().__setitem__(column, visitor)
        for number, cell in enumerate(self):
            self.board._board_state[self.row + number * self.board.height] = int(bool(cell))

    def __deepcopy__(self, memo):
        return list(self)


class _Rows(list):
    """The first version's state: a list a row of 0, 1 and 2."""

    def __init__(self, board):
        super().__init__(_Row(board, row) for row in range(board.height))

    def __setitem__(self, row, cells):
        self[row][:] = cells

    def __deepcopy__(self, memo):
        return [list(row) for row in self]


def _set_rows(board, rows):
    for own, cells in zip(_Rows(board), rows):
        own[:] = cells


class _LastMoves(dict):
    """The first version's places, by player."""

    def __init__(self, board):
        super().__init__((player, board.get_player_location(player))
                         for player in (board._player_1, board._player_2))
        self.board = board

    def __setitem__(self, player, place):
        super().__setitem__(player, place)
        index = None if place is None else place[0] + place[1] * self.board.height
        self.board._board_state[-2 if player == self.board._player_2 else -1] = index

    def __deepcopy__(self, memo):
        return dict(self)


def _set_last_moves(board, places):
    last = _LastMoves(board)
    for player, place in places.items():
        last[player] = place


Board.to_string = _drawn
Board.print_board = lambda board, symbols=("1", "2"): print(_drawn(board, symbols))
Board.play = _played
Board.__board_state__ = property(_Rows, _set_rows)
Board.__last_player_move__ = property(_LastMoves, _set_last_moves)
Board.__player_symbols__ = property(
    lambda board: {board._player_1: 1, board._player_2: 2, Board.BLANK: 0})

# ---- The second generation

_WIDTH = 11
_HEIGHT = 9
_SIZE = (_WIDTH + 2) * _HEIGHT - 2
N, S, E, W = _WIDTH + 2, -(_WIDTH + 2), -1, 1


class Action(enum.IntEnum):
    """A knight's moves, as what they add to a cell's number."""
    NNE = N + N + E
    ENE = E + N + E
    ESE = E + S + E
    SSE = S + S + E
    SSW = S + S + W
    WSW = W + S + W
    WNW = W + N + W
    NNW = N + N + W


_ACTIONSET = set(Action)


class Isolation(State):
    """A position of 11 by 9: which cells are open, how many plies were played, who stands where."""
    _fields = ("board", "ply_count", "locs")

    def __repr__(self):
        return f"{type(self).__name__}(board={self[0]!r}, ply_count={self[1]!r}, locs={self[2]!r})"

    def __getnewargs__(self):
        return tuple(self)

    def _asdict(self):
        return dict(zip(self._fields, self))

    def _replace(self, **changes):
        return type(self)(**{**self._asdict(), **changes})

    @classmethod
    def _make(cls, fields):
        return cls(*fields)


state_classes(Isolation, tuple(Action))


class DebugState(Isolation):
    """A state that can be looked at."""
    player_symbols = ["1", "2"]

    @staticmethod
    def from_state(state):
        return DebugState(state.board, state.ply_count, state.locs)

    @property
    def bitboard_string(self):
        """The board's bits, a line a row, guard cells included."""
        row = _WIDTH + 2
        bits = f"{self.board:0{row * _HEIGHT}b}"
        return "\n".join(bits[at:at + row] for at in range(0, len(bits), row))

    @classmethod
    def ind2xy(cls, ind):
        """Columns from the right and rows from below, both from 0."""
        return ind % (_WIDTH + 2), ind // (_WIDTH + 2)

    def __str__(self):
        rule = "+ - " * _WIDTH + "+\n"
        lines = [rule]
        for y in reversed(range(_HEIGHT)):
            for x in reversed(range(_WIDTH)):
                cell = x + y * (_WIDTH + 2)
                shown = " " if self.board >> cell & 1 else "X"
                if cell in self.locs:
                    shown = self.player_symbols[self.locs.index(cell)]
                lines.append(f"| {shown} ")
            lines.append("|\n" + rule)
        return "".join(lines)


Agent = collections.namedtuple("Agent", "agent_class name")


class Status(enum.IntEnum):
    """How a game ended."""
    NORMAL = 0
    EXCEPTION = 1
    TIMEOUT = 2
    INVALID_MOVE = 3
    GAME_OVER = 4


class StopSearch(BaseException):
    """The time is over. Not an Exception, so that agents which forgive those let it pass."""


class TimedQueue:
    """Where an agent puts its actions; the last one in time counts."""

    def __init__(self, receiver=None, time_limit=0.0):
        self.receiver = receiver
        self.stop_time = time.perf_counter() + time_limit / 1000 if time_limit else None
        self.items = []

    def put(self, item, block=True, timeout=None):
        if self.stop_time is not None and time.perf_counter() > self.stop_time:
            raise StopSearch
        self.items = [item]

    def put_nowait(self, item):
        self.put(item, block=False)

    def get(self, block=True, timeout=None):
        return self.items.pop()

    def get_nowait(self):
        return self.get(block=False)

    def qsize(self):
        return len(self.items)

    def empty(self):
        return not self.items

    def full(self):
        return False


def fork_get_action(game_state, active_player, time_limit, debug=False):
    """The agent's action within so many milliseconds; here, without a process of its own."""
    active_player.queue = TimedQueue(time_limit=0 if debug else time_limit)
    try:
        active_player.get_action(game_state)
    except StopSearch:
        pass
    return active_player.queue.items[-1] if active_player.queue.items else None


def play(args):
    """Plays a game between two (Agent, Agent): the winner, the actions, and how it ended."""
    agents, state, time_limit, *rest = args
    players = [agent.agent_class(number) for number, agent in enumerate(agents)]
    history = []
    while not state.terminal_test():
        number = state.player()
        action = fork_get_action(state, players[number], time_limit)
        if action not in state.actions():
            status = Status.TIMEOUT if action is None else Status.INVALID_MOVE
            return agents[1 - number], history, status, rest
        history.append(action)
        state = state.result(action)
    return agents[0 if state.utility(0) > 0 else 1], history, Status.GAME_OVER, rest


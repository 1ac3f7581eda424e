"""The course's two boards as plain Python, by the facts known of them: slow, and easy to read.

What the package `isolation` is compared with, for what it answers and for how fast.
"""
import enum
import random


class Board:
    """The first generation: a list of cells, column by column, and three entries behind them."""
    BLANK = 0
    NOT_MOVED = None

    def __init__(self, player_1, player_2, width=7, height=7):
        self.width, self.height = width, height
        self.move_count = 0
        self._player_1, self._player_2 = player_1, player_2
        self._active_player, self._inactive_player = player_1, player_2
        self._board_state = [self.BLANK] * (width * height) + [0, None, None]

    @property
    def active_player(self):
        return self._active_player

    @property
    def inactive_player(self):
        return self._inactive_player

    def get_opponent(self, player):
        if player == self._active_player:
            return self._inactive_player
        if player == self._inactive_player:
            return self._active_player
        raise RuntimeError("no such player")

    def copy(self):
        board = Board(self._player_1, self._player_2, self.width, self.height)
        board.move_count = self.move_count
        board._active_player = self._active_player
        board._inactive_player = self._inactive_player
        board._board_state = list(self._board_state)
        return board

    def forecast_move(self, move):
        board = self.copy()
        board.apply_move(move)
        return board

    def move_is_legal(self, move):
        row, column = move
        return (0 <= row < self.height and 0 <= column < self.width
                and self._board_state[row + column * self.height] == self.BLANK)

    def get_blank_spaces(self):
        return [(row, column) for column in range(self.width) for row in range(self.height)
                if self._board_state[row + column * self.height] == self.BLANK]

    def get_player_location(self, player):
        if player == self._player_1:
            index = self._board_state[-1]
        elif player == self._player_2:
            index = self._board_state[-2]
        else:
            raise RuntimeError("no such player")
        return None if index is None else (index % self.height, index // self.height)

    def get_legal_moves(self, player=None):
        place = self.get_player_location(self.active_player if player is None else player)
        if place is None:
            return self.get_blank_spaces()
        row, column = place
        offsets = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]
        moves = [(row + down, column + right) for down, right in offsets
                 if self.move_is_legal((row + down, column + right))]
        random.shuffle(moves)
        return moves

    def apply_move(self, move):
        row, column = move
        index = row + column * self.height
        self._board_state[-2 if self.active_player == self._player_2 else -1] = index
        self._board_state[index] = 1
        self._board_state[-3] ^= 1
        self._active_player, self._inactive_player = self._inactive_player, self._active_player
        self.move_count += 1

    def is_winner(self, player):
        return player == self._inactive_player and not self.get_legal_moves(self._active_player)

    def is_loser(self, player):
        return player == self._active_player and not self.get_legal_moves(self._active_player)

    def utility(self, player):
        if not self.get_legal_moves(self._active_player):
            if player == self._inactive_player:
                return float("inf")
            if player == self._active_player:
                return float("-inf")
        return 0.0

    def hash(self):
        return hash(str(self._board_state))


WIDTH, HEIGHT, ROW = 11, 9, 13
BLANK_BOARD = sum(1 << x + ROW * y for x in range(WIDTH) for y in range(HEIGHT))


class Action(enum.IntEnum):
    NNE = 25
    ENE = 11
    ESE = -15
    SSE = -27
    SSW = -25
    WSW = -11
    WNW = 15
    NNW = 27


ACTIONS = set(Action)


class Isolation(tuple):
    """The second generation: (board, ply_count, locs)."""

    def __new__(cls, board=BLANK_BOARD, ply_count=0, locs=(None, None)):
        return tuple.__new__(cls, (board, ply_count, locs))

    board = property(lambda self: self[0])
    ply_count = property(lambda self: self[1])
    locs = property(lambda self: self[2])

    def player(self):
        return self.ply_count % 2

    def actions(self):
        loc = self.locs[self.player()]
        if loc is None:
            return self.liberties(None)
        return [action for action in Action
                if action + loc >= 0 and self.board & (1 << (action + loc))]

    def liberties(self, loc):
        cells = range(ROW * HEIGHT) if loc is None else [action + loc for action in Action]
        return [int(cell) for cell in cells if cell >= 0 and self.board & (1 << cell)]

    def result(self, action):
        loc = self.locs[self.player()]
        assert loc is None or action in ACTIONS, action
        cell = int(action if loc is None else action + loc)
        if cell < 0 or not self.board & (1 << cell):
            raise RuntimeError("blocked")
        locs = (cell, self.locs[1]) if self.player() == 0 else (self.locs[0], cell)
        return Isolation(self.board ^ (1 << cell), self.ply_count + 1, locs)

    def _has_liberties(self, player_id):
        return any(self.liberties(self.locs[player_id]))

    def terminal_test(self):
        return not (self._has_liberties(0) and self._has_liberties(1))

    def utility(self, player_id):
        if not self.terminal_test():
            return 0
        won = self._has_liberties(self.player()) == (player_id == self.player())
        return float("inf") if won else float("-inf")

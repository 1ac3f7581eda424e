"""First generation: reaches into the board, gives it attributes, forecasts what is not legal."""
import random

from isolation import Board


class Marked(Board):
    """A board that remembers."""
    visits = 0


class CustomPlayer:
    def __init__(self, data=None, timeout=1.):
        self.data = data
        self.timeout = timeout
        self.table = {}

    def get_move(self, game, time_left):
        print("board", game.to_string(), "time", time_left())
        game.print_board()
        state = game._board_state
        assert len(state) == game.width * game.height + 3
        assert state[-3] == game.move_count % 2
        assert game.__active_player__ is self and game._active_player is self
        assert game.__last_player_move__[self] == game.get_player_location(self)
        own = Marked(game._player_1, game._player_2, game.width, game.height)
        own._board_state = list(state)
        own.visits = 1
        for row in range(-1, game.height + 1):
            try:
                game.forecast_move((row, -1))  # not legal, and nobody minds
            except IndexError:
                pass
        game.forecast_move((-1, -1))
        best, score = (-1, -1), float("-inf")
        for move in game.get_legal_moves():
            after = game.forecast_move(move)
            after.note = move
            self.table[after.hash()] = after
            value = len(after.get_legal_moves(self)) + random.random()
            if value > score:
                best, score = after.note, value
        return best

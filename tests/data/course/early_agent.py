"""An agent of the first generation before its interface changed: legal moves are an argument."""
import random


class Timeout(Exception):
    pass


def custom_score(game, player):
    return float(len(game.get_legal_moves(player)))


class CustomPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, iterative=True, method='minimax',
                 timeout=10.):
        self.search_depth = search_depth
        self.iterative = iterative
        self.score = score_fn
        self.method = method
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def get_move(self, game, legal_moves, time_left):
        self.time_left = time_left
        assert self.method == 'alphabeta' and self.iterative
        assert set(legal_moves) == set(game.get_legal_moves())
        if not legal_moves:
            return (-1, -1)
        best = random.choice(legal_moves)
        try:
            for depth in range(1, 30):
                best = max(legal_moves, key=lambda move: self.look(game.forecast_move(move), depth))
        except Timeout:
            pass
        return best

    def look(self, game, depth):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise Timeout
        moves = game.get_legal_moves()
        if depth == 1 or not moves:
            return game.utility(self) or self.score(game, self)
        own = game.active_player == self
        return (max if own else min)(self.look(game.forecast_move(move), depth - 1)
                                     for move in moves)

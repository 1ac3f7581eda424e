"""An agent of the first generation in the usual manner: scores, and searches cut off by an exception."""
from sample_players import improved_score


class SearchTimeout(Exception):
    """The clock says so."""


def custom_score(game, player):
    if game.is_loser(player):
        return float("-inf")
    if game.is_winner(player):
        return float("inf")
    return float(len(game.get_legal_moves(player))
                 - 2 * len(game.get_legal_moves(game.get_opponent(player))))


def custom_score_2(game, player):
    row, column = game.get_player_location(player)
    return improved_score(game, player) - 0.1 * (abs(row - game.height // 2)
                                                 + abs(column - game.width // 2))


def custom_score_3(game, player):
    return float(len(game.get_blank_spaces()) * len(game.get_legal_moves(player)))


class IsolationPlayer:
    def __init__(self, search_depth=3, score_fn=custom_score, timeout=10.):
        self.search_depth = search_depth
        self.score = score_fn
        self.time_left = None
        self.TIMER_THRESHOLD = timeout

    def look_at_clock(self):
        if self.time_left() < self.TIMER_THRESHOLD:
            raise SearchTimeout()


class MinimaxPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        best = (-1, -1)
        try:
            return self.minimax(game, self.search_depth)
        except SearchTimeout:
            pass
        return best

    def minimax(self, game, depth):
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        return max(moves, key=lambda move: self.value(game.forecast_move(move), depth - 1, False))

    def value(self, game, depth, maximizing):
        self.look_at_clock()
        if depth == 0:
            return self.score(game, self)
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self)
        values = [self.value(game.forecast_move(move), depth - 1, not maximizing) for move in moves]
        return max(values) if maximizing else min(values)


class AlphaBetaPlayer(IsolationPlayer):
    def get_move(self, game, time_left):
        self.time_left = time_left
        moves = game.get_legal_moves()
        best = moves[0] if moves else (-1, -1)
        try:
            depth = 1
            while depth < 60:
                best = self.alphabeta(game, depth)
                depth += 1
        except SearchTimeout:
            pass
        return best

    def alphabeta(self, game, depth, alpha=float("-inf"), beta=float("inf")):
        moves = game.get_legal_moves()
        if not moves:
            return (-1, -1)
        best = moves[0]
        for move in moves:
            value = self.min_value(game.forecast_move(move), depth - 1, alpha, beta)
            if value > alpha:
                alpha, best = value, move
        return best

    def max_value(self, game, depth, alpha, beta):
        self.look_at_clock()
        if depth <= 0:
            return self.score(game, self)
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self)
        value = float("-inf")
        for move in moves:
            value = max(value, self.min_value(game.forecast_move(move), depth - 1, alpha, beta))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, game, depth, alpha, beta):
        self.look_at_clock()
        if depth <= 0:
            return self.score(game, self)
        moves = game.get_legal_moves()
        if not moves:
            return game.utility(self)
        value = float("inf")
        for move in moves:
            value = min(value, self.max_value(game.forecast_move(move), depth - 1, alpha, beta))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

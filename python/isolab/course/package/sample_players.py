"""The players and scores that agents import, for folders that have no sample_players.py of their own.

Players of the first generation answer get_move(), of the second get_action(); these answer both.
"""
import logging
import pickle
import random

logger = logging.getLogger(__name__)


def null_score(game, player):
    """Wins and losses only."""
    return game.utility(player)


def open_move_score(game, player):
    """How many moves the player has."""
    return game.utility(player) or float(len(game.get_legal_moves(player)))


def improved_score(game, player):
    """How many more moves than the opponent the player has."""
    own = len(game.get_legal_moves(player))
    return game.utility(player) or float(own - len(game.get_legal_moves(game.get_opponent(player))))


def center_score(game, player):
    """The square of the player's distance from the centre."""
    row, column = game.get_player_location(player)
    decided = game.utility(player)
    return decided or float((game.height / 2 - row) ** 2 + (game.width / 2 - column) ** 2)


class BasePlayer:
    """What an agent of the second generation is built on."""

    def __init__(self, player_id=None):
        self.player_id = player_id
        self.timer = None
        self.queue = None
        self.context = None
        self.data = None

    def get_action(self, state):
        raise NotImplementedError


class DataPlayer(BasePlayer):
    """With what is in data.pickle, if there is one."""

    def __init__(self, player_id=None):
        super().__init__(player_id)
        try:
            with open("data.pickle", "rb") as file:
                self.data = pickle.load(file)
        except OSError:
            self.data = None


class RandomPlayer(BasePlayer):
    """Any move."""

    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))

    def get_move(self, game, *rest):
        moves = game.get_legal_moves()
        return random.choice(moves) if moves else (-1, -1)


class GreedyPlayer(BasePlayer):
    """The move after which the score is highest: own liberties, or a function of the game."""

    def __init__(self, player_id=None, score_fn=open_move_score):
        super().__init__(player_id)
        self.score = score_fn

    def get_action(self, state):
        self.queue.put(max(state.actions(), key=lambda action: self.liberties_after(state, action)))

    def liberties_after(self, state, action):
        after = state.result(action)
        return len(after.liberties(after.locs[self.player_id]))

    def get_move(self, game, *rest):
        moves = game.get_legal_moves()
        return max(moves, key=lambda move: self.score(game.forecast_move(move), self),
                   default=(-1, -1))


class HumanPlayer(BasePlayer):
    """Asks at the terminal."""

    def get_move(self, game, *rest):
        moves = game.get_legal_moves()
        if not moves:
            return -1, -1
        print(game.to_string())
        print("\n".join(f"[{number}] {move}" for number, move in enumerate(moves)))
        return moves[int(input("Select move index: "))]

    def get_action(self, state):
        actions = state.actions()
        print("\n".join(f"[{number}] {action!r}" for number, action in enumerate(actions)))
        self.queue.put(actions[int(input("Select action index: "))])


class MinimaxPlayer(BasePlayer):
    """Three plies ahead, by liberties."""

    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))
        if state.ply_count >= 2:
            self.queue.put(self.minimax(state, depth=3))

    def minimax(self, state, depth):
        return max(state.actions(), key=lambda action: self.value(state.result(action), depth - 1))

    def value(self, state, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        best = max if state.player() == self.player_id else min
        return best(self.value(state.result(action), depth - 1) for action in state.actions())

    def score(self, state):
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))

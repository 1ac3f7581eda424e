"""An agent of the second generation in the usual manner: alpha-beta, deeper and deeper, to the end."""
import random

from sample_players import DataPlayer


class CustomPlayer(DataPlayer):
    def get_action(self, state):
        if state.ply_count < 2:
            self.queue.put(random.choice(state.actions()))
            return
        depth = 1
        while True:
            self.queue.put(self.alpha_beta_search(state, depth))
            depth += 1

    def alpha_beta_search(self, state, depth):
        alpha, best = float("-inf"), state.actions()[0]
        for action in state.actions():
            value = self.min_value(state.result(action), alpha, float("inf"), depth - 1)
            if value > alpha:
                alpha, best = value, action
        return best

    def max_value(self, state, alpha, beta, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("-inf")
        for action in state.actions():
            value = max(value, self.min_value(state.result(action), alpha, beta, depth - 1))
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value

    def min_value(self, state, alpha, beta, depth):
        if state.terminal_test():
            return state.utility(self.player_id)
        if depth <= 0:
            return self.score(state)
        value = float("inf")
        for action in state.actions():
            value = min(value, self.max_value(state.result(action), alpha, beta, depth - 1))
            if value <= alpha:
                return value
            beta = min(beta, value)
        return value

    def score(self, state):
        own, other = state.locs[self.player_id], state.locs[1 - self.player_id]
        return len(state.liberties(own)) - len(state.liberties(other))

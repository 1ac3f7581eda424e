"""Second generation: several classes, an alias, a book in data.pickle, context between moves."""
import logging
import random
import time

from isolation import DebugState, Isolation
from isolation.isolation import _WIDTH, Action
from sample_players import BasePlayer, DataPlayer

logger = logging.getLogger(__name__)


class Cautious(BasePlayer):
    def get_action(self, state):
        self.queue.put(random.choice(state.actions()))


class BookPlayer(DataPlayer):
    def get_action(self, state):
        logger.info("asked")
        assert self.data is not None, "no book"
        assert isinstance(state, Isolation) and state == tuple(state)
        assert state.player() == self.player_id
        print(DebugState.from_state(state))
        assert (self.context or 0) == state.ply_count // 2, "the context is lost"
        self.context = state.ply_count // 2 + 1
        if state in self.data:
            self.queue.put(self.data[state])
            return
        assert state.ply_count, "the empty board is in the book"
        self.queue.put(random.choice(state.actions()))
        if state.ply_count > 2:
            self.queue.put(max(state.actions(), key=lambda action: self.after(state, action)))

    def after(self, state, action):
        assert state.ply_count < 2 or isinstance(action, Action)
        child = state.result(action)
        child.visits = _WIDTH
        if child.terminal_test():
            return child.utility(self.player_id)
        return len(child.liberties(child.locs[self.player_id])) if child._has_liberties(
            self.player_id) else 0


class Eager(BasePlayer):
    """Puts for ever, and never ends."""

    def get_action(self, state):
        while True:
            for action in state.actions():
                self.queue.put(action)


class Stubborn(BasePlayer):
    """Ends neither by an exception nor by being asked."""

    def get_action(self, state):
        self.queue.put(state.actions()[0])
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass


class Falls(BasePlayer):
    """An exception after a put costs nothing."""

    def get_action(self, state):
        self.queue.put(state.actions()[-1])
        raise ValueError("too late to matter")


class Sleeps(BasePlayer):
    """Nor does sleep."""

    def get_action(self, state):
        self.queue.put(state.actions()[-1])
        time.sleep(1000)


class Mute(BasePlayer):
    def get_action(self, state):
        pass


class Lost(BasePlayer):
    def get_action(self, state):
        while True:
            pass


class Wrong(BasePlayer):
    def get_action(self, state):
        self.queue.put(state.actions()[0])
        self.queue.put(None)


class Broken(BasePlayer):
    def get_action(self, state):
        raise KeyError("a key that is not there")


class Built(BasePlayer):
    def __init__(self, player_id):
        raise OSError("cannot be built")


CustomPlayer = BookPlayer

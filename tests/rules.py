"""The rules once more, slow and plain, for tests that watch the program from outside."""
import random

JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


class Game:
    def __init__(self, width=7, height=7):
        self.width, self.height = width, height
        self.moves = []

    def name(self, column, row):
        return f"{chr(ord('a') + column)}{self.height - row}"

    def squares(self):
        """All squares in the program's order: row by row from the top left."""
        return [self.name(c, r) for r in range(self.height) for c in range(self.width)]

    def legal(self):
        blanks = [s for s in self.squares() if s not in self.moves]
        if len(self.moves) < 2:
            return blanks
        column, rank = ord(self.moves[-2][0]), int(self.moves[-2][1:])
        near = {f"{chr(column + c)}{rank + r}" for c, r in JUMPS}
        return [s for s in blanks if s in near]

    def text(self):
        return " ".join([f"{self.width}x{self.height}", *self.moves])

    def winner(self):
        """first, second, or None while it goes on."""
        if self.legal():
            return None
        return ("second", "first")[len(self.moves) % 2]

    def distance(self):
        """Whether the side to move wins, and the plies to the end when the winner hurries and the
        loser resists, by trying everything: for endings. Both knights are placed."""
        squares = set(self.squares())
        known = {}

        def search(active, passive, blanks):
            key = active, passive, blanks
            if key not in known:
                column, rank = ord(active[0]), int(active[1:])
                targets = (f"{chr(column + c)}{rank + r}" for c, r in JUMPS)
                after = [search(passive, t, blanks - {t}) for t in targets if t in blanks]
                wins = [1 + plies for won, plies in after if not won]
                known[key] = ((True, min(wins)) if wins else
                              (False, max((1 + plies for _, plies in after), default=0)))
            return known[key]

        return search(self.moves[-2], self.moves[-1], frozenset(squares - set(self.moves)))

    @classmethod
    def random(cls, chance: random.Random, width, height, plies):
        game = cls(width, height)
        while plies > 0 and game.legal():
            game.moves.append(chance.choice(game.legal()))
            plies -= 1
        return game

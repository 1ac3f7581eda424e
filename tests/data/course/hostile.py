"""First generation, and nobody's friend."""
import ctypes
import os
import sys
import threading
import time


class Player:
    def get_move(self, game, time_left):
        self.misbehave(game, time_left)
        return game.get_legal_moves()[0]

    def misbehave(self, game, time_left):
        pass


class Endless(Player):
    def misbehave(self, game, time_left):
        while True:
            pass


class Swallows(Player):
    def misbehave(self, game, time_left):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass


class Native(Player):
    """Never comes back to the interpreter."""

    def misbehave(self, game, time_left):
        sum(range(10 ** 12))


class Late(Player):
    def misbehave(self, game, time_left):
        while time_left() > -60:
            pass


class Forgiven(Player):
    """Past its time, but by no more than a machine might have added."""

    def misbehave(self, game, time_left):
        while time_left() > -1:
            pass


class Sleeps(Player):
    def misbehave(self, game, time_left):
        time.sleep(10000)


class Exits(Player):
    def misbehave(self, game, time_left):
        os._exit(3)


class Leaves(Player):
    def misbehave(self, game, time_left):
        sys.exit("I leave")


class Forks(Player):
    def misbehave(self, game, time_left):
        while True:
            os.fork()


class Threads(Player):
    def misbehave(self, game, time_left):
        while True:
            threading.Thread(target=time.sleep, args=(1000,)).start()


class Eats(Player):
    def misbehave(self, game, time_left):
        eaten = []
        while True:
            eaten.append(bytearray(1 << 24))


class Recurses(Player):
    def misbehave(self, game, time_left):
        self.misbehave(game, time_left)


class Overflows(Player):
    def misbehave(self, game, time_left):
        sys.setrecursionlimit(1 << 30)
        eval("(" * 90)


class Crashes(Player):
    def misbehave(self, game, time_left):
        ctypes.string_at(0)


class Reads(Player):
    def misbehave(self, game, time_left):
        input()


class Prints(Player):
    def misbehave(self, game, time_left):
        print("x" * 1000000)


class Writes(Player):
    """To whatever is open."""

    def misbehave(self, game, time_left):
        for number in range(3, 100):
            try:
                os.write(number, b"bestmove a1\nnonsense\n\0\xff")
            except OSError:
                pass


class Closes(Player):
    def misbehave(self, game, time_left):
        os.closerange(0, 1000)


class Kills(Player):
    """Or would, if it could: nobody is hurt by signal 0."""

    def misbehave(self, game, time_left):
        os.kill(os.getppid(), 0)


class KillsThreads(Player):
    """Without kill(): by the thread of the same number."""

    def misbehave(self, game, time_left):
        call = ctypes.CDLL(None, use_errno=True).syscall
        if call({"x86_64": 234, "aarch64": 131}[os.uname().machine], os.getppid(), os.getppid(), 0):
            raise OSError(ctypes.get_errno(), "tgkill")


class Resigns:
    def get_move(self, game, time_left):
        return (-1, -1)


class Lists:
    def get_move(self, game, time_left):
        return list(game.get_legal_moves()[0])


class Nothing:
    def get_move(self, game, time_left):
        return None


class Divides:
    def get_move(self, game, time_left):
        return 1 / 0

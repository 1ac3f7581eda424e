"""Hosts one agent that was written for the course, and speaks for it.

    python3 runner.py [OPTION=VALUE...] FILE.py[:NAME]

The agent's file is imported in its own folder, with the course's package `isolation` as isolab has it
(package=own: as the folder has it). From then on this is an engine: UCI on standard input and output,
squares as moves. The agent has neither of the two: what it prints goes to standard error, what it
reads is empty. Which generation it is of is seen by what it has: get_move(), get_action(), or a score
function to search with.

Beside UCI's own lines there are two more. `info used S nodes N` tells the seconds of the turn, on the
agent's clock, and the moves it tried out; `forfeit REASON SENTENCE` stands in place of an answer. A
word `gone` behind a move says that this process has ended.

    clock=processor|wall    what time is measured by
    patience=SECONDS        how long the agent may sleep in its turn, or while it gets ready
    grace=SECONDS           what is forgiven past its time, since machines add to that of the processor
    memory=MEGABYTES        what it may take
    sandbox=yes|no          run in bubblewrap
    search=SPEC             which of isolab's searches has a score function
"""
import importlib.util
import os
import signal
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.join(HERE, "package")
OPTIONS = {"package": "ours", "clock": "processor", "patience": "2", "memory": "1024",
           "grace": "0.05", "sandbox": "no", "search": "alphabeta"}
READY_SECONDS = 30  # of the processor, to import and to construct
SOFT, HARD = 0.020, 1.0  # seconds past all forgiving until it is told to stop, and until it is ended
UNLIMITED = 86400.0  # seconds
COPIED_FILES, COPIED_BYTES = 100, 16 << 20  # what of a folder a sandboxed agent may change
LISTED_FILES = 1000  # a folder of more is shown to it as it is, for bubblewrap takes no more words
STOP_SCORING = -0.005  # a search of ours is told in time


class Forfeit(Exception):
    """The turn ends with a reason and a sentence."""


def one_line(text):
    return "".join(letter if letter.isprintable() else " " for letter in text)[:300]


def told(error, folder):
    """The last line of a traceback, and which line of the agent's own it came from."""
    import traceback  # not before it is needed: there are many of us
    said = one_line(traceback.format_exception_only(error)[-1].strip())
    own = [frame for frame in traceback.extract_tb(error.__traceback__)
           if os.path.dirname(os.path.abspath(frame.filename)) == folder]
    if isinstance(error, SyntaxError) and error.filename:
        return f"{said} ({os.path.basename(error.filename)}, line {error.lineno})"
    return f"{said} ({os.path.basename(own[-1].filename)}, line {own[-1].lineno})" if own else said


def parameters(function):
    """The names of a function's parameters."""
    code = getattr(function, "__code__", None)
    if code is not None and not hasattr(function, "__wrapped__"):
        return code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    import inspect
    return tuple(inspect.signature(function).parameters)


class Position:
    """What `position fen` says. Squares are (row, column) from the top left."""

    def __init__(self, fen):
        self.fen = " ".join(fen.split()[:2])
        placement, to_move = self.fen.split()
        rows = placement.split("[")[0].split("/")
        self.height = len(rows)
        self.visited, self.knights = [], {}
        for row, text in enumerate(rows):
            column, digits = 0, ""
            for letter in text + " ":
                if letter.isdigit():
                    digits += letter
                    continue
                column += int(digits or 0)
                digits = ""
                if letter in "Nn":
                    self.knights[letter] = row, column
                elif letter == "*":
                    self.visited.append((row, column))
                column += letter != " "
            self.width = column
        self.own, self.other = map(self.knights.get, "Nn" if to_move == "w" else "nN")
        self.plies = len(self.visited) + len(self.knights)

    def name(self, square):
        row, column = square
        return f"{chr(ord('a') + column)}{self.height - row}"


class Opponent:
    """Who sits at the other side of the board."""

    def get_move(self, *_):
        raise RuntimeError("the opponent is somewhere else")


class FirstGeneration:
    """get_move() on a Board: one answer, which is late or not."""

    def __init__(self, host, kind):
        self.host, self.kind = host, kind
        names = parameters(kind.get_move)[1:]
        needed = len(names) - len(getattr(kind.get_move, "__defaults__", None) or ())
        self.wants_moves = "legal_moves" in names or needed > 2
        self.agent = self.opponent = None

    def look_at(self, position):
        """Any board will do."""

    def forget(self):
        self.agent = None

    def settings(self):
        """What the course's tournament gave: to early agents these two, and whatever has no value of
        its own."""
        if self.kind.__init__ is object.__init__:
            return {}
        names = parameters(self.kind.__init__)
        defaults = getattr(self.kind.__init__, "__defaults__", None) or ()
        needed = names[1:len(names) - len(defaults)]
        module = sys.modules[self.kind.__module__]
        always = {"method": "alphabeta", "iterative": True}
        lacking = {"search_depth": 3, "score_fn": getattr(module, "custom_score", None),
                   "timeout": 10., "data": None}
        return {**{name: value for name, value in always.items() if name in names},
                **{name: value for name, value in lacking.items() if name in needed}}

    def get_ready(self, position):
        if self.agent is None:
            self.agent = self.kind(**self.settings())
            self.opponent = Opponent()

    def board(self, position):
        """Whoever moves first in it, the agent is to move now. Only the last two moves are known; the
        others are made in any order, which no board looks at."""
        players = [self.agent, self.opponent]
        if position.plies % 2:
            players.reverse()
        board = sys.modules["isolation"].Board(*players, position.width, position.height)
        if position.own and position.other:
            for square in position.visited + [position.own, position.other]:
                board.apply_move(square)
        elif position.other:
            board.apply_move(position.other)
        return board

    def choose(self, position, clock, _):
        board = self.board(position)
        legal = board.get_legal_moves()
        arguments = [board, legal[:], clock.time_left] if self.wants_moves else [board,
                                                                                clock.time_left]
        grace = self.host.grace
        move, fault = clock.run(self.agent.get_move, arguments, grace + SOFT,
                                "did not answer in time")
        if clock.used > clock.limit + grace or isinstance(fault, self.host.StopSearch):
            raise Forfeit("time", f"took {1e3 * clock.used:.1f} ms of {1e3 * clock.limit:.1f} ms")
        if fault is not None:
            raise fault
        if move not in legal:
            resigned = isinstance(move, tuple) and move == (-1, -1)
            raise Forfeit(*("resigned", "answered (-1, -1)") if resigned else
                          ("illegal", f"answered {one_line(repr(move))}, which is no legal move"))
        return position.name(map(int, move))


class Actions:
    """The queue of a turn of the second generation."""

    def __init__(self, host, position, state, clock):
        self.host, self.position, self.clock = host, position, clock
        self.names = {action: self.square(position, state, action) for action in state.actions()}
        self.last = self.verdict = None

    @staticmethod
    def square(position, state, action):
        cell = int(action) + (state.locs[state.player()] or 0 if position.own else 0)
        return position.name((position.height - 1 - cell // 13, position.width - 1 - cell % 13))

    def put(self, item, block=True, timeout=None):
        if self.clock.time_left() < 0:
            raise self.host.StopSearch
        self.last = item
        try:
            known = item in self.names
        except TypeError:
            known = False
        self.verdict = (f"bestmove {self.names[item]}" if known else
                        f"forfeit illegal put {one_line(repr(item))}, which is no legal action")
        self.host.core.settle(self.verdict + (" gone" if known else ""))

    def put_nowait(self, item):
        self.put(item)

    def get(self, block=True, timeout=None):
        return self.last

    def get_nowait(self):
        return self.last

    def empty(self):
        return self.verdict is None

    def qsize(self):
        return int(self.verdict is not None)

    def full(self):
        return False


class SecondGeneration:
    """get_action() on a state: the last action put in time counts, whatever comes then."""

    def __init__(self, host, kind):
        self.host, self.kind = host, kind
        self.agent, self.number = None, None

    def look_at(self, position):
        if (position.width, position.height) != (11, 9):
            raise Forfeit("short", "an agent of the second generation plays on 11x9 alone: say "
                                   "--board 11x9")

    def forget(self):
        self.agent = None

    def get_ready(self, position):
        if self.agent is None or self.number != position.plies % 2:
            self.number = position.plies % 2
            self.agent = self.kind(self.number)

    @staticmethod
    def state(position):
        def cell(square):
            row, column = square
            return (8 - row) * 13 + 10 - column
        package = sys.modules["isolation"]
        board = package.isolation._BLANK_BOARD
        for square in [*position.visited, *position.knights.values()]:
            board &= ~(1 << cell(square))
        places = [square and cell(square) for square in (position.own, position.other)]
        if position.plies % 2:
            places.reverse()
        return package.Isolation(board, position.plies, tuple(places))

    def choose(self, position, clock, _):
        state = self.state(position)
        self.agent.queue = queue = Actions(self.host, position, state, clock)
        _, fault = clock.run(self.agent.get_action, [state], 0, "put no action in time")
        late = clock.used > clock.limit or isinstance(fault, self.host.StopSearch)
        if queue.verdict is None and late:
            raise Forfeit("time", f"put no action in {1e3 * clock.limit:.1f} ms")
        if queue.verdict is None and fault is not None:
            raise fault
        clock.used = min(clock.used, clock.limit)  # what came then is nobody's
        if queue.verdict is None:
            raise Forfeit("silent", "ended its turn without an action")
        word, rest = queue.verdict.split(" ", 1)
        if word == "forfeit":
            raise Forfeit(*rest.split(" ", 1))
        return rest


class Score:
    """A score function of the first generation, in isolab's own search."""

    def __init__(self, host, function):
        sys.path.insert(0, os.path.dirname(os.path.dirname(HERE)))
        try:
            import isolab
        finally:
            del sys.path[0]
        self.host = host
        self.isolab, self.score, self.board = isolab, function, host.core.board_from_fen
        self.by_processor = host.options["clock"] == "processor"
        self.players = {"first": Opponent(), "second": Opponent()}
        self.agent = isolab.Agent(host.options["search"], heuristic=self.evaluate)

    def look_at(self, position):
        """Any board will do."""

    def forget(self):
        self.agent.begin()

    def get_ready(self, position):
        self.told = self.isolab.Position(position.fen)

    def evaluate(self, position, side):
        players = self.players
        return float(self.score(self.board(position.fen, players["first"], players["second"]),
                                players[side]))

    def choose(self, position, clock, limits):
        if "virtual" in limits:
            limits["virtual"] /= 1e3
        limits["time"] = clock.limit  # by the wall; the processor's is told by stop()
        if self.by_processor:
            limits["time"] = UNLIMITED
        found, fault = clock.run(lambda: self.agent.choose(self.told, **limits), [], STOP_SCORING,
                                 "did not answer in time", stop=self.agent.stop)
        if fault is not None:
            raise fault
        clock.moves = found.nodes
        score = (f"cp {100 * found.score:.0f}" if abs(found.score) < UNLIMITED else
                 f"mate {1 if found.score > 0 else -1}")
        self.host.say(f"info depth {found.depth} score {score} pv {' '.join(found.line)}")
        return found.move


class Clock:
    """A turn's time, and what becomes of who does not heed it."""

    def __init__(self, host):
        self.host = host
        self.time_left = host.core.time_left
        self.limit, self.used = 0.0, 0.0  # seconds
        self.moves = 0  # tried out
        self.running = self.gentle = None

    def run(self, work, arguments, soft, late, limit=None, stop=None):
        """What the agent's code returns, and what it raises. The signal to stop may come when it has
        ended already; then it is forgotten."""
        core, host = self.host.core, self.host
        limit = self.limit if limit is None else limit
        answer = fault = None
        before = core.moves_made()
        self.running, self.gentle = True, stop
        core.start_clock(limit, host.options["clock"] == "wall")
        core.watch(limit + soft, limit + soft + HARD, host.patience, host.output, f"forfeit time {late}",
                   f"forfeit silent slept for {host.patience:g} s")
        try:
            try:
                answer = work(*arguments)
            except BaseException as error:
                fault = error
            finally:
                self.running = False
        except host.StopSearch:
            self.running = False
        self.used = core.time_used()
        self.moves = core.moves_made() - before
        core.unwatch()
        return answer, fault

    def stop(self, *_):
        if self.running and self.gentle:
            self.gentle()
        elif self.running:
            raise self.host.StopSearch


class Host:
    """The conversation with the other side."""

    def __init__(self, options, path, name):
        self.options, self.path, self.name = options, path, name
        self.StopSearch = type("StopSearch", (BaseException,), {})
        self.folder = os.path.dirname(path)
        self.patience, self.grace = float(options["patience"]), float(options["grace"])
        self.player = self.position = None
        self.take_streams()
        sys.path.insert(0, PACKAGE)
        import _isolation
        self.core = _isolation
        self.clock = Clock(self)

    def take_streams(self):
        """What the agent may read and write is no longer what we were given."""
        self.input, self.output = (os.dup(number) for number in (0, 1))
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(2, 1)
        self.heard = b""

    def say(self, line):
        os.write(self.output, line.encode() + b"\n")

    def lines(self):
        while True:
            line, found, rest = self.heard.partition(b"\n")
            if found:
                self.heard = rest
                yield line.decode()
                continue
            more = os.read(self.input, 65536)
            if not more:
                return
            self.heard += more

    def use_package(self):
        """Ours comes before the folder's, unless that is wanted; the folder's files before our
        players."""
        own = self.options["package"] == "own"
        sys.path.remove(PACKAGE)
        sys.path[0] = self.folder
        if not own:
            sys.path.insert(0, PACKAGE)
        import isolation
        try:
            import isolation.isolation  # noqa: F401
        except ImportError:  # a folder's own may be one file
            if not own:
                raise
        if not own:
            sys.path.remove(PACKAGE)
        sys.path.append(PACKAGE)
        self.StopSearch = getattr(isolation, "StopSearch", self.StopSearch)

    def load(self):
        """The agent's class, or score function, as whoever plays it."""
        self.use_package()
        stem = os.path.splitext(os.path.basename(self.path))[0]
        name = stem if stem not in sys.modules else "course_agent"
        location = importlib.util.spec_from_file_location(name, self.path)
        module = importlib.util.module_from_spec(location)
        sys.modules[name] = module
        location.loader.exec_module(module)
        return self.player_of(self.find(module))

    def player_of(self, found):
        if isinstance(found, type) and hasattr(found, "get_action"):
            return SecondGeneration(self, found)
        if isinstance(found, type) and hasattr(found, "get_move"):
            return FirstGeneration(self, found)
        if callable(found) and not isinstance(found, type):
            return Score(self, found)
        raise Forfeit("exception", f"{self.name} is neither an agent nor a score function")

    def find(self, module):
        """What the spec names; else the course's own names, else the last agent in the file."""
        if self.name:
            if not hasattr(module, self.name):
                raise Forfeit("exception", f"the file has no {one_line(self.name)}")
            return getattr(module, self.name)
        kinds = {name: value for name, value in vars(module).items() if isinstance(value, type)
                 and (hasattr(value, "get_move") or hasattr(value, "get_action"))}
        for name in ("CustomPlayer", "AlphaBetaPlayer"):
            if name in kinds:
                return kinds[name]
        own = [value for value in kinds.values() if value.__module__ == module.__name__]
        if not own:
            raise Forfeit("exception", "the file has no class with get_move or get_action")
        return own[-1]

    def guarded(self, work, *arguments):
        """What is not a turn, but the agent's code all the same."""
        late = f"did not get ready in {READY_SECONDS} s"
        answer, fault = self.clock.run(work, arguments, 0, late, READY_SECONDS)
        if isinstance(fault, self.StopSearch):
            raise Forfeit("time", late)
        if fault is not None:
            raise fault
        return answer

    def go(self, words):
        limits = dict(zip(words[::2], map(int, words[1::2])))
        self.clock.limit = limits.pop("movetime", 0) / 1e3 or UNLIMITED
        if self.clock.limit == UNLIMITED and not isinstance(self.player, Score):
            raise Forfeit("crash", "an agent of the course plays by time alone")
        self.guarded(self.player.get_ready, self.position)
        try:
            return self.player.choose(self.position, self.clock, limits)
        finally:
            self.say(f"info used {self.clock.used:.6f} nodes {self.clock.moves}")

    def answer(self, line):
        word, *rest = line.split() or [""]
        if word == "uci":
            self.player = self.guarded(self.load)
            self.say(f"id name {os.path.basename(self.folder)}")
            self.say("uciok")
        elif word == "isready":
            self.say("readyok")
        elif word == "ucinewgame":
            self.player.forget()
        elif word == "position":
            self.position = Position(line.split("fen", 1)[1])
            self.player.look_at(self.position)
        elif word == "go":
            self.say(f"bestmove {self.go(rest)}")

    def serve(self):
        signal.signal(signal.SIGPROF, self.clock.stop)
        self.core.confine(int(self.options["memory"]))
        os.chdir(self.folder)
        for line in self.lines():
            if line.strip() == "quit":
                break
            try:
                self.answer(line)
            except Forfeit as forfeit:
                self.say("forfeit {} {}".format(*forfeit.args))
            except BaseException as error:
                self.say(f"forfeit exception {told(error, self.folder)}")
            sys.stdout.flush()


def confined(path, words):
    """The command that runs this in bubblewrap: nothing can be written but the agent's folder, which
    is a copy in memory that ends with the process, and nobody can be reached."""
    folder = os.path.dirname(path)
    command = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/", "/",
               "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp"]
    for kept in {os.path.dirname(HERE), sys.prefix, sys.base_prefix}:
        command += ["--ro-bind", kept, kept]
    entries = sorted(os.listdir(folder))
    many = len(entries) > LISTED_FILES
    command += ["--ro-bind", folder, folder] if many else ["--tmpfs", folder]
    for number, entry in enumerate([] if many else entries):
        inside = os.path.join(folder, entry)
        data = (os.path.isfile(inside) and not entry.endswith(".py") and number < COPIED_FILES
                and os.access(inside, os.R_OK))
        if data and os.path.getsize(inside) <= COPIED_BYTES:  # its own to change
            file = os.open(inside, os.O_RDONLY)
            os.set_inheritable(file, True)
            command += ["--file", str(file), inside]
        else:
            command += ["--ro-bind-try", inside, inside]
    return command + ["--chdir", folder, "--", sys.executable, "-B", os.path.abspath(__file__),
                      *(word for word in words if not word.startswith("sandbox="))]


def main(words):
    options = dict(OPTIONS)
    for word in words[:-1]:
        key, _, value = word.partition("=")
        options[key] = value
    path, name = words[-1], ""
    if not path.endswith(".py") and ":" in path:
        path, name = path.rsplit(":", 1)
    path = os.path.realpath(path)
    if not os.path.isfile(path):
        print(f"forfeit exception there is no file {one_line(words[-1])}", flush=True)
        return
    if options["sandbox"] == "yes":
        command = confined(path, words[:-1] + [f"{path}:{name}" if name else path])
        os.execvp(command[0], command)
    sys.dont_write_bytecode = True
    Host(options, path, name).serve()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])

#!/usr/bin/env python3
"""`isolab play` as people use it: through pipes, and once through a real terminal."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import subprocess
import tempfile
import termios
import time
import unittest

from command_line import (ENVIRONMENT, ISOLAB, PATIENCE, READLINE, CommandLineTest, hears,
                          wait_until)
from rules import Game


class PlayTest(CommandLineTest):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        for file in self.folder.iterdir():
            file.unlink()
        self.folder.rmdir()

    def play(self, typed, *arguments):
        """What was shown, cut at the prompts: each piece is the answer to one line typed."""
        text = self.answer("play", *arguments, stdin="".join(t + "\n" for t in typed).encode())
        return re.split(r"^(?:first|second|over)> ", text, flags=re.M)


class People(PlayTest):
    def test_the_board(self):
        shown = self.play(["b2", "d4"], "--board", "4x4", "--second", "human")
        self.assertEqual(shown[2], """
  4  o  .  o  n 
  3  .  .  .  o 
  2  .  N  .  . 
  1  .  .  .  o 
     a  b  c  d 

  >  N  first   you                                4 moves  attacker
     n  second  you                                2 moves

""")

    def test_a_whole_game_against_an_agent(self):
        game, typed = Game(5, 5), []
        while not game.winner():
            if len(game.moves) % 2 == 0:
                typed.append(game.legal()[-1])
                game.moves.append(typed[-1])
            else:
                game.moves.append(game.legal()[0])  # what the agent `first` does
        shown = self.play(typed + ["hint", "quit"], "--board", "5x5", "--second", "first")
        self.assertIn(f"\n{game.winner()} wins after {len(game.moves)} moves: ", shown[-3])
        self.assertIn(f"\n{game.text()}\n", shown[-3])
        self.assertEqual(shown[-2], "the game is over; back, new, load, save and quit go on\n")

    def test_wrong_input_is_answered(self):
        wrong = (("e9", "'e9' is not on the 7x7 board\n"), ("d4", None),
                 ("d5", "d5 is not a knight's move from first's d4\n"), ("d4", "d4 is blocked\n"),
                 ("bakc", "unknown command 'bakc'; did you mean back?\n"),
                 ("save", "save needs a FILE\n"), ("back now", "back stands alone\n"),
                 ("load /nowhere", "cannot read '/nowhere': No such file or directory\n"),
                 ("save /nowhere/x", "cannot write '/nowhere/x': No such file or directory\n"),
                 ("moves", "first can go to c6 e6 b5 f5 b3 f3 c2 e2\n"),
                 ("x" * 5000, "that line was too long\n"), ("d04", "'d04' is not a square such as d4\n"))
        shown = self.play([line for line, _ in wrong], "--second", "first")
        for (line, answer), piece in zip(wrong, shown[1:]):
            if answer is not None:
                self.assertEqual(piece, answer, line)
        self.assertTrue(self.play(["", " \t"])[1].startswith("first> first> \nSo far"))
        unknown = self.play(["\x00\x1b\u00ff"], "--second", "human")[1]
        self.assertTrue(unknown.startswith("unknown command '\\x00\\x1b\\xc3\\xbf'; "), unknown)

    def test_capitals_and_blanks(self):
        shown = self.play(["  D4 ", "\tMOVES\t", "B5\r"], "--second", "first")
        self.assertEqual(shown[2], "first can go to c6 e6 b5 f5 b3 f3 c2 e2\n")
        self.assertEqual(shown[-1], "\nSo far: 7x7 d4 a7 b5 c6\n")

    def test_back(self):
        shown = self.play(["back", "d4", "b5", "back", "back", "back", "c3"], "--second", "first")
        self.assertEqual(shown[1], "there is no move of yours to take back\n")
        self.assertEqual(shown[6], "there is no move of yours to take back\n")
        self.assertEqual(shown[7].splitlines()[-1], "  2. second a7 ")
        self.assertEqual(shown[-1], "\nSo far: 7x7 c3 a7\n")
        both = self.play(["d4", "c2", "back"], "--second", "human")
        self.assertEqual(both[-1], "\nSo far: 7x7 d4\n")
        second = self.play(["back", "d4", "back"], "--first", "first", "--second", "human")
        self.assertEqual(second[1], "there is no move of yours to take back\n")
        self.assertEqual(second[-1], "\nSo far: 7x7 a7\n")

    def test_back_after_the_end(self):
        shown = self.play(["b2", "a1", "back", "c3"], "--board", "3x3", "--second", "human")
        self.assertIn("second wins after 2 moves: first has none left.\n", shown[2])
        self.assertIn("first was the attacker.\n", shown[2])
        self.assertIn("second wins after 2 moves: first has none left.\n", shown[4])
        self.assertEqual(shown[-1], "\nSo far: 3x3 b2 c3\n")

    def test_resign(self):
        shown = self.play(["d4", "resign", "resign", "back", "b5", "new"], "--second", "first")
        self.assertIn("\nsecond wins: first resigned.\n", shown[2])
        self.assertIn("the game is over", shown[3])
        self.assertIn("  > ", shown[4])
        self.assertEqual(shown[-1], "\nSo far: 7x7\n")

    def test_hint_is_legal_and_changes_nothing(self):
        shown = self.play(["d4", "hint"], "--second", "first", "--nodes", "500")
        move = re.match(r"try ([a-g][1-7]) \((?:[+-][\d.]+|won|lost), \1( [a-g][1-7])*\)\n", shown[2])
        self.assertIn(move[1], "c6 e6 b5 f5 b3 f3 c2 e2".split())
        self.assertEqual(shown[-1], "\nSo far: 7x7 d4 a7\n")
        self.assertRegex(self.play(["hint"], "--hint", "first")[1], r"^try a7 ")

    def test_save_and_load(self):
        file = str(self.folder / "a game")
        shown = self.play(["d4", "b5", f"save {file}", "new", f"load {file}", "back"],
                          "--second", "first")
        self.assertEqual(shown[3], f"saved in '{file}'\n")
        self.assertEqual(pathlib.Path(file).read_text(), "7x7 d4 a7 b5 c6\n")
        self.assertEqual(shown[-1], "\nSo far: 7x7 d4 a7\n")
        self.assertEqual(self.answer_json("moves", pathlib.Path(file).read_text().strip())["to_move"],
                         "first")
        loaded = self.play([f"save {file}"], "--load", file)
        self.assertEqual(loaded[-1], "\nSo far: 7x7 d4 a7 b5 c6\n")
        other = self.folder / "letter"
        other.write_text("Dear all,\n")
        shown = self.play([f"save {other}", f"load {other}"])
        self.assertEqual(shown[1], f"'{other}' is there already and is no saved game\n")
        self.assertEqual(shown[2], f"'{other}': column 1: 'Dear' is not a board such as 7x7\n")
        self.assertEqual(other.read_text(), "Dear all,\n")

    def test_save_and_load_anything(self):
        """Devices are written to, not read first; links are followed; names are quoted."""
        link, strange = self.folder / "link", self.folder / "a\x1b[7mb"
        link.symlink_to(self.folder / "game")
        typed = (("save /dev/full", "cannot write '/dev/full': No space left on device\n"),
                 ("save /dev/null", "saved in '/dev/null'\n"),
                 ("load /dev/zero", "cannot read '/dev/zero': it is larger than 1 MB\n"),
                 ("load /dev/null", "'/dev/null': there is nothing in it\n"),
                 ("load /", "cannot read '/': it is a directory\n"),
                 ("save /", "cannot write '/': it is a directory\n"),
                 (f"save {link}", f"saved in '{link}'\n"),
                 (f"save {strange}", f"saved in '{self.folder}/a\\x1b[7mb'\n"))
        shown = self.play([line for line, _ in typed])
        self.assertEqual(shown[1:-1], [answer for _, answer in typed])
        self.assertTrue(link.is_symlink())
        self.assertEqual((self.folder / "game").read_text(), "7x7\n")
        for device in ("/dev/full", "/dev/null"):
            self.assertTrue(pathlib.Path(device).is_char_device())

    def test_from_a_fen(self):
        file = self.folder / "fen"
        shown = self.play(["b5", f"save {file}", "back"], "--position", "7/7/2n4/3N3/7/7/7 w",
                          "--second", "first")
        self.assertEqual(file.read_text(), "1n5/7/1N*4/3*3/7/7/7 w\n")
        self.assertEqual(shown[-1], "\nSo far: 7/7/2n4/3N3/7/7/7 w\n")
        again = self.play([], "--load", str(file))
        self.assertEqual(again[-1], "\nSo far: " + file.read_text())

    def test_end_of_input(self):
        self.assertEqual(self.play([])[-1], "\nSo far: 7x7\n")
        self.assertEqual(self.play(["quit"])[-1], "")

    def test_refusals(self):
        self.refuse("unexpected word '7x7'", "play", "7x7")
        self.refuse("unknown agent 'me'; there are " + self.agents(), "play", "--first", "me")
        self.refuse("only one of --board, --position and --load says where to begin",
                    "play", "--board", "5x5", "--position", "5x5 a1")
        self.refuse("column 5: z9 is not on the 7x7 board".replace("z9", "'z9'"),
                    "play", "--position", "7x7 z9")
        self.refuse("cannot read '/nowhere': No such file or directory", "play", "--load", "/nowhere")
        self.refuse("--delay: a duration is such as 80us, 150ms, 2s, 3m or 2h, at most a day, not "
                    "'long'", "play", "--delay", "long")

    def agents(self):
        known = self.answer_json("agents")
        return ", ".join([a["name"] for a in known["agents"]] + list(known["aliases"]))


class Agents(PlayTest):
    def test_two_agents(self):
        arguments = ["play", "--first", "alphabeta:attacker,order=pv", "--second", "mcts",
                     "--nodes", "300", "--seed", "7"]
        text = self.answer(*arguments)
        without_times = re.compile(r" +[\d.]+ ms$", re.M)
        self.assertEqual(without_times.sub("", text), without_times.sub("", self.answer(*arguments)))
        game = Game()
        for line in text.splitlines():
            if words := re.match(r" *(\d+)\. (first|second) +(\S+)", line):
                self.assertEqual(words[2], ("first", "second")[len(game.moves) % 2])
                self.assertIn(words[3], game.legal())
                game.moves.append(words[3])
                self.assertEqual(int(words[1]), len(game.moves))
        self.assertIsNotNone(game.winner())
        self.assertTrue(text.endswith(f"\n{game.text()}\n"))
        self.assertIn(f"\n{game.winner()} wins after {len(game.moves)} moves: ", text)

    def test_delay_shows_every_position(self):
        text = self.answer("play", "--first", "first", "--second", "first", "--board", "4x4",
                           "--delay", "1us")
        moves = len(re.findall(r"^ *\d+\. ", text, re.M))
        self.assertGreater(moves, 3)
        self.assertEqual(text.count("  a  b  c  d "), moves)

    def test_an_engine_is_told_of_each_game(self):
        heard = self.folder / "heard"
        shown = self.play(["d4", "b5", "back", "c2", "new", "a1"],
                          "--second", f"exec:tee {heard} | {ISOLAB} engine", "--nodes", "50")
        self.assertTrue(shown[-1].startswith("\nSo far: 7x7 a1 "))
        asked = re.findall("^(ucinewgame|go)", heard.read_text(), re.M)
        self.assertEqual(asked, "ucinewgame go go ucinewgame go ucinewgame go".split())

    def test_nothing_to_play(self):
        text = self.answer("play", "--first", "random", "--second", "random",
                           "--position", "3x3 b2 a1")
        self.assertIn("second wins after 2 moves: first has none left.\n", text)


class Terminal(unittest.TestCase):
    """What a terminal gets: colour and Unicode where it has them, and itself back at the end."""

    def open(self, *arguments, **environment):
        self.ours, theirs = pty.openpty()
        self.before = termios.tcgetattr(self.ours)
        self.process = subprocess.Popen(
            [ISOLAB, "play", "--nodes", "100", *arguments], stdin=theirs, stdout=theirs,
            stderr=theirs, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that ^C is a signal
            env={**{k: v for k, v in ENVIRONMENT.items() if k != "NO_COLOR"},
                 "INPUTRC": "/dev/null", **environment})
        os.close(theirs)
        self.addCleanup(os.close, self.ours)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)

    def read_until(self, end):
        """What comes up to the end that a pattern describes."""
        text, deadline = b"", time.monotonic() + PATIENCE
        while not re.search(end + rb"\Z", text):
            self.assertLess(time.monotonic(), deadline, text)
            if select.select([self.ours], [], [], 1)[0]:
                text += os.read(self.ours, 65536)
        return text.decode()

    def test_colour_and_unicode(self):
        self.open(TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.read_until(b"first> ")
        os.write(self.ours, b"d4\n")
        frame = self.read_until(b"first> ").split("\033[H\033[2J")[-1]
        self.assertIn("\033[1;38;5;231;48;5;25m ♞ \033[0m", frame)
        self.assertIn("\033[1;38;5;231;48;5;124m ♞ \033[0m", frame)
        self.assertRegex(frame, "48;5;(223|180)m ● ")
        self.assertEqual(len(re.findall(r"\n +[1-7] ", frame)), 7)
        plain = re.sub(r"\033\[[\d;]*m", "", frame).replace("\r", "")
        self.assertIn("\n     a  b  c  d  e  f  g \n", plain)
        # Whatever is opened is closed: the text below the board is in the terminal's own colours.
        self.assertEqual(frame.count("\033[0m"), frame.count("\033[1;"))

    def test_plain_where_there_is_nothing_else(self):
        for environment in ({"TERM": "dumb", "LC_ALL": "C"}, {"TERM": "dumb", "LC_ALL": "de_DE"}):
            self.open(**environment)
            text = self.read_until(b"first> ")
            self.assertNotIn("\033", text)
            self.assertTrue(text.isascii())
        self.open(TERM="xterm", LC_ALL="C.UTF-8", NO_COLOR="1")
        text = self.read_until(b"first> ")
        self.assertIn("·", text)
        self.assertNotIn("\033[1;", text)

    def interrupt(self):
        wait_until(lambda: hears(self.process.pid))
        os.write(self.ours, b"\x03")
        self.assertEqual(self.process.wait(timeout=PATIENCE), -signal.SIGINT)
        self.assertEqual(termios.tcgetattr(self.ours), self.before)

    def test_signals_at_the_prompt(self):
        for stop in (lambda: os.write(self.ours, b"\x03"),
                     lambda: self.process.send_signal(signal.SIGINT),
                     lambda: self.process.send_signal(signal.SIGTERM)):
            for typed in (b"", b"mov"):
                self.open(TERM="xterm-256color", LC_ALL="C.UTF-8")
                self.read_until(b"first> ")
                os.write(self.ours, typed)
                self.read_until(typed)
                stop()
                text = self.read_until(b"So far: 7x7\r\n")
                self.assertEqual(self.process.wait(timeout=PATIENCE), -signal.SIGINT, text)
                self.assertEqual(termios.tcgetattr(self.ours), self.before)

    def test_interrupt_while_an_agent_thinks(self):
        self.open("--first", "alphabeta,time=1h", TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.interrupt()

    def test_interrupt_while_watching(self):
        self.open("--first", "first", "--second", "first", "--delay", "1h", TERM="xterm-256color",
                  LC_ALL="C.UTF-8")
        self.interrupt()

    def type(self, *lines):
        """What the last of these is answered, and what was played in the end."""
        self.open("--second", "first", TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.read_until(b"first> ")
        for line in lines:
            os.write(self.ours, line + b"\n")
            text = self.read_until(b"first> ")
        os.write(self.ours, b"\x04")
        played = self.read_until(rb"So far: .*\r\n").split("So far: ")[-1]
        self.assertEqual(self.process.wait(timeout=PATIENCE), 0)
        self.assertEqual(termios.tcgetattr(self.ours), self.before)
        return text, played.strip()

    @unittest.skipUnless(READLINE, "built without readline")
    def test_lines_are_edited(self):
        left, up, home, delete = b"\033[D", b"\033[A", b"\033[H", b"\033[3~"
        self.assertEqual(self.type(b"4" + left + b"d")[1], "7x7 d4 a7")
        self.assertEqual(self.type(b"xd4" + home + delete)[1], "7x7 d4 a7")
        text, played = self.type(b"d4", b"c2", up + up)
        self.assertIn("d4 is blocked", text)
        self.assertEqual(played, "7x7 d4 a7 c2 c6")

    @unittest.skipUnless(READLINE, "built without readline")
    def test_words_are_completed(self):
        self.assertIn("first can go to c6 ", self.type(b"d4", b"mo\t")[0])
        with tempfile.NamedTemporaryFile(suffix="-saved-game") as file:
            file.write(b"5x5 a1 b2\n")
            file.flush()
            self.assertEqual(self.type(f"load {file.name[:-5]}\t".encode())[1], "5x5 a1 b2")

    def test_input_that_is_no_terminal_is_not_edited(self):
        self.ours, theirs = pty.openpty()
        self.addCleanup(os.close, self.ours)
        with os.fdopen(theirs, "wb") as terminal:
            subprocess.run([ISOLAB, "play", "--second", "first"], input=b"d4\n", stdout=terminal,
                           check=True, timeout=PATIENCE, env={**ENVIRONMENT, "TERM": "xterm"})
            text = self.read_until(b"So far: 7x7 d4 a7\r\n")
        self.assertNotIn("\033[?", text)


if __name__ == "__main__":
    unittest.main()

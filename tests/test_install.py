#!/usr/bin/env python3
"""What is installed: found by pkg-config, the linker and the loader, and enough for the program of
docs/library.md, built by the commands that stand there, with the shared library and the static one.
And what scripts/install-deps says before it does anything.

Meson passes the build to install from in BUILD.
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from command_line import ENVIRONMENT, PATIENCE

BUILD = os.environ.get("BUILD", "build")
ROOT = pathlib.Path(__file__).resolve().parent.parent

# What can follow, in every shell, of the part behind a colon or an equals sign.
COMPLETIONS = {
    "isolab mat": "match",
    "isolab -": "--help|--version|-V",
    "isolab nonsense": "",
    "isolab help tou": "tournament",
    "isolab help match --p": "",
    "isolab study 00": "000|001|002|003|004",
    "isolab study --rules ": "author|text",
    "isolab match --pai": "--pairs",
    "isolab match --he": "--help",
    "isolab match A B --board 7": "7x7",
    "isolab match --board=7": "7x7",
    "isolab match alph": "alphabeta:",
    "isolab match ex": "exec:",
    "isolab match alphabeta:cha": "chase|chase-isolation",
    "isolab match alphabeta:./my.": "./my.c",
    "isolab match alphabeta:~/": "",
    "isolab match random:im": "",
    "isolab match exec:im": "",
    "isolab match course:my": "my.c|my player.py",
    "isolab match --openings a": "all",
    "isolab match --openings my": "my.c|my player.py",
    "isolab best --agent greedy:im": "improved",
    "isolab best --agent=greedy:im": "improved",
    "isolab play --first hu": "human",
    "isolab play --second mcts:im": "improved",
    "isolab tune minim": "minimax:",
    "isolab tune --method ": "line|grid|spsa",
    "isolab tune --objective ": "score|accuracy",
    "isolab export --f": "--format",
    "isolab export --format ": "csv|jsonl|pgn",
    "isolab eval --heuristic imp": "improved",
    "isolab eval --heuristic ./my.": "./my.c",
    "isolab heuristics terr": "territory",
    "isolab new heu": "heuristic",
    "isolab new heuristic m": "my.c|my player.py",
    r"isolab verify my\ p": "my player.py",
    "isolab report --db my.": "my.c",
}


def run(*command, **options):
    done = subprocess.run(command, check=False, timeout=PATIENCE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, **{"env": ENVIRONMENT, **options})
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout.decode()


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-install-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.root = cls.folder / "root"
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", str(cls.root))
        cls.package = next(cls.root.rglob("isolab.pc")).parent
        cls.library = cls.variable("libdir")

    @classmethod
    def variable(cls, name):
        return run("pkg-config", f"--variable={name}", "isolab",
                   env={**ENVIRONMENT, "PKG_CONFIG_PATH": str(cls.package)}).strip()

    def test_the_program(self):
        program = f"{self.root}{self.variable('prefix')}/bin/isolab"
        self.assertRegex(run(program, "version"), r"^isolab \d+\.\d+\.\d+\n$")

    def test_the_manual(self):
        share = f"{self.root}{self.variable('prefix')}/share"
        for page, sections in (("man1/isolab.1", ("SYNOPSIS", "COMMANDS", "EXIT STATUS")),
                               ("man3/libisolab.3", ("SYNOPSIS", "POSITIONS", "SEARCHING"))):
            done = subprocess.run(("groff", "-man", "-ww", "-Tascii", "-P-c", f"{share}/man/{page}"),
                                  check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(done.stderr, b"")
            shown = re.sub(".\b", "", done.stdout.decode()).splitlines()
            for section in sections:
                self.assertIn(section, shown)
            if page == "man1/isolab.1":  # what is laid out by blanks stays so
                self.assertIn("       isready                     readyok, also during a search", shown)

    def complete(self, shell, script, file, *lines):
        """Runs `script` where a few files are; its first argument is the file that the shell finds."""
        if not shutil.which(shell) and not os.environ.get("CI"):
            self.skipTest(f"there is no {shell} here")
        file = next(pathlib.Path(f"{self.root}{self.variable('prefix')}/share").glob(file))
        run(shell, "-n", str(file))
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        for name in ("my.c", "my player.py"):
            (home / name).touch()
        arguments = () if shell == "fish" else (shell,)
        return run(shell, "-c", script, *arguments, str(file), *lines, cwd=home,
                   env={**ENVIRONMENT, "HOME": str(home), "TERM": "dumb"})

    def test_what_bash_completes(self):
        file = "bash-completion/completions/isolab.bash"
        script = r"""source "$1"
            compopt() { echo "$*"; }
            COMP_LINE=$2 COMP_POINT=${#2}
            _isolab
            IFS='|'
            echo "${COMPREPLY[*]}" """
        for line, words in COMPLETIONS.items():
            *options, found = self.complete("bash", script, file, line).splitlines()
            self.assertEqual(sorted(found.split("|")), sorted(words.split("|")), line)
            self.assertEqual("-o nospace" in options, words.endswith(":"), line)
            if "." in words:
                self.assertIn("-o filenames -o default", options, line)
        script = f"COMP_WORDBREAKS=${{COMP_WORDBREAKS//:}}; {script}"
        self.assertEqual(self.complete("bash", script, file, "isolab match mcts:cen"),
                         "mcts:center|mcts:central|mcts:central-pressure\n")

    def test_what_fish_completes(self):
        script = r"""source $argv[1]
            for line in $argv[2..]
                echo (complete -C $line | string replace -r '\t.*' '' | string join '|')
            end"""
        answers = self.complete("fish", script, "fish/vendor_completions.d/isolab.fish",
                                *COMPLETIONS).splitlines()
        for (line, words), found in zip(COMPLETIONS.items(), answers, strict=True):
            there = re.search(r"[^ ]*[:=]|$", line.rsplit(" ", 1)[-1])[0]
            self.assertEqual(sorted(word.removeprefix(there) for word in found.split("|")),
                             sorted(words.split("|")), line)

    def test_what_zsh_completes(self):
        """In a terminal: the words it is given, and what becomes of the line."""
        (self.folder / "widget.zsh").write_text(r"""
            fpath=($FUNCTIONS $fpath)
            autoload -U compinit
            compinit -u -D
            unsetopt auto_list
            compadd() {
                local -a found
                ((${argv[(I)-[OAD]]})) || { builtin compadd -O found "$@"; given+=(${(Q)found}) }
                builtin compadd "$@"
            }
            tell() { given=(); zle complete-word; print -r "<<$LBUFFER<${(j:|:)given}>>"; BUFFER='' }
            zle -N tell
            bindkey '^I' tell
            """)
        script = f"""zmodload zsh/zpty
            export FUNCTIONS=${{1:h}}
            zpty shell zsh -f -i
            zpty -w shell source {self.folder}/widget.zsh
            for line in "${{@:2}}"; do
                zpty -w -n shell $line$'\\t'
                zpty -r shell answer '*<<*>>*'
                print -r -- ${{${{answer##*<<}}%>>*}}
            done"""
        answers = self.complete("zsh", script, "zsh/*/_isolab", *COMPLETIONS).splitlines()
        for (line, words), answer in zip(COMPLETIONS.items(), answers, strict=True):
            after, found = answer.split("<")
            if words and "|" not in words:  # the only one is put there, and a blank unless it goes on
                end = "" if words.endswith(":") else " "
                self.assertTrue(after.endswith(words.replace(" ", r"\ ") + end), (line, after))
            self.assertEqual(sorted(found.split("|")), sorted(words.replace("./", "").split("|")), line)

    def test_the_program_of_the_page(self):
        blocks = dict(re.findall(r"^```(\w+)\n(.*?)^```$", (ROOT / "docs/library.md").read_text(), re.M | re.S))
        (self.folder / "program.c").write_text(blocks["c"])
        tools = {**ENVIRONMENT, "PKG_CONFIG_PATH": str(self.package),
                 "PKG_CONFIG_SYSROOT_DIR": str(self.root)}
        loader = {**ENVIRONMENT, "LD_LIBRARY_PATH": f"{self.root}{self.library}"}
        for command, shared in zip(blocks["sh"].splitlines(), (True, False), strict=True):
            run("sh", "-c", command, cwd=self.folder, env=tools)
            self.assertRegex(run("./program", cwd=self.folder, env=loader),
                             r"^champion plays \w+; (first|second) wins\n11x9: stopped\n$")
            needed = run("readelf", "--dynamic", "program", cwd=self.folder)
            self.assertEqual("libisolab.so.0" in needed, shared, needed)

    @unittest.skipUnless(os.path.exists("/etc/debian_version"), "other systems look elsewhere")
    def test_where_everyone_looks(self):
        """Also where nothing tells Meson of Debian's folders: dpkg-architecture may be missing."""
        if self.variable("prefix") != "/usr/local":
            self.skipTest("not the standard prefix")
        packages = run("pkg-config", "--variable", "pc_path", "pkg-config").strip().split(":")
        self.assertIn(f"{self.library}/pkgconfig", packages)
        linker = re.findall(r'SEARCH_DIR\("=?([^"]*)"\)', run("ld", "--verbose"))
        self.assertIn(self.library, linker)
        loader = [line for file in pathlib.Path("/etc/ld.so.conf.d").glob("*.conf")
                  for line in file.read_text().splitlines()]
        self.assertIn(self.library, loader)


class Dependencies(unittest.TestCase):
    """On a machine that has nothing, for a user who is not root."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.add("id", "echo 1000")

    def add(self, name, script):
        (self.folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.folder / name).chmod(0o755)

    def install(self):
        return subprocess.run(["/bin/sh", str(ROOT / "scripts/install-deps"), "format"], check=False,
                              timeout=PATIENCE, capture_output=True, text=True,
                              env={"PATH": str(self.folder)})

    def test_who_cannot_install(self):
        for sudo in (None, "exit 1"):
            if sudo:
                self.add("sudo", sudo)
            done = self.install()
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertEqual(done.stderr, "isolab needs these Debian packages; please install them as "
                                          "root: apt-get install clang-format\n")

    def test_who_can(self):
        self.add("sudo", 'echo "sudo $*"')
        self.assertEqual(self.install().stdout.splitlines()[1:], [
            "isolab needs these Debian packages and installs them now: clang-format",
            "sudo apt-get update -qq",
            "sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "
            "--no-install-recommends clang-format"])


if __name__ == "__main__":
    unittest.main()

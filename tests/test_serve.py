#!/usr/bin/env python3
"""`isolab serve`, asked rightly, wrongly, slowly and by strangers.

SERVE_REQUESTS: how many broken requests it gets, 2000 unless told.
"""
import atexit
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import unittest

from command_line import (ENVIRONMENT, ISOLAB, PATIENCE, SANITIZED, CommandLineTest, run,
                          wait_until)

SHIM = os.environ.get("FAIL_MALLOC", "")
AGENTS = ("--agent", "AB_Improved", "--agent", "random", "--agent", "greedy:open")
EVIL = "exec:true '</script><b onclick=1>'"


class Server:
    def __init__(self, database, *options, **environment):
        # Memory fails in the program that is started, so that has to be the server itself.
        program = os.path.join(os.path.dirname(ISOLAB), "isolab-serve") if environment else ISOLAB
        self.process = subprocess.Popen([program, "serve", "--port", "0", "--db", str(database), *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env={**ENVIRONMENT, **environment})
        atexit.register(self.process.kill)
        self.url = self.process.stdout.readline().decode().strip()
        if self.url:
            self.host, self.port = re.fullmatch(r"http://(.*):(\d+)/", self.url).groups()

    def ask(self, path, method="GET", **headers):
        """Status, headers and body."""
        connection = http.client.HTTPConnection(self.host.strip("[]"), int(self.port), timeout=PATIENCE)
        connection.putrequest(method, path, skip_host="Host" in headers)
        for name, value in headers.items():
            connection.putheader(name.replace("_", "-"), value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, dict(answer.getheaders()), body

    def send(self, request, patience=PATIENCE):
        """Bytes there, all bytes back, until the server ends the connection."""
        with socket.create_connection((self.host.strip("[]"), int(self.port)), timeout=patience) as line:
            answer = b""
            try:
                line.sendall(request)
                line.shutdown(socket.SHUT_WR)
                while piece := line.recv(65536):
                    answer += piece
            except TimeoutError:
                raise
            except OSError:  # it has been cut off
                pass
        return answer

    def memory(self):
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    def end(self):
        self.process.send_signal(signal.SIGINT)
        out, errors = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out, errors


class Serve(CommandLineTest):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-serve-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.database = cls.folder / "games.db"
        cls.told = json.loads(run("tournament", *AGENTS, "--nodes", "50", "--pairs", "3", "--quiet", "--json",
                                  "--db", str(cls.database)).stdout)
        run("match", "random", EVIL, "--pairs", "2", "--quiet", "--db", str(cls.database))
        cls.server = Server(cls.database)
        # One that never says all of what it wants.
        cls.slow = socket.create_connection((cls.server.host, int(cls.server.port)))
        cls.slow.sendall(b"GET / HTTP/1.1\r\nHost: loc")

    @classmethod
    def tearDownClass(cls):
        cls.slow.close()
        code, _, errors = cls.server.end()
        assert code == 130, (code, errors)
        assert b"ERROR" not in errors and b"runtime error" not in errors, errors

    def test_what_is_there(self):
        for path, kind in (("/", "text/html"), ("/runs", "text/html"), ("/runs/1", "text/html"),
                           ("/runs/2", "text/html"), ("/runs/2/live", "text/html"), ("/page.css", "text/css"),
                           ("/report.js", "text/javascript"), ("/live.js", "text/javascript"),
                           ("/api/runs", "application/json"), ("/api/runs/1", "application/json")):
            status, headers, body = self.server.ask(path)
            self.assertEqual((status, headers["Content-Type"].split(";")[0]), (200, kind), path)
            self.assertNotIn(b"unsafe-inline';", body)
            policy = headers["Content-Security-Policy"]
            self.assertIn("script-src 'self' 'wasm-unsafe-eval';", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            if kind == "text/html":  # nothing that the policy forbids
                self.assertFalse(re.search(rb"<script(?![^>]*(src=|application/|text/plain))", body), path)
                self.assertFalse(re.search(rb"<[^>]* on\w+=", body), path)
            status, headers, nothing = self.server.ask(path, "HEAD")
            self.assertEqual((status, nothing), (200, b""))

    def test_what_it_says(self):
        self.assertEqual(json.loads(self.server.ask("/api/runs/1")[2]), self.told)
        listed = json.loads(self.server.ask("/api/runs")[2])["runs"]
        self.assertEqual(listed[::-1], self.answer_json("runs", "--db", self.database)["runs"])
        self.assertIn(b'<a href="/runs/1">1</a>', self.server.ask("/runs")[2])
        data = self.server.ask("/runs/2/live")[2].split(b' id="data">')[1].split(b"</script>")[0]
        self.assertEqual(json.loads(data)["agents"][1]["agent"], EVIL)

    def test_what_is_not_there(self):
        for path in ("/runs/3", "/runs/3/live", "/api/runs/3", "/runs/", "/runs/1/", "/runs/01", "/runs/+1",
                     "/runs/-1", "/runs/0", "/runs/1%00", "/runs/%31", "/runs/1/../2", "/../games.db", "/games.db",
                     "//runs", "/RUNS", "/runs/99999999999999999999", "/runs/1.html", "/api", "/api/runs/1/event",
                     "/%2e%2e/games.db", "/etc/passwd"):
            status, _, body = self.server.ask(path)
            self.assertEqual(status, 404, path)
            self.assertLess(len(body), 300)
            self.assertNotIn(b"SQLite", body)

    def test_only_reading(self):
        before = self.database.read_bytes()
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
            status, headers, _ = self.server.ask("/runs/1", method)
            self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD"), method)
        self.assertRegex(self.server.send(b"POST /runs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n"
                                          b"\r\nx"), rb"^HTTP/1.1 405 ")
        self.assertEqual(self.database.read_bytes(), before)

    def test_strangers(self):
        own = f"http://127.0.0.1:{self.server.port}"
        for headers, status in (({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
                                ({"Origin": own}, 200), ({"Host": "evil.example"}, 421),
                                ({"Host": f"localhost:{self.server.port}"}, 200), ({"Host": "localhost.evil"}, 421),
                                ({"Host": "[::1]:80"}, 200), ({"Host": ""}, 421),
                                ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}, 403),
                                ({"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}, 200),
                                ({"Sec_Fetch_Site": "same-origin"}, 200)):
            self.assertEqual(self.server.ask("/api/runs", **headers)[0], status, headers)

    def test_any_address_of_this_machine(self):
        server = Server(self.database, "--bind", "127.0.0.2")
        self.assertEqual(server.ask("/api/runs")[0], 200)
        self.assertEqual(server.ask("/api/runs", Host="evil.example")[0], 421)
        server.end()

    def test_too_much(self):
        for request, status in ((b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", b"414|431|413|400"),
                                (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100000 + b"\r\n\r\n", b"431|413|400"),
                                (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: a\r\n" * 20000 + b"\r\n", b"431|413|400")):
            answer = self.server.send(request)
            self.assertTrue(not answer or re.match(rb"HTTP/1.[01] (" + status + b") ", answer), answer[:100])
        self.assertEqual(self.server.ask("/runs")[0], 200)

    def test_broken_requests(self):
        """None crashes it or makes it grow, and it answers afterwards as before."""
        count = int(os.environ.get("SERVE_REQUESTS", "2000"))
        chance = random.Random(count)
        good = [f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
                for path in ("/", "/runs", "/api/runs/1", "/api/runs", "/runs/77", "/page.css")]

        def break_some(number):
            chance_here = random.Random(number)
            for _ in range(count // 8):
                request = bytearray(chance_here.choice(good))
                for _ in range(chance_here.randrange(1, 8)):
                    place = chance_here.randrange(len(request))
                    change = chance_here.randrange(4)
                    if change == 0:
                        request[place] = chance_here.randrange(256)
                    elif change == 1:
                        del request[place:place + chance_here.randrange(1, 20)]
                    elif change == 2:
                        request[place:place] = request[:chance_here.randrange(40)]
                    else:
                        request[place:place] = chance_here.choice((b"\0", b"\r\n", b"%", b"../", b" ", b"\xff", b"GET "))
                    if not request:
                        break
                answer = self.server.send(bytes(request))
                if answer and not re.match(rb"HTTP/1\.[01] (200|400|403|404|405|411|413|414|421|431|500|501|505) ", answer):
                    wrong.append((request, answer[:200]))

        wrong = []
        for _ in range(200):  # what it needs for them at all
            self.server.send(chance.choice(good))
        before = self.server.memory()
        threads = [threading.Thread(target=break_some, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertIsNone(self.server.process.poll())
        if not SANITIZED:  # there what is freed is kept for a while
            self.assertLess(self.server.memory() - before, 60000)
        self.test_what_it_says()

    def test_many_at_once(self):
        wrong = []

        def ask_often():
            for path in ("/runs", "/api/runs/1", "/runs/1", "/api/runs", "/runs/2", "/page.css"):
                status = self.server.ask(path)[0]
                if status != 200:
                    wrong.append((path, status))

        threads = [threading.Thread(target=ask_often) for _ in range(60)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_who_is_slow_is_let_go(self):
        self.slow.settimeout(PATIENCE)
        try:
            self.assertEqual(self.slow.recv(1000)[:1], b"")
        except ConnectionResetError:
            pass
        self.assertEqual(self.server.ask("/runs")[0], 200)


class Live(CommandLineTest):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-live-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.database = self.folder / "games.db"

    def events(self, server, run_number):
        connection = http.client.HTTPConnection(server.host, int(server.port), timeout=PATIENCE)
        connection.request("GET", f"/api/runs/{run_number}/events")
        answer = connection.getresponse()
        self.assertEqual((answer.status, answer.getheader("Content-Type")), (200, "text/event-stream"))
        kind = None
        for line in iter(answer.readline, b""):
            if line.startswith(b"event: "):
                kind = line[7:].strip().decode()
            elif line.startswith(b"data: "):
                yield kind, json.loads(line[6:])
        connection.close()

    def test_a_run_is_watched_to_its_end(self):
        server = Server(self.database)
        self.assertEqual(server.ask("/runs")[0], 404)  # there is no database yet
        player = subprocess.Popen([ISOLAB, "tournament", *AGENTS, "--nodes", "2000", "--pairs", "60", "--threads", "1",
                                   "--quiet", "--json", "--db", str(self.database)],
                                  stdout=subprocess.PIPE, env=ENVIRONMENT)
        wait_until(lambda: server.ask("/api/runs/1")[0] == 200)
        seen = list(self.events(server, 1))
        told = json.loads(player.communicate(timeout=PATIENCE)[0])
        self.assertEqual(seen[-1], ("finished", told))
        self.assertTrue(all(kind == "played" for kind, _ in seen[:-1]), [kind for kind, _ in seen])
        games = [said["games"] for _, said in seen]
        self.assertEqual(games, sorted(games))
        self.assertEqual(games[-1], told["planned"])
        self.answer("runs", "--delete", "1", "--db", self.database)
        wait_until(lambda: server.ask("/api/runs/1")[0] == 404)
        self.assertEqual([kind for kind, _ in self.events(server, 1)], ["gone"])
        server.end()

    def test_it_ends_with_those_who_watch(self):
        run("match", "random", "first", "--pairs", "2", "--quiet", "--db", str(self.database))
        run("match", "random", "AB_Improved", "--nodes", "10", "--pairs", "2", "--quiet", "--db", str(self.database))
        with sqlite3.connect(self.database) as database:
            database.execute("UPDATE run SET finished = NULL")
        database.close()
        server = Server(self.database)
        watchers = [socket.create_connection((server.host, int(server.port))) for _ in range(5)]
        for watcher in watchers:
            watcher.sendall(b"GET /api/runs/2/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(watcher.recv(100).startswith(b"HTTP/1.1 200"))
        self.assertEqual(server.end()[0], 130)
        for watcher in watchers:
            watcher.close()


class OutOfMemory(CommandLineTest):
    """An allocation that fails, alone or with all that follow, costs an answer at most."""

    PATHS = ("/runs", "/api/runs/1", "/runs/1", "/runs/1/live")

    def ask_all(self, server):
        answers = []
        for path in self.PATHS:
            try:
                status, _, body = server.ask(path)
            except (OSError, http.client.HTTPException):
                status, body = 0, b""
            answers.append((status, body))
        return answers

    @unittest.skipIf(SANITIZED or not SHIM, "sanitizers bring their own malloc")
    def test_it_goes_on(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="isolab-serve-"))
        self.addCleanup(shutil.rmtree, folder)
        (folder / "gnuplot").write_text("#!/bin/sh\nexit 1\n")  # no drawing of which memory may be short
        (folder / "gnuplot").chmod(0o755)
        database = folder / "games.db"
        run("match", "random", "first", "--pairs", "1", "--quiet", "--db", str(database))
        path = {"PATH": f"{folder}:{os.environ['PATH']}"}
        server = Server(database, **path)
        whole = self.ask_all(server)
        server.end()
        self.assertEqual([status for status, _ in whole], [200] * 4)
        for at in [*range(1, 60, 7), *range(60, 3000, 97)]:
            for after in "01":
                server = Server(database, LD_PRELOAD=SHIM, FAIL_AT=str(at), FAIL_AFTER=after, **path)
                with self.subTest(at=at, after=after):
                    answers = self.ask_all(server) if server.url else []
                    code, _, errors = server.end()
                    self.assertIn(code, (2, 130), errors)
                    if code == 2:
                        self.assertRegex(errors, rb"^isolab serve: [^\n]+\n$")
                    for (status, body), right in zip(answers, whole):
                        self.assertTrue(status in (0, 404, 500) or (status, body) == right, (status, body))


class Refused(CommandLineTest):
    def test_where_it_cannot_listen(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.refuse(f"port {port} of 127.0.0.1: Address already in use", "serve", "--port", port)
        self.refuse("an address to listen at is such as 127.0.0.1 or ::1, not 'here'", "serve", "--bind", "here")
        self.refuse("unexpected word 'now'", "serve", "now")
        self.refuse(f"'{__file__}' is not an isolab file", "serve", "--db", __file__)


if __name__ == "__main__":
    unittest.main()

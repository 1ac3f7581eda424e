"""Drives `isolab engine`: sends lines, and collects what it says with the time it was said."""
import os
import queue
import subprocess
import threading
import time

from command_line import ENVIRONMENT, ISOLAB, PATIENCE

SANITIZER_OPTIONS = {  # a failed allocation is something to answer, not to die of
    "ASAN_OPTIONS": "allocator_may_return_null=1:" + os.environ.get("ASAN_OPTIONS", ""),
    "TSAN_OPTIONS": "allocator_may_return_null=1:" + os.environ.get("TSAN_OPTIONS", ""),
}


class Engine:
    def __init__(self, *arguments, stderr=subprocess.DEVNULL):
        self.process = subprocess.Popen(
            [ISOLAB, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=stderr, env={**ENVIRONMENT, **SANITIZER_OPTIONS})
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self.collect, daemon=True)
        self.reader.start()

    def collect(self):
        for line in self.process.stdout:
            self.lines.put((line, time.monotonic()))
        self.lines.put((None, time.monotonic()))

    def send_bytes(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, line):
        self.send_bytes(line.encode() + b"\n")

    def read_timed(self):
        """The next line, and when it came; None at the end."""
        line, when = self.lines.get(timeout=PATIENCE)
        if line is None:
            return None, when
        assert line.endswith(b"\n"), line
        return line[:-1].decode("ascii"), when

    def read(self):
        return self.read_timed()[0]

    def read_until(self, start):
        """The first line that starts so, and when it came; those before it are dropped."""
        while True:
            line, when = self.read_timed()
            assert line is not None, f"the engine ended before {start}"
            if line.startswith(start):
                return line, when

    def finish(self):
        """Closes the input. Everything still said, and the exit code."""
        self.process.stdin.close()
        rest = []
        while (line := self.read()) is not None:
            rest.append(line)
        return rest, self.process.wait(timeout=PATIENCE)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.wait()
        self.reader.join()
        self.process.stdin.close()
        self.process.stdout.close()

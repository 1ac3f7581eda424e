"""An agent in Python as an engine: `python3 -m isolab.engine FILE.py:NAME`."""
from __future__ import annotations

import socket
import sys

from ._library import Error
from .serving import find_agent, serve_agent


def _let_play(path: str) -> int:
    """Hands everything over to an agent that is lent at that socket (serving.py)."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(path)
        socket.send_fds(connection, [b"x"], [0, 1, 2])
        status = connection.recv(1)
        return status[0] if status else 1


def main() -> int:
    match sys.argv[1:]:
        case ["--lent", path]:
            return _let_play(path)
        case [name]:
            try:
                return serve_agent(find_agent(name))
            except (Error, TypeError) as error:
                print(f"isolab.engine: {error}", file=sys.stderr)
                return 2
    print("usage: python3 -m isolab.engine FILE.py:NAME", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())

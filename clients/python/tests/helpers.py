"""A server, players, and a proxy that cuts connections."""

import os
import re
import socket
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit

from turnpike import Options, ProblemError, Tokens, Turnpike, unwrap
from turnpike_client.api.accounts import update_account
from turnpike_client.api.games import create_game
from turnpike_client.api.kinds import list_kinds
from turnpike_client.models import (
    AccountUpdate,
    Bot,
    GameInput,
    GameMove,
    Invitee,
    MovesInput,
    ProblemCode,
    SignUp,
)

PASSWORD = "correct horse battery"

WHOLE = bool(os.environ.get("WHOLE"))
"""Whether to play whole games of every kind, not of one."""

TIME_LIMIT = 300
"""Time limit for anything on a busy machine, in seconds."""


def server() -> str:
    """The server that these tests run against."""
    url = os.environ.get("TURNPIKE_URL")
    assert url, "TURNPIKE_URL names no server: run ./check, or ../with-server venv/bin/pytest"
    return url


def kinds() -> list[str]:
    """Returns the kinds of which whole games are played: with `WHOLE=1` all, otherwise one."""
    if not WHOLE:
        return ["thats-life"]
    return [it.id for it in unwrap(list_kinds.sync(client=Turnpike(server()))).kinds]


def new_name() -> str:
    """Returns an unused name."""
    return f"p{uuid.uuid4().hex[:13]}"


def player(url: str | None = None) -> tuple[Turnpike, list[Tokens]]:
    """Signs up a player without automatic moves. Also returns a list that records all new
    tokens."""
    name = new_name()
    received: list[Tokens] = []
    sign_up = SignUp(name=name, email=f"{name}@example.org", password=PASSWORD)
    turnpike = Turnpike.sign_up(url or server(), sign_up, Options(on_tokens=received.append))
    # The client does not retry a change, and a busy server may reject it.
    while True:
        try:
            body = AccountUpdate(play_forced_moves=False)
            unwrap(update_account.sync(client=turnpike, body=body))
            return turnpike, received
        except ProblemError as refused:
            if refused.code != ProblemCode.UNAVAILABLE:
                raise


def new_game(client: Turnpike) -> str:
    """Creates a game against a bot in which this player has to roll. Returns its id."""
    body = GameInput("thats-life", invite=[Invitee(bot=Bot.GREEDY)])
    return unwrap(create_game.sync(client=client, body=body)).id


def in_words(seq: int, text: str) -> MovesInput:
    """Returns the request body that plays this move."""
    return MovesInput(seq=seq, moves=[GameMove.from_dict({"type": "text", "text": text})])


BEFORE = "before"
"""Cut the connection before the server gets the request."""
AFTER = "after"
"""Cut the connection before the client gets the response."""


class Proxy:
    """A proxy between a client and the server that records requests and cuts connections."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        """The heads of all requests."""
        self._cut: Callable[[str], str | None] = lambda _: None
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    @property
    def url(self) -> str:
        """The address of the proxy."""
        port: int = self._listener.getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def count(self, beginning: str) -> int:
        """Returns the number of requests that begin like this."""
        return sum(head.startswith(beginning) for head in self.seen)

    def cut(self, beginning: str, when: str, times: int = 1) -> None:
        """Cuts the connections of the first requests that begin like this."""
        left = [when] * times

        def fate(head: str) -> str | None:
            return left.pop() if left and head.startswith(beginning) else None

        self._cut = fate

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._pass, args=(client,), daemon=True).start()

    def _pass(self, client: socket.socket) -> None:
        address = urlsplit(server())
        assert address.hostname and address.port
        fate: list[str | None] = [None]
        upstream: socket.socket | None = None

        def back(upstream: socket.socket) -> None:
            with suppress(OSError):
                while (data := upstream.recv(65536)) and fate[0] != AFTER:
                    client.sendall(data)
            end(client, upstream)

        with suppress(OSError):
            while data := client.recv(65536):
                head = data.decode("latin-1")
                if re.match(r"[A-Z]+ \S+ HTTP/1\.1\r\n", head):
                    with self._lock:
                        self.seen.append(head)
                        fate[0] = self._cut(head)
                if fate[0] == BEFORE:
                    break
                # Not earlier: a full server responds and closes before it reads a request.
                if upstream is None:
                    upstream = socket.create_connection((address.hostname, address.port))
                    threading.Thread(target=back, args=(upstream,), daemon=True).start()
                upstream.sendall(data)
        end(client)
        if upstream is not None:
            end(upstream)


def end(*sockets: socket.socket) -> None:
    """Closes connections, even while another thread waits for them."""
    for it in sockets:
        with suppress(OSError):
            it.shutdown(socket.SHUT_RDWR)
        it.close()

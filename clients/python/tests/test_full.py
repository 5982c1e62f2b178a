"""A full server. Runs before all other tests (`conftest.py`)."""

import selectors
import socket
import threading
import time
from urllib.parse import urlsplit

import httpx
import pytest

from helpers import TIME_LIMIT, Proxy, end, server
from turnpike import Options, ProblemError, Turnpike, unwrap
from turnpike_client.api.kinds import list_kinds
from turnpike_client.models import ProblemCode

MOST = 500
"""More connections than the server accepts from one client."""


def test_request_to_a_full_server_is_retried() -> None:
    with Proxy() as proxy:
        full(proxy)


def full(proxy: Proxy) -> None:
    address = urlsplit(server())
    held: list[socket.socket] = []
    until = time.monotonic() + TIME_LIMIT
    # The server responds to the first excess connection and closes it. A busy server is late.
    with selectors.DefaultSelector() as answered:
        while not answered.select(0.005):
            assert time.monotonic() < until
            if len(held) < MOST:
                held.append(socket.create_connection((address.hostname or "", address.port or 0)))
                answered.register(held[-1], selectors.EVENT_READ)
    try:
        assert refusal(proxy).code == ProblemCode.UNAVAILABLE
        proxy.seen.clear()
        threading.Thread(target=make_room, args=(proxy, held), daemon=True).start()
        assert unwrap(list_kinds.sync(client=Turnpike(proxy.url))).kinds
        assert proxy.count("GET /v1/kinds ") > 1
    finally:
        end(*held)


def refusal(proxy: Proxy) -> ProblemError:
    """Returns the error of a full server. Some requests get no response while it rejects many."""
    until = time.monotonic() + TIME_LIMIT
    while True:
        try:
            with pytest.raises(ProblemError) as refused:
                list_kinds.sync(client=Turnpike(proxy.url, Options(retry_timeout=0)))
            return refused.value
        except httpx.TransportError:
            assert time.monotonic() < until


def make_room(proxy: Proxy, held: list[socket.socket]) -> None:
    """Frees the connections after the second request."""
    while proxy.count("GET /v1/kinds ") < 2:
        time.sleep(0.01)
    end(*held)

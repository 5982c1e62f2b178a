"""Before the others: that a server is full must not end with connections of another test."""

import socket
import threading
from urllib.parse import urlsplit

import pytest

from helpers import Proxy, end, server
from turnpike import Manners, ProblemError, Turnpike, answer
from turnpike_client.api.kinds import list_kinds
from turnpike_client.models import ProblemCode


def test_a_server_that_has_no_room_is_asked_again() -> None:
    with Proxy() as proxy:
        full(proxy)


def full(proxy: Proxy) -> None:
    address = urlsplit(server())
    held: list[socket.socket] = []
    # One connection more than a client may have is closed, with an answer.
    while True:
        assert len(held) < 1000
        held.append(socket.create_connection((address.hostname or "", address.port or 0)))
        held[-1].settimeout(0.005)
        try:
            if held[-1].recv(100):
                break
        except TimeoutError:
            pass
    try:
        with pytest.raises(ProblemError) as refused:
            list_kinds.sync(client=Turnpike(proxy.url, manners=Manners(patience=0)))
        assert refused.value.code == ProblemCode.UNAVAILABLE
        proxy.seen.clear()
        threading.Timer(0.7, end, held).start()
        # Nothing is open yet, so no connection is used again.
        assert answer(list_kinds.sync(client=Turnpike(proxy.url))).kinds
        assert proxy.count("GET /v1/kinds ") > 1
    finally:
        end(*held)

"""Streams, and how they resume."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from helpers import end, new_game, player, server
from turnpike import Manners, ProblemError, Turnpike, answer
from turnpike_client.api.play import legal_moves, play_moves
from turnpike_client.models import MoveInWords, MovesBody, OwnGameState, ProblemCode

BEAT = ":\n\n"
ONE = 'retry: 10\n\nid: one\nevent: games\ndata: {"games":[]}\n\n'
TWO = 'id: two\nevent: games\ndata: {"games":["\u2028"]}\n\n'
CUT = 'id: two\nevent: games\ndata: {"ga'
THREE = "id: three\nevent: games\ndata: {}\n\n"

SILENCE = 6
"""How long a stream may be silent, in seconds."""
PAUSE = 2
"""How long the server waits after each text. One pause is much shorter than `SILENCE`, and four
are longer."""


@contextmanager
def says(*scripts: list[str], hangs_up: bool = False) -> Iterator[tuple[Turnpike, list[str]]]:
    """Starts a server that sends these texts to each connection in turn, and then is silent or
    hangs up. Yields a client that reconnects after some silence, and the heads of its requests."""
    asked: list[str] = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        held = []
        for script in scripts:
            connection, _ = listener.accept()
            asked.append(connection.recv(65536).decode())
            connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
            for text in script:
                connection.sendall(text.encode())
                time.sleep(PAUSE)
            if hangs_up:
                end(connection)
            held.append(connection)
        done.wait()
        end(*held)

    done = threading.Event()
    threading.Thread(target=serve, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        yield Turnpike(url, manners=Manners(silence=SILENCE)), asked
    finally:
        done.set()
        listener.close()


def play(client: Turnpike, game: str) -> None:
    """Plays a legal move."""
    legal = answer(legal_moves.sync(game, client=client))
    body = MovesBody(seq=legal.seq, moves=[MoveInWords(text=legal.texts[0])])
    answer(play_moves.sync(game, client=client, body=body))


def test_player_stream_reports_whose_turn_it_is() -> None:
    client, _ = player()
    events = client.my_events()
    assert next(events).data == {"games": []}
    game = new_game(client)
    state = next(OwnGameState.from_dict(it.data) for it in events if it.name == "game")
    assert (state.id, state.seat, state.waiting) == (game, 0, True)


def test_new_stream_resumes_after_an_event_id() -> None:
    client, _ = player()
    game = new_game(client)
    play(client, game)
    first = next(it for it in client.game_events(game, since=0) if it.name == "log")
    play(client, game)
    later = next(it for it in client.game_events(game, after=first.id) if it.name == "log")
    assert plies(first.data)[0] == 1
    assert plies(later.data)[0] == plies(first.data)[-1] + 1


def plies(page: dict[str, object]) -> list[int]:
    """Returns the numbers of the entries of a page."""
    entries = page["entries"]
    assert isinstance(entries, list)
    return [it["n"] for it in entries]


def test_rejected_request_ends_the_stream() -> None:
    with pytest.raises(ProblemError) as refused:
        next(Turnpike(server()).my_events())
    assert refused.value.code == ProblemCode.NOT_SIGNED_IN


def test_stream_reconnects_after_silence_but_not_between_heartbeats() -> None:
    with says([ONE, BEAT, BEAT, BEAT, TWO], [THREE]) as (client, asked):
        events = client.my_events()
        assert [next(events).id, next(events).id] == ["one", "two"]
        assert len(asked) == 1
        # The silence lasts too long, so the client reconnects.
        assert next(events).id == "three"
    assert "last-event-id" not in asked[0].lower()
    assert "last-event-id: two\r\n" in asked[1].lower()


def test_truncated_event_is_delivered_by_the_next_connection() -> None:
    with says([ONE, CUT], [TWO], hangs_up=True) as (client, asked):
        events = client.my_events(after="zero")
        assert next(events).id == "one"
        told = next(events)
        assert (told.id, told.name, told.data) == ("two", "games", {"games": ["\u2028"]})
    assert "last-event-id: zero\r\n" in asked[0].lower()
    assert "last-event-id: one\r\n" in asked[1].lower()

"""Streams, and how they resume."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from helpers import end, in_words, new_game, player, server
from turnpike import Options, ProblemError, StreamEvent, Turnpike, unwrap
from turnpike_client.api.play import list_legal_moves, play_moves
from turnpike_client.models import (
    GameStreamEventLog,
    PlayerStreamEventGame,
    PlayerStreamEventGames,
    ProblemCode,
)

BEAT = ":\n\n"
ONE = 'retry: 10\n\nid: one\nevent: games\ndata: {"games":[]}\n\n'
TWO = 'id: two\nevent: games\ndata: {"games":["\u2028"]}\n\n'
CUT = 'id: two\nevent: games\ndata: {"ga'
NEW = "id: new\nevent: of_a_newer_server\ndata: {}\n\n"
THREE = 'id: three\nevent: games\ndata: {"games":[]}\n\n'

STREAM_TIMEOUT = 6
"""How long a stream may be silent, in seconds."""
PAUSE = 2
"""How long the server waits after each text. Four pauses are longer than `STREAM_TIMEOUT`."""


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
        yield Turnpike(url, Options(stream_timeout=STREAM_TIMEOUT)), asked
    finally:
        done.set()
        listener.close()


def play(client: Turnpike, game: str) -> None:
    """Plays a legal move."""
    legal = unwrap(list_legal_moves.sync(game, client=client))
    unwrap(play_moves.sync(game, client=client, body=in_words(legal.seq, legal.texts[0])))


def test_player_stream_reports_whose_turn_it_is() -> None:
    client, _ = player()
    events = client.my_events()
    first = next(events).event
    assert isinstance(first, PlayerStreamEventGames)
    assert first.data.games == []
    game = new_game(client)
    state = next(it.event.data for it in events if isinstance(it.event, PlayerStreamEventGame))
    assert (state.id, state.seat, state.my_turn) == (game, 0, True)


def test_new_stream_resumes_after_an_event_id() -> None:
    client, _ = player()
    game = new_game(client)
    play(client, game)
    event_id, first = entries(client.game_events(game, since=0))
    play(client, game)
    _, later = entries(client.game_events(game, last_event_id=event_id))
    assert first[0] == 1
    assert later[0] == first[-1] + 1


def entries(events: Iterator[StreamEvent[object]]) -> tuple[str, list[int]]:
    """Returns the id of the next event with log entries, and the numbers of the entries."""
    for it in events:
        if isinstance(it.event, GameStreamEventLog):
            return it.id, [entry.n for entry in it.event.data.entries]
    raise AssertionError("the stream has ended")


def test_rejected_request_ends_the_stream() -> None:
    with pytest.raises(ProblemError) as refused:
        next(Turnpike(server()).my_events())
    assert refused.value.code == ProblemCode.NOT_SIGNED_IN


def test_stream_reconnects_after_silence_but_not_between_heartbeats() -> None:
    with says([ONE, BEAT, BEAT, BEAT, TWO], [NEW, THREE]) as (client, asked):
        events = client.my_events()
        assert [next(events).id, next(events).id] == ["one", "two"]
        assert len(asked) == 1
        # The silence lasts too long, so the client reconnects.
        assert next(events).id == "three"
    assert "last-event-id" not in asked[0].lower()
    assert "last-event-id: two\r\n" in asked[1].lower()


def test_truncated_event_is_delivered_by_the_next_connection() -> None:
    with says([ONE, CUT], [TWO], hangs_up=True) as (client, asked):
        events = client.my_events(last_event_id="zero")
        assert next(events).id == "one"
        second = next(events)
        assert isinstance(second.event, PlayerStreamEventGames)
        assert (second.id, second.event.data.games) == ("two", ["\u2028"])
    assert "last-event-id: zero\r\n" in asked[0].lower()
    assert "last-event-id: one\r\n" in asked[1].lower()

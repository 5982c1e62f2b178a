"""Retries and caching."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from helpers import AFTER, BEFORE, Proxy, in_words, new_game, player, server
from turnpike import Options, ProblemError, Turnpike, unwrap
from turnpike_client.api.chat import list_messages, send_message
from turnpike_client.api.games import list_games
from turnpike_client.api.history import export_game, get_log
from turnpike_client.api.play import list_legal_moves, play_moves
from turnpike_client.models import (
    GameMove,
    MessageInput,
    MovesInput,
    ProblemCode,
    ThatsLifeMoveRoll,
)

HASTY = Options(retry_timeout=0)


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy() as proxy:
        yield proxy


@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_move_is_played_once_when_connections_are_cut(proxy: Proxy, when: str) -> None:
    client, _ = player(proxy.url)
    game = new_game(client)
    path = f"POST /v1/games/{game}/moves "
    proxy.cut(path, when, times=2)
    roll = ThatsLifeMoveRoll("roll")
    body = MovesInput(seq=1, moves=[GameMove.from_dict(roll.to_dict())])
    assert unwrap(play_moves.sync(game, client=client, body=body)).seq == 2
    assert proxy.count(path) == 3
    log = unwrap(get_log.sync(game, client=client))
    assert [it.seat for it in log.entries].count(0) == 1


def test_game_is_created_once_when_the_response_is_lost(proxy: Proxy) -> None:
    client, _ = player(proxy.url)
    proxy.cut("POST /v1/games ", AFTER)
    game = new_game(client)
    games = unwrap(list_games.sync(client=client, mine=True)).games
    assert [it.id for it in games] == [game]


def test_only_chat_message_with_an_id_is_retried(proxy: Proxy) -> None:
    client, _ = player(proxy.url)
    game = new_game(client)
    path = f"POST /v1/games/{game}/chat "
    proxy.cut(path, AFTER)
    body = MessageInput(text="hello", id="first")
    unwrap(send_message.sync(game, client=client, body=body))
    assert proxy.count(path) == 2
    proxy.cut(path, AFTER)
    with pytest.raises(httpx.RemoteProtocolError):
        send_message.sync(game, client=client, body=MessageInput(text="hello"))
    assert proxy.count(path) == 3
    assert len(unwrap(list_messages.sync(game, client=client)).messages) == 2


def test_rate_limited_request_waits_and_succeeds() -> None:
    client, received = player()
    game = new_game(client)
    headers = {"Authorization": f"Bearer {received[-1].access}"}
    plain = httpx.Client(base_url=server(), headers=headers, timeout=300)
    with plain, ThreadPoolExecutor(50) as pool:
        statuses: list[int] = []
        while 429 not in statuses:
            path = f"/v1/games/{game}/log"
            statuses = [it.status_code for it in pool.map(plain.get, [path] * 100)]
    assert unwrap(get_log.sync(game, client=client)).ply >= 0


def test_rate_limited_request_without_retries_fails_at_once() -> None:
    client, received = player()
    game = new_game(client)
    hasty = Turnpike.resume(server(), received[-1], HASTY)

    def refusal(_: int) -> ProblemError | None:
        try:
            export_game.sync(game, client=hasty)
        except ProblemError as refused:
            return refused
        return None

    too_many: list[ProblemError] = []
    with ThreadPoolExecutor(50) as pool:
        while not too_many:
            refused = [it for it in pool.map(refusal, range(50)) if it]
            too_many = [it for it in refused if it.code == ProblemCode.RATE_LIMITED]
            # A busy server also rejects calls that would take too long.
            expected = (ProblemCode.RATE_LIMITED, ProblemCode.UNAVAILABLE)
            assert all(it.code in expected for it in refused)
    for it in too_many:
        assert it.status == 429
        assert (it.retry_after or 0) > 0


def test_problem_has_a_code_and_its_members() -> None:
    client, _ = player()
    game = new_game(client)

    def refusal(seq: int, text: str) -> ProblemError:
        with pytest.raises(ProblemError) as refused:
            play_moves.sync(game, client=client, body=in_words(seq, text))
        return refused.value

    stale = refusal(9, "roll")
    assert (stale.code, stale.seq) == (ProblemCode.STALE, 1)
    illegal = refusal(1, "move start")
    assert (illegal.code, illegal.rule, illegal.index) == ("illegal-move", "WrongPhase", 0)


def test_unchanged_response_is_served_from_the_cache(proxy: Proxy) -> None:
    client, _ = player(proxy.url)
    game = new_game(client)
    first = unwrap(list_legal_moves.sync(game, client=client))
    proxy.seen.clear()
    assert unwrap(list_legal_moves.sync(game, client=client)) == first
    assert "if-none-match: " in proxy.seen[0].lower()
    unwrap(play_moves.sync(game, client=client, body=in_words(1, "roll")))
    assert unwrap(list_legal_moves.sync(game, client=client)) != first

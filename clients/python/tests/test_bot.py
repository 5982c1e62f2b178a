"""Whole games against the example bot, which learns about them from events only."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

import bot
from helpers import BEFORE, PASSWORD, WHOLE, Proxy, kinds, player, server
from play import play_one
from turnpike import Options, ProblemError, Turnpike, unwrap
from turnpike_client.api.accounts import create_token, delete_token, get_account
from turnpike_client.api.games import create_game, get_game, invite_player, join_game
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.time import offer_seat
from turnpike_client.models import (
    Bot,
    GameInput,
    GameResult,
    Invitee,
    JoinRequest,
    Reauthentication,
    Scope,
    SeatOffer,
    TokenInput,
)


@contextmanager
def running(url: str, options: Options = Options()) -> Iterator[str]:
    """Runs a bot, and yields its name."""
    owner, _ = player()
    name = unwrap(get_account.sync(client=owner)).name
    scopes = [Scope.GAMESREAD, Scope.GAMESPLAY]
    password = Reauthentication(password=PASSWORD)
    body = TokenInput(name="a bot", scopes=scopes, reauthentication=password)
    made = unwrap(create_token.sync(client=owner, body=body))
    client = Turnpike.with_token(url, made.token, options)

    def run() -> None:
        with suppress(ProblemError):
            bot.run(client, name)

    threading.Thread(target=run, daemon=True).start()
    try:
        yield name
    finally:
        delete_token.sync(made.id, client=owner)


def invite(host: Turnpike, name: str, kind: str) -> str:
    """Creates a game against the bot and, for more seats, bots of the server. A solo game gets the
    bot only. Returns the game's id."""
    found = next(it for it in unwrap(list_kinds.sync(client=host)).kinds if it.id == kind)
    seats = min(max(found.min_seats, 2), found.max_seats)
    game = unwrap(create_game.sync(client=host, body=GameInput(kind, seats=seats))).id
    if seats == 1:
        unwrap(offer_seat.sync(game, client=host, body=SeatOffer(player=name)))
        while name not in players(host, game):
            time.sleep(0.02)
    else:
        unwrap(invite_player.sync(game, client=host, body=Invitee(player=name)))
    for _ in range(2, seats):
        unwrap(invite_player.sync(game, client=host, body=Invitee(bot=Bot.RANDOM)))
    return game


def play_to_the_end(client: Turnpike, game: str) -> GameResult:
    """Plays for this player until the game is over, and returns the result."""
    while True:
        state = unwrap(get_game.sync(game, client=client))
        if isinstance(state.result, GameResult):
            return state.result
        if state.seat not in state.to_act or not play_one(client, game):
            time.sleep(0.02)


def players(client: Turnpike, game: str) -> list[str | None]:
    """Returns the player of each seat."""
    return [it.player for it in unwrap(get_game.sync(game, client=client)).seats]


@pytest.mark.skipif(not WHOLE, reason="a whole game, which WHOLE=1 plays")
@pytest.mark.parametrize("kind", kinds())
def test_bot_plays_a_whole_game(kind: str) -> None:
    host, _ = player()
    with running(server()) as name:
        game = invite(host, name, kind)
        standings = play_to_the_end(host, game).standings
        assert any(it.rank == 1 for it in standings)
        assert not any(it.left for it in standings)
        assert name in players(host, game)


def test_bot_takes_and_plays_an_offered_seat() -> None:
    host, _ = player()
    leaver, _ = player()
    game = unwrap(create_game.sync(client=host, body=GameInput("thats-life"))).id
    unwrap(join_game.sync(game, client=leaver, body=JoinRequest()))
    with running(server()) as name:
        unwrap(offer_seat.sync(game, client=leaver, body=SeatOffer(player=name)))
        play_to_the_end(host, game)
        assert players(host, game)[1] == name


def test_bot_without_events_looks_for_waiting_games() -> None:
    host, _ = player()
    with Proxy() as proxy:
        proxy.cut("GET /v1/me/events ", BEFORE, times=1000)
        with running(proxy.url, Options(retry_timeout=1)) as name:
            game = invite(host, name, "thats-life")
            while name not in players(host, game):
                time.sleep(0.1)
        assert proxy.count("GET /v1/me/events ") > 0
        assert proxy.count("GET /v1/games?") > 0

"""Whole games against the example bot, which learns about them from events only."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

import bot
from helpers import BEFORE, PASSWORD, WHOLE, Proxy, player, server
from play import KINDS, play_one
from turnpike import Manners, ProblemError, Turnpike, answer
from turnpike_client.api.accounts import get_me, make_token, revoke_token
from turnpike_client.api.games import create_game, invite_guest, show_game, take_seat
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.time import offer_seat
from turnpike_client.models import (
    Bot,
    Guest,
    JoinBody,
    NewTokenBody,
    OutcomeResource,
    ReplacementBody,
    Scope,
    Sure,
)


@contextmanager
def running(url: str, manners: Manners = Manners()) -> Iterator[str]:
    """Runs a bot, and yields its name."""
    owner, _ = player()
    name = answer(get_me.sync(client=owner)).name
    scopes = [Scope.GAMESREAD, Scope.GAMESPLAY]
    body = NewTokenBody(name="a bot", scopes=scopes, sure=Sure(password=PASSWORD))
    made = answer(make_token.sync(client=owner, body=body))
    client = Turnpike.with_token(url, made.token, manners=manners)

    def run() -> None:
        with suppress(ProblemError):
            bot.run(client, name)

    threading.Thread(target=run, daemon=True).start()
    try:
        yield name
    finally:
        revoke_token.sync(made.id, client=owner)


def invite(host: Turnpike, name: str, kind: str) -> str:
    """Creates a game against the bot and, for more seats, bots of the server. A solo game gets the
    bot only. Returns the game's id."""
    found = next(it for it in answer(list_kinds.sync(client=host)).kinds if it.id == kind)
    seats = min(max(found.min_seats, 2), found.max_seats)
    body = type(KINDS[kind]).from_dict({"kind": kind, "seats": seats})
    game = answer(create_game.sync(client=host, body=body)).id
    if seats == 1:
        answer(offer_seat.sync(game, client=host, body=ReplacementBody(player=name)))
        while name not in players(host, game):
            time.sleep(0.02)
    else:
        answer(invite_guest.sync(game, client=host, body=Guest(player=name)))
    for _ in range(2, seats):
        answer(invite_guest.sync(game, client=host, body=Guest(bot=Bot.RANDOM)))
    return game


def play_to_the_end(client: Turnpike, game: str) -> OutcomeResource:
    """Plays for this player until the game is over, and returns the result."""
    while True:
        state = answer(show_game.sync(game, client=client))
        if isinstance(state.result, OutcomeResource):
            return state.result
        if state.seat not in state.to_act or not play_one(client, game):
            time.sleep(0.02)


def players(client: Turnpike, game: str) -> list[str | None]:
    """Returns the player of each seat."""
    return [it.player for it in answer(show_game.sync(game, client=client)).seats]


@pytest.mark.skipif(not WHOLE, reason="a whole game, which WHOLE=1 plays")
@pytest.mark.parametrize("kind", sorted(KINDS))
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
    game = answer(create_game.sync(client=host, body=KINDS["thats-life"])).id
    answer(take_seat.sync(game, client=leaver, body=JoinBody()))
    with running(server()) as name:
        answer(offer_seat.sync(game, client=leaver, body=ReplacementBody(player=name)))
        play_to_the_end(host, game)
        assert players(host, game)[1] == name


def test_bot_without_events_looks_for_waiting_games() -> None:
    host, _ = player()
    with Proxy() as proxy:
        proxy.cut("GET /v1/me/events ", BEFORE, times=1000)
        with running(proxy.url, Manners(patience=1)) as name:
            game = invite(host, name, "thats-life")
            while name not in players(host, game):
                time.sleep(0.1)
        assert proxy.count("GET /v1/me/events ") > 0
        assert proxy.count("GET /v1/games?") > 0

"""A bot that plays as a player:  TURNPIKE_TOKEN=… venv/bin/python examples/bot.py NAME

NAME made the token (`POST /v1/me/tokens`), with the scopes `games:read` and `games:play`.
"""

import os
import sys
import time
from typing import Never

import httpx

from play import play_one
from turnpike import Options, ProblemError, Turnpike, unwrap
from turnpike_client.api.games import get_game, join_game, list_games
from turnpike_client.api.time import accept_seat_offer
from turnpike_client.models import GameStatus, JoinRequest, PlayerStreamEventGame, ProblemCode

LIMIT = 5.0
"""How many seconds to choose a move."""


def run(bot: Turnpike, name: str) -> Never:
    """Accepts invitations and offered seats, and plays when it is the bot's turn, until its token
    expires."""
    while True:
        # If the stream fails, look at the games instead.
        for work in (listen, look):
            try:
                work(bot, name)
            except (httpx.HTTPError, ProblemError) as error:
                log(name, error)
        time.sleep(LIMIT)


def listen(bot: Turnpike, name: str) -> None:
    """Attends to each game when its state changes, and to all games at first."""
    for it in bot.my_events():
        if isinstance(it.event, PlayerStreamEventGame):
            state = it.event.data
            if state.my_turn or state.invited:
                attend(bot, name, state.id)


def look(bot: Turnpike, name: str) -> None:
    """Attends to all games."""
    for status in (GameStatus.OPEN, GameStatus.RUNNING):
        for game in unwrap(list_games.sync(client=bot, mine=True, status=status, limit=100)).games:
            attend(bot, name, game.id)


def attend(bot: Turnpike, name: str, game: str) -> None:
    """Accepts a seat and plays in a game. After a rejection another event follows: another player
    was quicker."""
    try:
        state = unwrap(get_game.sync(game, client=bot))
        for seat in [it.seat for it in state.seats if it.invited == name]:
            if state.status == GameStatus.OPEN:
                join_game.sync(game, client=bot, body=JoinRequest())
            elif state.status == GameStatus.RUNNING:
                accept_seat_offer.sync(game, seat, client=bot)
        while play_one(bot, game, LIMIT):
            pass
    except ProblemError as problem:
        log(f"{name}: game {game}", problem)


def log(subject: str, error: httpx.HTTPError | ProblemError) -> None:
    """Prints an error, and raises it if a retry does not help."""
    if isinstance(error, ProblemError) and error.code == ProblemCode.NOT_SIGNED_IN:
        raise error
    print(f"{subject}: {error}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2 or "TURNPIKE_TOKEN" not in os.environ:
        sys.exit(f"usage: TURNPIKE_TOKEN=… {sys.argv[0]} NAME")
    url = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
    token = os.environ["TURNPIKE_TOKEN"]
    run(Turnpike.with_token(url, token, Options(retry_timeout=LIMIT)), sys.argv[1])

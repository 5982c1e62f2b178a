"""A bot that plays as a player:  TURNPIKE_TOKEN=… venv/bin/python examples/bot.py NAME

NAME made the token (`POST /v1/me/tokens`), with the scopes `games:read` and `games:play`.
"""

import os
import sys
import time
from typing import Never

import httpx

from play import play_one
from turnpike import Manners, ProblemError, Turnpike, answer
from turnpike_client.api.games import list_games, show_game, take_seat
from turnpike_client.api.time import accept_seat
from turnpike_client.models import GameStatus, JoinBody, OwnGameState, ProblemCode

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
                tell(name, error)
        time.sleep(LIMIT)


def listen(bot: Turnpike, name: str) -> None:
    """Attends to each game when its state changes, and to all games at first."""
    for event in bot.my_events():
        if event.name == "game":
            state = OwnGameState.from_dict(event.data)
            if state.waiting or state.invited:
                attend(bot, name, state.id)


def look(bot: Turnpike, name: str) -> None:
    """Attends to all games."""
    for status in (GameStatus.OPEN, GameStatus.RUNNING):
        for game in answer(list_games.sync(client=bot, mine=True, status=status, limit=100)).games:
            attend(bot, name, game.id)


def attend(bot: Turnpike, name: str, game: str) -> None:
    """Accepts a seat and plays in a game. After a rejection another event follows: another player
    was quicker."""
    try:
        state = answer(show_game.sync(game, client=bot))
        for seat in [it.seat for it in state.seats if it.invited == name]:
            if state.status == GameStatus.OPEN:
                take_seat.sync(game, client=bot, body=JoinBody())
            elif state.status == GameStatus.RUNNING:
                accept_seat.sync(game, seat, client=bot)
        while play_one(bot, game, LIMIT):
            pass
    except ProblemError as problem:
        tell(f"{name}: game {game}", problem)


def tell(who: str, error: httpx.HTTPError | ProblemError) -> None:
    """Prints an error, and raises it if a retry does not help."""
    if isinstance(error, ProblemError) and error.code == ProblemCode.NOT_SIGNED_IN:
        raise error
    print(f"{who}: {error}", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2 or "TURNPIKE_TOKEN" not in os.environ:
        sys.exit(f"usage: TURNPIKE_TOKEN=… {sys.argv[0]} NAME")
    url = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
    token = os.environ["TURNPIKE_TOKEN"]
    run(Turnpike.with_token(url, token, manners=Manners(patience=LIMIT)), sys.argv[1])

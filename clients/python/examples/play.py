"""Plays a whole game as all of its players:  venv/bin/python examples/play.py thats-life"""

import os
import random
import sys
import time
import uuid

from turnpike import Turnpike, answer
from turnpike_client.api.games import create_game, show_game, take_seat
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.play import legal_branch, legal_moves, play_moves
from turnpike_client.models import (
    FlipFreightersMoveRestartTurn,
    JoinBody,
    MovesBody,
    NewGameBodyButtons,
    NewGameBodyFerryFollies,
    NewGameBodyFlipFreighters,
    NewGameBodyParisConnection,
    NewGameBodyThatsLife,
    OutcomeResource,
    SignUp,
)

Kind = (
    NewGameBodyButtons
    | NewGameBodyFerryFollies
    | NewGameBodyFlipFreighters
    | NewGameBodyParisConnection
    | NewGameBodyThatsLife
)
KINDS: dict[str, Kind] = {
    "buttons": NewGameBodyButtons("buttons"),
    "ferry-follies": NewGameBodyFerryFollies("ferry-follies"),
    "flip-freighters": NewGameBodyFlipFreighters("flip-freighters"),
    "paris-connection": NewGameBodyParisConnection("paris-connection"),
    "thats-life": NewGameBodyThatsLife("thats-life"),
}


def player(url: str, name: str) -> Turnpike:
    """Signs up a new player."""
    name = f"{name}-{uuid.uuid4().hex[:8]}"
    who = SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    return Turnpike.sign_up(url, who)


def play_one(client: Turnpike, game: str, seconds: float = 60) -> bool:
    """Plays a legal move of this player, if there is one. Takes at most this many seconds to
    choose."""
    until = time.monotonic() + seconds
    legal = answer(legal_moves.sync(game, client=client))
    if not legal.moves:
        # The server has played a move without a choice for this player in the meantime.
        return False
    move = random.choice(legal.moves)
    while isinstance(move, FlipFreightersMoveRestartTurn):
        # Restarting the turn at random could go on for ever.
        move = random.choice(legal.moves)
    text = ""
    # If there are too many to list, some moves are built word by word.
    branching = not legal.complete and random.random() < 0.2
    while branching and time.monotonic() < until:
        branch = answer(legal_branch.sync(game, client=client, text=text))
        if branch.move is not None:
            move = branch.move
            break
        text = f"{text} {random.choice(branch.next_)}".strip()
    answer(play_moves.sync(game, client=client, body=MovesBody(seq=legal.seq, moves=[move])))
    return True


def play(url: str, kind: str) -> OutcomeResource:
    """Plays to the end, and returns the result."""
    offered = {it.id: it for it in answer(list_kinds.sync(client=Turnpike(url))).kinds}
    names = ["ann", "ben", "cleo", "dan", "eve", "finn"][: offered[kind].min_seats]
    players = [player(url, name) for name in names]
    game = answer(create_game.sync(client=players[0], body=KINDS[kind])).id
    for other in players[1:]:
        answer(take_seat.sync(game, client=other, body=JoinBody(entropy="mine")))
    print(f"{kind}: game {game}, seats: {len(players)}")
    while True:
        state = answer(show_game.sync(game, client=players[0]))
        if isinstance(state.result, OutcomeResource):
            return state.result
        client = players[random.choice(state.to_act)]
        while play_one(client, game):
            pass


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in KINDS:
        sys.exit(f"which of {', '.join(KINDS)}?")
    url = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
    for it in play(url, sys.argv[1]).standings:
        print(f"seat {it.seat}: rank {it.rank}, {it.score} points")

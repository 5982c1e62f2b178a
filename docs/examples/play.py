#!/usr/bin/env python3
"""Plays a whole game with a client that was generated from the contract.

    python3 -m venv client && . client/bin/activate
    pip install openapi-python-client
    openapi-python-client generate --path openapi.yaml --config docs/examples/client.yaml
    pip install ./turnpike-client
    python3 docs/examples/play.py thats-life
"""

import os
import random
import sys

from turnpike_client import AuthenticatedClient, Client, models
from turnpike_client.api.accounts import sign_up
from turnpike_client.api.games import create_game, show_game, take_seat
from turnpike_client.api.history import read_log
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.play import legal_branch, legal_moves, play_moves

URL = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")


def good(answer):
    """Returns the parsed response. A problem ends the program."""
    if answer is None or hasattr(answer, "code"):
        sys.exit(f"refused: {answer}")
    return answer


def player(name):
    """Signs up a player and returns a client that acts for them."""
    name = f"{name}-{os.getpid()}"
    body = models.SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    signed_up = good(sign_up.sync(client=Client(URL), body=body))
    return AuthenticatedClient(URL, signed_up.session.access_token)


def pick(game, client, legal):
    """Returns a legal move: from the list, or word by word if there are too many to list."""
    if legal.complete:
        return random.choice(legal.moves)
    text = ""
    while True:
        branch = good(legal_branch.sync(game, client=client, text=text))
        if branch.move is not None:
            return branch.move
        text = f"{text} {random.choice(branch.next_)}".strip()


def new_game(kind):
    """Starts a game. Returns it and its players, in the order of the seats."""
    offered = {it.id: it for it in good(list_kinds.sync(client=Client(URL))).kinds}
    body = getattr(models, "NewGameBody" + "".join(map(str.capitalize, kind.split("-"))))
    names = ["ann", "ben", "cleo", "dan", "eve", "finn"][: offered[kind].min_seats]
    players = [player(name) for name in names]
    game = good(create_game.sync(client=players[0], body=body(kind=kind)))
    for other in players[1:]:
        good(take_seat.sync(game.id, client=other, body=models.JoinBody()))
    return game.id, players


def main():
    kind = sys.argv[1] if len(sys.argv) > 1 else "thats-life"
    game, players = new_game(kind)
    print(kind, "game", game)
    state = good(show_game.sync(game, client=players[0]))
    while state.status == models.GameStatus.RUNNING:
        client = players[state.to_act[0]]
        legal = good(legal_moves.sync(game, client=client))
        if legal.complete and not legal.moves:
            # Orders of a player have been played meanwhile.
            state = good(show_game.sync(game, client=players[0]))
            continue
        body = models.MovesBody(seq=legal.seq, moves=[pick(game, client, legal)])
        state = good(play_moves.sync(game, client=client, body=body))
    log = good(read_log.sync(game, client=players[0], limit=1))
    print("over after", log.ply, "entries, last at", state.head)
    for standing in state.result.standings:
        print(f"seat {standing.seat}: rank {standing.rank}, {standing.score} points")


if __name__ == "__main__":
    main()

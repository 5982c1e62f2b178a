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
from turnpike_client.api.games import create_game, get_game, join_game
from turnpike_client.api.history import get_log
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.play import complete_move, list_legal_moves, play_moves

URL = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")


def unwrap(response):
    """Returns the parsed response. A problem ends the program."""
    if response is None or hasattr(response, "code"):
        sys.exit(f"rejected: {response}")
    return response


def player(name):
    """Signs up a player and returns a client that acts for them."""
    name = f"{name}-{os.getpid()}"
    body = models.SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    signed_up = unwrap(sign_up.sync(client=Client(URL), body=body))
    return AuthenticatedClient(URL, signed_up.session.access_token)


def pick(game, client, legal):
    """Returns a legal move: from the list, or word by word if there are too many to list."""
    if legal.complete:
        return random.choice(legal.moves)
    text = ""
    while True:
        completion = unwrap(complete_move.sync(game, client=client, text=text))
        if completion.move is not None:
            return completion.move
        text = f"{text} {random.choice(completion.next_)}".strip()


def new_game(kind):
    """Starts a game. Returns it and its players, in the order of the seats."""
    kinds = {it.id: it for it in unwrap(list_kinds.sync(client=Client(URL))).kinds}
    names = ["ann", "ben", "cleo", "dan", "eve", "finn"][: kinds[kind].min_seats]
    players = [player(name) for name in names]
    game = unwrap(create_game.sync(client=players[0], body=models.GameInput(kind)))
    for other in players[1:]:
        unwrap(join_game.sync(game.id, client=other, body=models.JoinRequest()))
    return game.id, players


def main():
    kind = sys.argv[1] if len(sys.argv) > 1 else "thats-life"
    game, players = new_game(kind)
    print(kind, "game", game)
    state = unwrap(get_game.sync(game, client=players[0]))
    while state.status == models.GameStatus.RUNNING:
        client = players[state.to_act[0]]
        legal = unwrap(list_legal_moves.sync(game, client=client))
        if legal.complete and not legal.moves:
            # Orders of a player have been played meanwhile.
            state = unwrap(get_game.sync(game, client=players[0]))
            continue
        body = models.MovesInput(seq=legal.seq, moves=[pick(game, client, legal)])
        state = unwrap(play_moves.sync(game, client=client, body=body))
    log = unwrap(get_log.sync(game, client=players[0], limit=1))
    print("over after", log.ply, "entries, last at", state.head)
    for standing in state.result.standings:
        print(f"seat {standing.seat}: rank {standing.rank}, {standing.score} points")


if __name__ == "__main__":
    main()

"""Plays a whole game as all of its players:  venv/bin/python examples/play.py thats-life"""

import os
import random
import sys
import time
import uuid

from turnpike import Turnpike, unwrap
from turnpike_client.api.games import create_game, get_game, join_game
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.play import complete_move, list_legal_moves, play_moves
from turnpike_client.models import GameInput, GameResult, JoinRequest, MovesInput, SignUp


def player(url: str, name: str) -> Turnpike:
    """Signs up a new player."""
    name = f"{name}-{uuid.uuid4().hex[:8]}"
    body = SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    return Turnpike.sign_up(url, body)


def play_one(client: Turnpike, game: str, seconds: float = 60) -> bool:
    """Plays a legal move of this player, if there is one. Takes at most this many seconds to
    choose."""
    deadline = time.monotonic() + seconds
    legal = unwrap(list_legal_moves.sync(game, client=client))
    if not legal.moves:
        # The server has played a move without a choice for this player in the meantime.
        return False
    # Restarting the turn at random could go on for ever.
    move = random.choice([it for it in legal.moves if it["type"] != "restart_turn"])
    text = ""
    # If there are too many to list, some moves are built word by word.
    by_words = not legal.complete and random.random() < 0.2
    while by_words and time.monotonic() < deadline:
        completion = unwrap(complete_move.sync(game, client=client, text=text))
        if completion.move is not None:
            move = completion.move
            break
        text = f"{text} {random.choice(completion.next_)}".strip()
    unwrap(play_moves.sync(game, client=client, body=MovesInput(seq=legal.seq, moves=[move])))
    return True


def play(url: str, kind: str) -> GameResult:
    """Plays to the end, and returns the result."""
    kinds = {it.id: it for it in unwrap(list_kinds.sync(client=Turnpike(url))).kinds}
    if kind not in kinds:
        sys.exit(f"which of {', '.join(kinds)}?")
    names = ["ann", "ben", "cleo", "dan", "eve", "finn"][: kinds[kind].min_seats]
    players = [player(url, name) for name in names]
    game = unwrap(create_game.sync(client=players[0], body=GameInput(kind))).id
    for other in players[1:]:
        unwrap(join_game.sync(game, client=other, body=JoinRequest(entropy="mine")))
    print(f"{kind}: game {game}, seats: {len(players)}")
    while True:
        state = unwrap(get_game.sync(game, client=players[0]))
        if isinstance(state.result, GameResult):
            return state.result
        client = players[random.choice(state.to_act)]
        while play_one(client, game):
            pass


if __name__ == "__main__":
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    url = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
    for it in play(url, kind).standings:
        print(f"seat {it.seat}: rank {it.rank}, {it.score} points")

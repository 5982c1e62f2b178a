"""Plays a game with the generated client:  python play.py thats-life 200"""

import os
import random
import sys
import uuid

from turnpike_client import AuthenticatedClient, Client, models
from turnpike_client.api.accounts import sign_up
from turnpike_client.api.chat import list_messages
from turnpike_client.api.games import create_game, get_board_png, join_game
from turnpike_client.api.history import export_game, get_log
from turnpike_client.api.kinds import list_kinds
from turnpike_client.api.play import list_legal_moves, play_moves

URL = os.environ["TURNPIKE_URL"]


def player(name: str) -> AuthenticatedClient:
    """Signs up a player."""
    name = f"{name}-{uuid.uuid4().hex[:8]}"
    who = models.SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    signed_up = sign_up.sync(client=Client(URL), body=who)
    return AuthenticatedClient(URL, token=signed_up.session.access_token)


def main(kind: str, limit: int) -> None:
    offered = {it.id: it for it in list_kinds.sync(client=Client(URL)).kinds}
    seats = min(max(2, offered[kind].min_seats), offered[kind].max_seats)
    players = [player(name) for name in ["ann", "ben", "cleo"][:seats]]
    game = create_game.sync(client=players[0], body=models.GameInput(kind=kind, seats=seats))
    for other in players[1:]:
        game = join_game.sync(game.id, client=other, body=models.JoinRequest(entropy="mine"))
    moves, status, to_act = 0, game.status, game.to_act
    while status == "running" and moves < limit:
        client = players[random.choice(to_act)]
        legal = list_legal_moves.sync(game.id, client=client)
        status, to_act = legal.status, legal.to_act
        if legal.moves:
            body = models.MovesInput(seq=legal.seq, moves=[random.choice(legal.moves)])
            played = play_moves.sync(game.id, client=client, body=body)
            moves, status, to_act = moves + 1, played.status, played.to_act
    log = get_log.sync(game.id, client=players[0])
    chat = list_messages.sync(game.id, client=players[0])
    picture = get_board_png.sync(game.id, client=players[0]).payload.read()
    record = export_game.sync(game.id, client=players[0])
    print(
        f"{kind}: {moves} moves, {status}, {len(log.entries)} entries, {len(chat.messages)} messages, "
        f"a picture of {len(picture)} bytes, a record of {len(record.entries)} entries"
    )


main(sys.argv[1], int(sys.argv[2]))

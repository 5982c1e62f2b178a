"""Plays a game with the generated client:  python play.py thats-life 200"""

import os
import random
import sys
import uuid

import openapi_client as api

URL = os.environ["TURNPIKE_URL"]


def player(name: str) -> api.ApiClient:
    """Signs up a player."""
    name = f"{name}-{uuid.uuid4().hex[:8]}"
    who = api.SignUp(name=name, email=f"{name}@example.org", password="correct horse battery")
    client = api.ApiClient(api.Configuration(host=URL))
    signed_up = api.AccountsApi(client).sign_up(who)
    return api.ApiClient(api.Configuration(host=URL, access_token=signed_up.session.access_token))


def main(kind: str, limit: int) -> None:
    anybody = api.ApiClient(api.Configuration(host=URL))
    offered = {it.id: it for it in api.KindsApi(anybody).list_kinds().kinds}
    seats = min(max(2, offered[kind].min_seats), offered[kind].max_seats)
    players = [player(name) for name in ["ann", "ben", "cleo"][:seats]]
    game = api.GamesApi(players[0]).create_game(api.GameInput(kind=kind, seats=seats))
    for other in players[1:]:
        game = api.GamesApi(other).join_game(game.id, api.JoinRequest(entropy="mine"))
    moves, status, to_act = 0, game.status, game.to_act
    while status == "running" and moves < limit:
        play = api.PlayApi(players[random.choice(to_act)])
        legal = play.list_legal_moves(game.id)
        status, to_act = legal.status, legal.to_act
        if legal.moves:
            body = api.MovesInput(seq=legal.seq, moves=[random.choice(legal.moves)])
            played = play.play_moves(game.id, body)
            moves, status, to_act = moves + 1, played.status, played.to_act
    log = api.HistoryApi(players[0]).get_log(game.id)
    chat = api.ChatApi(players[0]).list_messages(game.id)
    picture = api.GamesApi(players[0]).get_board_png(game.id)
    record = api.HistoryApi(players[0]).export_game(game.id)
    print(
        f"{kind}: {moves} moves, {status.value}, {len(log.entries)} entries, {len(chat.messages)} messages, "
        f"a picture of {len(picture)} bytes, a record of {len(record.entries)} entries"
    )


main(sys.argv[1], int(sys.argv[2]))

#!/usr/bin/env python3
"""Counts a player's games by kind and result.

    python3 docs/cookbook/statistics.py PLAYER

TURNPIKE_URL is the address of the server. Without a name, the program plays a few games as a guest
and counts those. It needs only Python 3.11."""

import json
import os
import random
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter

URL = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")


def call(method, path, token=None, body=None):
    """Sends a request and returns the response, which is open. An error status raises."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=60)


def games_of(player, **parameters):
    """Yields a player's games, one at a time: the server streams them, and so does this loop."""
    path = f"/v1/players/{urllib.parse.quote(player)}/games?{urllib.parse.urlencode(parameters)}"
    with call("GET", path) as lines:
        for line in lines:
            yield json.loads(line)


def result(game, player):
    """Returns how a finished game ended for a player, in the words of the parameter `result`."""
    ranks = [standing["rank"] for standing in game["result"]["standings"]]
    own = next(seat["seat"] for seat in game["seats"] if (seat["player"] or "").lower() == player.lower())
    if len(ranks) == 1:
        return "alone"
    if ranks[own] > 1:
        return "loss"
    return "draw" if ranks.count(1) > 1 else "win"


def table(player):
    """Prints the number of finished games of each kind, by result."""
    counts = Counter()
    for game in games_of(player, status="finished", fields="kind,seats,result"):
        counts[game["kind"], result(game, player)] += 1
    results = ["win", "loss", "draw", "alone"]
    print(f"{player:20}", *(f"{it:>6}" for it in results))
    for kind in sorted({kind for kind, _ in counts}):
        print(f"{kind:20}", *(f"{counts[kind, it]:6}" for it in results))
    return counts.total()


def play(token, game):
    """Plays random legal moves until the game is over."""
    while True:
        with call("GET", f"/v1/games/{game}/legal", token) as response:
            legal = json.load(response)
        if legal["status"] != "running":
            return
        if not legal["moves"]:
            # A bot is to move.
            time.sleep(0.1)
            continue
        body = {"seq": legal["seq"], "moves": [random.choice(legal["moves"])]}
        call("POST", f"/v1/games/{game}/moves", token, body).close()


def games_of_a_guest():
    """Plays three games as a guest. Returns the guest's name."""
    with call("POST", "/v1/players/guest", body={}) as response:
        guest = json.load(response)
    token = guest["session"]["access_token"]
    duel = {"kind": "thats-life", "seats": 2, "options": {"pawns": "2"}, "invite": [{"bot": "random"}]}
    for body in [duel, duel, {"kind": "ferry-follies"}]:
        with call("POST", "/v1/games", token, body) as response:
            game = json.load(response)["id"]
        play(token, game)
    return guest["name"]


def main():
    if len(sys.argv) > 1:
        table(sys.argv[1])
    elif table(games_of_a_guest()) != 3:
        sys.exit("The three games are not all in the list.")


if __name__ == "__main__":
    main()

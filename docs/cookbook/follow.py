#!/usr/bin/env python3
"""Follows games in one stream, prints each change, and ends when all of them are over.

    python3 docs/cookbook/follow.py GAME GAME

TURNPIKE_URL is the address of the server. Without ids, the program makes two games as a guest,
plays them and follows those. It needs only Python 3.11."""

import json
import os
import random
import sys
import threading
import time
import urllib.error
import urllib.request

URL = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")

# A stream sends something at least every 25 seconds. After a minute of silence, it is broken.
SILENCE = 60


def call(method, path, token=None, body=None, headers=()):
    """Sends a request and returns the response, which is open. An error status raises."""
    headers = {"Content-Type": "application/json", **dict(headers)}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    return urllib.request.urlopen(request, timeout=SILENCE)


def events(path):
    """Yields the names and data of a stream's events. Reconnects after the last event."""
    last = None
    while True:
        try:
            with call("GET", path, headers={"Last-Event-ID": last} if last else {}) as stream:
                event = {}
                for line in stream:
                    field, _, value = line.decode().rstrip("\n").partition(": ")
                    event[field] = value
                    if field == "":
                        if "data" in event:
                            last = event["id"]
                            yield event["event"], json.loads(event["data"])
                        event = {}
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503):
                raise
        except OSError as error:
            print(f"The connection broke: {error}", file=sys.stderr)
        time.sleep(2)


def follow(games):
    """Prints each change of these games until they are over."""
    running = set(games)
    for name, state in events(f"/v1/events?ids={','.join(games)}"):
        if name != "game":
            # A later version of the server may send other events.
            continue
        print(f"{state['id']}  {state['kind']}  {state['status']}  ply {state['ply']}", flush=True)
        if state["result"]:
            for standing in state["result"]["standings"]:
                print(f"  seat {standing['seat']}: rank {standing['rank']}, {standing['score']} points")
        if state["status"] in ("finished", "cancelled"):
            running.discard(state["id"])
            if not running:
                return


def play(token, games):
    """Plays random legal moves in these games until they are over."""
    while games:
        for game in list(games):
            with call("GET", f"/v1/games/{game}/legal", token) as response:
                legal = json.load(response)
            if legal["status"] != "running":
                games.remove(game)
            elif legal["moves"]:
                body = {"seq": legal["seq"], "moves": [random.choice(legal["moves"])]}
                call("POST", f"/v1/games/{game}/moves", token, body).close()
        time.sleep(0.1)


def games_of_a_guest():
    """Makes two games as a guest, and plays them in the background. Returns their ids."""
    with call("POST", "/v1/players/guest", body={}) as response:
        token = json.load(response)["session"]["access_token"]
    duel = {"kind": "thats-life", "seats": 2, "options": {"pawns": "2"}, "invite": [{"bot": "random"}]}
    games = []
    for body in [duel, {"kind": "ferry-follies"}]:
        with call("POST", "/v1/games", token, body) as response:
            games.append(json.load(response)["id"])
    threading.Thread(target=play, args=(token, list(games)), daemon=True).start()
    return games


if __name__ == "__main__":
    follow(sys.argv[1:] or games_of_a_guest())

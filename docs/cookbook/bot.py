"""A bot that takes the seats kept for it, and plays whenever it is its turn.

    python3 docs/cookbook/bot.py                     makes an account, plays one game and ends
    TURNPIKE_TOKEN=… python3 docs/cookbook/bot.py    plays all games of its account, for ever
"""

import json
import os
import random
import secrets
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
RETRIED = {"unavailable", "request-timeout", "request-in-progress", "rate-limited"}


class Rejected(Exception):
    """The server rejected a request, and would do so again."""


def call(method, path, token=None, body=None):
    """Sends a request, if necessary several times, and returns the response."""
    # The server carries out requests with the same key once. Moves have their `seq` for that.
    headers = {"Content-Type": "application/json", "Idempotency-Key": f'"{secrets.token_hex(16)}"'}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    pause = 1
    while True:
        wait, pause = pause, min(2 * pause, 60)
        try:
            with urlopen(Request(SERVER + path, data, headers, method=method), timeout=30) as response:
                return json.load(response)
        except HTTPError as error:
            # A proxy in front of the server may fail without a problem in JSON.
            is_problem = error.headers.get_content_subtype() == "problem+json"
            problem = json.load(error) if is_problem else {"code": "unavailable"}
            if problem["code"] not in RETRIED:
                raise Rejected(f"{problem['code']}: {problem['detail']}") from None
            wait = int(error.headers.get("Retry-After", wait))
        except (OSError, HTTPException):
            pass  # The request or its response was lost.
        time.sleep(wait)


def states(token):
    """Yields the state of each game, at first and whenever it changes, for ever."""
    headers, wait = {"Authorization": f"Bearer {token}"}, 1
    while True:
        event = {}
        try:
            # A line comes at least every 25 seconds. Without one for a minute, the stream is dead.
            with urlopen(Request(f"{SERVER}/v1/me/events", headers=headers), timeout=60) as stream:
                for line in stream:
                    name, _, value = line.decode().rstrip("\n").partition(": ")
                    event[name] = value
                    if name == "retry":  # How long to wait before a reconnect, in milliseconds
                        wait = int(value) / 1000
                    if line == b"\n":  # An empty line ends an event.
                        if event.get("event") == "game":
                            yield json.loads(event["data"])
                        if "id" in event:  # After a reconnect, the server sends only later states.
                            headers["Last-Event-ID"] = event["id"]
                        event = {}
        except HTTPError as error:
            if error.code == 401:
                raise  # The token has ended.
        except (OSError, HTTPException):
            pass
        time.sleep(wait)


def play(token, game):
    """Plays until it is the turn of another player."""
    legal = call("GET", f"/v1/games/{game}/legal", token)
    # A bot that restarts its turn at random would never end it.
    while moves := [move for move in legal["moves"] if move["type"] != "restart_turn"]:
        # Choose better here: `GET /v1/games/{id}` has the `view` of the game.
        body = {"seq": legal["seq"], "moves": [random.choice(moves)]}
        # A retry has the same `seq` and the same move, so it returns the response that was lost.
        legal = call("POST", f"/v1/games/{game}/moves", token, body)["legal"]


def run(token, until=None):
    """Plays all games of an account. Ends when the game `until` is over."""
    for state in states(token):
        try:
            if state["invited"] and state["status"] == "open":
                call("POST", f"/v1/games/{state['id']}/seats", token, {})
            elif state["my_turn"]:
                play(token, state["id"])
            elif state["id"] == until and state["status"] in ("finished", "cancelled"):
                return
        except Rejected as problem:
            # For example `stale`: the bot's time ran out. Then the next event has the new state.
            print(f"game {state['id']}: {problem}")


def new_account():
    """Signs up a bot, at best with your mail address, and returns a token that can only play."""
    name, password = f"bot-{secrets.token_hex(4)}", secrets.token_urlsafe()
    account = {"name": name, "email": f"{name}@example.org", "password": password}
    session = call("POST", "/v1/players", body=account)["session"]["access_token"]
    # Everybody sees at the table that a program plays. This works only before the first game.
    call("PATCH", "/v1/me", session, {"automated": True})
    wanted = {"name": "bot.py", "scopes": ["games:read", "games:play"], "reauthentication": {"password": password}}
    return call("POST", "/v1/me/tokens", session, wanted)["token"]


if __name__ == "__main__":
    if "TURNPIKE_TOKEN" in os.environ:
        run(os.environ["TURNPIKE_TOKEN"])
    print(f"TURNPIKE_TOKEN={(token := new_account())}")
    game = call("POST", "/v1/games", token, {"kind": "thats-life", "invite": [{"bot": "greedy"}]})["id"]
    run(token, until=game)
    print(f"The bot played game {game} to its end.")

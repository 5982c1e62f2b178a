"""Posts a player's turns to a Discord channel, with the player's consent.

    python3 docs/cookbook/discord.py https://discord.com/api/webhooks/…
    python3 docs/cookbook/discord.py    # tries it: the program plays Discord and the player, too

In Discord, make the webhook under Edit Channel, Integrations, and copy its URL. The Turnpike server
posts there itself, so your program needs no public address. To try it, start the server with the
option --webhooks-allow 127.0.0.1.
"""

import json
import os
import secrets
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

SERVER = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
APP = "Turns on Discord"


def call(method, path, token=None, body=None, form=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    data = None
    if form:  # The calls of OAuth take forms.
        data = urlencode(form).encode()
    elif body is not None:
        data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
    with urlopen(Request(SERVER + path, data, headers, method=method), timeout=30) as response:
        return json.loads(response.read() or b"null")


def ask(show):
    """Asks the player for a token by the device flow (RFC 8628), and returns it."""
    # Webhooks need only `games:read`. The player sees on the page what the app asks for.
    device = call("POST", "/oauth/device", form={"client_id": APP, "scope": "games:read"})
    show(device)
    grant = "urn:ietf:params:oauth:grant-type:device_code"
    form = {"client_id": APP, "grant_type": grant, "device_code": device["device_code"]}
    interval = device["interval"]
    while True:
        try:
            return call("POST", "/oauth/token", form=form)["access_token"]
        except HTTPError as error:
            reason = json.load(error).get("error", error.code)
            if reason == "slow_down":
                interval += 5
            elif reason != "authorization_pending":
                raise SystemExit(f"No token: {reason}") from None  # For example `access_denied`.
        time.sleep(interval)


def connect(token, discord):
    """Lets the server post to Discord, and posts a test."""
    # In the format `discord` the body is a sentence in the player's language that pings nobody. To
    # write your own sentences or ping players, receive the format `standard` at your own address,
    # verify its signature as tests/webhooks/receive.py does, and post to Discord yourself.
    wanted = {"url": discord, "format": "discord", "events": ["game.turn", "game.reminder", "game.finished"]}
    webhook = call("POST", "/v1/me/webhooks", token, wanted)
    call("POST", f"/v1/me/webhooks/{webhook['id']}/test", token)


def disconnect(token):
    """Revokes the token. Its webhooks end with it."""
    call("POST", "/oauth/revoke", form={"token": token})


def try_it():
    """Connects a new player, who agrees, with a local receiver in place of Discord."""
    posts = Queue()

    class Discord(BaseHTTPRequestHandler):
        def do_POST(self):
            posts.put(json.loads(self.rfile.read(int(self.headers["Content-Length"])))["content"])
            self.send_response(204)
            self.end_headers()

    receiver = ThreadingHTTPServer(("127.0.0.1", 0), Discord)
    Thread(target=receiver.serve_forever, daemon=True).start()
    name, password = f"ann-{secrets.token_hex(4)}", secrets.token_urlsafe()
    account = {"name": name, "email": f"{name}@example.org", "password": password}
    player = call("POST", "/v1/players", body=account)["session"]["access_token"]

    def agree(device):
        """Does what the page `verification_uri` does when the player types the code and agrees."""
        decision = {"allow": True, "reauthentication": {"password": password}}
        call("POST", f"/v1/me/grants/{device['user_code']}", player, decision)

    token = ask(lambda device: Thread(target=agree, args=(device,)).start())
    connect(token, f"http://127.0.0.1:{receiver.server_port}/")
    print("The test says:", posts.get(timeout=60))
    call("POST", "/v1/games", player, {"kind": "thats-life", "invite": [{"bot": "greedy"}]})
    turn = posts.get(timeout=60)
    disconnect(token)
    assert call("GET", "/v1/me/webhooks", player)["webhooks"] == [], "the webhook did not end"
    print("Discord showed:", turn)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        try_it()
    else:
        token = ask(lambda it: print(f"Open {it['verification_uri']} and type {it['user_code']}."))
        try:
            connect(token, sys.argv[1])
            # A service for many players stores each token instead, for as long as it is wanted.
            input("The server now posts to Discord. Press Enter to stop it.")
        finally:
            disconnect(token)

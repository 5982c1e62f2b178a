"""What a client on a phone does: push wakes it up, it shows games offline, and sends moves later.

    python3 docs/cookbook/phone.py    # with a server that has the option --webhooks-allow 127.0.0.1
"""

import json
import os
import secrets
import tempfile
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = os.environ.get("TURNPIKE_URL", "http://127.0.0.1:8080")
NO_NETWORK = "http://127.0.0.1:1"  # Nothing listens there.


class Device:
    def __init__(self, folder):
        self.server, self.folder, self.token = SERVER, Path(folder), None

    def call(self, method, path, body=None, etag=None):
        """Returns a response and its ETag. Raises `OSError` if there is no network."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= {"If-None-Match": etag} if etag else {}
        with urlopen(Request(self.server + path, data, headers, method=method), timeout=30) as response:
            return json.load(response), response.headers["ETag"]

    def read(self, path):
        """Returns a response, else the stored one or `None`, and how current it is."""
        file = self.folder / path.replace("/", "-")
        body, etag = json.loads(file.read_text()) if file.exists() else (None, None)
        try:
            body, etag = self.call("GET", path, etag=etag)
        except HTTPError as error:
            if error.code != 304:
                raise
            return body, "unchanged"  # This response has no body: the stored one is current.
        except OSError:
            return body, "offline"
        file.write_text(json.dumps([body, etag]))
        return body, "new"

    def play(self, game, choose):
        """Stores a move, and sends it if there is a network."""
        legal, _ = self.read(f"/v1/games/{game}/legal")
        # `seq` numbers the decision that the player saw. Never send the move with a later number:
        # the server would play it in a position that the player has not seen.
        move = {"seq": legal["seq"], "moves": [choose(legal["moves"])]}
        (self.folder / f"pending-{game}").write_text(json.dumps(move))
        return self.send(game)

    def send(self, game):
        """Sends the stored move, and returns the outcome. Call this when the network is back."""
        file = self.folder / f"pending-{game}"
        try:
            # If an earlier try succeeded and its response was lost, this plays nothing again.
            self.call("POST", f"/v1/games/{game}/moves", json.loads(file.read_text()))
            outcome = "played"
        except HTTPError as error:
            if error.code in (408, 429) or error.code >= 500:
                return "waiting"
            # `stale`: another device made this decision, or the player's time ran out. Forget the
            # move, show the current position, and let the player choose again.
            outcome = json.load(error)["code"]
        except OSError:
            return "waiting"
        file.unlink()
        return outcome


class PushService(BaseHTTPRequestHandler):  # Stands for the one of the phone's maker.
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.end_headers()


folders = [tempfile.TemporaryDirectory() for _ in range(3)]
phone, laptop, opponent = (Device(folder.name) for folder in folders)
for device in (phone, opponent):
    name, password = f"player-{secrets.token_hex(4)}", secrets.token_urlsafe()
    account = {"name": name, "email": f"{name}@example.org", "password": password}
    device.token = device.call("POST", "/v1/players", account)[0]["session"]["access_token"]
laptop.token = phone.token  # The same player. A real laptop signs in by itself.

# On a phone, a library makes the endpoint and the keys. The server encrypts for them, so the push
# service reads nothing. These keys are the published example of RFC 8291: don't use them.
service = HTTPServer(("127.0.0.1", 0), PushService)
public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
keys = {"p256dh": public, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}
subscription = {"endpoint": f"http://127.0.0.1:{service.server_port}/phone", "keys": keys}
phone.call("POST", "/v1/me/push-subscriptions", subscription)

# The opponent joins, and a push wakes up the phone. It reads what it will need without a network.
game = laptop.call("POST", "/v1/games", {"kind": "flip-freighters", "seats": 2})[0]["id"]
opponent.call("POST", f"/v1/games/{game}/seats", {})
service.handle_request()  # Returns after one push.
for expected in ("new", "unchanged"):
    assert [phone.read(f"/v1/games/{game}{rest}")[1] for rest in ("", "/legal")] == [expected] * 2

# The player moves without a network. The phone sends the move later.
phone.server = NO_NETWORK
assert phone.read(f"/v1/games/{game}")[1] == "offline"
assert phone.play(game, lambda moves: moves[0]) == "waiting"
phone.server = SERVER
assert phone.send(game) == "played"
phone.read(f"/v1/games/{game}/legal")

# The same again, but the player also makes this decision on the laptop, with another move.
phone.server = NO_NETWORK
assert phone.play(game, lambda moves: moves[0]) == "waiting"
assert laptop.play(game, lambda moves: moves[1]) == "played"
phone.server = SERVER
assert phone.send(game) == "stale"
print("The server played one move that the phone sent later, and rejected a stale one.")

"""Receives pushes of a real server, and decrypts and verifies them with published libraries."""

import base64
import json
import secrets
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Thread

import http_ece
import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from server import PATIENCE, call, player


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(data):
    return base64.urlsafe_b64decode(data + "=" * (-len(data) % 4))


received = Queue()


class PushService(BaseHTTPRequestHandler):
    def do_POST(self):
        received.put((dict(self.headers), self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(201)
        self.end_headers()

    def log_message(self, *_):
        pass


service = ThreadingHTTPServer(("127.0.0.1", 0), PushService)
Thread(target=service.serve_forever, daemon=True).start()
origin = f"http://127.0.0.1:{service.server_port}"
ann, ben = player("ann"), player("ben")
key, auth = ec.generate_private_key(ec.SECP256R1()), secrets.token_bytes(16)
public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
wanted = {"endpoint": f"{origin}/abc", "keys": {"p256dh": text(public), "auth": text(auth)}}
made = call("POST", "/v1/me/push-subscriptions", wanted, ben)


def told():
    """Returns the next push and its sender. Checks its signature, audience and time."""
    headers, body = received.get(timeout=PATIENCE)
    headers = {name.lower(): value for name, value in headers.items()}
    assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0, headers
    parts = dict(part.strip().split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(","))
    assert parts["k"] == call("GET", "/v1/me/push-subscriptions", None, ben)["application_server_key"]
    signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(parts["k"]))
    claims = jwt.decode(parts["t"], signer, algorithms=["ES256"], audience=origin)
    assert claims["exp"] <= time.time() + 24 * 3600 and claims["sub"].startswith(("mailto:", "https:")), claims
    opened = http_ece.decrypt(body, private_key=key, auth_secret=auth, version="aes128gcm")
    return json.loads(opened)["notification"]


call("POST", f"/v1/me/push-subscriptions/{made['id']}/test", None, ben)
assert told()["title"] == "This is a test"
game = call("POST", "/v1/games", {"kind": "thats-life", "seats": 2}, ann)["id"]
call("POST", f"/v1/games/{game}/seats", {}, ben)
begun = told()
assert begun["tag"].startswith(game) and begun["navigate"].endswith(f"/games/{game}"), begun
print("Python's http_ece opens what is pushed, and PyJWT verifies who pushed it.")

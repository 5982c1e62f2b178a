"""Calls to the server under test."""

import json
import os
import secrets
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SERVER = os.environ["TURNPIKE_URL"]

# Time limit for anything on a busy machine, in seconds.
PATIENCE = 300


def call(method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(SERVER + path, data, headers, method=method)) as answer:
                return json.loads(answer.read() or b"null")
        except HTTPError as refused:
            # A busy server says when to try again.
            if refused.code != 503:
                raise
            time.sleep(int(refused.headers.get("retry-after", "1")))


def player(name):
    name = f"{name}-{secrets.token_hex(3)}"
    body = {"name": name, "email": f"{name}@example.org", "password": "correct horse battery"}
    return call("POST", "/v1/players", body)["session"]["access_token"]

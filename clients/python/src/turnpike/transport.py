"""Sends requests: adds tokens, retries calls that are safe to repeat, and caches responses. It
knows paths, but no members of bodies except the `id` of a chat message."""

import random
import re
import ssl
import threading
import time
import uuid
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache

import httpx

from turnpike.errors import ProblemError, error_of, parsed
from turnpike.session import Bearer

KEYED = re.compile(
    r"/v1/(games|deals|players(/guest)?|admin/acts"
    r"|games/(reservations|[^/]+/(invitations|rematch|reports|seats/\d+/extension))"
    r"|me/(feeds|grants|holidays|keep|passkeys|tokens|(push|webhooks)(/[^/]+/(secret|test))?))$"
)
"""Calls that create something and accept an idempotency key."""
REPEATABLE = re.compile(r"/v1/(games/[^/]+/(moves|seats)|sessions/refresh)$")
"""Calls that are safe to repeat: a move has its `seq`, and a seat that you have stays yours."""
CHAT = re.compile(r"/v1/games/[^/]+/chat$")
EVENTS = "text/event-stream"
"""The media type of streams, which are not read here: they do not end."""
IN_DOUBT = (502, 503, 504)
"""Statuses that leave open whether the server processed the request."""

FIRST_WAIT = 0.2
LONGEST_WAIT = 10.0
KEPT_ANSWERS = 64
KEPT_BYTES = 256 * 1024

FAILURES = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)


@dataclass(frozen=True)
class Manners:
    """Time limits, in seconds."""

    patience: float = 60.0
    """How long to retry one call, including waits."""
    timeout: float = 30.0
    """How long one attempt waits for the server."""
    silence: float = 60.0
    """How long a stream may be silent before the client reconnects."""


@cache
def certificates() -> ssl.SSLContext:
    """Returns the trusted certificates. Loading them takes a while, so they are cached."""
    return httpx.create_ssl_context()


class Transport(httpx.BaseTransport):
    """A transport that raises rejections as exceptions."""

    def __init__(self, manners: Manners, bearer: Bearer | None = None) -> None:
        self._manners = manners
        self._bearer = bearer
        self._inner = httpx.HTTPTransport(verify=certificates())
        self._kept: OrderedDict[str, httpx.Response] = OrderedDict()
        self._lock = threading.Lock()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request until there is a response, or an error that a retry does not fix."""
        request.read()
        if request.method == "POST" and KEYED.search(request.url.path):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        repeatable = is_repeatable(request)
        key = key_of(request)
        with self._lock:
            kept = self._kept.get(key) if key else None
        if kept is not None:
            request.headers["If-None-Match"] = kept.headers["ETag"]

        until = time.monotonic() + self._manners.patience
        token = self._bearer.token() if self._bearer else None
        renewed = False
        tries = 0
        while True:
            if token is not None:
                request.headers["Authorization"] = f"Bearer {token}"
            failure: Exception
            least = 0.0
            try:
                answer = self._inner.handle_request(request)
                if answer.headers.get("Content-Type", "").startswith(EVENTS):
                    return answer
                answer.read()
            except FAILURES as error:
                if not repeatable:
                    raise
                failure = error
            else:
                if answer.status_code == 304 and kept is not None:
                    return copy_of(kept)
                if answer.status_code < 400:
                    self._keep(key, answer)
                    return answer
                failure = error_of(answer.status_code, answer.content)
                code = failure.code if isinstance(failure, ProblemError) else None
                if code == "not-signed-in" and self._bearer and token and not renewed:
                    token = self._bearer.instead(token)
                    if token is None:
                        raise failure
                    renewed = True
                    continue
                # The server did not process a rate-limited request, and will soon have the response
                # to one that is under way. A retry does not repair a damaged game.
                in_doubt = answer.status_code in IN_DOUBT and code != "damaged-game"
                comes_back = answer.status_code == 429 or code == "request-in-progress"
                if not comes_back and not (in_doubt and repeatable):
                    raise failure
                after = answer.headers.get("Retry-After", "0")
                least = float(after) if after.isdigit() else 0.0
            wait = least + min(FIRST_WAIT * 2**tries, LONGEST_WAIT) * random.uniform(0.5, 1.5)
            if time.monotonic() + wait > until:
                raise failure
            time.sleep(wait)
            tries += 1

    def close(self) -> None:
        """Closes all connections."""
        self._inner.close()

    def _keep(self, key: str | None, answer: httpx.Response) -> None:
        if key is None:
            return
        storable = "no-store" not in answer.headers.get("Cache-Control", "")
        with self._lock:
            self._kept.pop(key, None)
            if storable and "ETag" in answer.headers and len(answer.content) <= KEPT_BYTES:
                self._kept[key] = copy_of(answer)
            if len(self._kept) > KEPT_ANSWERS:
                self._kept.popitem(last=False)


def copy_of(answer: httpx.Response) -> httpx.Response:
    """Returns a copy of a response, with its body decoded."""
    about_the_coding = ("content-encoding", "content-length", "transfer-encoding")
    headers = [it for it in answer.headers.multi_items() if it[0].lower() not in about_the_coding]
    return httpx.Response(answer.status_code, headers=headers, content=answer.content)


def is_repeatable(request: httpx.Request) -> bool:
    """Whether a request is safe to repeat when its outcome is unknown."""
    if request.method in ("GET", "HEAD"):
        return True
    if request.method == "PUT":
        # After a change with `If-Match`, the repetition would fail: the version has changed.
        return "If-Match" not in request.headers
    if request.method != "POST":
        return False
    if CHAT.search(request.url.path):
        message = parsed(request.content)
        return isinstance(message, dict) and "id" in message
    return bool(REPEATABLE.search(request.url.path)) or "Idempotency-Key" in request.headers


def key_of(request: httpx.Request) -> str | None:
    """Returns the cache key of a request, or None if the response is not cached here."""
    if request.method != "GET" or "If-None-Match" in request.headers:
        return None
    return f"{request.headers.get('Accept-Language', '')} {request.url}"

"""Sends requests: adds tokens, retries calls that are safe to repeat, and caches responses. It
knows paths, but no members of bodies except the `id` of a chat message."""

import random
import re
import ssl
import threading
import time
import uuid
from collections import OrderedDict
from functools import cache

import httpx

from turnpike.errors import ProblemError, error_of, parsed
from turnpike.options import Options
from turnpike.session import TokenSource

KEYED = re.compile(
    r"/v1/(games|deals|players(/guest)?|admin/actions"
    r"|games/(reservations|[^/]+/(invitations|rematch|reports|seats/\d+/extension))"
    r"|me/(feeds|grants|holidays|passkeys|tokens|upgrade"
    r"|(push-subscriptions|webhooks)(/[^/]+/(secret|test))?))$"
)
"""Calls that create something and accept an idempotency key."""
REPEATABLE = re.compile(r"/v1/(games/[^/]+/(moves|seats)|sessions/refresh)$")
"""Calls that are safe to repeat: a move has its `seq`, and a seat that you have stays yours."""
CHAT = re.compile(r"/v1/games/[^/]+/chat$")
EVENTS = "text/event-stream"
"""The media type of streams, which are not read here: they do not end."""
UNCERTAIN = (502, 503, 504)
"""Statuses that leave open whether the server processed the request."""

FIRST_WAIT = 0.2
LONGEST_WAIT = 10.0
CACHED_RESPONSES = 64
CACHED_BYTES = 256 * 1024

FAILURES = (httpx.NetworkError, httpx.TimeoutException, httpx.RemoteProtocolError)


@cache
def certificates() -> ssl.SSLContext:
    """Returns the trusted certificates. Loading them takes a while, so they are cached."""
    return httpx.create_ssl_context()


class Transport(httpx.BaseTransport):
    """A transport that raises rejections as exceptions."""

    def __init__(self, options: Options, tokens: TokenSource | None = None) -> None:
        self._options = options
        self._tokens = tokens
        self._inner = httpx.HTTPTransport(verify=certificates())
        self._cache: OrderedDict[str, httpx.Response] = OrderedDict()
        self._lock = threading.Lock()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Sends a request until there is a response, or an error that a retry does not fix."""
        request.read()
        if request.method == "POST" and KEYED.search(request.url.path):
            request.headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        repeatable = is_repeatable(request)
        key = key_of(request)
        with self._lock:
            cached = self._cache.get(key) if key else None
        if cached is not None:
            request.headers["If-None-Match"] = cached.headers["ETag"]

        deadline = time.monotonic() + self._options.retry_timeout
        token = self._tokens.token() if self._tokens else None
        renewed = False
        attempts = 0
        while True:
            if token is not None:
                request.headers["Authorization"] = f"Bearer {token}"
            failure: Exception
            retry_after = 0.0
            try:
                response = self._inner.handle_request(request)
                if response.headers.get("Content-Type", "").startswith(EVENTS):
                    return response
                response.read()
            except FAILURES as error:
                if not repeatable:
                    raise
                failure = error
            else:
                if response.status_code == 304 and cached is not None:
                    return copy_of(cached)
                if response.status_code < 400:
                    self._store(key, response)
                    return response
                failure = error_of(response.status_code, response.content)
                code = failure.code if isinstance(failure, ProblemError) else None
                if code == "not-signed-in" and self._tokens and token and not renewed:
                    token = self._tokens.replace(token)
                    if token is None:
                        raise failure
                    renewed = True
                    continue
                # The server did not process a rate-limited request, and will soon have the response
                # to one that is under way. A retry does not repair a damaged game.
                uncertain = response.status_code in UNCERTAIN and code != "damaged-game"
                will_succeed = response.status_code == 429 or code == "request-in-progress"
                if not will_succeed and not (uncertain and repeatable):
                    raise failure
                after = response.headers.get("Retry-After", "0")
                retry_after = float(after) if after.isdigit() else 0.0
            backoff = min(FIRST_WAIT * 2**attempts, LONGEST_WAIT)
            wait = retry_after + backoff * random.uniform(0.5, 1.5)
            if time.monotonic() + wait > deadline:
                raise failure
            time.sleep(wait)
            attempts += 1

    def close(self) -> None:
        """Closes all connections."""
        self._inner.close()

    def _store(self, key: str | None, response: httpx.Response) -> None:
        if key is None:
            return
        storable = "no-store" not in response.headers.get("Cache-Control", "")
        with self._lock:
            self._cache.pop(key, None)
            if storable and "ETag" in response.headers and len(response.content) <= CACHED_BYTES:
                self._cache[key] = copy_of(response)
            if len(self._cache) > CACHED_RESPONSES:
                self._cache.popitem(last=False)


def copy_of(response: httpx.Response) -> httpx.Response:
    """Returns a copy of a response, with its body decoded."""
    about_the_coding = ("content-encoding", "content-length", "transfer-encoding")
    headers = [it for it in response.headers.multi_items() if it[0].lower() not in about_the_coding]
    return httpx.Response(response.status_code, headers=headers, content=response.content)


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

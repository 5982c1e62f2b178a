"""Tokens and their renewal: once, even if many calls wait for it."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from turnpike_client.models import Session

EARLY = 30.0
"""How many seconds before its expiry a token is renewed, so that it does not expire in transit."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a session. Store them for `Turnpike.resume`."""

    access: str
    refresh: str
    expires_at: float
    """When the access token expires, in seconds since 1970 by this machine's clock."""
    device: str | None = None
    """Send it when the same player signs in again on this device."""


def tokens_of(session: Session, before: Tokens | None = None) -> Tokens:
    """Returns the tokens of a new session."""
    device = before.device if before else None
    if isinstance(session.device_token, str):
        device = session.device_token
    expires_at = time.time() + session.expires_in
    return Tokens(session.access_token, session.refresh_token, expires_at, device)


class TokenSource(Protocol):
    """A source of tokens for the `Authorization` header."""

    def token(self) -> str:
        """Returns a token that has not expired by this machine's clock."""

    def replace(self, rejected: str) -> str | None:
        """Returns another token in place of a rejected one, or None if there is none."""


class PersonalToken:
    """A personal access token, which cannot be renewed."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def token(self) -> str:
        """Returns the token."""
        return self._secret

    def replace(self, rejected: str) -> None:
        """Returns None: there is no other token."""


class SessionTokens:
    """A session. Its refresh token works once, so one thread renews the tokens for all that
    wait."""

    def __init__(
        self,
        tokens: Tokens,
        refresh: Callable[[Tokens], Tokens],
        store: Callable[[Tokens], None] | None,
    ) -> None:
        self._tokens = tokens
        self._refresh = refresh
        self._store = store
        self._lock = threading.Lock()
        self._renewal: Future[str] | None = None

    def token(self) -> str:
        """Returns the access token, or the next one if it is about to expire."""
        tokens = self._tokens
        if time.time() < tokens.expires_at - EARLY:
            return tokens.access
        return self._renewed(tokens)

    def replace(self, rejected: str) -> str:
        """Returns the access token that followed a rejected one."""
        tokens = self._tokens
        return self._renewed(tokens) if tokens.access == rejected else self.token()

    def _renewed(self, used: Tokens) -> str:
        with self._lock:
            if self._tokens is not used:
                return self._tokens.access
            waiting = self._renewal
            if waiting is None:
                mine = self._renewal = Future()
        if waiting is not None:
            return waiting.result()
        try:
            # The old tokens are used up, so these are in use even if `store` fails.
            self._tokens = self._refresh(used)
            if self._store:
                self._store(self._tokens)
            mine.set_result(self._tokens.access)
        except BaseException as error:
            mine.set_exception(error)
        finally:
            with self._lock:
                self._renewal = None
        return mine.result()

"""Tokens, and how they are renewed: once, however many calls wait."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol

from turnpike_client.models import SessionBody

EARLY = 30.0
"""Renewed this many seconds before its end, a token is not refused on its way."""


@dataclass(frozen=True)
class Tokens:
    """The tokens of a session: store them, and give them to `Turnpike.resume`."""

    access: str
    refresh: str
    ends_at: float
    """When the access token ends, in seconds since 1970 by this machine's clock."""
    device: str | None = None
    """Send it when the same player signs in again on this device."""


def tokens_of(session: SessionBody, before: Tokens | None = None) -> Tokens:
    """The tokens that a session came with."""
    device = session.device_token
    if not isinstance(device, str):
        device = before.device if before else None
    ends_at = time.time() + session.expires_in
    return Tokens(session.access_token, session.refresh_token, ends_at, device)


class Bearer(Protocol):
    """What goes into the `Authorization` header."""

    def token(self) -> str:
        """A token that is good, as far as this side knows."""

    def instead(self, refused: str) -> str | None:
        """Another than the one that was refused; None where there is none to be had."""


class PersonalToken:
    """A personal access token: it is good until it ends."""

    def __init__(self, secret: str) -> None:
        self._secret = secret

    def token(self) -> str:
        """The token."""
        return self._secret

    def instead(self, refused: str) -> None:
        """There is no other."""


class Session:
    """A session, whose refresh token is good for one use: of all threads that wait, one refreshes."""

    def __init__(
        self,
        tokens: Tokens,
        refresh: Callable[[Tokens], Tokens],
        keep: Callable[[Tokens], None],
    ) -> None:
        self._tokens = tokens
        self._refresh = refresh
        self._keep = keep
        self._lock = threading.Lock()
        self._renewal: Future[str] | None = None

    def token(self) -> str:
        """The access token, or the next one when that is about to end."""
        tokens = self._tokens
        if time.time() < tokens.ends_at - EARLY:
            return tokens.access
        return self._renewed(tokens)

    def instead(self, refused: str) -> str:
        """The access token that came after the one that was refused."""
        tokens = self._tokens
        return self._renewed(tokens) if tokens.access == refused else self.token()

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
            # The old one is used up: from here on the new one is what there is, stored or not.
            self._tokens = self._refresh(used)
            self._keep(self._tokens)
            mine.set_result(self._tokens.access)
        except BaseException as error:
            mine.set_exception(error)
        finally:
            with self._lock:
                self._renewal = None
        return mine.result()

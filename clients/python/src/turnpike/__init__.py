"""A client of Turnpike, a server for correspondence play of board games.

`turnpike_client.api` has a module for each call of the contract. It is generated. `Turnpike` is the
client for these calls: it signs in, renews its tokens, and retries calls that are safe to repeat.
"""

from collections.abc import Callable, Iterator
from typing import Never, Self, TypeVar, overload
from urllib.parse import quote

import httpx

from turnpike.errors import ProblemError, UnexpectedAnswer
from turnpike.session import Bearer, PersonalToken, Session, Tokens, tokens_of
from turnpike.stream import Event, follow
from turnpike.transport import Manners, Transport
from turnpike_client import AuthenticatedClient
from turnpike_client.api.accounts import begin_as_guest, sign_up
from turnpike_client.api.sessions import refresh, sign_in
from turnpike_client.models import (
    GuestBody,
    MoveConflict,
    Problem,
    RefreshRequest,
    RefusedMove,
    SignIn,
    SignUp,
)

__all__ = ["Event", "Manners", "ProblemError", "Tokens", "Turnpike", "UnexpectedAnswer", "answer"]

T = TypeVar("T")


@overload
def answer(told: Problem | MoveConflict | RefusedMove | None) -> Never: ...
@overload
def answer(told: T) -> T: ...
def answer(told: T) -> T:
    """Narrows the type of a response to success. Rejections have been raised before."""
    if told is None or isinstance(told, Problem | MoveConflict | RefusedMove):
        raise TypeError(f"no answer: {told}")
    return told


def _keep_none(_: Tokens) -> None:
    pass


class Turnpike(AuthenticatedClient):
    """A client of a server, as one player or, with an address only, anonymous.

    Threads can share a client.
    """

    def __init__(
        self,
        url: str,
        *,
        bearer: Bearer | None = None,
        manners: Manners = Manners(),
        language: str | None = None,
    ) -> None:
        super().__init__(base_url=url, token="", raise_on_unexpected_status=True)
        self._manners = manners
        self.set_httpx_client(
            httpx.Client(
                base_url=url,
                transport=Transport(manners, bearer),
                timeout=manners.timeout,
                headers={"Accept-Language": language} if language else {},
            )
        )

    @classmethod
    def with_token(
        cls, url: str, token: str, *, manners: Manners = Manners(), language: str | None = None
    ) -> Self:
        """Creates a client with a personal access token (`POST /v1/me/tokens`), without a
        password."""
        return cls(url, bearer=PersonalToken(token), manners=manners, language=language)

    @classmethod
    def sign_in(
        cls,
        url: str,
        how: SignIn,
        *,
        keep: Callable[[Tokens], None] = _keep_none,
        manners: Manners = Manners(),
        language: str | None = None,
    ) -> Self:
        """Signs in with a password, or with anything else that `POST /v1/sessions` accepts."""
        session = answer(sign_in.sync(client=Turnpike(url, manners=manners), body=how))
        tokens = tokens_of(session)
        keep(tokens)
        return cls.resume(url, tokens, keep=keep, manners=manners, language=language)

    @classmethod
    def sign_up(
        cls,
        url: str,
        who: SignUp,
        *,
        keep: Callable[[Tokens], None] = _keep_none,
        manners: Manners = Manners(),
        language: str | None = None,
    ) -> Self:
        """Signs up a new player."""
        made = answer(sign_up.sync(client=Turnpike(url, manners=manners), body=who))
        tokens = tokens_of(made.session)
        keep(tokens)
        return cls.resume(url, tokens, keep=keep, manners=manners, language=language)

    @classmethod
    def as_guest(
        cls,
        url: str,
        who: GuestBody = GuestBody(),
        *,
        keep: Callable[[Tokens], None] = _keep_none,
        manners: Manners = Manners(),
        language: str | None = None,
    ) -> Self:
        """Begins as a new guest. Store the tokens: a guest has no password to sign in with."""
        made = answer(begin_as_guest.sync(client=Turnpike(url, manners=manners), body=who))
        tokens = tokens_of(made.session)
        keep(tokens)
        return cls.resume(url, tokens, keep=keep, manners=manners, language=language)

    @classmethod
    def resume(
        cls,
        url: str,
        tokens: Tokens,
        *,
        keep: Callable[[Tokens], None] = _keep_none,
        manners: Manners = Manners(),
        language: str | None = None,
    ) -> Self:
        """Continues a session with its newest tokens. No other program may use the same tokens.

        The client calls `keep` with each new pair before any call uses it. Store it there.
        """
        # The server accepts a used refresh token for another half minute, in case its response was
        # lost.
        anonymous = Turnpike(url, manners=Manners(patience=25, timeout=10))

        def renew(old: Tokens) -> Tokens:
            body = RefreshRequest(refresh_token=old.refresh)
            return tokens_of(answer(refresh.sync(client=anonymous, body=body)), old)

        session = Session(tokens, renew, keep)
        return cls(url, bearer=session, manners=manners, language=language)

    def my_events(self, *, after: str | None = None) -> Iterator[Event]:
        """Follows the list of the player's games (`games`) and the state of each (`game`).

        The stream resumes after an interruption, and raises errors. With the `id` of an event as
        `after`, it starts behind that event.
        """
        return follow(self.get_httpx_client(), "/v1/me/events", self._manners, after=after)

    def game_events(
        self,
        game: str,
        *,
        since: int | None = None,
        message: int | None = None,
        after: str | None = None,
    ) -> Iterator[Event]:
        """Follows the log (`log`), the state (`game`) and the chat (`said`) of a game.

        The stream has new events only, or also the entries after `since` and the messages after
        `message`. With the `id` of an event as `after`, it starts behind that event.
        """
        path = f"/v1/games/{quote(game, safe='')}/events"
        query = {"since": since, "after": message}
        return follow(self.get_httpx_client(), path, self._manners, after=after, query=query)

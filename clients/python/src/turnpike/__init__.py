"""A client of Turnpike, a server for correspondence play of board games.

Every call of the contract is a module of `turnpike_client.api`, which is generated. `Turnpike` is
the client that those take: it signs in and stays signed in, and tries again where that is safe.
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
from turnpike_client.api.accounts import sign_up
from turnpike_client.api.sessions import refresh, sign_in
from turnpike_client.models import (
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
    """What a call was answered. Refusals have been raised before; this is for the types."""
    if told is None or isinstance(told, Problem | MoveConflict | RefusedMove):
        raise TypeError(f"no answer: {told}")
    return told


def _keep_none(_: Tokens) -> None:
    pass


class Turnpike(AuthenticatedClient):
    """A server, as one player or, when made by its address alone, as nobody.

    Any number of threads may use it.
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
        """With a personal access token (`POST /v1/me/tokens`): for programs, which need no password."""
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
        """With a password, or whatever else `POST /v1/sessions` takes."""
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
        """As a new player."""
        made = answer(sign_up.sync(client=Turnpike(url, manners=manners), body=who))
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
        """With the tokens that were told last. No other program may go on with the same ones.

        `keep` is told each new pair before any call uses it: store it there.
        """
        # The server takes a used token again for half a minute, for answers that were lost.
        nobody = Turnpike(url, manners=Manners(patience=25, timeout=10))

        def renew(old: Tokens) -> Tokens:
            body = RefreshRequest(refresh_token=old.refresh)
            return tokens_of(answer(refresh.sync(client=nobody, body=body)), old)

        session = Session(tokens, renew, keep)
        return cls(url, bearer=session, manners=manners, language=language)

    def my_events(self, *, after: str | None = None) -> Iterator[Event]:
        """Which games this player has to do with (`games`), and how each of them stands (`game`).

        It goes on where it breaks off, and raises what the server refuses. With the `id` of an event,
        what follows it.
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
        """What happens in a game (`log`), how it stands (`game`), and what is said there (`said`).

        From now on, or with the entries after `since` and the messages after `message`; with the `id`
        of an event, what follows it.
        """
        path = f"/v1/games/{quote(game, safe='')}/events"
        query = {"since": since, "after": message}
        return follow(self.get_httpx_client(), path, self._manners, after=after, query=query)

"""A client of Turnpike, a server for correspondence play of board games.

`turnpike_client.api` has a module for each call of the contract. It is generated. `Turnpike` is the
client for these calls: it signs in, renews its tokens, and retries calls that are safe to repeat.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Never, Self, TypeVar, overload
from urllib.parse import quote

import httpx

from turnpike.errors import ProblemError, UnexpectedResponse
from turnpike.options import Options
from turnpike.session import PersonalToken, SessionTokens, Tokens, TokenSource, tokens_of
from turnpike.stream import StreamEvent, follow
from turnpike.transport import Transport
from turnpike_client import AuthenticatedClient
from turnpike_client.api.accounts import create_guest, sign_up
from turnpike_client.api.sessions import refresh_session, sign_in
from turnpike_client.models import (
    FollowedEventGame,
    FollowedEventReady,
    GameStreamEventChat,
    GameStreamEventGame,
    GameStreamEventLog,
    GuestInput,
    MoveConflict,
    PlayerStreamEventGame,
    PlayerStreamEventGames,
    Problem,
    RefusedMove,
    SessionRefresh,
    SignIn,
    SignUp,
)

__all__ = [
    "Options",
    "ProblemError",
    "StreamEvent",
    "Tokens",
    "Turnpike",
    "UnexpectedResponse",
    "unwrap",
]

T = TypeVar("T")


@overload
def unwrap(response: Problem | MoveConflict | RefusedMove | None) -> Never: ...
@overload
def unwrap(response: T) -> T: ...
def unwrap(response: T) -> T:
    """Narrows the type of a response to success. Rejections have been raised before."""
    if response is None or isinstance(response, Problem | MoveConflict | RefusedMove):
        raise TypeError(f"not a success: {response}")
    return response


class Turnpike(AuthenticatedClient):
    """A client of a server, as one player or, with an address only, anonymous.

    Threads can share a client.
    """

    def __init__(
        self, url: str, options: Options = Options(), *, tokens: TokenSource | None = None
    ) -> None:
        super().__init__(base_url=url, token="", raise_on_unexpected_status=True)
        self._options = options
        self.set_httpx_client(
            httpx.Client(
                base_url=url,
                transport=Transport(options, tokens),
                timeout=options.timeout,
                headers={"Accept-Language": options.language} if options.language else {},
            )
        )

    @classmethod
    def with_token(cls, url: str, token: str, options: Options = Options()) -> Self:
        """Creates a client with a personal access token (`POST /v1/me/tokens`), without a
        password."""
        return cls(url, options, tokens=PersonalToken(token))

    @classmethod
    def sign_in(cls, url: str, body: SignIn, options: Options = Options()) -> Self:
        """Signs in with a password, or with anything else that `POST /v1/sessions` accepts."""
        session = unwrap(sign_in.sync(client=Turnpike(url, options), body=body))
        return cls._start(url, tokens_of(session), options)

    @classmethod
    def sign_up(cls, url: str, body: SignUp, options: Options = Options()) -> Self:
        """Signs up a new player."""
        signed_up = unwrap(sign_up.sync(client=Turnpike(url, options), body=body))
        return cls._start(url, tokens_of(signed_up.session), options)

    @classmethod
    def as_guest(
        cls, url: str, body: GuestInput = GuestInput(), options: Options = Options()
    ) -> Self:
        """Creates a guest. Store the tokens: a guest has no password to sign in with."""
        signed_up = unwrap(create_guest.sync(client=Turnpike(url, options), body=body))
        return cls._start(url, tokens_of(signed_up.session), options)

    @classmethod
    def resume(cls, url: str, tokens: Tokens, options: Options = Options()) -> Self:
        """Continues a session with its newest tokens. No other program may use the same tokens."""
        # The server accepts a used refresh token for another half minute, in case its response was
        # lost.
        anonymous = Turnpike(url, replace(options, retry_timeout=25, timeout=10))

        def refresh(old: Tokens) -> Tokens:
            body = SessionRefresh(refresh_token=old.refresh)
            return tokens_of(unwrap(refresh_session.sync(client=anonymous, body=body)), old)

        return cls(url, options, tokens=SessionTokens(tokens, refresh, options.on_tokens))

    @classmethod
    def _start(cls, url: str, tokens: Tokens, options: Options) -> Self:
        if options.on_tokens:
            options.on_tokens(tokens)
        return cls.resume(url, tokens, options)

    def my_events(
        self, *, last_event_id: str | None = None
    ) -> Iterator[StreamEvent[PlayerStreamEventGame | PlayerStreamEventGames]]:
        """Follows the list of the player's games and the state of each.

        The stream resumes after an interruption, and raises errors. With the `id` of an event as
        `last_event_id`, it starts behind that event.
        """
        return follow(
            self.get_httpx_client(),
            "/v1/me/events",
            {"game": PlayerStreamEventGame.from_dict, "games": PlayerStreamEventGames.from_dict},
            self._options,
            last_event_id=last_event_id,
        )

    def public_events(
        self, games: Sequence[str] | None = None, *, last_event_id: str | None = None
    ) -> Iterator[StreamEvent[FollowedEventGame | FollowedEventReady]]:
        """Follows all public games from now on, or these, up to 100.

        The stream resumes after an interruption. With the `id` of an event as `last_event_id`, it
        starts behind that event.
        """
        return follow(
            self.get_httpx_client(),
            "/v1/events",
            {"game": FollowedEventGame.from_dict, "ready": FollowedEventReady.from_dict},
            self._options,
            last_event_id=last_event_id,
            query={"ids": ",".join(games) if games else None},
        )

    def game_events(
        self,
        game: str,
        *,
        since: int | None = None,
        message: int | None = None,
        last_event_id: str | None = None,
    ) -> Iterator[StreamEvent[GameStreamEventLog | GameStreamEventGame | GameStreamEventChat]]:
        """Follows the log, the state and the chat of a game.

        The stream has new events only, or also the entries after `since` and the messages after
        `message`. With the `id` of an event as `last_event_id`, it starts behind that event.
        """
        return follow(
            self.get_httpx_client(),
            f"/v1/games/{quote(game, safe='')}/events",
            {
                "log": GameStreamEventLog.from_dict,
                "game": GameStreamEventGame.from_dict,
                "chat": GameStreamEventChat.from_dict,
            },
            self._options,
            last_event_id=last_event_id,
            query={"since": since, "after": message},
        )

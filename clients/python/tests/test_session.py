"""Tokens of sessions, which the client renews, and personal tokens, which it does not."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from helpers import AFTER, PASSWORD, Proxy, new_name, player, server
from turnpike import Options, ProblemError, Tokens, Turnpike, unwrap
from turnpike_client.api.accounts import create_token, delete_token, get_account, list_tokens
from turnpike_client.api.games import list_games
from turnpike_client.api.sessions import sign_out
from turnpike_client.models import ProblemCode, Reauthentication, Scope, SignIn, SignUp, TokenInput

REFRESH = "POST /v1/sessions/refresh "


@pytest.fixture
def proxy() -> Iterator[Proxy]:
    with Proxy() as proxy:
        yield proxy


def twenty(proxy: Proxy, tokens: Tokens) -> tuple[int, list[Tokens]]:
    """Makes twenty calls at once with these tokens. Returns the number of renewals, and the new
    tokens."""
    earlier = proxy.count(REFRESH)
    received: list[Tokens] = []
    client = Turnpike.resume(proxy.url, tokens, Options(on_tokens=received.append))
    with ThreadPoolExecutor(20) as pool:
        calls = [pool.submit(get_account.sync, client=client) for _ in range(20)]
    assert len({unwrap(call.result()).name for call in calls}) == 1
    return proxy.count(REFRESH) - earlier, received


def test_expired_token_is_renewed_once_for_twenty_calls(proxy: Proxy) -> None:
    _, first = player()
    refreshes, received = twenty(proxy, replace(first[-1], expires_at=0))
    assert (refreshes, len(received)) == (1, 1)
    # Had the old refresh token been used twice, the session would be over.
    again, _ = twenty(proxy, replace(received[-1], expires_at=0))
    assert again == 1


def test_rejected_token_is_renewed_once_for_twenty_calls(proxy: Proxy) -> None:
    _, first = player()
    refreshes, received = twenty(proxy, replace(first[-1], access="no-token-of-this-server"))
    assert refreshes == 1
    none, _ = twenty(proxy, received[-1])
    assert none == 0


def test_token_renewal_is_retried_when_the_response_is_lost(proxy: Proxy) -> None:
    _, first = player()
    proxy.cut(REFRESH, AFTER)
    refreshes, received = twenty(proxy, replace(first[-1], expires_at=0))
    assert (refreshes, len(received)) == (2, 1)


def test_calls_fail_when_the_session_has_ended() -> None:
    client, first = player()
    sign_out.sync(client=client)
    over = Turnpike.resume(server(), replace(first[-1], expires_at=0))
    for _ in range(2):
        with pytest.raises(ProblemError) as refused:
            get_account.sync(client=over)
        assert refused.value.code == ProblemCode.BAD_REFRESH_TOKEN


def test_player_signs_in_again_with_the_device_token() -> None:
    name = new_name()
    received: list[Tokens] = []
    body = SignUp(name=name, email=f"{name}@example.org", password=PASSWORD)
    Turnpike.sign_up(server(), body, Options(on_tokens=received.append))
    assert received[-1].device
    credentials = SignIn(name=name, password=PASSWORD, device_token=received[-1].device)
    client = Turnpike.sign_in(server(), credentials, Options(on_tokens=received.append))
    assert unwrap(get_account.sync(client=client)).name == name
    assert len(received) == 2


def test_sign_in_with_a_wrong_password_fails() -> None:
    with pytest.raises(ProblemError) as refused:
        Turnpike.sign_in(server(), SignIn(name=new_name(), password="not this one"))
    assert refused.value.code == ProblemCode.BAD_CREDENTIALS


def test_personal_token_is_limited_to_its_scopes_and_not_renewed() -> None:
    owner, _ = player()
    password = Reauthentication(password=PASSWORD)
    body = TokenInput(name="a test", scopes=[Scope.GAMESREAD], reauthentication=password)
    token = unwrap(create_token.sync(client=owner, body=body)).token
    program = Turnpike.with_token(server(), token)
    unwrap(list_games.sync(client=program))
    with pytest.raises(ProblemError) as refused:
        get_account.sync(client=program)
    assert refused.value.code == ProblemCode.INSUFFICIENT_SCOPE
    for it in unwrap(list_tokens.sync(client=owner)).tokens:
        delete_token.sync(it.id, client=owner)
    with pytest.raises(ProblemError) as refused:
        list_games.sync(client=program)
    assert refused.value.code == ProblemCode.NOT_SIGNED_IN

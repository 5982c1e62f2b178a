"""Errors of calls, as exceptions."""

import json
from collections.abc import Mapping


class ProblemError(Exception):
    """The server rejected the request. Decide by `code`, which never changes its meaning.

    `code` is one of `turnpike_client.models.ProblemCode` (and equals it), or newer than this
    client.
    """

    def __init__(self, status: int, code: str, detail: str, members: Mapping[str, object]) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.members = members
        """All members of the problem."""

    @property
    def seq(self) -> int | None:
        """With `stale` and with rejected moves: the number of your next entry."""
        return _number(self.members.get("seq"))

    @property
    def index(self) -> int | None:
        """The index of the rejected move in the list, from 0."""
        return _number(self.members.get("index"))

    @property
    def retry_after(self) -> int | None:
        """With `rate-limited`: how many seconds to wait."""
        return _number(self.members.get("retry_after"))

    @property
    def rule(self) -> str | None:
        """With `illegal-move`: the code of the game's own rules."""
        rule = self.members.get("rule")
        return rule if isinstance(rule, str) else None


class UnexpectedResponse(Exception):
    """An error response that is not a problem document, such as a proxy's page."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"the response with status {status} is not a problem document")
        self.status = status
        self.body = body


def error_of(status: int, body: bytes) -> ProblemError | UnexpectedResponse:
    """Returns the exception for an error response."""
    value = parsed(body)
    if isinstance(value, dict):
        code, detail = value.get("code"), value.get("detail")
        if isinstance(code, str) and isinstance(detail, str):
            return ProblemError(status, code, detail, value)
    return UnexpectedResponse(status, body)


def parsed(body: bytes) -> object:
    """Returns the JSON value, or None if the body is not valid JSON."""
    try:
        value: object = json.loads(body)
    except ValueError:
        return None
    return value


def _number(it: object) -> int | None:
    return it if isinstance(it, int) else None

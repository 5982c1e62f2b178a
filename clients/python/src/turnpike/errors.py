"""What a call may be refused with, as exceptions."""

import json
from collections.abc import Mapping


class ProblemError(Exception):
    """What the server refused: decide by `code`, which never changes its meaning.

    `code` is one of `turnpike_client.models.ProblemCode` (and equals it), or one that is newer than
    this client.
    """

    def __init__(self, status: int, code: str, detail: str, members: Mapping[str, object]) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.members = members
        """All that the server said."""

    @property
    def seq(self) -> int | None:
        """The number of your next entry: with `stale`, and with moves that are refused."""
        return _number(self.members.get("seq"))

    @property
    def index(self) -> int | None:
        """Which move of the list was refused, from 0."""
        return _number(self.members.get("index"))

    @property
    def retry_after(self) -> int | None:
        """With `too-many`: for how many seconds to wait."""
        return _number(self.members.get("retry_after"))

    @property
    def rule(self) -> str | None:
        """With `illegal-move`: the code of the game's own rules."""
        rule = self.members.get("rule")
        return rule if isinstance(rule, str) else None


class UnexpectedAnswer(Exception):
    """An answer that is no problem of the server's, such as a proxy's page."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(f"an answer with status {status} that is no problem document")
        self.status = status
        self.body = body


def error_of(status: int, body: bytes) -> ProblemError | UnexpectedAnswer:
    """What a refusal is as an exception."""
    told = parsed(body)
    if isinstance(told, dict):
        code, detail = told.get("code"), told.get("detail")
        if isinstance(code, str) and isinstance(detail, str):
            return ProblemError(status, code, detail, told)
    return UnexpectedAnswer(status, body)


def parsed(body: bytes) -> object:
    """JSON, or None where it is none."""
    try:
        told: object = json.loads(body)
    except ValueError:
        return None
    return told


def _number(it: object) -> int | None:
    return it if isinstance(it, int) else None

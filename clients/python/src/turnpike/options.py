"""How a client behaves."""

from collections.abc import Callable
from dataclasses import dataclass

from turnpike.session import Tokens


@dataclass(frozen=True)
class Options:
    """Options of a client. Times are in seconds."""

    language: str | None = None
    """The language of texts for people: `en`, `fr` or `de`."""
    on_tokens: Callable[[Tokens], None] | None = None
    """Called with each new pair of tokens before any call uses them. Store them here."""
    timeout: float = 30.0
    """The timeout of one attempt."""
    retry_timeout: float = 60.0
    """How long to retry one call, including waits."""
    stream_timeout: float = 60.0
    """How long a stream may be silent before the client reconnects."""

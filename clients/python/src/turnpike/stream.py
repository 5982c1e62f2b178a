"""Streams of events that resume after an interruption."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx

from turnpike.options import Options
from turnpike.transport import EVENTS, FAILURES

E = TypeVar("E", covariant=True)

RETRY = 3.0
"""How many seconds to wait before reconnecting, unless the server says otherwise."""


@dataclass(frozen=True)
class StreamEvent(Generic[E]):
    """An event of a stream."""

    id: str
    """The id of the event. As `last_event_id`, another stream resumes behind it."""
    event: E
    """What happened, or the current state, as `event.data`."""


def follow(
    client: httpx.Client,
    path: str,
    types: Mapping[str, Callable[[Mapping[str, object]], E]],
    options: Options,
    *,
    last_event_id: str | None,
    query: Mapping[str, int | str | None] | None = None,
) -> Iterator[StreamEvent[E]]:
    """Yields the events of a stream, and reconnects as often as needed. Ignores events that the
    client does not know."""
    timeout = httpx.Timeout(options.timeout, read=options.stream_timeout)
    params = {name: value for name, value in (query or {}).items() if value is not None}
    retry = RETRY
    while True:
        opened = False
        headers = {"Accept": EVENTS} | ({"Last-Event-ID": last_event_id} if last_event_id else {})
        try:
            with client.stream(
                "GET", path, headers=headers, params=params, timeout=timeout
            ) as response:
                opened = True
                for block in blocks(response.iter_bytes()):
                    if block.get("retry", "").isdigit():
                        retry = int(block["retry"]) / 1000
                    if not block.keys() >= {"id", "event", "data"}:
                        continue
                    last_event_id = block["id"]
                    if parse := types.get(block["event"]):
                        data = json.loads(block["data"])
                        event = parse({"event": block["event"], "data": data})
                        yield StreamEvent(last_event_id, event)
        except FAILURES:
            # The transport has retried the connection long enough.
            if not opened:
                raise
        time.sleep(retry)


def blocks(parts: Iterator[bytes]) -> Iterator[dict[str, str]]:
    """Yields the fields of each complete block."""
    fields: dict[str, str] = {}
    for line in lines(parts):
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if not line:
            yield fields
            fields = {}
        elif name == "data" and name in fields:
            fields[name] += f"\n{value}"
        elif name:
            fields[name] = value


def lines(parts: Iterator[bytes]) -> Iterator[str]:
    """Yields complete lines. Only a line feed ends a line, unlike in `str.splitlines`."""
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r").decode()

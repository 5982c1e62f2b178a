"""Streams of events that resume after an interruption."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import httpx

from turnpike.transport import EVENTS, FAILURES, Manners

RETRY = 3.0
"""How many seconds to wait before reconnecting, unless the server says otherwise."""


@dataclass(frozen=True)
class Event:
    """An event of a stream."""

    id: str
    """The id of the event. As `after`, another stream resumes behind it."""
    name: str
    """The name of the event, which determines its `data`: for example `game`."""
    data: dict[str, object]


def follow(
    client: httpx.Client,
    path: str,
    manners: Manners,
    *,
    after: str | None,
    query: Mapping[str, int | None] | None = None,
) -> Iterator[Event]:
    """Yields the events of a stream, and reconnects as often as needed."""
    timeout = httpx.Timeout(manners.timeout, read=manners.silence)
    params = {name: value for name, value in (query or {}).items() if value is not None}
    retry = RETRY
    while True:
        opened = False
        headers = {"Accept": EVENTS} | ({"Last-Event-ID": after} if after else {})
        try:
            with client.stream("GET", path, headers=headers, params=params, timeout=timeout) as answer:
                opened = True
                for block in blocks(answer.iter_bytes()):
                    if block.get("retry", "").isdigit():
                        retry = int(block["retry"]) / 1000
                    if block.keys() >= {"id", "event", "data"}:
                        after = block["id"]
                        yield Event(after, block["event"], json.loads(block["data"]))
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

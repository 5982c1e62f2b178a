"""Streams of events, which go on where they broke off."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import httpx

from turnpike.transport import EVENTS, FAILURES, Manners

RETRY = 3.0
"""For how many seconds to wait before coming again, where the server has not said."""


@dataclass(frozen=True)
class Event:
    """What a stream tells."""

    id: str
    """Go on behind it with this, as `after`, with another stream."""
    name: str
    """What it is, and so what its `data` is: `game`, for one."""
    data: dict[str, object]


def follow(
    client: httpx.Client,
    path: str,
    manners: Manners,
    *,
    after: str | None,
    query: Mapping[str, int | None] | None = None,
) -> Iterator[Event]:
    """The events of a stream, of as many connections as it takes."""
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
            # What cannot be reached, the road has tried for long enough.
            if not opened:
                raise
        time.sleep(retry)


def blocks(parts: Iterator[bytes]) -> Iterator[dict[str, str]]:
    """The fields of each block; what is cut is none."""
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
    """Whole lines. Not as `str.splitlines` has them, for which there are more ends than one."""
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            yield line.removesuffix(b"\r").decode()

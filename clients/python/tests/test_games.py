"""Whole games of one kind, or of every kind with `WHOLE=1`."""

import pytest

from helpers import WHOLE, server
from play import KINDS, play
from turnpike import Turnpike, answer
from turnpike_client.api.kinds import list_kinds


def test_example_knows_every_kind_of_game() -> None:
    kinds = answer(list_kinds.sync(client=Turnpike(server()))).kinds
    assert sorted(it.id for it in kinds) == sorted(KINDS)


@pytest.mark.parametrize("kind", sorted(KINDS) if WHOLE else ["thats-life"])
def test_example_plays_a_whole_game(kind: str) -> None:
    standings = play(server(), kind).standings
    assert any(it.rank == 1 for it in standings)
    assert not any(it.left for it in standings)

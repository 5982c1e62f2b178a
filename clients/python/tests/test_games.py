"""Whole games of one kind, or of every kind with `WHOLE=1`."""

import pytest

from helpers import kinds, new_game, player, server
from play import play
from turnpike import unwrap
from turnpike_client.api.games import get_game
from turnpike_client.models import GameView, ThatsLifePhase, ThatsLifeView


@pytest.mark.parametrize("kind", kinds())
def test_example_plays_a_whole_game(kind: str) -> None:
    standings = play(server(), kind).standings
    assert any(it.rank == 1 for it in standings)
    assert not any(it.left for it in standings)


def test_view_can_be_read_with_the_type_of_its_kind() -> None:
    client, _ = player()
    game = unwrap(get_game.sync(new_game(client), client=client))
    assert isinstance(game.view, GameView)
    assert ThatsLifeView.from_dict(game.view.to_dict()).phase == ThatsLifePhase.AWAIT_ROLL

"""Places in the words by which they are searched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from trc_module.hexgrid import Hex
from trc_module.rules.game import Game


def terrain_words(game: Game, hexes: Iterable[Hex]) -> tuple[str, ...]:
    """Return what the ground of some hexes is, each word once."""
    return tuple(sorted({word for hex_ in hexes for word in _words(game, hex_)}))


def _words(game: Game, hex_: Hex) -> Iterator[str]:
    board = game.board
    terrain = board.terrain.get(hex_)
    if terrain is not None:
        yield terrain.value
    city = board.city_at.get(hex_)
    if city is not None:
        yield "city"
        if city.major:
            yield "major-city"
    if board.rivers_at.get(hex_):
        yield "river"


def named_place(game: Game, hex_: Hex) -> str:
    """Return the name of a place that can be controlled; its hex where it has none."""
    names = {at: name for name, at in game.places.items()}
    return names.get(hex_, game.board.grid.name(hex_))

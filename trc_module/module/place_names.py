"""The names on the map, and its key, in the players' language.

Records, logs and the audit know places by hexes and by the names of the data, which are the same in every language;
only the picture of the map and the plates on it have these. A catalogue holds them as `place.<name>`, and what the key
beside the map says as `legend.<English words>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from trc_module.board import Board
from trc_module.board.model import City, Gap, Region, River, Water
from trc_module.module.texts import DEFAULT, Texts

_Named = TypeVar("_Named", City, Region, Water, River, Gap)


def place_name(name: str, texts: Texts) -> str:
    """Return what a place is called; the data's own name where the catalogue has no other."""
    return texts.words.get(f"place.{name}", name)


def key_words(texts: Texts) -> Mapping[str, str]:
    """Return what the key of the map says in another language, by the data's words; nothing in the data's own.

    Terrain, movers and notes are called as in the charts of the module.
    """
    if texts.language == DEFAULT:
        return {}
    return {word: said for table in ("column", "note", "ground", "legend") for word, said in texts.under(table).items()}


def printed_board(board: Board, texts: Texts, key: Mapping[str, str]) -> Board:
    """Return the board with the names and the title that its picture bears; `key` are the words of the map's key."""
    words = texts.words
    board = replace(board, legend=replace(board.legend, words=key))
    if texts.under("place"):

        def called(some: Iterable[_Named]) -> Iterator[_Named]:
            return (replace(each, name=place_name(each.name, texts)) for each in some)

        board = replace(
            board,
            cities={each.name: each for each in called(board.cities.values())},
            regions={each.name: each for each in called(board.regions.values())},
            waters={each.name: each for each in called(board.waters.values())},
            rivers=tuple(called(board.rivers)),
            gaps=tuple(called(board.gaps)),
            river_sides={place_name(name, texts): sides for name, sides in board.river_sides.items()},
            sites={
                kind: {place_name(name, texts): at for name, at in sites.items()} for kind, sites in board.sites.items()
            },
        )
    if "map.title" not in words:
        return board
    legend = replace(board.legend, title=printed_title(board, texts), subtitle=words["map.subtitle"])
    return replace(board, legend=legend)


def printed_title(board: Board, texts: Texts) -> str:
    """Return what the map and the charts of a module call the game, in the language of the texts."""
    return texts.words.get("map.title", board.legend.title)


def printed_names(board: Board) -> list[str]:
    """Return every name that a board's picture may bear."""
    lists: tuple[Iterable[City | Region | Water | River | Gap], ...] = (
        board.cities.values(),
        board.regions.values(),
        board.waters.values(),
        board.rivers,
        board.gaps,
    )
    names = [each.name for some in lists for each in some]
    sites = [name for some in board.sites.values() for name in some]
    return [board.legend.title, board.legend.subtitle, *names, *board.river_sides, *sites]

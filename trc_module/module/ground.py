"""Text of the stack viewer on a hex: its place, what is there and the factors that stand in it.

VASSAL knows of a hex no more than its name. So the module holds one property with a word or two for every hex that is
not plain clear, and the viewer's formats look the name up in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.board import Board
from trc_module.hexgrid import Hex, hexes
from trc_module.module.texts import Texts

PLAIN = "clear"
"""The terrain that the viewer does not name."""

GROUND = "Ground"
"""The module's property: ` *=clear J20=woods S9=Moscow,_major_city `, a blank at both ends and `_` for those within.

What it says of `*` holds for every other hex: so whoever compares two modules can say what a hex was before.
"""


def ground_text(board: Board, texts: Texts) -> str:
    """Return the value of the property."""
    entries = (f"{board.grid.name(h)}={_words(board, texts, h)}" for h in hexes(board.grid.all))
    told = (entry.replace(" ", "_") for entry in entries if not entry.endswith("="))
    plain = f"*={texts('ground.clear')}".replace(" ", "_")
    return f" {' '.join((plain, *told))} "


def _words(board: Board, texts: Texts, hex_: Hex) -> str:
    return ", ".join(_features(board, texts, hex_))


def _features(board: Board, texts: Texts, hex_: Hex) -> Iterator[str]:
    city = board.city_at.get(hex_)
    if city is not None:
        yield city.name
        yield texts("ground.major" if city.major else "ground.city")
        if city.port:
            yield texts("ground.port")
    if board.oil_hexes >> hex_ & 1:
        yield texts("ground.oil")
    terrain = board.terrain.get(hex_)
    if terrain is not None and terrain.id != PLAIN:
        # A terrain is called as in the data where no language has another word for it.
        yield texts.words.get(f"ground.{terrain.id}") or terrain.id.replace("-", " ")


def hex_format(texts: Texts) -> str:
    """Return what the viewer says of a hex without counters."""
    return f"{{{_hex(texts)}}}"


def stack_format(texts: Texts) -> str:
    """Return what it says of a hex with counters: also the sum of their factors."""
    return f'{{{_hex(texts)}+"   {texts("viewer.factors")} "+GetProperty("sum(CF)")}}'


def _hex(texts: Texts) -> str:
    key = '(" "+LocationName+"=")'
    start = f"{GROUND}.indexOf({key})"
    words = f'{GROUND}.substring({start}+{key}.length(),{GROUND}.indexOf(" ",{start}+1)).replace("_"," ")'
    return f'LocationName+":  "+({start}<0?"{texts("ground.clear")}":{words})'

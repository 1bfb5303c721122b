"""What the palette holds of one counter: its slot, also as the text that a build file has of it."""

from __future__ import annotations

from trc_module.module.pieces import PieceMaker
from trc_module.module.plan import COUNTER
from trc_module.roster import Marker, Unit

SLOT = "widget.PieceSlot"
"""VASSAL's component [VASSAL.build.widget.PieceSlot]."""

_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_ATTRIBUTE = _IN_TEXT | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})


def slot(maker: PieceMaker, item: Unit | Marker) -> tuple[str, dict[str, str]]:
    """Return the content of a counter's slot, and its attributes."""
    piece = maker.slot_piece(item)
    size = str(COUNTER)
    return piece.command().encode(), {"entryName": piece.name, "gpid": piece.gpid, "width": size, "height": size}


def slot_text(maker: PieceMaker, item: Unit | Marker) -> bytes:
    """Return the slot of a counter as a build file has it, without the libraries that make a whole one."""
    content, attributes = slot(maker, item)
    tag = f"VASSAL.build.{SLOT}"
    told = "".join(f' {name}="{value.translate(_IN_ATTRIBUTE)}"' for name, value in attributes.items())
    return f"<{tag}{told}>{content.translate(_IN_TEXT)}</{tag}>".encode()

"""Markers that units place: which slot of the palette they come from, and the numbers of the traits that place them."""

from __future__ import annotations

from trc_module.roster import Marker, Roster
from trc_module.vassal.traits import Trait
from trc_module.vassal.values import Key

PALETTE, MARKERS_TAB = "Counters", "Markers"

_FLOOR = 50_000
"""The first number of a trait that places pieces: far above those that counters are given, far below an owner's own."""
_LAST_OWN = 69_999
"""The last number that may go to what is no counter."""
_BOTTOM = 1
"""The place of a new piece in its stack: under all others, so that it hides none."""


def list_title(kind: str) -> str:
    """Return what the palette calls the list of one nation's units or one kind's markers."""
    return kind.replace("-", " ").title()


def slot_path(marker: Marker) -> str:
    """Return the path of a marker's slot [VASSAL.tools.ComponentPathBuilder]."""
    steps = (
        f"module.PieceWindow:{PALETTE}",
        "widget.TabWidget",
        f"widget.TabWidget:{MARKERS_TAB}",
        f"widget.ListWidget:{list_title(marker.kind)}",
        f"widget.PieceSlot:{marker.name}",
    )
    return "/".join(f"VASSAL.build.{step}" for step in steps)


def placing(roster: Roster, marker_id: str, side: int, text: str, key: Key, then: Key | None = None) -> Trait:
    """Make the trait by which the units of a side, by its number, place a marker, which then hears `then`.

    VASSAL asks every such trait for a number of its own, although the new piece gets its slot's.
    """
    marker = roster.markers[marker_id]
    number = _FLOOR + 1000 * side + roster.piece_number(marker_id)
    return Trait.make(
        "placemark",
        command=text,
        key=key,
        piece=slot_path(marker),
        **({} if then is None else {"after_key": then}),
        gpid=str(number),
        placement=_BOTTOM,
    )


def next_number(latest: int) -> int:
    """Return the number that VASSAL's editor gives to the next slot: above those of counters, traits and options."""
    return max(latest, _LAST_OWN) + 1

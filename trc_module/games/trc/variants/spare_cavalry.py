"""28.9: duplicate cavalry units."""

from __future__ import annotations

from trc_module.games.trc.book import book

option = book.option("28.9")


@option.told("28.9")
def one_unit_two_counters() -> None:
    """Take a spare cavalry counter for the unit whose worn counter it replaces, and never for another unit.

    A unit has one id, and so one place, whichever of its counters is in use.

    Log: nothing.
    Data: none.

    Legal::

        options: 28.9
        at: turn 2 russian impulse 1 movement clear
        on R9: rus-1-cav
        move rus-1-cav R9 R8
        expect ok
    """

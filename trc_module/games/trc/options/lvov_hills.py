"""26.17: the hills at Lvov."""

from __future__ import annotations

from trc_module.games.trc.book import book

option = book.option("26.17")


@option.told("26.17")
def hills_become_clear() -> None:
    """Take T24, T25 and U24 for clear terrain.

    The map itself is another one (`data/trc/map/switches.toml`): movement, combat and set-up see clear hexes.

    Log: the options agreed on (D01).
    Data: terrain.

    Legal::

        options: 26.17
        at: turn 2 axis impulse 1 movement clear
        on U25: ger-41-pz
        move ger-41-pz U25 U24 T24
        expect ok
    """

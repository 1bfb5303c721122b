"""Chapter 13.8: units that have come ashore, in the battles of the same impulse."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.fights import Fight, invaded_now
from trc_module.hexgrid import Hex
from trc_module.rules.state import State, UnitId


@book.told("13.8a")
def fights_with_the_others() -> None:
    """Fight with a unit that has come ashore as with any other.

    The landing is made at its moment in the movement phase; an automatic victory follows at once, any other battle in
    the combat phase (C06).

    Log: the landing (D15) and who attacks whom (D06).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        before: invaded rum-cav
        on FF21: rum-cav
        on FF22: rus-2-cav
        attack 1: rum-cav x rus-2-cav
        expect ok
    """


@book.rule("13.8b")
def spent_ashore(state: State, unit: UnitId) -> bool:
    """Use a unit that has come ashore for one battle only.

    If it helps to an automatic victory, be it only to undouble a defender behind a river, it fights no other battle in
    that impulse. 12.4 and 16.2 say the same of everybody; of an invader the fault is told under this number.

    Log: the landing (D15), the automatic victory (D13) and who attacks whom (D06).
    Data: none.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        before: invaded rum-cav, av rum-cav
        on FF21: rum-cav ger-52-mot
        on EE20: rus-24-inf
        attack 1: ger-52-mot x rus-24-inf
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 combat clear
        before: invaded rum-cav, av rum-cav
        on FF21: rum-cav ger-52-mot
        on EE20: rus-24-inf
        attack 1: ger-52-mot rum-cav x rus-24-inf
        expect 13.8
    """
    return invaded_now(state, unit)


@book.rule("13.8c")
def undoubled_from_the_sea(fight: Fight, dry: list[Hex]) -> tuple[UnitId, ...]:
    """Undouble a defender behind a river with a unit that has come ashore.

    Standing in no river hex, it is an attacker who has not to cross the river (14.1.1).

    Log: the landing (D15), who attacks whom (D06) and the odds used (D10).
    Data: combat factors; rivers.

    Legal::

        at: turn 2 axis impulse 1 combat clear
        before: invaded rum-cav
        on EE22: ger-52-mot ger-41-pz
        on FF21: rum-cav
        on FF22: rus-24-inf
        attack 1: ger-52-mot ger-41-pz rum-cav x rus-24-inf
        roll 1: 2 3-1 C
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 combat clear
        before: invaded rum-cav
        on EE22: ger-52-mot ger-41-pz
        on FF21: rum-cav
        on FF22: rus-24-inf
        attack 1: ger-52-mot ger-41-pz rum-cav x rus-24-inf
        roll 1: 4 1-1 C
        expect 13.8
    """
    return tuple(unit for unit in fight.ground if fight.stood[unit] in dry and invaded_now(fight.state, unit))

"""Chapter 11: headquarters and leaders."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.mover import Mover
from trc_module.games.trc.too_far import TooFar
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.paths import Limit


@book.rule("11.1b")
def headquarters_move_second(case: TooFar) -> bool:
    """Move headquarters in the second impulse only.

    The three Army Group headquarters and Stavka have no movement in the first impulse; in the second they have
    their whole printed factor, whatever the weather.

    Log: the impulse (D02).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-hq-south
        move ger-hq-south Y20 > Y14
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on Y20: ger-hq-south
        move ger-hq-south Y20 > Y19
        expect 11.1
    """
    return case.unit.type == "hq" and case.clock.impulse == 1


@book.rule("11.1d")
def headquarters_stop_in_rough(unit: Unit) -> bool:
    """Stop a headquarters in every woods, mountain or swamp hex.

    No exemption of 8.2 is theirs but the frozen swamp (C85). A breach of 8.2 by a headquarters carries this number.

    Log: the hexes crossed (D05); without them the move is legal if any path is.
    Data: the terrain; the weather.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on S15: ger-hq-center
        move ger-hq-center S15 S14
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        on S15: ger-hq-center
        move ger-hq-center S15 S14 S13
        expect 11.1
    """
    return unit.type == "hq"


@book.rule("11.1f")
def headquarters_want_company(mover: Mover, company: HexSet) -> Limit:
    """Bring a headquarters into an enemy zone of control only onto a friendly unit.

    The unit that it joins there is no headquarters itself.

    Log: where the units stand; the hexes crossed (D05), without which the move is legal if any path is.
    Data: the map; where the enemy stands.

    Legal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-hq-south
        on Y17: ger-12-inf
        on X17: rus-24-inf
        move ger-hq-south Y20 > Y17
        expect ok

    Illegal::

        at: turn 2 axis impulse 2 movement clear
        on Y20: ger-hq-south
        on X17: rus-24-inf
        move ger-hq-south Y20 > Y17
        expect 11.1
    """
    return Limit(
        "11.1f",
        shut=mover.zone & ~company,
        step="entered the enemy zone of control of {foes_b} in {b} without a unit to join",
        stretch="enters an enemy zone of control where there is no unit to join",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@book.rule("11.2a")
def leaders_go_by_rail(case: TooFar) -> bool:
    """Move Hitler and Stalin by rail only, in the first impulse.

    They have no movement factor of their own; with 26.16 other counters take their place.

    Log: the mode of the move (D04).
    Data: the movement chart.

    Legal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-hitler
        end
        expect ok

    Illegal::

        at: turn 2 axis impulse 1 movement clear
        on E31: ger-hitler
        move ger-hitler E31 > E30
        expect 11.2
    """
    return case.unit.type == "leader"

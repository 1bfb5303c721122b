"""Chapter 3.7: whom each army group may attack in the opening impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.facts import Fact
from trc_module.games.trc.actions import AutomaticVictory
from trc_module.games.trc.book import book
from trc_module.games.trc.fights import Declaration, fight_of, pairs
from trc_module.games.trc.game import AXIS, Trc
from trc_module.games.trc.scenarios import opening_turn
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, breach
from trc_module.rules.game import in_words
from trc_module.rules.seams import seam
from trc_module.rules.state import State, UnitId


@book.rule("3.7g")
def is_opening(state: State) -> bool:
    """Lift the limits of 3.7 when the opening impulse is over.

    They hold in the first Axis impulse of May/June 1941 and never again.

    Log: the impulse (D02).
    Data: none.

    Legal::

        at: turn 1 axis impulse 2 combat clear
        on K24: ger-41-pz
        on K23: rus-3-inf
        attack 1: ger-41-pz x rus-3-inf
        expect ok
    """
    clock = state.clock
    return (clock.side, clock.impulse) == (AXIS, 1) and clock.turn == opening_turn(state)


@book.rule("3.7a")
def north_elsewhere(unit: Unit, district: str) -> bool:
    """Attack with Army Group North (N) only Russians in the Baltic Military District.

    A unit without a letter is free to attack anybody (C10).

    Log: who attacks whom (D06).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 combat clear
        on F18: ger-41-pz
        on F19: rus-11-inf
        attack 1: ger-41-pz x rus-11-inf
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 combat clear
        on K23: ger-41-pz
        on K22: rus-3-inf
        attack 1: ger-41-pz x rus-3-inf
        expect 3.7a
    """
    return unit.setup == "N" and district != "Baltic"


@book.rule("3.7b")
def center_elsewhere(unit: Unit, district: str) -> bool:
    """Attack with Army Group Center (C) only Russians in the Western Military District.

    A unit without a letter is free to attack anybody (C10).

    Log: who attacks whom (D06).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 combat clear
        on K23: ger-47-pz
        on K22: rus-3-inf
        attack 1: ger-47-pz x rus-3-inf
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 combat clear
        on F18: ger-47-pz
        on F19: rus-11-inf
        attack 1: ger-47-pz x rus-11-inf
        expect 3.7b
    """
    return unit.setup == "C" and district != "Western"


@book.rule("3.7c")
def south_elsewhere(unit: Unit, district: str) -> bool:
    """Attack with Army Group South (S) only Russians in the Kiev Military District.

    A unit without a letter is free to attack anybody (C10).

    Log: who attacks whom (D06).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 combat clear
        on T25: ger-3-pz
        on S25: rus-12-inf
        attack 1: ger-3-pz x rus-12-inf
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 combat clear
        on Y24: ger-3-pz
        on Z24: rus-9-inf
        attack 1: ger-3-pz x rus-9-inf
        expect 3.7c
    """
    return unit.setup == "S" and district != "Kiev"


@book.rule("3.7d")
def rumania_elsewhere(unit: Unit, district: str) -> bool:
    """Attack with the units from Rumania (R) only Russians in the Kiev and Odessa Military Districts.

    German units with the letter among them.

    Log: who attacks whom (D06).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 combat clear
        on Y24: ger-11-inf
        on Z24: rus-9-inf
        attack 1: ger-11-inf x rus-9-inf
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 combat clear
        on K23: ger-11-inf
        on K22: rus-3-inf
        attack 1: ger-11-inf x rus-3-inf
        expect 3.7d
    """
    return unit.setup == "R" and district not in ("Kiev", "Odessa")


@book.rule("3.7e")
def finns_anywhere(unit: Unit) -> bool:
    """Attack with Finns any Russian in reach.

    Nobody else but units without a letter attacks the Leningrad Military District.

    Log: who attacks whom (D06).
    Data: set-up codes.

    Legal::

        at: turn 1 axis impulse 1 combat clear
        on B11: fin-4-inf
        on C10: rus-23-inf
        attack 1: fin-4-inf x rus-23-inf
        expect ok
    """
    return unit.setup == "F"


@book.told("3.7f", by="moves.judge_move")
def neighbours_of_other_districts() -> None:
    """Stand next to districts that you may not attack, and move through them.

    3.7 limits attacks, nothing else; where a move ends, 3.7h has a word to say.

    Log: the hexes crossed (D05).
    Data: none.

    Legal::

        at: turn 1 axis impulse 1 movement clear
        on K24: ger-41-pz
        move ger-41-pz K24 K23
        expect ok
    """


@book.rule("3.7h")
def stuck_at_the_border(barred: bool, moved: bool) -> bool:
    """End no move of the opening impulse next to Russians whom you may not attack.

    Whoever stands in a zone of control must attack, and everybody whose zone he stands in must be attacked (12.1,
    12.3): so a unit may go there only if others fight those whom it may not attack, and it finds somebody whom it
    may. The text does not say this in so many words (C09); it is told as a doubt, and never of a unit that stands where
    it was set up.

    Log: the end of the movement phase (D02).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 movement clear
        on K24: ger-47-pz
        on K22: rus-3-inf
        move ger-47-pz K24 K23
        end
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 movement clear
        on K24: ger-41-pz
        on K22: rus-3-inf
        move ger-41-pz K24 K23
        end
        expect doubt 3.7h
    """
    return barred and moved


GROUPS: tuple[tuple[str, Callable[[Unit, str], bool]], ...] = (
    ("3.7a", north_elsewhere),
    ("3.7b", center_elsewhere),
    ("3.7c", south_elsewhere),
    ("3.7d", rumania_elsewhere),
)


@seam
def unbound_by_district(game: Trc, state: State, unit: Unit) -> bool:
    """Tell whether another rule frees a unit from the limits of 3.7."""
    return False


def barred(game: Trc, state: State, unit: UnitId, at: Hex) -> str:
    """Return the rule that forbids a unit to attack a hex in this impulse, or ''."""
    who = game.units[unit]
    if who.side != AXIS or not is_opening(state) or finns_anywhere(who) or unbound_by_district(game, state, who):
        return ""
    district = game.board.district_of.get(at, "")
    return next((rule for rule, elsewhere in GROUPS if elsewhere(who, district)), "")


def free_to_attack(game: Trc, state: State, unit: UnitId, targets: HexSet) -> HexSet:
    """Return those of some hexes that a unit may attack in this impulse."""
    if not is_opening(state):
        return targets
    return sum(1 << at for at in hexes(targets) if not barred(game, state, unit, at))


def opening_facts(game: Trc, unit: UnitId, at: Hex) -> tuple[Fact, ...]:
    """Return the facts that a breach of 3.7 rests on."""
    return game.units[unit].fact("setup"), game.board.district_fact(at)


@book.rule("3.7i")
def same_for_automatic_victories(act: Declaration) -> bool:
    """Keep to the limits of 3.7 in automatic victories too.

    They are attacks like others; of them the fault is told under this number.

    Log: the automatic victory (D13).
    Data: set-up codes; districts.

    Legal::

        at: turn 1 axis impulse 1 movement clear
        on K23: ger-47-pz ger-24-pz ger-39-pz
        on K22: rus-6-tank
        av 1: ger-47-pz ger-24-pz ger-39-pz x rus-6-tank
        expect ok

    Illegal::

        at: turn 1 axis impulse 1 movement clear
        on K23: ger-47-pz ger-24-pz ger-41-pz
        on K22: rus-6-tank
        av 1: ger-47-pz ger-24-pz ger-41-pz x rus-6-tank
        expect 3.7i
    """
    return isinstance(act, AutomaticVictory)


@book.judge(Attack, AutomaticVictory)
def in_your_own_district(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Judge the attacks of the opening impulse."""
    fight = fight_of(game, state, act)
    for unit, at in pairs(fight):
        rule = barred(game, state, unit, at)
        if rule:
            foes = in_words(foe for foe in act.defenders if fight.stood[foe] == at)
            district = game.board.district_of.get(at)
            where = game.board.regions[district].title if district else "no military district"
            name = game.hex_name(at)
            yield breach(
                "3.7i" if same_for_automatic_victories(act) else rule,
                f"{unit} ({game.units[unit].setup}) attacks {foes} in {name} ({where}) in the opening impulse.",
                units=(unit,),
                hexes=(name,),
                facts=opening_facts(game, unit, at),
            )

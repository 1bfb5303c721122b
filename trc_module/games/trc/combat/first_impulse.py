"""Chapter 3.7: whom each army group may attack in the opening impulse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.facts import Fact
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import Declaration, fight_of, pairs
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.scenarios import opening_turn
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Attack
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence


@book.rule("3.7g")
def is_opening(state: State) -> bool:
    """The limits of 3.7 end with the opening impulse."""
    clock = state.clock
    return (clock.side, clock.part) == (AXIS, 1) and clock.turn == opening_turn(state)


@book.rule("3.7a")
def north_elsewhere(unit: Unit, district: str) -> bool:
    """Army Group North (N) attacks only Russians in the Baltic Military District."""
    return unit.setup == "N" and district != "Baltic"


@book.rule("3.7b")
def center_elsewhere(unit: Unit, district: str) -> bool:
    """Army Group Center (C) attacks only Russians in the Western Military District."""
    return unit.setup == "C" and district != "Western"


@book.rule("3.7c")
def south_elsewhere(unit: Unit, district: str) -> bool:
    """Army Group South (S) attacks only Russians in the Kiev Military District."""
    return unit.setup == "S" and district != "Kiev"


@book.rule("3.7d")
def rumania_elsewhere(unit: Unit, district: str) -> bool:
    """Units from Rumania (R) attack only Russians in the Kiev and Odessa Military Districts."""
    return unit.setup == "R" and district not in ("Kiev", "Odessa")


@book.rule("3.7e")
def finns_anywhere(unit: Unit) -> bool:
    """Finns attack any Russian in reach."""
    return unit.setup == "F"


@book.rule("3.7h")
def stuck_at_the_border(barred: bool, moved: bool) -> bool:
    """No move of the opening impulse ends next to Russians that the unit may not attack."""
    return barred and moved


GROUPS: tuple[tuple[str, Callable[[Unit, str], bool]], ...] = (
    ("3.7a", north_elsewhere),
    ("3.7b", center_elsewhere),
    ("3.7c", south_elsewhere),
    ("3.7d", rumania_elsewhere),
)


def barred(game: Trc, state: State, unit: UnitId, at: Hex) -> str:
    """Return the rule that forbids a unit to attack a hex in this impulse, or ''."""
    who = game.units[unit]
    if (
        who.side != AXIS
        or not is_opening(state)
        or finns_anywhere(who)
        or special_rule(game, state, who, Basic.DISTRICT)
    ):
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
    """The limits of 3.7 also hold for automatic victories."""
    return isinstance(act, AutomaticVictory)


@book.judge(Attack, AutomaticVictory)
def in_your_own_district(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Judge the attacks of the opening impulse."""
    fight = fight_of(game, state, act)
    for unit, at in pairs(fight):
        rule = barred(game, state, unit, at)
        if rule:
            foes = in_words(foe for foe in act.defenders if fight.places[foe] == at)
            district = game.board.district_of.get(at)
            where = game.board.regions[district].title if district else "no military district"
            name = game.hex_name(at)
            yield violation(
                "3.7i" if same_for_automatic_victories(act) else rule,
                Sentence(
                    "{unit} ({setup}) attacks {foes} in {name} ({where}) in the opening impulse.",
                    unit,
                    game.units[unit].setup,
                    foes,
                    name,
                    where,
                ),
                units=(unit,),
                hexes=(name,),
                facts=opening_facts(game, unit, at),
            )

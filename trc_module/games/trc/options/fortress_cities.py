"""26.9: fortress cities."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.arrivals import Drop
from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.fortresses import Fortify
from trc_module.games.trc.acts.movement import RailMove, Strategic
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.attack_obligations import binding, drawn_in
from trc_module.games.trc.combat.battle_context import attackable
from trc_module.games.trc.combat.combat_results import holds_out, lost_instead
from trc_module.games.trc.data import ENEMY, SIDES, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import UNDECLARED, Arrived, Replaced
from trc_module.games.trc.movement.restrictions import ON_FOOT
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import AT_LAST, further
from trc_module.games.trc.special_rules import joined_late
from trc_module.games.trc.steps import COMBAT, END, MOVEMENT, SEQUENCE
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Attack, End, Marker, Move, Retreat
from trc_module.rules.battles import WON, Battle
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import in_words
from trc_module.rules.hypotheses import Hypothesis
from trc_module.rules.marks import KindOfMark
from trc_module.rules.state import Mark, State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.9")
KNOWN, BUSY = "known", "busy"
MOST = 4


class Fortress(KindOfMark, word="fortress"):
    """a side and a hex: a Fortress City marker is there (26.9)"""

    side: str
    hex: str


class Fallen(KindOfMark, word="fallen-fortress"):
    """a side and a hex: its fortress there fell in this combat phase (26.9)"""

    side: str
    hex: str


class Garrison(KindOfMark, word="garrison"):
    """a unit and a hex: it began the player turn in that major city and has kept quiet since; 'known' and a side:
    those units are known; 'busy' and a unit: it has moved or attacked, where they are not (26.9)"""

    unit: UnitId
    hex: str


class FortressesUnknown(KindOfMark, word="fortresses-unsaid"):
    """battles were fought that were not declared: a fortress would not have been declared either (26.9); 'before':
    cities may have been fortified before the log begins"""

    when: str = ""


def fortresses(game: Trc, state: State, side: str) -> HexSet:
    """Return the hexes of a side's fortresses."""
    return _marked(game, state, side, Fortress)


def fortresses_in_battle(game: Trc, state: State, side: str) -> HexSet:
    """Return the hexes of a side's fortresses as they were when the combat phase began, in one; else as they are."""
    return _marked(game, state, side, Fortress) | _marked(game, state, side, Fallen)


def _marked(game: Trc, state: State, side: str, kind: type[Fortress | Fallen]) -> HexSet:
    places = (game.board.grid.find(mark.hex) for mark in kind.of(state, side))
    return sum(1 << place for place in {*places} if place is not None)


def _counter(side: str) -> str:
    return f"{side} fortresses"


@option.check("26.9a", Fortify)
def major_cities_only(game: Trc, state: State, act: Fortify) -> Iterator[Finding]:
    """Only major cities are fortified."""
    if not game.board.major_cities >> act.hex & 1:
        at = game.hex_name(act.hex)
        city = game.board.city_at.get(act.hex)
        facts = (city.fact,) if city else ()
        what = (
            Sentence("{name} in {at} is not a major city", city.name, at)
            if city
            else Sentence("there is no city in {at}", at)
        )
        yield violation("26.9a", Sentence("{at} was fortified, but {what}.", at, what), hexes=(at,), facts=facts)


@option.check("26.9c", Fortify)
def four_at_the_very_end(game: Trc, state: State, act: Fortify) -> Iterator[Finding]:
    """The marker is placed at the very end of one's player turn, at most four in a game."""
    at, side = game.hex_name(act.hex), state.clock.side
    if state.clock.phase != END:
        yield violation(
            "26.9c",
            Sentence("{at} was fortified in {clock}, not at the end of a player turn.", at, state.clock.words),
            hexes=(at,),
        )
    number = state.used.get(_counter(side), 0)
    if number >= MOST:
        text = Sentence(
            "{at} is fortress number {number} of the {side} side, which may have {most} in a game.",
            at,
            number + 1,
            side.capitalize(),
            MOST,
        )
        yield violation("26.9c", text, hexes=(at,))


def _garrison(game: Trc, state: State, at: Hex) -> list[UnitId]:
    """Return the units that have begun the player turn in a city and neither moved nor attacked since."""
    name = game.hex_name(at)
    return [mark.unit for mark in Garrison.all(state) if mark.hex == name]


@option.check("26.9h", Fortify)
def a_garrison_that_was_there(game: Trc, state: State, act: Fortify) -> Iterator[Finding]:
    """A city is fortified by a friendly infantry unit that began the player turn there and did nothing."""
    side = state.clock.side
    if _garrison(game, state, act.hex):
        return
    at = game.hex_name(act.hex)
    there = [unit for unit in state.forces[side].stack(act.hex) if game.units[unit].type in ON_FOOT]
    quiet = [unit for unit in there if Garrison(BUSY, unit) not in state.marks]
    if quiet and Garrison(KNOWN, side) not in state.marks:
        text = Sentence("It is unknown whether a unit has stood in {at} throughout the player turn.", at)
        yield Finding("26.9h", Verdict.UNDECIDED, text, hexes=(at,))
        return
    new = tuple(unit for unit in there if units_that_arrive_do_not(state, unit))
    rule = "26.9b" if new else "26.9i" if there else "26.9h"
    why = Sentence("{there} moved, attacked or arrived this turn", in_words(there)) if there else "no infantry is there"
    yield violation(rule, Sentence("{at} was fortified, but {why}.", at, why), units=tuple(there), hexes=(at,))


@option.rule("26.9b")
def units_that_arrive_do_not(state: State, unit: UnitId) -> bool:
    """A unit that has arrived on this turn does not fortify a city."""
    return bool(Replaced.of(state, unit) or Arrived.of(state, unit))


@option.rule("26.9i")
def the_garrison_stays_quiet(act: Action) -> tuple[UnitId, ...]:
    """A unit that has moved or attacked in either impulse of the turn does not fortify a city."""
    if isinstance(act, Attack | AutomaticVictory):
        return act.attackers
    moves = Move | RailMove | Strategic | SeaMove | Drop | Retreat
    return (act.unit,) if isinstance(act, moves) else ()


@option.check("26.9d", Marker)
def a_lost_fortress_is_gone(game: Trc, state: State, act: Marker) -> Iterator[Finding]:
    """The marker is removed for good when the enemy gains control of the city."""
    side = act.marker.removeprefix("fortress-")
    at = game.board.grid.find(act.where) or game.places.get(act.where)
    if not act.marker.startswith("fortress-") or side not in SIDES or at is None:
        return
    if fortresses(game, state, side) >> at & 1:
        return
    name = game.hex_name(at)
    if _may_be_one_from_before(game, state, side, at):
        text = Sentence(
            "A Fortress City marker is on {name}; it is unknown whether that city was fortified before the log.", name
        )
        yield Finding("26.9d", Verdict.UNDECIDED, text, hexes=(name,))
    else:
        text = Sentence("A Fortress City marker is on {name}, which is not a {side} fortress.", name, side.capitalize())
        yield violation("26.9d", text, hexes=(name,))


def _may_be_one_from_before(game: Trc, state: State, side: str, at: Hex) -> bool:
    """Tell whether a hex may be a fortress of a time before the log: a major city that the enemy does not hold."""
    late = FortressesUnknown("before") in state.marks
    return late and bool(game.board.major_cities >> at & 1) and state.control.get(at, "") != ENEMY[side]


@option.rule("26.9e")
def fortresses_bind_nobody(game: Trc, state: State, side: str, at: Hex, near: HexSet) -> HexSet:
    """Combat between a fortress and the enemies next to it is voluntary."""
    if fortresses_in_battle(game, state, side) >> at & 1:
        return 0
    return near & ~fortresses_in_battle(game, state, ENEMY[side])


@option.override(binding)
def binding_but_fortresses(
    basic: Callable[[Trc, State, UnitId, Hex, HexSet], HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    near: HexSet,
) -> HexSet:
    """Exempt fortresses from the duty to attack."""
    return fortresses_bind_nobody(game, state, game.side_of[unit], at, basic(game, state, unit, at, near))


@option.override(drawn_in)
def fortresses_drawn_in(basic: Callable[[Trc, State, HexSet], HexSet], game: Trc, state: State, near: HexSet) -> HexSet:
    """Add the enemy's fortresses: who has to attack next to one needs somebody against it too."""
    return basic(game, state, near) | near & fortresses_in_battle(game, state, ENEMY[state.clock.side])


@option.check("26.9f", End)
def attackers_beside_a_fortress(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Units that attack others from a hex next to a fortress must see the fortress attacked too."""
    if state.clock.phase != COMBAT:
        return
    side = state.clock.side
    fought = [battle for battle in state.battles if battle.result != WON]
    attacked = {battle.places[unit] for battle in fought for unit in battle.defenders}
    for place in hexes(fortresses_in_battle(game, state, ENEMY[side])):
        if place in attacked or not attackable(game, state.forces[ENEMY[side]].stack(place)):
            continue
        near = game.board.zoc.of[place]
        beside = {u: None for battle in fought for u in battle.attackers if near >> battle.places[u] & 1}
        if beside:
            units, at = tuple(beside), game.hex_name(place)
            text = Sentence(
                "{units} attacked next to the fortress in {at}, but no unit attacked the fortress.", in_words(units), at
            )
            yield violation("26.9f", text, units=units, hexes=(at,), dedup_key=(side, "26.9f", place, state.clock))


def _in_fortress(game: Trc, state: State, battle: Battle, unit: UnitId) -> bool:
    return bool(fortresses_in_battle(game, state, game.side_of[unit]) >> battle.places[unit] & 1)


@option.rule("26.9g")
def one_lost_for_all(result: str) -> bool:
    """On DR and on AR a fortress may lose one unit instead of retreating."""
    return result in ("DR", "AR")


@option.override(lost_instead)
def lost_for_the_fortress(
    basic: Callable[[Trc, State, Battle, UnitId], bool], game: Trc, state: State, battle: Battle, unit: UnitId
) -> bool:
    """Let a unit of a fortress be lost though it could retreat."""
    return basic(game, state, battle, unit) or (
        one_lost_for_all(battle.result) and _in_fortress(game, state, battle, unit)
    )


@option.override(holds_out)
def held_by_a_loss(
    basic: Callable[[Trc, State, Battle, UnitId], bool], game: Trc, state: State, battle: Battle, unit: UnitId
) -> bool:
    """Let the others of a fortress stay once one of them was lost."""
    if basic(game, state, battle, unit):
        return True
    if not one_lost_for_all(battle.result) or not _in_fortress(game, state, battle, unit):
        return False
    return any(battle.places[other] == battle.places[unit] for other in battle.lost if other != unit)


@book.effect(Fortify)
def place_the_marker(game: Trc, state: State, act: Fortify) -> State:
    """Remember the fortress, and count it."""
    side = state.clock.side
    return state.with_mark(Fortress(side, game.hex_name(act.hex))).counted(_counter(side))


@option.follow
def watch_fortresses(game: Trc, before: State, after: State, act: Action) -> State:
    """Remove the markers of cities that the enemy controls, and remember who has kept quiet in a city."""
    taken = [mark for mark in Fortress.all(after) if _held_by(game, after, mark.hex) == ENEMY.get(mark.side)]
    gone: set[Mark] = {*taken}
    busy = the_garrison_stays_quiet(act)
    if busy:
        gone.update(mark for mark in Garrison.all(after) if mark.unit in busy)
        if Garrison(KNOWN, before.clock.side) not in after.marks:
            # The places of units at the beginning of the turn are unknown, but these units have acted.
            after = after.with_mark(*(Garrison(BUSY, unit) for unit in busy))
    if not gone:
        return after
    fallen = {Fallen(mark.side, mark.hex) for mark in taken if before.clock.phase == COMBAT}
    return after.changed(marks=(after.marks - gone) | fallen)


@option.effect(End)
def forget_the_fallen(game: Trc, state: State, act: End) -> State:
    """Forget when a phase ends which fortresses fell in it."""
    return Fallen.forgotten(state)


def _held_by(game: Trc, state: State, name: str) -> str:
    place = game.board.grid.find(name)
    return "" if place is None else state.control.get(place, "")


@option.effect(End)
def muster_garrisons(game: Trc, state: State, act: End) -> State:
    """Remember, when a player turn begins, which infantry stands in major cities."""
    following = SEQUENCE.after(state.clock)
    if following.phase != "movement" or following.part != 1:
        return state
    side = following.side
    kept = Garrison.forgotten(state)
    found = [Garrison(KNOWN, side)]
    for at in hexes(game.board.major_cities & kept.forces[side].occupied):
        stack = kept.forces[side].stack(at)
        found += [Garrison(unit, game.hex_name(at)) for unit in stack if game.units[unit].type in ON_FOOT]
    return kept.with_mark(*found)


@option.lister(Fortify)
def legal_fortresses(game: Trc, state: State) -> Iterator[Fortify]:
    """Yield every city that may be fortified now."""
    if state.clock.phase != END or state.clock.part == 1:
        return
    side = state.clock.side
    for at in hexes(game.board.major_cities & state.forces[side].occupied & ~fortresses(game, state, side)):
        if unaccused(game, state, act := Fortify(at)):
            yield act


@option.override(further)
def fortresses_at_last(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let cities be fortified before the turn ends."""
    yield from basic(game, state, moment)
    if moment == AT_LAST:
        yield from legal_fortresses(game, state)


@option.follow
def remember_the_silence(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember that battles were fought without a line: a fortress would not have been stated either."""
    silent = UNDECLARED in before.marks and isinstance(act, End)
    return after.with_mark(FortressesUnknown()) if silent else after


@option.override(joined_late)
def fortresses_from_before(basic: Callable[[Trc, State], State], game: Trc, state: State) -> State:
    """Remember that cities may have been fortified before a log that begins late."""
    return basic(game, state).with_mark(FortressesUnknown("before"))


@option.suppose
def fortresses_that_nobody_declared(game: Trc, state: State) -> Iterator[Hypothesis]:
    """Suppose each city that troops hold to be a fortress, alone or with all others, where nothing is declared."""
    late = FortressesUnknown("before") in state.marks
    declared = any(state.used.get(_counter(side)) for side in SIDES)
    silent = not declared and (UNDECLARED in state.marks or FortressesUnknown() in state.marks)
    # Who may not stand next to the enemy is told when movement ends.
    if state.clock.phase not in ((MOVEMENT, COMBAT) if late else (COMBAT,)) or not (late or silent):
        return
    found = [
        Fortress(side, game.hex_name(at))
        for side in SIDES
        for at in hexes(game.board.major_cities & state.forces[side].occupied & ~fortresses(game, state, side))
    ]
    for marks in (found, *([mark] for mark in found)):
        yield Hypothesis(state.with_mark(*marks), "It is unknown which cities are fortresses.")


belongs_to("26.9", Fortify)

EXTENSION = Extension(
    counters=frozenset(_counter(side) for side in SIDES),
    marks=(Fortress, Fallen, Garrison, FortressesUnknown),
)

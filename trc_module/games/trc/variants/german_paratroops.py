"""28.6, part III: the German paratroops that the Mediterranean Distraction keeps in being."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.board import Terrain
from trc_module.facts import Fact
from trc_module.games.trc.acts.arrivals import Delay, Drop
from trc_module.games.trc.acts.departures import Motorize
from trc_module.games.trc.acts.strategic_choices import DISTRACTION
from trc_module.games.trc.arrivals.entry_hexes import waiting_in
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.motorization import german_infantry
from trc_module.games.trc.arrivals.paratroops import REACH, is_paratroop
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import MOTORIZATION, OFF_MAP
from trc_module.games.trc.combat.attack_obligations import binding
from trc_module.games.trc.combat.battle_context import attackable_from
from trc_module.games.trc.combat.retreat_routes import without_a_zone
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.players.legal_actions import full, starting_area
from trc_module.games.trc.players.option_actions import ARRIVALS, DUE, further
from trc_module.games.trc.special_rules import Basic, special
from trc_module.games.trc.steps import MOVEMENT
from trc_module.games.trc.supply.general_supply import fed_without_a_line, in_supply_ashore
from trc_module.games.trc.turn.setup import AT_START, still_to_set_up
from trc_module.games.trc.variants.strategic_choices import chosen, without
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Attack, Eliminate, End, Enter, Replace, Setup
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.state import Stack, State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

option = book.option("28.6")
AT_FIRST, EXCHANGED = "ger-2-para", "ger-11-para"
MAY_1943 = 13
REMOVED_BY = "28.6-MD-5i"


class LeftTheBoard(KindOfMark, word="left-the-board", until=TURN):
    """a unit: these paratroops have left the board on this turn (28.6)"""

    unit: UnitId


def is_german(unit: Unit) -> bool:
    """Tell whether a unit is a German paratroop unit."""
    return is_paratroop(unit) and unit.side == AXIS


def on_map(state: State, unit: UnitId) -> Hex | None:
    """Return the hex of a unit; None if it is beside the map."""
    at = state.place(unit)
    return None if at is None or isinstance(at, str) else at


def together(game: Trc, state: State) -> dict[UnitId, Hex]:
    """Return the German paratroops that stand in one hex with Russian units, and where."""
    if not chosen(state, DISTRACTION):
        return {}
    places = ((unit, on_map(state, unit)) for unit in (AT_FIRST, EXCHANGED) if unit in game.units)
    return {unit: at for unit, at in places if at is not None and state.forces[RUSSIAN].occupied >> at & 1}


@special(option, Basic.DROP)
def german_drops(game: Trc, state: State, unit: Unit) -> bool:
    """Take German paratroops out of the rules of 18."""
    return is_german(unit)


# Start and exchange


@option.check("28.6-MD-5f", Setup, Motorize, Enter, Drop, Delay)
def paratroops_of_the_distraction(
    game: Trc, state: State, act: Setup | Motorize | Enter | Drop | Delay
) -> Iterator[Finding]:
    """A German paratroop unit starts in Poland or off the board; another replaces a 3-4 in May 1943."""
    name = act.motorized if isinstance(act, Motorize) else act.unit
    unit = game.units[name]
    if not is_german(unit):
        return
    if not chosen(state, DISTRACTION):
        text = Sentence("{name} was used; it is in the game only with the Mediterranean Distraction.", name)
        yield without(state, DISTRACTION, violation("28.6-MD-5f", text, units=(name,)))
    elif isinstance(act, Motorize):
        yield from _exchange(game, state, act)
    elif waiting_in(state, unit) == MOTORIZATION:
        text = Sentence("{name} arrived by itself; it comes by an exchange for a German 3-4 infantry corps.", name)
        yield violation("28.6-MD-5f", text, units=(name,), facts=(unit.fact("arrival"),))


@option.override(still_to_set_up)
def paratroops_may_wait(basic: Callable[[Trc, State, str], Stack], game: Trc, state: State, side: str) -> Stack:
    """Ask for no German paratroops: they may wait off the board."""
    return tuple(unit for unit in basic(game, state, side) if unit != AT_FIRST)


def _exchange(game: Trc, state: State, act: Motorize) -> Iterator[Finding]:
    old, new = game.units[act.infantry], game.units[act.motorized]
    facts: tuple[Fact, ...] = (new.fact("arrival"),)
    why = ""
    if waiting_in(state, new) != MOTORIZATION:
        why = Sentence("but {motorized} was {at}", act.motorized, game.where(state.place(act.motorized)))
    elif state.clock.turn != MAY_1943 or not in_movement(state.clock, AXIS, 1):
        why = Sentence(
            "in {clock}; this exchange belongs to the first movement phase of May/June 1943", state.clock.words
        )
    elif on_map(state, act.infantry) is None:
        why = Sentence("but {infantry} was {at}", act.infantry, game.where(state.place(act.infantry)))
    elif not german_infantry(old) or (old.combat, old.move) != (3, 4):
        why = "which takes the place of a German 3-4 infantry corps"
        facts = (old.fact("type"), old.fact("combat"), old.fact("move"))
    if why:
        text = Sentence("{infantry} was exchanged for {motorized}, {why}.", act.infantry, act.motorized, why)
        yield violation("28.6-MD-5f", text, units=(act.infantry, act.motorized), facts=facts)


@special(option, Basic.EXCHANGE)
def exchange_for_paratroops(game: Trc, state: State, unit: Unit) -> bool:
    """Take the exchange for paratroops out of those of 23."""
    return is_german(unit)


@special(option, Basic.STAY)
def paratroops_off_the_board(game: Trc, state: State, unit: Unit) -> bool:
    """Let German paratroops stay or go off the board."""
    return is_german(unit) and chosen(state, DISTRACTION)


@option.override(starting_area)
def paratroops_start(basic: Callable[[Trc, State, UnitId], HexSet], game: Trc, state: State, unit: UnitId) -> HexSet:
    """Set up no German paratroops without the Distraction."""
    out = is_german(game.units[unit]) and not chosen(state, DISTRACTION)
    return 0 if out else basic(game, state, unit)


# Drops


@option.check("28.6-MD-5a", Drop)
def drop_in_clear_weather(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """German paratroops drop in the Axis first movement phase of a clear turn only."""
    if not is_german(game.units[act.unit]):
        return
    if not in_movement(state.clock, AXIS, 1) or weather_of(state) != "clear":
        when = Sentence("in {clock}, in {weather} weather", state.clock.words, spaced(weather_of(state)))
        text = Sentence(
            "{unit} was dropped {when}; it drops in the first movement phase of a clear turn.", act.unit, when
        )
        yield violation("28.6-MD-5a", text, units=(act.unit,), hexes=(game.hex_name(act.hex),))


@option.check("28.6-MD-5g", Drop)
def drop_near_an_army_group(game: Trc, state: State, act: Drop) -> Iterator[Finding]:
    """German paratroops drop within eight hexes of an Army Group headquarters."""
    if not is_german(game.units[act.unit]):
        return
    name, board = game.hex_name(act.hex), game.board
    groups = _army_groups(game, state)
    if not any(board.grid.distance(at, act.hex) <= REACH for at in groups):
        where = in_words(map(game.hex_name, groups)) if groups else ""
        text = Sentence(
            "{unit} was dropped in {name}, not within {reach} hexes of an Army Group headquarters",
            act.unit,
            name,
            REACH,
        )
        text = Sentence("{text} (in {where}).", text, where) if where else Sentence("{text}; none is on the map.", text)
        yield violation("28.6-MD-5g", text, units=(act.unit,), hexes=(name,))
    terrain = board.terrain[act.hex]
    barred = terrain in (Terrain.WOODS, Terrain.MOUNTAIN)
    if barred or not board.land >> act.hex & 1:
        what = terrain.value if barred or terrain.is_water else "land that is not in play"
        facts = (board.terrain_fact(act.hex),)
        text = Sentence("{unit} was dropped in {name}, which is {what}.", act.unit, name, what)
        yield violation("28.6-MD-5g", text, units=(act.unit,), hexes=(name,), facts=facts)


def _army_groups(game: Trc, state: State) -> list[Hex]:
    names = sorted(hq for hq in game.headquarters if game.side_of[hq] == AXIS and game.units[hq].size == "army-group")
    return [at for at in (on_map(state, hq) for hq in names) if at is not None]


@option.check("28.6-MD-5h", Drop, Delay)
def from_off_the_board(game: Trc, state: State, act: Drop | Delay) -> Iterator[Finding]:
    """Paratroops that drop began the turn off the board; they leave it over the west edge and may drop again."""
    if not is_german(game.units[act.unit]):
        return
    at = on_map(state, act.unit)
    if isinstance(act, Drop):
        if at is not None or state.place(act.unit) not in (OFF_MAP, AT_START):
            text = Sentence(
                "{unit} was dropped, but it was {at}, not off the board.", act.unit, game.where(state.place(act.unit))
            )
            yield violation("28.6-MD-5h", text, units=(act.unit,))
        elif LeftTheBoard(act.unit) in state.marks:
            text = Sentence("{unit} was dropped on the turn on which it left the board.", act.unit)
            yield violation("28.6-MD-5h", text, units=(act.unit,))
    elif at is not None and chosen(state, DISTRACTION):
        west = game.board.edges["west"]
        if not west >> at & 1 or (state.clock.side, state.clock.phase) != (AXIS, MOVEMENT):
            name = game.hex_name(at)
            text = Sentence(
                "{unit} left the board from {name} in {clock}; it leaves over the west edge when it moves.",
                act.unit,
                name,
                state.clock.words,
            )
            yield violation("28.6-MD-5h", text, units=(act.unit,), hexes=(name,))


@option.follow
def note_who_left(game: Trc, before: State, after: State, act: Action) -> State:
    """Remember until the turn is over which paratroops have left the board."""
    if before.forces[AXIS] is after.forces[AXIS] or not chosen(after, DISTRACTION):
        return after
    gone = (unit for unit in (AT_FIRST, EXCHANGED) if on_map(before, unit) is not None)
    left = tuple(LeftTheBoard(unit) for unit in gone if after.place(unit) == OFF_MAP)
    return after.with_mark(*left) if left else after


# On top of the enemy


@option.check("28.6-MD-5c", Attack)
def fight_where_they_land(game: Trc, state: State, act: Attack) -> Iterator[Finding]:
    """Paratroops that landed on Russian units attack those units and no others."""
    here = together(game, state)
    for unit in act.attackers:
        at = here.get(unit)
        others = tuple(foe for foe in act.defenders if at is not None and state.place(foe) != at)
        if at is not None and others:
            name = game.hex_name(at)
            text = Sentence(
                "{unit} landed on Russian units in {name} and attacked {others}, not those in its hex.",
                unit,
                name,
                in_words(others),
            )
            yield violation("28.6-MD-5c", text, units=(unit, *others), hexes=(name,))


@option.override(attackable_from)
def attack_in_the_same_hex(basic: Callable[[Trc, Hex], HexSet], game: Trc, at: Hex) -> HexSet:
    """Let the enemies in a unit's own hex be attacked; there are none but under paratroops."""
    return basic(game, at) | 1 << at


@option.override(binding)
def bound_to_their_own_hex(
    basic: Callable[[Trc, State, UnitId, Hex, HexSet], HexSet],
    game: Trc,
    state: State,
    unit: UnitId,
    at: Hex,
    near: HexSet,
) -> HexSet:
    """Bind paratroops that have landed on Russians to those alone."""
    if near >> at & 1:
        return 1 << at
    return basic(game, state, unit, at, near)


@option.override(without_a_zone)
def no_zone_among_enemies(basic: Callable[[Trc, State, str], HexSet], game: Trc, state: State, side: str) -> HexSet:
    """Take the zone around those paratroops away from retreats."""
    found = basic(game, state, side)
    if side == AXIS:
        for at in together(game, state).values():
            found |= 1 << at
    return found


@option.follow
def nobody_gains_a_shared_hex(game: Trc, before: State, after: State, act: Action) -> State:
    """Leave the control of a hex as it was while both sides stand in it."""
    if before.control is after.control or isinstance(act, End):
        return after
    shared = {at: before.control.get(at, "") for at in together(game, after).values() if at in game.controllable}
    return after.changed(control=after.control.merged(shared)) if shared else after


@option.check("28.6-MD-5i", End)
def lost_among_enemies(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Paratroops still in a hex with Russian units when the second impulse begins are destroyed."""
    if not in_movement(state.clock, AXIS, 2):
        return
    for unit, at in together(game, state).items():
        name = game.hex_name(at)
        text = Sentence(
            "{unit} stays in {name} among Russian units; it is destroyed when the second impulse begins.", unit, name
        )
        yield violation("28.6-MD-5i", text, units=(unit,), hexes=(name,), dedup_key=(AXIS, "28.6-MD-5i", unit))


# Supply and loss


@option.rule("28.6-MD-5d")
def need_a_line(unit: Unit) -> bool:
    """German paratroops need a supply line, like other Axis units."""
    return is_german(unit)


@option.override(fed_without_a_line)
def paratroops_need_a_line(basic: Callable[[Trc, State, UnitId], str], game: Trc, state: State, unit: UnitId) -> str:
    """Supply German paratroops by a line, except in the turn of a landing from the sea."""
    if need_a_line(game.units[unit]) and not in_supply_ashore(state, unit):
        return ""
    return basic(game, state, unit)


@option.check("28.6-MD-5e", Replace)
def german_paratroops_once(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """No German paratroop unit is replaced."""
    if is_german(game.units[act.unit]):
        yield violation(
            "28.6-MD-5e", Sentence("{unit} was replaced; paratroops never are.", act.unit), units=(act.unit,)
        )


@special(option, Basic.REPLACEMENT)
def no_claim_for_paratroops(game: Trc, state: State, unit: Unit) -> bool:
    """Leave German paratroops out of the claims of 21.4."""
    return is_german(unit)


# What players may do


@option.lister(Drop)
def legal_german_drops(game: Trc, state: State) -> Iterator[Drop]:
    """Yield every drop of German paratroops that may be made now, onto Russian units too."""
    if not chosen(state, DISTRACTION) or not in_movement(state.clock, AXIS, 1) or weather_of(state) != "clear":
        return
    area: HexSet = 0
    for at in _army_groups(game, state):
        area |= game.board.grid.disc(at, REACH)
    for unit in (AT_FIRST, EXCHANGED):
        if state.place(unit) in (OFF_MAP, AT_START):
            for at in hexes(area & ~full(game, state, unit)):
                act = Drop(unit, at)
                if unaccused(game, state, act):
                    yield act


@option.override(further)
def paratroops_of_players(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let the Axis drop its paratroops out of the way of the enemy, and lose those that are stuck among them."""
    yield from basic(game, state, moment)
    if moment == ARRIVALS:
        foes = game.zones.of(state.forces[ENEMY[AXIS]]) if state.clock.side == AXIS else 0
        yield from (act for act in legal_german_drops(game, state) if not foes >> act.hex & 1)
    elif moment == DUE and in_movement(state.clock, AXIS, 2):
        yield from (Eliminate(unit, REMOVED_BY) for unit in together(game, state))


EXTENSION = Extension(marks=(LeftTheBoard,))

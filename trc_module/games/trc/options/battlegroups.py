"""26.4: battlegroups."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.battlegroups import Rebuild, Remnant
from trc_module.games.trc.arrivals.axis_replacements import judge_the_claims
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.partisans import bars_partisans_afar
from trc_module.games.trc.arrivals.russian_replacements import (
    armor_and_guards_are_limited,
    within_the_points,
)
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OPTIONAL, POOL
from trc_module.games.trc.combat.attack_obligations import came_in_combat
from trc_module.games.trc.combat.automatic_victory import won_at_any_date
from trc_module.games.trc.combat.combat_results import RESULTS
from trc_module.games.trc.combat.retreat_routes import full, named, retreat_bounds
from trc_module.games.trc.data import AXIS, ENEMY, RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import UNDECLARED, Arrived, Moved, Railed, Replaced, Sailed
from trc_module.games.trc.movement.land_movement import bounds_of
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.options.limiting import limited
from trc_module.games.trc.players.option_actions import ARRIVALS, LOSSES, further
from trc_module.games.trc.steps import MOVEMENT
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, Replace, Surrender
from trc_module.rules.battles import Battle, battle_numbered
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.marks import COMBAT as COMBAT_PHASE
from trc_module.rules.marks import KindOfMark
from trc_module.rules.paths import Bounds, Limit
from trc_module.rules.retreats import ends
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.4")
FIRST_TURN = 5
"""January/February 1942."""
LEAST = 3
_RESULTS = ("EX", "D1", "DE")


class Survived(KindOfMark, word="remnant", until=COMBAT_PHASE):
    """a battlegroup and the hex that it survived from in this phase (26.4)"""

    unit: UnitId
    hex: str


def _kind(unit_: Unit) -> str:
    return unit_.type.removesuffix("-battlegroup")


def _violation(act: Remnant, rule: str, text: str) -> Finding:
    return violation(rule, text, units=(act.lost, act.unit))


@option.check("26.4a", Remnant)
def who_leaves_a_battlegroup(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """From 1942 on a battlegroup survives a defender lost on EX, D1 or DE."""
    found = battle_numbered(state.battles, act.number)
    lost = game.units[act.lost]
    if state.clock.turn < FIRST_TURN:
        yield _violation(
            act, "26.4a", Sentence("{lost} left a battlegroup on turn {turn}, before 1942.", act.lost, state.clock.turn)
        )
        return
    silent = found is None and UNDECLARED in state.marks
    if not leaves_one(lost) and (silent or _lost_in(act, found)):
        text = Sentence(
            "{lost} left a battlegroup; only Russian Guards and German armor, motorized, infantry and SS units may.",
            act.lost,
        )
        facts = (lost.fact("type"), lost.fact("formation"))
        yield violation("26.4a", text, units=(act.lost, act.unit), facts=facts)
    elif silent:
        text = Sentence("{lost} left a battlegroup; it is unknown in which battle it was lost.", act.lost)
        yield Finding("26.4a", Verdict.UNDECIDED, text, (act.lost, act.unit))
    elif not _lost_in(act, found):
        result = "" if found is None else Sentence(" on {result}", found.result or "no result")
        text = Sentence(
            "{lost} left a battlegroup{result}; only a defender lost on EX, D1 or DE may.", act.lost, result
        )
        yield _violation(act, "26.4a", text)
    elif not game.units[act.unit].battlegroup or game.side_of[act.unit] != lost.side:
        yield _violation(
            act,
            "26.4a",
            Sentence("{unit} took the place of {lost}, but it is not a battlegroup of its side.", act.unit, act.lost),
        )


def _lost_in(act: Remnant, battle: Battle | None) -> bool:
    """Tell whether a unit was lost as a defender of a battle, on a result that leaves battlegroups."""
    if battle is None or battle.result not in _RESULTS:
        return False
    return act.lost in battle.defenders and act.lost in battle.lost


def leaves_one(lost: Unit) -> bool:
    """Tell whether a unit is of a kind that leaves a battlegroup."""
    if lost.side == RUSSIAN:
        return lost.formation == "guards" and not lost.battlegroup
    german = lost.nation == "german" and lost.type in ("armor", "motorized", "infantry")
    return german or (lost.ss and not lost.battlegroup)


def _origin(state: State, act: Remnant) -> Hex | None:
    found = battle_numbered(state.battles, act.number)
    return None if found is None else found.places.get(act.lost)


@option.check("26.4b", Remnant)
def one_from_each_hex(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """At most one battlegroup survives from each hex."""
    origin = _origin(state, act)
    if origin is None:
        return
    at = game.hex_name(origin)
    before = [mark.unit for mark in Survived.all(state) if mark.hex == at and mark.unit != act.unit]
    if before:
        text = Sentence("{unit} survived from {at} like {before}; only one battlegroup may.", act.unit, at, before[0])
        yield violation("26.4b", text, units=(act.unit, before[0]), hexes=(at,))


@option.check("26.4c", Remnant)
def in_its_place_and_back(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """The lost unit goes to the pool, and the attacker retreats the battlegroup from its place."""
    at, origin = state.place(act.lost), _origin(state, act)
    if at != POOL:
        yield _violation(
            act,
            "26.4c",
            Sentence("{lost}, which left a battlegroup, is {at}, not in the pool.", act.lost, game.where(at)),
        )
    if origin is None:
        return
    open_ = routes_of(game, state, act.unit, origin)
    if not open_ >> act.hex & 1:
        here, goal = game.hex_name(origin), game.hex_name(act.hex)
        text = Sentence(
            "{unit} went from {here} to {goal}, which is not a legal retreat of one or two hexes.", act.unit, here, goal
        )
        if act.hex == origin:
            text = Sentence("{unit} stayed in {here}; a battlegroup retreats one or two hexes.", act.unit, here)
        legal = Sentence("a retreat to {named}.", named(game, open_)) if open_ else "it does not survive."
        yield violation("26.4c", text, units=(act.unit,), hexes=(here, goal), legal=legal)


def routes_of(game: Trc, state: State, battlegroup: UnitId, origin: Hex) -> HexSet:
    """Return where a battlegroup may retreat to."""
    length = RESULTS["D1"].defenders.retreat or (1, 2)
    bounds = retreat_bounds(game, state, game.side_of[battlegroup])
    return ends(bounds.sure, origin, *length) & ~full(game, state, battlegroup)


@option.check("26.4d", Surrender)
def battlegroups_never_surrender(game: Trc, state: State, act: Surrender) -> Iterator[Finding]:
    """A battlegroup never goes to the surrendered box, not even after an automatic victory or on DS."""
    if act.who in game.units and game.units[act.who].battlegroup:
        yield violation(
            "26.4d",
            Sentence("{who} is a battlegroup, but was put with the surrendered units.", act.who),
            units=(act.who,),
        )


@option.follow
def back_to_the_others(game: Trc, before: State, after: State, act: Action) -> State:
    """Put lost battlegroups back where they wait for their use."""
    if before.forces is after.forces:
        return after
    for side, deployment in after.forces.items():
        for name, at in deployment.places.items():
            if at in (POOL, "surrendered") and game.units[name].battlegroup:
                after = after.with_unit(side, name, OPTIONAL)
    return after


@option.check("26.4e", Remnant)
def no_faster_than_the_lost(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """A battlegroup's movement factor is not above that of the lost unit."""
    new, old = game.units[act.unit], game.units[act.lost]
    facts = (new.fact("move"), old.fact("move"))
    if new.move is None or old.move is None:
        text = Sentence(
            "The movement factor is not in our data for {unit}.", act.unit if new.move is None else act.lost
        )
        yield Finding("26.4e", Verdict.SKIPPED, text, (act.unit, act.lost), facts=facts)
    elif new.move > old.move:
        text = Sentence(
            "{unit}, which moves {move}, took the place of {lost}, which moves {old_move}.",
            act.unit,
            new.move,
            act.lost,
            old.move,
        )
        yield violation("26.4e", text, units=(act.unit, act.lost), facts=facts)


@option.check("26.4f", Remnant)
def three_factors_at_least(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """Only units of three combat factors or more leave a battlegroup."""
    lost = game.units[act.lost]
    if lost.combat is not None and lost.combat < LEAST:
        text = Sentence(
            "{lost}, which has {combat} combat factors, left a battlegroup; it needs at least {least}.",
            act.lost,
            lost.combat,
            LEAST,
        )
        yield violation("26.4f", text, units=(act.lost, act.unit), facts=(lost.fact("combat"),))


@option.check("26.4g", Remnant)
def as_long_as_there_are_counters(game: Trc, state: State, act: Remnant) -> Iterator[Finding]:
    """Only a battlegroup that is not in play is used."""
    at = state.place(act.unit)
    if at is not None and not isinstance(at, str):
        yield _violation(
            act,
            "26.4g",
            Sentence(
                "{unit} took the place of {lost}, but it was already in play in {at}.",
                act.unit,
                act.lost,
                game.hex_name(at),
            ),
        )


@option.rule("26.4.1b")
def not_into_a_zone(zone: HexSet) -> Limit:
    """Battlegroups do not move into an enemy zone of control, except those of the SS."""
    return Limit(
        "26.4.1b",
        shut=zone,
        step="moved into the zone of control of {foes_b} in {b}",
        stretch="enters an enemy zone of control",
        displaces=frozenset({"7.2", "8.3a"}),
    )


@option.override(bounds_of)
def bounds_of_battlegroups(basic: Callable[[Trc, State, Unit], Bounds], game: Trc, state: State, unit: Unit) -> Bounds:
    """Keep battlegroups out of enemy zones of control."""
    bounds = basic(game, state, unit)
    if not unit.battlegroup or unit.ss:
        return bounds
    zone = game.zones.of(state.forces[ENEMY[unit.side]])
    return limited(bounds, state, unit, "battlegroup", not_into_a_zone(zone))


@option.rule("26.4.1c")
def partisans_near_a_battlegroup(unit_: Unit) -> bool:
    """Partisans may be placed near an SS battlegroup, outside its own zone of control."""
    return unit_.battlegroup


@option.override(bars_partisans_afar)
def battlegroups_do_not(basic: Callable[[Trc, UnitId], bool], game: Trc, unit: UnitId) -> bool:
    """Let a battlegroup of the SS bar partisans in its own zone alone."""
    return basic(game, unit) and not partisans_near_a_battlegroup(game.units[unit])


@option.check("26.4.2b", Replace)
def the_battlegroup_goes(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """The battlegroup is removed when a replacement arrives on its hex."""
    if isinstance(act.place, str):
        return
    kept = tuple(u for u in state.forces[game.side_of[act.unit]].stack(act.place) if game.units[u].battlegroup)
    if kept:
        at = game.hex_name(act.place)
        text = Sentence("{unit} arrived on {kept} in {at}, but the battlegroup was not removed.", act.unit, kept[0], at)
        yield violation("26.4.2b", text, units=(act.unit, *kept), hexes=(at,))


def _wrong(act: Rebuild, rule: str, text: str) -> Finding:
    return violation(rule, text, units=(act.unit, act.battlegroup))


@option.check("26.4.2c", Rebuild)
def like_for_like(game: Trc, state: State, act: Rebuild) -> Iterator[Finding]:
    """Infantry rebuilds infantry battlegroups, and armor or motorized units those of armor."""
    new, old = game.units[act.unit], game.units[act.battlegroup]
    if not old.battlegroup or not isinstance(state.place(old.id), int) or new.side != old.side:
        yield _wrong(
            act,
            "26.4.2c",
            Sentence(
                "{unit} arrived on {battlegroup}, which is not a battlegroup of its own side.",
                act.unit,
                act.battlegroup,
            ),
        )
        return
    mobile = ("armor", "motorized")
    fits = _kind(new) == "infantry" if _kind(old) == "infantry" else _kind(new) in mobile
    if not fits:
        text = Sentence("{unit}, which is {type}, cannot rebuild {battlegroup}.", act.unit, new.type, act.battlegroup)
        yield violation("26.4.2c", text, units=(act.unit, act.battlegroup), facts=(new.fact("type"), old.fact("type")))


@option.check("26.4.2d", Rebuild)
def guards_rebuild_guards(game: Trc, state: State, act: Rebuild) -> Iterator[Finding]:
    """Only Guards rebuild Russian battlegroups."""
    new = game.units[act.unit]
    if new.side == RUSSIAN and new.formation != "guards":
        text = Sentence("{unit}, which is not a Guards unit, cannot rebuild {battlegroup}.", act.unit, act.battlegroup)
        yield violation("26.4.2d", text, units=(act.unit, act.battlegroup), facts=(new.fact("formation"),))


@option.check("26.4.2e", Rebuild)
def army_and_ss_apart(game: Trc, state: State, act: Rebuild) -> Iterator[Finding]:
    """SS units rebuild battlegroups of the SS, units of the army those of the army."""
    new, old = game.units[act.unit], game.units[act.battlegroup]
    if new.side == AXIS and new.ss != old.ss:
        text = Sentence(
            "{unit} cannot rebuild {battlegroup}: one of them belongs to the SS, the other does not.",
            act.unit,
            act.battlegroup,
        )
        yield violation("26.4.2e", text, units=(act.unit, act.battlegroup), facts=(new.fact("formation"),))


@option.check("26.4.2g", Rebuild)
def before_anything_moves(game: Trc, state: State, act: Rebuild) -> Iterator[Finding]:
    """All battlegroups are rebuilt before any move, in the movement phase of the replacements."""
    clock = state.clock
    moved = {*Moved.firsts(state), *Railed.firsts(state), *Sailed.firsts(state), *state.trails}
    right = clock.side == game.side_of[act.unit] and clock.phase == MOVEMENT
    if moved or not right:
        why = Sentence("after {moved} had moved", min(moved)) if moved else Sentence("in {clock}", clock.words)
        yield _wrong(act, "26.4.2g", Sentence("{unit} rebuilt {battlegroup} {why}.", act.unit, act.battlegroup, why))


@option.judge(Rebuild)
def judge_as_a_replacement(game: Trc, state: State, act: Rebuild) -> Iterator[Finding]:
    """Judge whether the unit may be replaced now, as any other."""
    at = state.place(act.battlegroup)
    if at is None or isinstance(at, str):
        return
    as_usual = Replace(act.unit, at)
    if state.place(act.unit) != POOL:
        where = game.where(state.place(act.unit))
        yield violation(
            "21.3" if game.side_of[act.unit] == AXIS else "13.2b",
            Sentence("{unit} was replaced, but it was {where}.", act.unit, where),
        )
        return
    for judge in (judge_the_claims, within_the_points, armor_and_guards_are_limited):
        yield from judge(game, state, as_usual)
    turns = game.charts.replacements.axis_turns
    if game.side_of[act.unit] == AXIS and state.clock.turn not in turns:
        yield violation(
            "21.2", Sentence("{unit} was replaced on turn {turn}.", act.unit, state.clock.turn), units=(act.unit,)
        )


@book.effect(Rebuild)
def rebuild(game: Trc, state: State, act: Rebuild) -> State:
    """Put the replacement in the place of the battlegroup."""
    at = state.place(act.battlegroup)
    side = game.side_of[act.unit]
    after = state.with_unit(game.side_of[act.battlegroup], act.battlegroup, OPTIONAL)
    if at is None or isinstance(at, str):
        return after
    marks = (Replaced(act.unit, game.hex_name(at)), Arrived(act.unit, POOL))
    return after.with_unit(side, act.unit, at).with_mark(*marks)


@option.rule("26.4.3")
def russians_may_win_at_once(game: Trc, defenders: tuple[UnitId, ...]) -> bool:
    """The Russian wins automatic victories over German battlegroups at any date."""
    return all(game.units[unit].battlegroup for unit in defenders)


@option.override(won_at_any_date)
def battlegroups_at_any_date(
    basic: Callable[[Trc, State, tuple[UnitId, ...]], bool], game: Trc, state: State, defenders: tuple[UnitId, ...]
) -> bool:
    """Let the Russian win over battlegroups before the date of 16.4."""
    return basic(game, state, defenders) or russians_may_win_at_once(game, defenders)


@book.effect(Remnant)
def leave_a_battlegroup(game: Trc, state: State, act: Remnant) -> State:
    """Put the battlegroup where it retreated to, and remember the hex that it came from."""
    origin = _origin(state, act)
    after = state.with_unit(game.side_of[act.unit], act.unit, act.hex)
    return after if origin is None else after.with_mark(Survived(act.unit, game.hex_name(origin)))


@option.override(came_in_combat)
def remnants_are_new(basic: Callable[[Trc, State], frozenset[UnitId]], game: Trc, state: State) -> frozenset[UnitId]:
    """Add the battlegroups that have survived in this phase: no unit had to attack them."""
    return basic(game, state) | frozenset(Survived.firsts(state))


@option.lister(Remnant)
def legal_remnants(game: Trc, state: State) -> Iterator[Remnant]:
    """Yield every battlegroup that may take the place of a loss of the last battle, and where it may go.

    One with an unknown combat factor is not listed, since its battles cannot be judged.
    """
    if state.clock.turn < FIRST_TURN or not state.battles:
        return
    last = state.battles[-1]
    for lost in last.lost:
        if lost not in last.defenders or last.result not in _RESULTS or not leaves_one(game.units[lost]):
            continue
        for unit_ in state.forces[game.side_of[lost]].stack(OPTIONAL):
            if game.units[unit_].battlegroup and game.units[unit_].combat is not None:
                open_ = hexes(routes_of(game, state, unit_, last.places[lost]))
                acts = (Remnant(last.number, lost, unit_, at) for at in open_)
                yield from (act for act in acts if unaccused(game, state, act))


@option.lister(Rebuild)
def legal_rebuilding(game: Trc, state: State) -> Iterator[Rebuild]:
    """Yield every unit of the pool that may come in where a battlegroup stands."""
    own = state.forces[state.clock.side]
    groups = [unit_ for stack in own.stacks.values() for unit_ in stack if game.units[unit_].battlegroup]
    acts = (Rebuild(unit_, group) for group in groups for unit_ in own.stack(POOL))
    yield from (act for act in acts if unaccused(game, state, act))


@option.override(further)
def battlegroups_come_and_go(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let battlegroups survive after losses, and be rebuilt when replacements come."""
    yield from basic(game, state, moment)
    if moment == LOSSES:
        yield from legal_remnants(game, state)
    elif moment == ARRIVALS:
        yield from legal_rebuilding(game, state)


belongs_to("26.4", Remnant, Rebuild)

EXTENSION = Extension(marks=(Survived,))

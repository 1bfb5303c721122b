"""Odds of an attack: every factor, the effect of the terrain, the support, the results; and how to improve it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from trc_module.games.trc.acts.battles import AutomaticVictory
from trc_module.games.trc.acts.victors import automatic_victor
from trc_module.games.trc.combat.air_power import STUKA, STURMOVIK, aircraft_of, available, support
from trc_module.games.trc.combat.battle_context import (
    AUTOMATIC,
    HIGHEST,
    LOWEST,
    BattleContext,
    attackable,
    attackable_from,
)
from trc_module.games.trc.combat.battle_odds import base, final, odds_facts, shifted
from trc_module.games.trc.combat.combat_terrain import causes, multiplier, river_trouble
from trc_module.games.trc.combat.first_impulse import free_to_attack
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.marks import Moved
from trc_module.games.trc.movement.land_movement import reachable
from trc_module.games.trc.players.legal_actions import full
from trc_module.games.trc.questions.best_attack import BestAttackSearch, defenders, fight_of
from trc_module.games.trc.steps import MOVEMENT
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules import odds
from trc_module.rules.actions import AirSupport, Attack
from trc_module.rules.battles import next_number
from trc_module.rules.engine import check
from trc_module.rules.finding import Finding
from trc_module.rules.questions import Best, Odds, OneMoreUnit, Outcome, Reason, SupportOffer, Term, TerrainInBattle
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.questions import assumed, outcomes_of

_MOST_ADDED = 24
"""The number of further units whose effect on the odds is shown, the strongest first."""
_NOTHING = "0"


def odds_of(game: Trc, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], given: Iterable[str]) -> Odds:
    """Return what an attack is worth, legal or not; the attackers stand on the map."""
    act = _attack(game, state, attackers, targets, given)
    fight = fight_of(game, state, _standing(state, attackers), targets, act.air)
    known = not fight.untold and not fight.in_dark
    step = final(game, fight)
    return Odds(
        attackers=tuple(attackers),
        targets=tuple(targets),
        odds=_name(step) if known else "",
        attack=fight.attack,
        defence=fight.defence(multiplier),
        attacking=tuple(_term(fight, unit, fight.places[unit]) for unit in fight.ground),
        defending=tuple(_term(fight, unit, at) for at in fight.at_hexes for unit in fight.garrison(at)),
        terrain=tuple(_terrain(fight, at) for at in fight.at_hexes),
        steps=tuple(_steps(game, fight)),
        outcomes=tuple(_outcomes(game, step)) if known else (),
        supports=tuple(_supports(game, state, attackers, targets)),
        against=tuple(check(game, state, act)),
        notes=tuple(_notes(fight)),
    )


def near(game: Trc, state: State, side: str, targets: Sequence[Hex]) -> list[tuple[UnitId, Hex]]:
    """Return the units of a side that stand where all of some hexes may be attacked from."""
    origins = _origins(game, targets)
    goal = sum(1 << at for at in targets)
    return [
        (unit, at)
        for unit, at in state.forces[side].places.items()
        if not isinstance(at, str) and origins >> at & 1 and _may_attack(game, state, unit, goal)
    ]


def best(game: Trc, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], given: Iterable[str]) -> Best:
    """Return the best odds that a side can bring about that has its movement before it.

    Looked for among all ways to bring up those who can come; where there are too many of them, the notes say so.
    """
    side = state.clock.side
    air = _air(given)
    coming = dict(_who_comes(game, state, side, targets))
    now = {unit: at for unit, at in _standing(state, attackers).items() if unit in coming}
    without = _name(final(game, fight_of(game, state, now, targets, air))) if now else ""
    added: list[OneMoreUnit] = []
    for unit in _by_strength(game, coming):
        if unit in now or len(added) == _MOST_ADDED:
            continue
        at = _where(game, state, unit, coming[unit])
        if at is not None:
            told = _name(final(game, fight_of(game, state, {**now, unit: at}, targets, air)))
            if told != without:
                added.append(OneMoreUnit(unit, at, told, state.place(unit) != at))
    search = BestAttackSearch(game, state, coming, targets, air)
    chosen = search.found
    trial = state
    for unit, at in chosen.items():
        trial = trial.with_unit(side, unit, at)
    step = shifted(game, fight_of(game, trial, chosen, targets, air)) if chosen else 0
    told = _name(min(step, HIGHEST)) if chosen else ""
    notes = [Reason("", "Each unit is taken to be free to move; what others need it for is not looked at.")]
    if chosen and step >= AUTOMATIC and _wins_at_once(game, trial, chosen, targets, air):
        told = _name(AUTOMATIC)
        words = "In the movement phase this is an automatic victory: the defenders are removed at once, without a die."
        notes.insert(0, Reason("16.1a", words))
    if not search.whole:
        notes.append(Reason("", "Not every way to bring units up was looked at: there may be better odds."))
    return Best(told, tuple(chosen.items()), tuple(added), tuple(notes))


def _wins_at_once(
    game: Trc, state: State, own: Mapping[UnitId, Hex], targets: Sequence[Hex], air: tuple[AirSupport, ...]
) -> bool:
    """Tell whether the rules let an attack win at once, without a die, in the movement phase."""
    if state.clock.phase != MOVEMENT:
        return False
    number = next_number(state.battles)
    victory = AutomaticVictory(number, tuple(own), defenders(game, state, targets), air)
    return not any(finding.accuses for finding in check(game, state, victory))


def _attack(
    game: Trc, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], given: Iterable[str]
) -> Attack:
    number = next_number(state.battles)
    return Attack(number, tuple(attackers), defenders(game, state, targets), _air(given))


def _standing(state: State, attackers: Iterable[UnitId]) -> dict[UnitId, Hex]:
    places = ((unit, state.place(unit)) for unit in attackers)
    return {unit: at for unit, at in places if at is not None and not isinstance(at, str)}


def _name(step: int) -> str:
    return _NOTHING if abs(step) >= -odds.HOPELESS - AUTOMATIC * 4 else odds.name(step)


# ------------------------------------------------------------------- parts


def _term(fight: BattleContext, unit: UnitId, at: Hex) -> Term:
    printed, counts = fight.game.units[unit].combat, fight.weigh(unit, at)
    why = []
    if unit in fight.untold:
        why.append(Reason("", "Its combat factor is not in our data; it counts nothing here."))
    elif unit in fight.in_dark:
        why.append(Reason("17.3", "Whether it has combat supply is not known."))
    elif counts != (printed or 0):
        why.append(Reason("17.3.1", "It has no combat supply and counts half."))
    return Term(unit, at, printed, counts, tuple(why))


def _terrain(fight: BattleContext, at: Hex) -> TerrainInBattle:
    rules = causes(fight, at)
    if rules:
        why = tuple(Reason(rule, _title(fight.game, rule)) for rule in rules)
    else:
        trouble = river_trouble(fight, at)
        word = fight.game.board.terrain[at].value
        why = (Reason("", Sentence("{at} is {word}, which doubles no unit.", fight.game.hex_name(at), word)),)
        if trouble is not None:
            why = (*why, Reason(trouble[0], Sentence("No river helps: {trouble}.", trouble[1])))
    return TerrainInBattle(at, multiplier(fight, at), why)


def _steps(game: Trc, fight: BattleContext) -> Iterator[Reason]:
    attack, defence = fight.attack, fight.defence(multiplier)
    yield Reason(
        "13.1a",
        Sentence(
            "{attack} to {defence} is {base}, every fraction in the defender's favour.",
            attack,
            defence,
            _name(base(fight)),
        ),
    )
    guns, air = support(game, fight)
    if air:
        yield Reason("15.5a" if fight.side == AXIS else "15.7", Sentence("Aircraft raise the odds by {air}.", air))
    if guns:
        yield Reason("26.5", Sentence("Artillery raises the odds by {guns}.", guns))
    step = shifted(game, fight)
    if guns and air and step != base(fight) + guns + air:
        yield Reason("15.10b", "Aircraft and artillery together raise them by 3 at most.")
    if step > HIGHEST:
        yield Reason("13.1c", Sentence("{step} is resolved as {highest}.", _name(step), odds.name(HIGHEST)))
    if step < LOWEST:
        yield Reason(
            "12.5a",
            Sentence("{step} is below {lowest}: such an attack is not allowed.", _name(step), odds.name(LOWEST)),
        )


def _outcomes(game: Trc, step: int) -> Iterator[Outcome]:
    chart = game.charts.combat
    return outcomes_of(chart.results.get(_name(step), ()), chart.meanings)


def _air(given: Iterable[str]) -> tuple[AirSupport, ...]:
    """Return the support that keys ask for: `stuka rus-stavka 2` is the second of an unit."""
    return tuple(AirSupport(*key.split()[:2]) for key in given if len(key.split()) == 3 and key.split()[0] in _KINDS)


_KINDS = (STUKA, STURMOVIK)


def _supports(game: Trc, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex]) -> Iterator[SupportOffer]:
    kind = aircraft_of(state.clock.side)
    number = available(game, state, kind)
    lenders = [unit for unit, at in state.forces[state.clock.side].places.items() if not isinstance(at, str)]
    bare = {finding.rule for finding in check(game, state, _attack(game, state, attackers, targets, ()))}
    for unit in lenders:
        if number and game.units[unit].type in ("hq", "leader"):
            # An army group supports one Stuka; Stavka as many Sturmoviks as there are (15.5c, 15.9a).
            for count in range(1, 2 if kind == STUKA else number + 1):
                keys = [f"{kind} {unit} {n}" for n in range(1, count + 1)]
                found = check(game, state, _attack(game, state, attackers, targets, keys))
                against = tuple(finding for finding in found if finding.rule not in bare)
                if not any(_is_no_lender(finding) for finding in against):
                    yield SupportOffer(keys[-1], f"{kind.capitalize()} of {unit}", against)


def _is_no_lender(finding: Finding) -> bool:
    return finding.rule in ("15.8b",) or (finding.rule == "15.2a" and "is not an Army Group" in finding.sentence)


def _notes(fight: BattleContext) -> Iterator[Reason]:
    return assumed(odds_facts(fight))


def _title(game: Trc, rule: str) -> str:
    known = game.book.rules.get(rule)
    return f"{known.title}." if known else ""


# ------------------------------------------------------------------- who comes


def _origins(game: Trc, targets: Sequence[Hex]) -> HexSet:
    """Return the hexes from which all of some hexes may be attacked."""
    found = game.board.land
    for at in targets:
        found &= attackable_from(game, at)
    return found


def _may_attack(game: Trc, state: State, unit: UnitId, goal: HexSet) -> bool:
    if not attackable(game, (unit,)) or automatic_victor(state, unit):
        return False
    return free_to_attack(game, state, unit, goal) == goal


def _who_comes(game: Trc, state: State, side: str, targets: Sequence[Hex]) -> Iterator[tuple[UnitId, HexSet]]:
    """Yield the units that may attack some hexes, each with the hexes from which it may."""
    origins, goal = _origins(game, targets), sum(1 << at for at in targets)
    around = game.board.grid.disc(targets[0], _FARTHEST)
    for unit, at in state.forces[side].places.items():
        if isinstance(at, str) or not around >> at & 1 or not _may_attack(game, state, unit, goal):
            continue
        busy = unit in state.trails or Moved(unit) in state.marks
        reach = 1 << at if busy else reachable(game, state, unit) | 1 << at
        if reach & origins:
            yield unit, reach & origins


_FARTHEST = 12
"""The greatest distance from which a unit may come: more than any allowance."""


def _by_strength(game: Trc, units: Iterable[UnitId]) -> list[UnitId]:
    return sorted(units, key=lambda unit: (-(game.units[unit].combat or 0), unit))


def _where(game: Trc, state: State, unit: UnitId, reach: HexSet) -> Hex | None:
    """Return the hex from which a unit attacks: where it is if it can, else the first with room."""
    at = state.place(unit)
    if at is not None and not isinstance(at, str) and reach >> at & 1:
        return at
    return next(hexes(reach & ~full(game, state, unit)), None)

"""Acts that must follow a battle's die, in all ways in which they may be done: the random player draws from them."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trp.actions import Advance, Becomes, Decline, Disperse, Spend, StateResult, Survive
from trc_module.games.trp.acts import COLUMNS, NO_WAY, ORDERED, RESULTS, SURROUNDED
from trc_module.games.trp.attacks import die_of, last_rolled, result_for
from trc_module.games.trp.data import ATTACKS, DISPERSED, SOVIET, Trp, book
from trc_module.games.trp.ground import ARMOR, enemy_of
from trc_module.games.trp.marks import (
    Advanced,
    Became,
    Declined,
    FellBack,
    ForDispersed,
    Survived,
    ThroughZones,
    UnderOrders,
)
from trc_module.games.trp.odds import attack_factors, column_said, defence_factors
from trc_module.games.trp.results import EXCHANGES, KILLS, NO_RETREATS
from trc_module.games.trp.retreats import FARTHEST, has_room, retreat_ways
from trc_module.games.trp.turn import reserve_number
from trc_module.hexgrid import Hex, hexes
from trc_module.rules.actions import Action, Lose, Retreat
from trc_module.rules.battles import Battle
from trc_module.rules.finding import Verdict
from trc_module.rules.identity_cache import cache_last
from trc_module.rules.state import State, Trail, UnitId
from trc_module.systems.statuses import status_of

_SHORT = 2
_LONGER = ("D4", "DX")


def battles_are_done(game: Trp, state: State) -> bool:
    """Tell whether the battles that are rolled owe nothing more."""
    return not _due(game, state, state.battles)


@cache_last
def _due(game: Trp, state: State, battles: tuple[Battle, ...]) -> tuple[Action, ...]:
    """Return the acts that must follow the battles of a position before anything else is done."""
    found = [act for battle in battles for act in next_acts(game, state, battle)]
    for unit in FellBack.firsts(state):
        if isinstance(state.place(unit), int) and status_of(state, unit) != DISPERSED:
            found.append(Disperse(unit))
    return tuple(found)


def next_acts(game: Trp, state: State, battle: Battle) -> Iterator[Action]:
    """Yield the acts that a battle owes next; none if it is over, or waits for its die."""
    if not die_of(state, battle.number):
        return
    if not battle.result:
        yield from _results(game, state, battle)
        return
    for stage in (_changes, _losses, _defenders, _breakdowns, _statuses, _advances, _zones):
        found = [act for act in stage(game, state, battle) if _legal(game, state, act)]
        if found:
            yield from found
            return


def _legal(game: Trp, state: State, act: Action) -> bool:
    wrong = game.precondition_error(state, act)
    found = (finding for judge in game.book.checks(type(act)) for finding in judge(game, state, act))
    return not wrong and all(finding.verdict is Verdict.NOTE for finding in found)


def _is_declined(state: State, battle: Battle) -> bool:
    return Declined(str(battle.number)) in state.marks


def _defence(game: Trp, state: State, battle: Battle) -> int | None:
    at = battle.places[battle.defenders[0]]
    return defence_factors(game, state, battle.defenders, at, number=battle.number)[0]


def _alive(state: State, battle: Battle, units: tuple[UnitId, ...]) -> list[UnitId]:
    """Return the units that this battle has not taken, nor a later one."""
    return [unit for unit in units if unit not in battle.lost and isinstance(state.place(unit), int)]


# ------------------------------------------------------------------- results


def _reads(game: Trp, state: State, battle: Battle, more: int) -> tuple[str, ...]:
    """Return the result of the die on the stated column, or all results where the table does not tell it.

    An exchange is left out then: whether it balances is not known either.
    """
    column = column_said(state, battle.number)
    if column in COLUMNS:
        read = COLUMNS[min(COLUMNS.index(column) + more, len(COLUMNS) - 1)]
        found = game.table.result(read, die_of(state, battle.number))
        if found in RESULTS:
            return (found,)
    return tuple(each for each in RESULTS if each not in EXCHANGES)


def _results(game: Trp, state: State, battle: Battle) -> Iterator[StateResult]:
    """Yield what the die brings, to Dispersed defenders first: others may be Dispersed by it."""
    dispersed = any(status_of(state, unit) == DISPERSED for unit in battle.defenders)
    theirs = dispersed and not ForDispersed.of(state, str(battle.number))
    yield from (StateResult(battle.number, each, dispersed=theirs) for each in _reads(game, state, battle, int(theirs)))


def _changes(game: Trp, state: State, battle: Battle) -> Iterator[Action]:
    """Yield what turns a result into another: orders, no way to retreat."""
    if battle.lost or battle.ways or Became.of(state, str(battle.number)) or _is_declined(state, battle):
        return
    # Before the next die a result is carried out (XIII.D1); what comes then bars no way of this battle any more.
    if (last := last_rolled(state)) is not None and last.number != battle.number:
        return
    result = battle.result
    own = {mark.unit for mark in ForDispersed.of(state, str(battle.number))}
    left = [unit for unit in _alive(state, battle, battle.defenders) if unit not in own]
    if result in NO_RETREATS and any(UnderOrders(unit) in state.marks for unit in left):
        yield Becomes(battle.number, NO_RETREATS[result], ORDERED)
    elif result in _LONGER and any(_reach(game, state, battle, unit) < _SHORT for unit in left):
        yield Becomes(battle.number, "DE", NO_WAY)
    elif result == "D1" and any(not _reach(game, state, battle, unit) for unit in left):
        yield Becomes(battle.number, "-", SURROUNDED)


# -------------------------------------------------------------------- losses


def _losses(game: Trp, state: State, battle: Battle) -> Iterator[Lose | Decline]:
    """Yield the units that a result takes: defenders by DE and BR, attackers by AE, both by an exchange.

    Before the first loss of an exchange its defender may decline it.
    """
    number = battle.number
    for unit in _alive(state, battle, battle.defenders):
        if result_for(state, battle, unit) in KILLS:
            yield Lose(number, unit)
    attackers = _alive(state, battle, battle.attackers)
    given = attack_factors(game, tuple(unit for unit in battle.attackers if unit in battle.lost))[0]
    if battle.result == "AE":
        against = _defence(game, state, battle)
        if given is None or against is None or given < against:
            yield from (Lose(number, unit) for unit in attackers)
    elif battle.result == "X" and not _is_declined(state, battle):
        found = list(_exchange(game, state, battle))
        yield from found
        if found and not battle.lost:
            yield Decline(number)


def _exchange(game: Trp, state: State, battle: Battle) -> Iterator[Lose]:
    """Yield the losses of an exchange of all defenders, the attackers' first; none if it cannot balance."""
    against = _defence(game, state, battle)
    every = attack_factors(game, battle.attackers)[0]
    given = attack_factors(game, tuple(unit for unit in battle.attackers if unit in battle.lost))[0]
    if against is None or every is None or given is None or every < against:
        return
    if given < against:
        yield from (Lose(battle.number, unit) for unit in _alive(state, battle, battle.attackers))
    else:
        yield from (Lose(battle.number, unit) for unit in _alive(state, battle, battle.defenders))


# ------------------------------------------------------------------ retreats


def _reach(game: Trp, state: State, battle: Battle, unit: UnitId) -> int:
    """Return how many hexes a defender can retreat at most."""
    at = state.place(unit)
    if not isinstance(at, int):
        return 0
    return max((len(way) - 1 for way in retreat_ways(game, state, unit, at, battle)), default=0)


def _defenders(game: Trp, state: State, battle: Battle) -> Iterator[Action]:
    """Yield the retreats of defenders, and the statuses that follow."""
    for unit in _alive(state, battle, battle.defenders):
        result, status = result_for(state, battle, unit), status_of(state, unit)
        way = battle.ways.get(unit)
        at = state.place(unit)
        if not isinstance(at, int):
            continue
        if result == "D1" and way is None:
            ways = list(retreat_ways(game, state, unit, at, battle))
            ways = ways or list(retreat_ways(game, state, unit, at, battle, crowded=True))
            yield from (Retreat(battle.number, unit, Trail(each)) for each in ways)
            if not ways:
                yield Lose(battle.number, unit)
        elif result in _LONGER:
            yield from _longer(game, state, battle, unit, at)
        elif way is not None and len(way.hexes) - 1 > _SHORT and status != DISPERSED:
            yield Disperse(unit)
        elif result in ("D1", "S") and not status:
            yield Spend(unit)


def _longer(game: Trp, state: State, battle: Battle, unit: UnitId, at: Hex) -> Iterator[Action]:
    """Yield what D4 and DX ask of a defender: a retreat, the die of one that can retreat only three hexes, a status."""
    die = next((int(mark.die) for mark in Survived.of(state, str(battle.number)) if mark.unit == unit), 0)
    if die > FARTHEST - 1:
        yield Lose(battle.number, unit)
    elif unit not in battle.ways and not die and status_of(state, unit) != DISPERSED:
        ways = list(retreat_ways(game, state, unit, at, battle))
        if max((len(way) - 1 for way in ways), default=0) == FARTHEST - 1:
            yield from (Survive(battle.number, unit, each) for each in range(1, 7))
        else:
            yield from (Retreat(battle.number, unit, Trail(way)) for way in ways)
            yield Disperse(unit)
    elif status_of(state, unit) != DISPERSED:
        yield Disperse(unit)


# ----------------------------------------------------------------- attackers


def _breakdowns(game: Trp, state: State, battle: Battle) -> Iterator[Disperse]:
    """Yield the armor that breaks down (XIII.C8)."""
    most = reserve_number(state) + (2 if state.clock.side == SOVIET else 1)
    for unit in _alive(state, battle, battle.attackers) if die_of(state, battle.number) <= most else ():
        if game.units[unit].type in ARMOR and status_of(state, unit) != DISPERSED:
            yield Disperse(unit)


def _statuses(game: Trp, state: State, battle: Battle) -> Iterator[Disperse | Spend]:
    """Yield what AE, AD and S make of attackers."""
    for unit in _alive(state, battle, battle.attackers):
        if battle.result in ("AE", "AD") and status_of(state, unit) != DISPERSED:
            yield Disperse(unit)
        elif battle.result == "S" and not status_of(state, unit):
            yield Spend(unit)


def _advances(game: Trp, state: State, battle: Battle) -> Iterator[Advance]:
    """Yield the advances into a hex that is cleared, as long as more factors must enter it (XIII.D3)."""
    goal = battle.places[battle.defenders[0]]
    if battle.result == "-" or state.forces[enemy_of(state.clock.side)].stack(goal):
        return
    gone = tuple(sorted(mark.unit for mark in Advanced.of(state, str(battle.number))))
    attack = attack_factors(game, gone)[0]
    defence = _defence(game, state, battle)
    if gone and attack is not None and defence is not None and attack >= defence:
        return
    for unit in _alive(state, battle, battle.attackers):
        at = state.place(unit)
        if unit in gone or status_of(state, unit) or not isinstance(at, int):
            continue
        ways = [(at, goal)] + [(at, goal, other) for other in hexes(game.beside[goal]) if other != at]
        for way in ways:
            if all(game.board.land >> other & 1 and has_room(game, state, unit, other) for other in way[1:]):
                yield Advance(battle.number, unit, Trail(way))


def _zones(game: Trp, state: State, battle: Battle) -> Iterator[Disperse]:
    """Yield the units that an advance from zone to zone Disperses."""
    for unit in {mark.unit: None for mark in ThroughZones.all(state)}:
        if unit in battle.attackers and status_of(state, unit) != DISPERSED and isinstance(state.place(unit), int):
            yield Disperse(unit)


def _of_kind(kind: type[Action]) -> None:
    def acts(game: Trp, state: State) -> Iterator[Action]:
        if state.clock.phase.startswith(ATTACKS):
            yield from (act for act in _due(game, state, state.battles) if type(act) is kind)

    acts.__doc__ = f"Yield the acts of the kind {kind.__name__} that must follow next."
    book.lister(kind)(acts)


for _kind in (Advance, Becomes, Decline, Disperse, Lose, StateResult, Retreat, Spend, Survive):
    _of_kind(_kind)

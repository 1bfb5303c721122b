"""Chapter 22: Russian replacements, the workers and Archangel."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from trc_module.facts import Fact
from trc_module.games.trc.acts.arrivals import Archangel
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.arrivals.entry_hexes import (
    Arrival,
    EntryHexes,
    held_at_start,
    home_edge,
    taken_from_the_south,
)
from trc_module.games.trc.arrivals.sequence_of_arrivals import in_movement, russian_replacements_first, stavka_second
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import OFF_MAP, POOL
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.marks import ArchangelRolled, Held, Lost, Replaced, SouthEdge
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import MOVEMENT
from trc_module.games.trc.supply.control import TURN, UNSURE, UNTOLD, held_when_began
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Eliminate, End, Lose, Replace, Surrender
from trc_module.rules.finding import Finding, Verdict, by_some_way, violation
from trc_module.rules.game import agree
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

STAVKA = "rus-stavka"
FALLEN = "russian workers"
"""The counter of the points of workers that were lost after they had been counted on this turn."""
LOST = Lost("archangel")
_SOUTH = "replacement"


# Workers


@book.rule("22.2a")
def worker_value(unit: Unit) -> int:
    """A worker's number is its combat factor and its replacement value."""
    return unit.combat or 0


_RIDES_NEVER = {
    "worker": ("22.2b", "workers never move once they are placed"),
    "partisan": ("19.4b", "partisans are only placed anew at the end of the Russian turn"),
}


@book.judge(RailMove)
def judge_riders(game: Trc, state: State, act: RailMove) -> Iterator[Finding]:
    """Judge rail moves of units that do not move at all."""
    unit = game.units[act.unit]
    if unit.type in _RIDES_NEVER:
        rule, why = _RIDES_NEVER[unit.type]
        yield violation(
            rule, Sentence("{unit} moved by rail; {why}.", act.unit, why), units=(act.unit,), facts=(unit.fact("type"),)
        )


@book.check("22.2d", Replace)
def workers_surrender(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """A worker that is eliminated or retreats surrenders and is never replaced."""
    unit = game.units[act.unit]
    if unit.type == "worker":
        yield violation("22.2d", Sentence("{unit} was replaced; workers never are.", act.unit), units=(act.unit,))


def _open_to_workers(game: Trc, state: State) -> HexSet:
    """Return the cities in Russia that the Russians controlled when their turn began."""
    cities = game.board.city_hexes & game.board.regions["Russia"].hexes
    return sum(1 << h for h in hexes(cities) if held_at_start(game, state, RUSSIAN, h) is not True and _ours(state, h))


def _ours(state: State, city: Hex) -> bool:
    return held_when_began(state, city, TURN) in (RUSSIAN, None)  # Where it is unknown no player is accused.


def with_worker(game: Trc, state: State) -> HexSet:
    """Return the hexes with a worker."""
    places = state.forces[RUSSIAN].places
    found: HexSet = 0
    for worker in _workers(game):
        at = places.get(worker)
        if at is not None and not isinstance(at, str):
            found |= 1 << at
    return found


@lru_cache(maxsize=8)
def _workers(game: Trc) -> tuple[UnitId, ...]:
    return tuple(name for name, unit in game.units.items() if unit.type == "worker")


@book.rule("22.3a")
def workers_come_in(case: Arrival) -> EntryHexes | None:
    """A new worker goes to a Russian city that its side held when the turn began and that has no worker."""
    if case.unit.type != "worker":
        return None
    open_ = _open_to_workers(case.game, case.state)
    return EntryHexes(
        "22.3a",
        free_cities(case, open_),
        "in a city of Russia that the Russians held when their turn began and that has no worker",
    )


@book.rule("22.3b")
def free_cities(case: Arrival, open_: HexSet) -> HexSet:
    """New workers go to any of the player's cities when each of them has one.

    A city of which it is unknown who held it may be one of the player's, and need not be.
    """
    with_one = with_worker(case.game, case.state)
    sure = sum(1 << h for h in hexes(open_) if held_when_began(case.state, h, TURN) == RUSSIAN)
    return open_ & ~with_one if sure & ~with_one else open_


# Points


def _factor(game: Trc, turn: int) -> int:
    return 2 if turn >= game.charts.replacements.workers.doubled_from else 1


@book.rule("22.1b")
def counting_workers(game: Trc, state: State) -> tuple[Unit, ...]:
    """Every worker on the map counts, surrounded or not, from the turn of its arrival on."""
    stacks = state.forces[RUSSIAN].stacks.values()
    found = (game.units[unit] for stack in stacks for unit in stack)
    return tuple(unit for unit in found if unit.type == "worker") + workers_elsewhere(game, state)


@hook
def workers_elsewhere(game: Trc, state: State) -> tuple[Unit, ...]:
    """Return workers that count though they are not on the map."""
    return ()


@book.rule("22.7a")
def worker_points(game: Trc, state: State) -> int:
    """From May/June 1943 on all workers count double."""
    return sum(map(worker_value, counting_workers(game, state))) * _factor(game, state.clock.turn)


def archangel_is_lost(game: Trc, state: State) -> bool:
    """Tell whether Archangel has ever been controlled by the Axis, as far as is known."""
    return LOST in state.marks or state.control.get(game.board.cities["Archangel"].hex) == AXIS


def _rolled(state: State) -> int | None:
    return next((int(die) for die in ArchangelRolled.firsts(state)), None)


@book.rule("22.4b")
def archangel_bonus(game: Trc, turn: int) -> int:
    """The Archangel die is one higher in 1943 and 1944."""
    year = game.charts.turns[turn].year if turn in game.charts.turns else 0
    return int(year in game.charts.replacements.archangel.plus_one_in)


@book.rule("22.7b")
def archangel_points(game: Trc, state: State) -> int:
    """The yield of Archangel is never doubled."""
    die = _rolled(state)
    return 0 if die is None else archangel_yield(game, state, die)


@hook
def archangel_yield(game: Trc, state: State, die: int) -> int:
    """Return the points of a fall of the die of Archangel."""
    return die + archangel_bonus(game, state.clock.turn)


@book.rule("22.1a")
def points(game: Trc, state: State) -> int:
    """Replacement points are the sum of the workers on the map and Archangel."""
    return worker_points(game, state) + archangel_points(game, state) + sum(n for _, n in budget(game, state).points)


class Budget(Struct, frozen=True):
    """The account to which options add: Russian points that are not of workers or Archangel, and their other uses."""

    points: tuple[tuple[str, int], ...] = ()
    """The sources of points, each with its number of points; the number is negative where an option takes some."""
    to_come: int = 0
    """The most points that dice may still bring on this turn."""
    costs: tuple[tuple[Unit, int | None], ...] = ()
    """The units that points of this turn were spent on otherwise than by replacing them, and how many."""
    unknown: str = ""
    """The unknown part of this turn's points, in words; '' for none."""
    facts: tuple[Fact, ...] = ()
    """The doubtful data that the points of options rest on."""

    def with_points(self, what: str, number: int) -> Budget:
        """Return the account with points of one more source."""
        return replace(self, points=(*self.points, (what, number))) if number else self

    def with_costs(self, costs: Iterable[tuple[Unit, int | None]]) -> Budget:
        """Return the account with further costs."""
        return replace(self, costs=(*self.costs, *costs))

    def but_unknown(self, why: str) -> Budget:
        """Return the account with what is unknown of it; the first reason counts."""
        return replace(self, unknown=self.unknown or why)


@hook
def budget(game: Trc, state: State) -> Budget:
    """Return what options add to the points of this turn and take from them."""
    return Budget()


@hook
def owner_of_an_excess(game: Trc, state: State, spent: int, have: int) -> str:
    """Return the rule that is broken by spending more points than there are."""
    return "22.5a"


@hook
def owner_of_a_limit(game: Trc, state: State, rule: str) -> str:
    """Return the rule that is broken by one unit too many of armor or Guards; `rule` says how many there may be."""
    return rule


def most_points(game: Trc, state: State) -> int:
    """Return the most that the points of this turn may still become: a die not rolled yet, workers still to come."""
    if not in_movement(state.clock, RUSSIAN, 1):
        return points(game, state)
    waiting = [game.units[u] for u in (*_due_workers(state), *state.forces[RUSSIAN].stack(OFF_MAP))]
    more = sum(worker_value(unit) for unit in waiting if unit.type == "worker" and Held(unit.id) not in state.marks)
    die = 0
    if _rolled(state) is None and not archangel_is_lost(game, state) and _lend_lease(game, state):
        die = archangel_yield(game, state, 6)
    return points(game, state) + more * _factor(game, state.clock.turn) + die + budget(game, state).to_come


def _due_workers(state: State) -> Iterator[UnitId]:
    boxes = {f"turn-{turn}" for turn in range(1, state.clock.turn + 1)}
    for unit, place in state.forces[RUSSIAN].places.items():
        if isinstance(place, str) and place in boxes:
            yield unit


def _lend_lease(game: Trc, state: State) -> bool:
    return state.clock.turn >= game.charts.replacements.archangel.first_turn


@book.check("22.4a", Archangel)
def lend_lease(game: Trc, state: State, act: Archangel) -> Iterator[Finding]:
    """The Archangel die adds to the points from January/February 1942 on."""
    if not _lend_lease(game, state):
        first = game.charts.replacements.archangel.first_turn
        yield violation(
            "22.4a",
            Sentence(
                "The Archangel die was rolled on turn {turn}; it is not rolled before turn {first}.",
                state.clock.turn,
                first,
            ),
        )
    elif not russian_replacements_first(state.clock):
        text = Sentence(
            "The Archangel die was rolled in {clock}; it belongs to the Russian first movement phase.",
            state.clock.words,
        )
        yield violation("4.2.1c", text)


@book.check("22.4c", Archangel)
def archangel_is_dead(game: Trc, state: State, act: Archangel) -> Iterator[Finding]:
    """Archangel yields nothing more once the Axis has controlled it."""
    if archangel_is_lost(game, state):
        yield violation("22.4c", "The Archangel die was rolled, but the Axis has controlled Archangel.")
    elif state.traces.get(UNSURE, 0) >> game.board.cities["Archangel"].hex & 1:
        text = "The Archangel die was rolled; whether the Axis has controlled Archangel depends on an unknown route."
        yield by_some_way("22.4c", text)


@book.check("22.4d", Archangel)
def one_die_of_archangel(game: Trc, state: State, act: Archangel) -> Iterator[Finding]:
    """Archangel is rolled for once a turn."""
    if _rolled(state) is not None:
        yield violation("22.4d", "The Archangel die was rolled a second time this turn.")


# What is replaced


def _replaced(game: Trc, state: State) -> dict[UnitId, str]:
    """Return the Russian units replaced on this turn, and where they came in."""
    return {mark.unit: mark.where for mark in Replaced.all(state) if game.side_of[mark.unit] == RUSSIAN}


@hook
def cost(game: Trc, unit: Unit) -> int | None:
    """Return how many points a replacement costs; None if its factor is unknown."""
    return stavka_costs_one(game) if unit.id == STAVKA else unit.combat


@book.rule("22.8d")
def stavka_costs_one(game: Trc) -> int:
    """Stavka costs one point."""
    return game.charts.replacements.stavka.cost


@book.check("22.5a", Replace, End)
def within_the_points(game: Trc, state: State, act: Replace | End) -> Iterator[Finding]:
    """Replacements cost no more combat factors than the side has points."""
    if state.clock.side != RUSSIAN or state.clock.phase != MOVEMENT:
        return
    units = [game.units[unit] for unit in _replaced(game, state)]
    if isinstance(act, Replace):
        unit = game.units[act.unit]
        if unit.side != RUSSIAN or unit.type in ("worker", "paratroop"):
            return
        units = [other for other in units if other.id != act.unit] + [unit]
    yield from judge_the_sum(game, state, units, ended=isinstance(act, End))


def judge_the_sum(
    game: Trc, state: State, units: Sequence[Unit], *, ended: bool, more: Sequence[tuple[Unit, int | None]] = ()
) -> Iterator[Finding]:
    """Judge whether the points cover some replacements, and `more`, another cost of this turn."""
    account = budget(game, state)
    bills = [*((unit, cost(game, unit)) for unit in units), *account.costs, *more]
    if not bills:
        return
    have = (points(game, state) if ended else most_points(game, state)) + state.used.get(FALLEN, 0)
    spent = sum(one for _, one in bills if one is not None)
    names = tuple(unit.id for unit, _ in bills)
    if spent > have and account.unknown:
        text = Sentence("{spent} points were spent on replacements, but {unknown}.", spent, account.unknown)
        yield Finding("22.5a", Verdict.UNDECIDED, text, names, dedup_key=(RUSSIAN, "22.5a", state.clock.turn))
    elif spent > have:
        last = bills[-1][0].id == STAVKA and not ended
        yield violation(
            "22.8d" if last else owner_of_an_excess(game, state, spent, have),
            Sentence(
                "{spent} {verb} replaced with only {have} {other_verb} ({sum}).",
                spent,
                agree(spent, "combat factor was", "combat factors were"),
                have,
                agree(have, "point", "points"),
                _sum(game, state),
            ),
            units=names,
            facts=(*_value_facts(game, state, [unit for unit, _ in bills]), *account.facts),
            dedup_key=(RUSSIAN, "22.5a", state.clock.turn),
        )
    elif any(one is None for _, one in bills):
        missing = "The combat factor of a unit that was replaced is not in our data."
        facts = tuple(unit.fact("combat") for unit, one in bills if one is None)
        yield Finding("22.5a", Verdict.SKIPPED, missing, names, facts=facts)


def _sum(game: Trc, state: State) -> str:
    die = _rolled(state)
    archangel = (
        "no Archangel die" if die is None else Sentence("Archangel {archangel_points}", archangel_points(game, state))
    )
    further = "".join(f", {what} {n}" for what, n in budget(game, state).points)
    return Sentence("workers {worker_points}, {archangel}{further}", worker_points(game, state), archangel, further)


def _value_facts(game: Trc, state: State, units: list[Unit]) -> tuple[Fact, ...]:
    return tuple(unit.fact("combat") for unit in (*units, *counting_workers(game, state)) if unit.id != STAVKA)


def group_of(unit: Unit) -> str:
    """Return the group of 22.5 that a unit is counted in: armor, which Guards armor belongs to, or guards (C57)."""
    if unit.type == "armor":
        return "armor"
    return "guards" if unit.formation == "guards" and unit.type in ("infantry", "cavalry") else ""


@book.check("22.5b", "22.5c", Replace)
def armor_and_guards_are_limited(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One armor unit and one Guards infantry or cavalry unit are replaced a turn, from January/February 1944 on two."""
    unit = game.units[act.unit]
    group = group_of(unit)
    if unit.side != RUSSIAN or state.clock.side != RUSSIAN or not group:
        return
    chart = game.charts.replacements
    limits = chart.limits_on(state.clock.turn)
    limit, what = (limits.armor, "armor") if group == "armor" else (limits.guards, "Guards infantry or cavalry")
    before = [other for other in _replaced(game, state) if other != act.unit and group_of(game.units[other]) == group]
    if len(before) >= limit:
        yield violation(
            owner_of_a_limit(game, state, "22.5b" if limits is chart.limits_on(1) else "22.5c"),
            Sentence(
                "{unit} is {what} unit number {count} replaced this turn; only {limit} may be.",
                act.unit,
                what,
                len(before) + 1,
                limit,
            ),
            units=(act.unit, *before),
            facts=(unit.fact("type"), unit.fact("formation")),
        )


def _russian(state: State, unit: Unit) -> bool:
    return unit.side == RUSSIAN == state.clock.side


@book.judge(Replace)
def judge_the_box(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Judge where a Russian replacement was taken from: surrendered units do not come back (13.2)."""
    unit, at = game.units[act.unit], state.place(act.unit)
    boxes = (POOL, "withdrawn", "removed")
    elsewhere = at not in boxes and not special_rule(game, state, unit, Basic.REPLACED_FROM)
    if _russian(state, unit) and elsewhere and unit.type not in ("worker", "paratroop"):
        text = Sentence("{unit} was replaced, but it was {at}, not in the replacement pool.", act.unit, game.where(at))
        yield violation("13.2b", text, units=(act.unit,))


@book.judge(Replace)
def judge_the_impulse(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Judge the phase of a Russian replacement."""
    unit, clock = game.units[act.unit], state.clock
    if not _russian(state, unit) or russian_replacements_first(clock):
        return
    if clock.phase != MOVEMENT:
        text = Sentence("{unit} was replaced outside a movement phase ({clock}).", act.unit, clock.words)
        yield violation("4.2.1c", text, units=(act.unit,))
    elif not stavka_second(clock, unit):
        text = Sentence("{unit} was replaced in the second impulse; only Stavka may be.", act.unit)
        yield violation("4.2.3b", text, units=(act.unit,), facts=(unit.fact("type"),))


@book.rule("22.6a")
def russian_replacements_come_in(case: Arrival) -> EntryHexes | None:
    """Replacements arrive by the east edge or in a city with a worker, in the first impulse."""
    if case.unit.side != RUSSIAN or case.unit.type in ("worker", "paratroop"):
        return None
    edge, where = home_edge(case.game, RUSSIAN)
    cities = with_worker(case.game, case.state) & case.game.board.city_hexes
    return EntryHexes("22.6a", edge | cities, Sentence("{where}, or in a city with a worker", where))


@book.check("22.6b", Replace)
def one_a_city(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """A city receives one replacement a turn, however many workers it has."""
    if isinstance(act.place, str) or not game.board.city_hexes >> act.place & 1:
        return
    name = game.hex_name(act.place)
    others = [unit for unit, place in _replaced(game, state).items() if place == name and unit != act.unit]
    at_the_edge = home_edge(game, RUSSIAN)[0] >> act.place & 1
    if game.side_of[act.unit] == RUSSIAN and others and not at_the_edge:
        city = game.board.city_at[act.place].name
        yield violation(
            "22.6b",
            Sentence(
                "{unit} was placed in {city}, where the replacement {others} was already placed this turn.",
                act.unit,
                city,
                others[0],
            ),
            units=(act.unit, others[0]),
            hexes=(name,),
        )


def _on_the_south_edge(game: Trc, act: Replace) -> bool:
    if isinstance(act.place, str) or game.side_of[act.unit] != RUSSIAN:
        return False
    return bool(game.board.edges["south"] >> act.place & 1)


@book.check("22.6c", Replace)
def one_replacement_from_the_south(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """One replacement a turn may arrive from the south, between QQ5 and QQ16."""
    if _on_the_south_edge(game, act) and taken_from_the_south(state, _SOUTH):
        name = game.hex_name(Hex(act.place))  # type: ignore[arg-type]
        text = Sentence(
            "{unit} is the second Russian replacement from the south edge this turn ({name}); only one may be.",
            act.unit,
            name,
        )
        yield violation("22.6c", text, units=(act.unit,), hexes=(name,))


# Stavka


@book.check("22.8a", "22.8b", "22.8c", Replace)
def stavka_once_a_year(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Stavka is replaced once a year, on a January/February turn, and not while the Axis controls Moscow."""
    if act.unit != STAVKA:
        return
    if STAVKA in _replaced(game, state):
        yield violation("22.8a", Sentence("{stavka} was replaced a second time this year.", STAVKA), units=(STAVKA,))
    moscow = game.board.cities["Moscow"].hex
    if state.control.get(moscow) == AXIS and not state.traces.get(UNSURE, 0) >> moscow & 1:
        text = Sentence("{stavka} was replaced while the Axis controls Moscow.", STAVKA)
        yield violation("22.8b", text, units=(STAVKA,), hexes=(game.hex_name(moscow),))
    if state.clock.turn not in game.charts.replacements.stavka.turns:
        text = Sentence(
            "{stavka} was replaced in {turns}; it may be in January/February only.",
            STAVKA,
            game.charts.turns.get(state.clock.turn),
        )
        yield violation("22.8c", text, units=(STAVKA,))


@book.rule("22.8e")
def stavka_comes_in(case: Arrival) -> EntryHexes | None:
    """Stavka arrives at Moscow in the second impulse."""
    if case.unit.id != STAVKA:
        return None
    moscow = case.game.board.cities["Moscow"]
    where = Sentence("in Moscow ({hex})", case.game.hex_name(moscow.hex))
    if case.state.clock.part == 2 or "R6b" in case.state.options:
        return EntryHexes("22.8e", 1 << moscow.hex, where)
    usual = russian_replacements_come_in(case)
    assert usual is not None
    return EntryHexes("22.8e", usual.hexes | 1 << moscow.hex, f"{where}, {usual.where}")


# What is remembered


@book.effect(Archangel)
def note_the_die(game: Trc, state: State, act: Archangel) -> State:
    """Remember the die; one that may not be rolled yields nothing."""
    if not _lend_lease(game, state) or archangel_is_lost(game, state) or _rolled(state) is not None:
        return state
    return state.with_mark(ArchangelRolled(str(act.die)))


@book.effect(Replace)
def note_the_south(game: Trc, state: State, act: Replace) -> State:
    """Remember a replacement from the south."""
    return state.with_mark(SouthEdge(_SOUTH)) if _on_the_south_edge(game, act) else state


@book.follow_on(Lose, Surrender, Eliminate)
def note_fallen_workers(game: Trc, before: State, after: State, act: Lose | Surrender | Eliminate) -> State:
    """Remember what workers yielded that fall while replacements may come in, in battle or for want of an attack."""
    clock = before.clock
    if clock.side != RUSSIAN or (clock.part == 2 and clock.phase != MOVEMENT):
        return after
    lost = worker_points(game, before) - worker_points(game, after)
    return after.counted(FALLEN, lost) if lost > 0 else after


@book.effect(End)
def watch_archangel(game: Trc, state: State, act: End) -> State:
    """Remember for good that the Axis has controlled Archangel when a phase ended.

    Where a log begins late and nothing has shown yet who controls it, that is a guess, and nothing to remember.
    """
    guessed = state.traces.get(UNTOLD, 0) >> game.board.cities["Archangel"].hex & 1
    return state.with_mark(LOST) if archangel_is_lost(game, state) and not guessed else state

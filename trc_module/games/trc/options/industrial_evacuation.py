"""26.2: industrial evacuation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.evacuation import TURNS_AWAY, Evacuate, Resume
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.russian_replacements import (
    FALLEN,
    owner_of_an_excess,
    within_the_points,
    worker_points,
    worker_value,
    workers_elsewhere,
)
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import TRACK, URALS
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.extension import Extension
from trc_module.games.trc.marks import Replaced
from trc_module.games.trc.options.agreed import belongs_to
from trc_module.games.trc.players.option_actions import ARRIVALS, RIDES, further
from trc_module.games.trc.transport.rail_movement import allotment, in_the_first_impulse, ride_doubts, ride_of
from trc_module.hexgrid import HexSet
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.marks import TURN, KindOfMark
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

option = book.option("26.2")
FIRST_TURN, MOVES_PER_FACTOR = 3, 2
RAIL = "russian rail"


class Evacuated(KindOfMark, word="evacuated", until=TURN):
    """a worker and the hex it left: it was evacuated on this turn (26.2)"""

    unit: UnitId
    start: str


def _wrong(act: Evacuate, rule: str, text: str) -> Finding:
    return violation(rule, text, units=(act.unit,))


@option.check("26.2.1a", Evacuate)
def not_before_september(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """Workers are evacuated from September/October 1941 on, in the Russian first movement phase."""
    if state.clock.turn < FIRST_TURN or in_the_first_impulse(state.clock):
        yield _wrong(act, "26.2.1a", Sentence("{unit} was evacuated in {clock}.", act.unit, state.clock.words))


@option.check("26.2.1b", Evacuate)
def two_moves_for_each_factor(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """An evacuation costs two rail moves of the allotment for each factor of the worker."""
    worker = game.units[act.unit]
    used, (_, most), price = state.used.get(RAIL, 0), allotment(game, state, RUSSIAN), price_of(worker)
    if used + price > most:
        text = Sentence(
            "The evacuation of {unit} costs {price} rail moves, but {used} of {most} had been used.",
            act.unit,
            price,
            used,
            most,
        )
        yield violation("26.2.1b", text, units=(act.unit,), facts=(worker.fact("combat"),))


def price_of(worker: Unit) -> int:
    """Return the rail moves that the evacuation of a worker costs."""
    return MOVES_PER_FACTOR * worker_value(worker)


@option.check("26.2.1c", Evacuate)
def one_a_turn(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """One worker a turn is evacuated."""
    before = tuple(unit for unit in Evacuated.firsts(state) if unit != act.unit)
    if before:
        yield _wrong(
            act,
            "26.2.1c",
            Sentence(
                "{unit} was evacuated on the same turn as {before}; only one worker may be.", act.unit, in_words(before)
            ),
        )


def _edge_rails(game: Trc) -> HexSet:
    return game.board.edges["east"] & game.board.rail_hexes


@option.check("26.2.1d", Evacuate)
def by_rail_to_the_east(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """A worker is evacuated by rail to a rail hex of the east edge."""
    at = state.place(act.unit)
    if at is None or isinstance(at, str) or game.units[act.unit].type != "worker":
        yield _wrong(act, "26.2.1d", Sentence("{unit}, which was {at}, cannot be evacuated.", act.unit, game.where(at)))
        return
    ride = ride_of(game, state, RUSSIAN)
    goals = _edge_rails(game) if act.edge is None else _edge_rails(game) & 1 << act.edge
    if not goals:
        name = game.hex_name(act.edge) if act.edge is not None else "the edge"
        yield _wrong(
            act,
            "26.2.1d",
            Sentence("{unit} was evacuated by {name}, which is not a rail hex of the east edge.", act.unit, name),
        )
    elif not (ride.reach(at) | 1 << at) & goals:
        name = game.hex_name(at)
        text = Sentence(
            "{unit} was evacuated from {name}, from where no Russian rails lead to the east edge.", act.unit, name
        )
        yield violation("26.2.1d", text, units=(act.unit,), hexes=(name,), facts=ride_doubts(game, state, at, goals))


@option.check("26.2.2a", Evacuate)
def three_turns_ahead(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """The evacuated worker goes three turns ahead on the turn record track."""
    right = f"{TRACK}{state.clock.turn + TURNS_AWAY}"
    if act.box and act.box != right:
        yield _wrong(
            act,
            "26.2.2a",
            Sentence(
                "{unit} was put into '{box}', but it belongs in '{right}'.", act.unit, spaced(act.box), spaced(right)
            ),
        )


@option.check("26.2.2b", Resume)
def into_the_urals(game: Trc, state: State, act: Resume) -> Iterator[Finding]:
    """The worker enters the box of the Urals industry on its turn and counts at once."""
    at = state.place(act.unit)
    if not isinstance(at, str) or not at.startswith(TRACK):
        yield violation(
            "26.2.2b",
            Sentence("{unit} went into the Urals, but it was {at}.", act.unit, game.where(at)),
            units=(act.unit,),
        )
        return
    due = int(at.removeprefix(TRACK))
    if state.clock.turn < due:
        text = Sentence(
            "{unit} went into the Urals on turn {turn}; it is due on turn {due}.", act.unit, state.clock.turn, due
        )
        yield violation("26.2.2b", text, units=(act.unit,))


def _on_the_track(game: Trc, state: State) -> Iterator[tuple[Unit, int]]:
    for name, at in state.forces[RUSSIAN].places.items():
        if isinstance(at, str) and at.startswith(TRACK) and game.units[name].type == "worker":
            yield game.units[name], int(at.removeprefix(TRACK))


@option.override(workers_elsewhere)
def workers_in_the_urals(basic: Callable[[Trc, State], tuple[Unit, ...]], game: Trc, state: State) -> tuple[Unit, ...]:
    """Count the workers in the Urals, and those on the track whose turn has come."""
    urals = (game.units[name] for name in state.forces[RUSSIAN].stack(URALS))
    arrived = (worker for worker, due in _on_the_track(game, state) if due <= state.clock.turn)
    return (*basic(game, state), *(worker for worker in urals if worker.type == "worker"), *arrived)


@option.rule("26.2.2d")
def nothing_on_the_track(waiting: int, turn: int) -> bool:
    """A worker that waits on the turn record track does not count."""
    return waiting > turn


@option.rule("26.2.3a")
def nothing_on_the_turn_itself(waiting: int, turn: int) -> bool:
    """A worker does not count on the turn of its evacuation."""
    return waiting == turn + TURNS_AWAY


@option.override(owner_of_an_excess)
def counted_on_the_track(
    basic: Callable[[Trc, State, int, int], str], game: Trc, state: State, spent: int, have: int
) -> str:
    """Blame a worker on the track for an excess that it would cover."""
    turn = state.clock.turn
    waiting = [(worker, due) for worker, due in _on_the_track(game, state) if nothing_on_the_track(due, turn)]
    if not waiting or spent - have > sum(worker_value(worker) for worker, _ in waiting):
        return basic(game, state, spent, have)
    return "26.2.3a" if any(nothing_on_the_turn_itself(due, turn) for _, due in waiting) else "26.2.2d"


@option.check("26.2.3c", Evacuate)
def no_replacement_where_the_worker_leaves(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """No replacement is placed in a city whose only worker leaves on this turn."""
    at = state.place(act.unit)
    if at is None or isinstance(at, str):
        return
    name = game.hex_name(at)
    here = {name, *(city for city, place in game.places.items() if place == at)}
    others = [u for u in state.forces[RUSSIAN].stack(at) if game.units[u].type == "worker" and u != act.unit]
    came = tuple(mark.unit for mark in Replaced.all(state) if mark.where in here)
    if came and not others:
        text = Sentence(
            "{unit}, the only worker in {name}, was evacuated on the turn on which {came} arrived there.",
            act.unit,
            name,
            in_words(came),
        )
        yield violation("26.2.3c", text, units=(act.unit, *came), hexes=(name,))


@hook
def evacuated_by_another_rule(game: Trc, state: State, act: Evacuate) -> int | None:
    """Return the rail moves that an evacuation costs by another rule than 26.2; None if it goes by this one."""
    return None


@book.effect(Evacuate)
def leave_for_the_urals(game: Trc, state: State, act: Evacuate) -> State:
    """Put the worker onto the track, and count its rail moves."""
    at = state.place(act.unit)
    box = act.box or f"{TRACK}{state.clock.turn + TURNS_AWAY}"
    from_ = game.hex_name(at) if at is not None and not isinstance(at, str) else "nowhere"
    after = state.with_unit(RUSSIAN, act.unit, box).with_mark(Evacuated(act.unit, from_))
    price = evacuated_by_another_rule(game, state, act)
    return after.counted(RAIL, price_of(game.units[act.unit]) if price is None else price)


@book.effect(Resume)
def resume(game: Trc, state: State, act: Resume) -> State:
    """Put the worker into the Urals."""
    return state.with_unit(RUSSIAN, act.unit, URALS)


@option.follow
def the_evacuated_have_not_fallen(game: Trc, before: State, after: State, act: Action) -> State:
    """Take an evacuated worker out of those whose points were spent before they were lost."""
    if not isinstance(act, Evacuate) or not after.used.get(FALLEN):
        return after
    gone = worker_points(game, before) - worker_points(game, after)
    left = after.used[FALLEN] - max(gone, 0)
    used = after.used.without((FALLEN,))
    return after.changed(used=used.put(FALLEN, left) if left > 0 else used)


@option.lister(Evacuate)
def legal_evacuations(game: Trc, state: State) -> Iterator[Evacuate]:
    """Yield the evacuation of every worker that may go now and whose points are not spent."""
    if state.clock.side != RUSSIAN or state.clock.turn < FIRST_TURN:
        return
    for worker, at in state.forces[RUSSIAN].places.items():
        if game.units[worker].type == "worker" and not isinstance(at, str):
            act = Evacuate(worker, box=f"{TRACK}{state.clock.turn + TURNS_AWAY}")
            if unaccused(game, state, act) and not any(within_the_points(game, game.apply(state, act), End())):
                yield act


@option.lister(Resume)
def legal_resumptions(game: Trc, state: State) -> Iterator[Resume]:
    """Yield the workers on the track that may go into the Urals now."""
    if state.clock.side == RUSSIAN:
        acts = (Resume(worker.id) for worker, _ in _on_the_track(game, state))
        yield from (act for act in acts if unaccused(game, state, act))


@option.override(further)
def industry_moves(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let workers go when trains go, and work again when arrivals come."""
    yield from basic(game, state, moment)
    if moment == RIDES:
        yield from legal_evacuations(game, state)
    elif moment == ARRIVALS:
        yield from legal_resumptions(game, state)


belongs_to("26.2", Evacuate, Resume)


EXTENSION = Extension(marks=(Evacuated,))

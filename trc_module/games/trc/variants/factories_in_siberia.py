"""28.7, the second chit of the Russians: factories go to Siberia."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.games.trc.acts.evacuation import Evacuate, Resume
from trc_module.games.trc.arrivals.entry_rules import unaccused
from trc_module.games.trc.arrivals.russian_replacements import within_the_points, worker_value, workers_elsewhere
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import TRACK
from trc_module.games.trc.data import RUSSIAN, Trc
from trc_module.games.trc.options.agreed import belongs_to_too
from trc_module.games.trc.options.industrial_evacuation import Evacuated, evacuated_by_another_rule
from trc_module.games.trc.players.option_actions import RIDES, further
from trc_module.games.trc.transport.rail_movement import allotment, in_the_first_impulse, ride_doubts, ride_of
from trc_module.games.trc.variants.political_chits import shown
from trc_module.hexgrid import hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Action, End
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.state import State
from trc_module.sentence import Sentence

option = book.option("28.7")
CHIT, BY_RAIL, IDLE, IDLE_AT_ONCE = "2", 2, 5, 3
RAIL = "russian rail"


def _own(state: State) -> bool:
    """Tell whether workers go by this rule: where 26.2 is played too, they go by that one."""
    return "26.2" not in state.options


def _waits_for_its_turn(state: State, worker: str) -> bool:
    at = state.place(worker)
    return isinstance(at, str) and at.startswith("turn-") and not at.startswith(TRACK)


@option.check("28.7-R2", Evacuate)
def one_point_for_two_moves(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """Send one worker point a turn by rail off the east edge, for two rail moves, with the chit."""
    if not _own(state):
        return
    worker, said = game.units[act.unit], Sentence("{unit} was sent to Siberia", act.unit)
    if not shown(state, RUSSIAN, CHIT):
        yield violation("28.7-R2", Sentence("{said} without the second chit of the Russians.", said), units=(act.unit,))
        return
    if in_the_first_impulse(state.clock) or state.clock.side != RUSSIAN:
        yield violation("28.7-R2", Sentence("{said} in {clock}.", said, state.clock.words), units=(act.unit,))
    if _waits_for_its_turn(state, act.unit):
        return
    at = state.place(act.unit)
    if at is None or isinstance(at, str) or worker.type != "worker":
        yield violation("28.7-R2", Sentence("{said}, but it is not a worker on the map.", said), units=(act.unit,))
        return
    if worker_value(worker) != 1:
        text = Sentence(
            "{said}; its {worker_value} points go one by one, which no record shows.", said, worker_value(worker)
        )
        yield Finding("28.7-R2", Verdict.SKIPPED, text, (act.unit,))
    before = tuple(unit for unit in Evacuated.firsts(state) if unit != act.unit)
    if before:
        yield violation(
            "28.7-R2", Sentence("{said} in the same turn as {before}.", said, before[0]), units=(act.unit, *before)
        )
    used, (_, most) = state.used.get(RAIL, 0), allotment(game, state, RUSSIAN)
    if used + BY_RAIL > most:
        yield violation(
            "28.7-R2",
            Sentence("{said} for {by_rail} rail moves; {used} of {most} were used.", said, BY_RAIL, used, most),
            units=(act.unit,),
        )
    edge = game.board.edges["east"] & game.board.rail_hexes
    if not (ride_of(game, state, RUSSIAN).reach(at) | 1 << at) & edge:
        name = game.hex_name(at)
        text = Sentence("{said}, but no rails lead from {name} off the east edge.", said, name)
        yield violation("28.7-R2", text, units=(act.unit,), hexes=(name,), facts=ride_doubts(game, state, at, edge))


@option.check("28.7-R2b", Evacuate)
def idle_for_five_turns(game: Trc, state: State, act: Evacuate) -> Iterator[Finding]:
    """A worker in Siberia counts after five turns, or after three if it went there on its arrival."""
    if not _own(state) or not shown(state, RUSSIAN, CHIT):
        return
    arrives = _waits_for_its_turn(state, act.unit)
    right = f"{TRACK}{state.clock.turn + (IDLE_AT_ONCE if arrives else IDLE)}"
    if act.box != right:
        where = act.box or "an unknown box"
        yield violation(
            "28.7-R2b",
            Sentence("{unit} was put into {where}, not into {right}.", act.unit, where, right),
            units=(act.unit,),
        )
    if arrives:
        due = game.units[act.unit]
        if due.arrival is not None and due.arrival > state.clock.turn:
            text = Sentence(
                "{unit} went to Siberia on turn {turn}; it arrives on turn {arrival}.",
                act.unit,
                state.clock.turn,
                due.arrival,
            )
            yield violation("28.7-R2b", text, units=(act.unit,), facts=(due.fact("arrival"),))


@option.override(evacuated_by_another_rule)
def sent_to_siberia(
    basic: Callable[[Trc, State, Evacuate], int | None], game: Trc, state: State, act: Evacuate
) -> int | None:
    """Count two rail moves for a worker from the map, and none for one that arrives."""
    if not _own(state):
        return basic(game, state, act)
    return 0 if _waits_for_its_turn(state, act.unit) else BY_RAIL


def _on_the_track(game: Trc, state: State) -> Iterator[tuple[Unit, int]]:
    for name, at in state.forces[RUSSIAN].places.items():
        if isinstance(at, str) and at.startswith(TRACK) and game.units[name].type == "worker":
            yield game.units[name], int(at.removeprefix(TRACK))


@option.override(workers_elsewhere)
def workers_in_siberia(basic: Callable[[Trc, State], tuple[Unit, ...]], game: Trc, state: State) -> tuple[Unit, ...]:
    """Count the workers whose turn has come."""
    found = basic(game, state)
    if not _own(state):
        return found
    return (*found, *(worker for worker, due in _on_the_track(game, state) if due <= state.clock.turn))


@option.override(further)
def factories_go(
    basic: Callable[[Trc, State, str], Iterator[Action]], game: Trc, state: State, moment: str
) -> Iterator[Action]:
    """Let workers go to Siberia when trains go."""
    yield from basic(game, state, moment)
    if moment != RIDES or not _own(state) or state.clock.side != RUSSIAN or not shown(state, RUSSIAN, CHIT):
        return
    for at in hexes(state.forces[RUSSIAN].occupied):
        for worker in state.forces[RUSSIAN].stack(at):
            act = Evacuate(worker, box=f"{TRACK}{state.clock.turn + IDLE}")
            if game.units[worker].type != "worker" or not unaccused(game, state, act):
                continue
            if not any(within_the_points(game, game.apply(state, act), End())):
                yield act


belongs_to_too("28.7", Evacuate, Resume)

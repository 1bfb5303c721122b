"""Chapter 5: movement."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trc.acts.arrivals import Drop
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.acts.sea import SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.marks import PerhapsTriggered, Triggered, surrendered_on
from trc_module.games.trc.movement.mover import Mover
from trc_module.hexgrid import Hex, HexSet, hexes
from trc_module.rules.actions import Action, Enter, Replace
from trc_module.rules.finding import Finding, by_some_way, violation
from trc_module.rules.paths import Bounds, Limit, faults
from trc_module.rules.state import Place, State, Trail, UnitId
from trc_module.sentence import Sentence

FINLAND_WAVERS = 21
"""Sep/Oct 1944."""


@book.rule("5.3a")
def friends_only(mover: Mover) -> Limit:
    """A unit moves through and onto friendly units, never onto the enemy."""
    return Limit(
        "5.3a",
        shut=mover.foes,
        step="entered {b}, which {in_b} occupies",
        stretch="enters a hex with an enemy unit",
        displaces=frozenset({"7.2", "8.3a"}),
    )


def bulgaria_is_open(state: State) -> bool:
    """Tell whether the garrison of Bulgaria has been released: a part of it, or, read otherwise, all of it (C11)."""
    return Triggered(_event(state)) in state.marks


def _event(state: State) -> str:
    return "bulgarian-garrison-1944" if "C11b" in state.options else "bulgarian-garrison"


def bulgaria_is_perhaps_open(state: State) -> bool:
    """Tell whether it is unknown if the garrison of Bulgaria has been released.

    A Russian unit may have come near Bucharest on a way that is not known. Nobody is accused of entering Bulgaria then,
    but no player is offered such a move as legal.
    """
    return PerhapsTriggered(_event(state)) in state.marks and not bulgaria_is_open(state)


def with_bulgaria_open(state: State) -> State:
    """Return a state with the garrison of Bulgaria released, if it may have been."""
    return state.with_mark(Triggered(_event(state))) if bulgaria_is_perhaps_open(state) else state


def hangs_on_bulgaria(state: State, bounds_in: Callable[[State], Bounds], trail: Trail, most: int | None) -> bool:
    """Tell whether a way is legal only if Bulgaria is open, where that is unknown.

    It takes at most so many movement points; `bounds_in` returns what binds the mover in a state.
    """
    if not bulgaria_is_perhaps_open(state):
        return False
    closed, open_ = (bool(faults(bounds_in(each), trail, most)) for each in (state, with_bulgaria_open(state)))
    return closed and not open_


def perhaps_closed(unit: UnitId) -> Finding:
    """Return what is said of a unit that has entered Bulgaria where that may have been allowed."""
    text = Sentence("{unit} entered Bulgaria; it is unknown whether its garrison had been released.", unit)
    return by_some_way("5.5", text, (unit,))


@book.rule("5.5")
def bulgaria_is_closed(mover: Mover) -> Limit:
    """No unit enters Bulgaria until its garrison has been released."""
    return Limit(
        "5.5",
        shut=closed_bulgaria(mover.game, mover.state),
        step="entered Bulgaria in {b} before its garrison was released",
        stretch="passes through Bulgaria, whose garrison has not been released",
    )


def closed_bulgaria(game: Trc, state: State) -> HexSet:
    """Return the hexes of Bulgaria as long as they may not be entered."""
    return 0 if bulgaria_is_open(state) else game.board.regions["Bulgaria"].hexes


@book.judge(RailMove, SeaMove, Drop, Enter, Replace)
def judge_entries_into_bulgaria(game: Trc, state: State, act: Action) -> Iterator[Finding]:
    """Doubt the ways into Bulgaria that are no moves over land: 5.5 names none, and 9.3 and 20.5 do not repeat it."""
    bulgaria = closed_bulgaria(game, state)
    into = next((at for at in _entered(act) if not isinstance(at, str) and bulgaria >> at & 1), None)
    if into is None or isinstance(into, str):
        return
    unit = act.unit  # type: ignore[attr-defined]
    if bulgaria_is_perhaps_open(state):
        yield perhaps_closed(unit)
        return
    name = game.hex_name(into)
    says = "5.5 closes Bulgaria to every kind of movement"
    doubt = "it belongs to the rules of land movement, and the rules of rails and arrivals do not repeat it"
    yield violation(
        "5.5",
        Sentence("{unit} entered Bulgaria in {name} before its garrison was released.", unit, name),
        units=(unit,),
        hexes=(name,),
        facts=(game.board.fact("region Bulgaria"), Fact(says, Source("rulebook", "5.5"), doubt)),
    )


def _entered(act: Action) -> tuple[Place, ...]:
    if isinstance(act, RailMove):
        return act.trail.hexes[1:]
    if isinstance(act, SeaMove):
        return (act.goal,)
    if isinstance(act, Drop):
        return (act.hex,)
    assert isinstance(act, Enter | Replace)
    return (act.place,)


def finland_closed(state: State) -> bool:
    """Tell whether Finland is closed to all units."""
    return surrendered_on(state, "finland") is not None


def closed_beyond_doubt(state: State) -> bool:
    """Tell whether Finland is closed after a surrender by 24.5, and not perhaps after one by 24.3 (R24)."""
    return (surrendered_on(state, "finland") or 0) >= FINLAND_WAVERS


def finland_fact(game: Trc, state: State, hex_: Hex) -> Fact:
    """Return how sure it is that a hex lies in the Finland of 24.5: Helsinki does by 24.3, the border was not read."""
    if hex_ != game.places["Helsinki"]:
        return game.board.fact(f"country {game.hex_name(hex_)}")
    if not closed_beyond_doubt(state):
        found = game.readings["R24"]
        return Fact(f"R24: {found.choice}", Source("assumed", "reading R24"), found.alternative)
    return Fact("Helsinki lies in Finland", Source("rulebook", "24.3"))


def _is_doubted(game: Trc, state: State, hex_: Hex) -> bool:
    return not finland_fact(game, state, hex_).trust.carries_violation


@book.rule("24.5b")
def finland_is_closed(mover: Mover) -> Limit:
    """After a surrender by 24.5 no unit enters Finland, and Helsinki is Russian."""
    return into_finland(mover.game, mover.state)


def into_finland(game: Trc, state: State) -> Limit:
    """Return the limit of 24.5b for units that go over land, in movement or in a retreat."""
    inside: HexSet = finland(game) if finland_closed(state) else 0
    border = game.board.grid.spread(inside) & ~inside if inside else 0
    return Limit(
        "24.5b",
        leave=border,
        enter=inside,
        step="entered Finland in {b} after its surrender",
        stretch="leads into Finland, which has surrendered",
        doubted=sum(1 << h for h in hexes(inside) if _is_doubted(game, state, h)),
    )


def finland(game: Trc) -> HexSet:
    """Return the hexes of Finland."""
    return game.board.regions["Finland"].hexes

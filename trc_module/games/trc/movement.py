"""Chapter 5: movement."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact, Source
from trc_module.games.trc.actions import Drop, RailMove, SeaMove
from trc_module.games.trc.book import book
from trc_module.games.trc.data import Trc
from trc_module.games.trc.mover import Mover
from trc_module.games.trc.too_far import TooFar
from trc_module.hexgrid import HexSet
from trc_module.rules.actions import Action, Enter, Replace
from trc_module.rules.finding import Finding, breach
from trc_module.rules.paths import Limit
from trc_module.rules.state import Place, State


@book.rule("5.3a")
def friends_only(mover: Mover) -> Limit:
    """Move through friendly units and onto them, never onto the enemy."""
    return Limit(
        "5.3a",
        shut=mover.foes,
        step="entered {b}, which {in_b} holds",
        stretch="leads onto an enemy unit",
        displaces=frozenset({"7.2", "8.3a"}),
    )


def bulgaria_is_open(state: State) -> bool:
    """Tell whether the garrison of Bulgaria has been released: a part of it, or, read otherwise, all of it (C11)."""
    return ("triggered", "bulgarian-garrison-1944" if "C11b" in state.options else "bulgarian-garrison") in state.marks


@book.rule("5.5")
def bulgaria_is_closed(mover: Mover) -> Limit:
    """Stay out of Bulgaria until its garrison has been released."""
    return Limit(
        "5.5",
        shut=closed_bulgaria(mover.game, mover.state),
        step="entered Bulgaria in {b} before its garrison was released",
        stretch="leads through Bulgaria, whose garrison has not been released",
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
    name = game.hex_name(into)
    says = "5.5 closes Bulgaria to every way of moving"
    doubt = "it stands with the rules of movement on foot, and the rules of rails and arrivals do not repeat it"
    yield breach(
        "5.5",
        f"{unit} entered Bulgaria in {name} before its garrison was released.",
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


@book.rule("5.3b")
def no_second_helping(case: TooFar) -> bool:
    """Do not use movement twice, save it up, or give it away."""
    return case.again


@book.rule("5.4")
def within_the_allowance(case: TooFar) -> bool:
    """Move a unit no further than its movement factor allows."""
    return True

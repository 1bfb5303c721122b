"""What lines say of battles that were declared before the log begins, for who knows them: dice, losses, retreats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from trc_module.games.trc.acts.battles import GATHERING
from trc_module.games.trc.acts.table import ACTS
from trc_module.games.trc.data import Trc
from trc_module.rules.interpretation import Episode, Interpretation, Line, PhaseReading
from trc_module.rules.state import State, UnitId

_SAYS = frozenset({"ROLL", "LOSS", "RETREAT"})

Reads = Callable[[Trc, State, Episode], Iterable[PhaseReading]]
"""Reads what the other lines of a phase say."""


def of_known_battles(game: Trc, state: State, episode: Episode, reads: Reads) -> Iterator[PhaseReading]:
    """Yield the readings in which lines go on with the battles of a position; none if no line does."""
    known = {str(battle.number) for battle in state.battles}
    declared = {line.says.get("b") for line in episode.lines if line.says.verb in GATHERING}
    own = [line for line in episode.lines if line.says.verb in _SAYS and line.says.get("b") in known - declared]
    heard = [_heard(game, episode, line) for line in own]
    if not own or None in heard:
        return
    mine = [(float(one.last), one) for one in heard if one is not None]
    units = frozenset(line.says["u"] for line in own if line.says.get("u"))
    dice = frozenset(line.step for line in own if line.says.verb == "ROLL")
    rest = _without(episode, own, units)
    found = list(reads(game, state, rest))
    if not found:
        others = game.hear(state.clock, rest.lines, rest.tracks)
        found = [PhaseReading(tuple((float(one.last), one) for one in others))]
    for reading in found:
        merged = sorted([*mine, *reading.interpretations], key=lambda pair: pair[0])
        yield replace(reading, interpretations=tuple(merged), units=reading.units | units, dice=reading.dice | dice)


def _heard(game: Trc, episode: Episode, line: Line) -> Interpretation | None:
    """Return the act of a line; None if it says none."""
    tracks = [track for track in episode.tracks if track.line == line]
    hears = ACTS.hears.get(line.says.verb)
    act = hears(game, line.says, tracks[0] if tracks else None) if hears is not None else None
    found = act if isinstance(act, tuple) else () if act is None else (act,)
    if not found:
        return None
    places = tuple((track.unit, track.goal) for track in tracks)
    steps = tuple(sorted({line.step, *(step for track in tracks for step in track.steps)}))
    return Interpretation(steps, found[:1], places, (), line.by)


def _without(episode: Episode, lines: list[Line], units: frozenset[UnitId]) -> Episode:
    """Return the evidence of a phase without some lines, and without the ways of the units that they tell of."""
    return replace(
        episode,
        lines=tuple(line for line in episode.lines if line not in lines),
        tracks=tuple(track for track in episode.tracks if track.unit not in units),
        tracks_by_unit={unit: track for unit, track in episode.tracks_by_unit.items() if unit not in units},
        visits={unit: visits for unit, visits in episode.visits.items() if unit not in units},
    )

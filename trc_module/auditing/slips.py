"""Slips of the hand: a counter put somewhere by mistake, and put right before the phase was over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Interpretation, PieceTrack
from trc_module.rules.state import Place, UnitId
from trc_module.sentence import Sentence


def put_right(
    tracks: Sequence[PieceTrack],
    track: PieceTrack,
    dice: Sequence[int],
    exchanged: Mapping[int, Place | None],
    exchanges: Collection[str],
    once: Collection[str] = (),
) -> Iterator[list[PieceTrack]]:
    """Yield a counter's ways with one end further on: it came out of its box, or went by sea, to a later place.

    `dice` are the steps of its own dice: a move after its die is no correction. `exchanged` says
    where those stood, by the line of the exchange, whose places are taken: there and nowhere else an exchange ends.
    `exchanges` are the verbs of such lines. `once` are the verbs of lines that tell how a counter goes next, once: such
    a key may have been pressed only when the counter already lay beside the place to which it was put then.

    Then comes a way into a box that led through another one. Last comes the whole way as one, with the first line that
    speaks of it, unless it ends in a box.
    """
    for number, (first, on) in enumerate(pairwise(tracks)):
        said_between = first.line is None and _says(on, once)
        if (on.line is not None and not said_between) or isinstance(on.places[-1], str):
            continue
        ends = (exchanged.get(id(first.line)),) if _says(first, exchanges) else _open_ends(first, on, dice)
        for count in range(1, len(on.places)):
            if any(first.steps[-1] < step < on.steps[count - 1] for step in dice):
                break
            if on.places[count] in ends:
                places, steps = (first.start, on.places[count]), (*first.steps, *on.steps[:count])
                longer = replace(first, places=places, steps=steps, line=first.line or on.line)
                rest = replace(on, places=on.places[count:], steps=on.steps[count:], line=None)
                yield [*tracks[:number], longer, *([rest] if rest.steps else []), *tracks[number + 2 :]]
    yield from _by_way_of_a_box(tracks, dice)
    yield from _as_one(tracks, track, dice, exchanges)


def _as_one(
    tracks: Sequence[PieceTrack], track: PieceTrack, dice: Sequence[int], exchanges: Collection[str]
) -> Iterator[list[PieceTrack]]:
    """Yield a counter's whole way as one, with the first line that speaks of it, unless it ends in a box."""
    thrown = any(track.steps[0] < step < track.steps[-1] for step in dice)
    lines = [other.line for other in tracks if other.line is not None]
    # Lines of two kinds off the map and onto it are two deeds: a unit was given up, say, and brought in elsewhere.
    two = not isinstance(track.start, str) and len({line.says.verb for line in lines}) > 1
    apart = thrown or two or isinstance(track.goal, str)
    if not apart and not any(_says(other, exchanges) for other in tracks):
        yield [replace(track, line=lines[0] if lines else None)]


def _by_way_of_a_box(tracks: Sequence[PieceTrack], dice: Sequence[int]) -> Iterator[list[PieceTrack]]:
    """Yield a counter's ways with two as one that lead from the map into a box and on into another."""
    for number, (first, on) in enumerate(pairwise(tracks)):
        thrown = any(first.steps[-1] < step < on.steps[-1] for step in dice)
        boxed = isinstance(first.goal, str) and isinstance(on.goal, str) and not isinstance(first.start, str | None)
        if boxed and first.line is None and on.line is None and not thrown:
            whole = replace(first, places=(first.start, on.goal), steps=(*first.steps, *on.steps))
            yield [*tracks[:number], whole, *tracks[number + 2 :]]


def _open_ends(first: PieceTrack, on: PieceTrack, dice: Sequence[int]) -> tuple[Place | None, ...]:
    """Return where a way may have ended that another went on from."""
    if isinstance(first.goal, str) and any(step < first.steps[-1] for step in dice):
        # Its die has put it into that box: it can be put back, and nowhere else.
        return (first.start,)
    return on.places[1:]


def _says(track: PieceTrack, verbs: Collection[str]) -> bool:
    return track.line is not None and track.line.says.verb in verbs


def told_of_slips(
    dragged: Sequence[PieceTrack], read: Sequence[PieceTrack], name: Callable[[Place | None], str]
) -> Iterator[Interpretation]:
    """Yield a note for each unit whose ways are read otherwise than they were dragged; `name` names a place."""
    for unit in dict.fromkeys(track.unit for track in dragged):
        before, after = _of(unit, dragged), _of(unit, read)
        left = {track.goal for track in after} | {track.start for track in after}
        slips = [track for track in before if track.goal not in left]
        if slips:
            where, goal = name(slips[0].goal), name(before[-1].goal)
            text = Sentence(
                "{unit} was put into {where} first, and came from there to {goal}; it is read as put right.",
                unit,
                where,
                goal,
            )
            note = Finding("log.back", Verdict.NOTE, text, (unit,))
            yield Interpretation(slips[0].steps, (), (), (note,), slips[0].by)


def _of(unit: UnitId, tracks: Sequence[PieceTrack]) -> list[PieceTrack]:
    return [track for track in tracks if track.unit == unit]

"""Signs in a chain of logs that steps were cut out of a file, or written into one."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.replay.chain import Chain
from trc_module.replay.gamelog import GameLog
from trc_module.replay.integrity import StateMismatch
from trc_module.replay.pieces import Spot
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.game import spaced
from trc_module.sentence import Sentence


def edits(chain: Chain) -> Iterator[tuple[int, Finding]]:
    """Yield a finding, with the chain's step, for each step whose recorded state differs from the executed table."""
    numbers = {(origin.log, origin.step): number for number, origin in enumerate(chain.origins, 1)}
    for index, link in enumerate(chain.links):
        for mismatch in link.execution.mismatches:
            number = numbers.get((index, mismatch.step))
            if number is not None:
                yield number, _finding(chain.log, mismatch)


def _finding(log: GameLog, mismatch: StateMismatch) -> Finding:
    if mismatch.piece is None:
        return Finding("log.edited", Verdict.DOUBT, mismatch.sentence)
    unit = log.unit_of(mismatch.piece)
    places = [_place(log, spot) for spot in (mismatch.claimed, mismatch.lay)]
    if places[0] == places[1]:
        places = [_point(spot) for spot in (mismatch.claimed, mismatch.lay)]
    name = unit.id if unit else mismatch.piece.name
    text = Sentence(
        "{name} is moved from {places} here, but the log has it in {other_places}; as VASSAL writes a log, "
        "both agree: a step between them may be missing, or was written in.",
        name,
        places[0],
        places[1],
    )
    return Finding("log.edited", Verdict.DOUBT, text, (unit.id,) if unit else ())


def _place(log: GameLog, spot: Spot | None) -> str:
    found = None if spot is None else log.parts.layout.place(spot.map, spot.x, spot.y)
    if found is None:
        return _point(spot)
    return (
        Sentence("the box '{unit}'", spaced(log.parts.board.boxes[found].id))
        if isinstance(found, str)
        else log.parts.board.grid.name(found)
    )


def _point(spot: Spot | None) -> str:
    return "no map" if spot is None else str(spot)

"""Content of the page for its script: steps, positions and findings as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from trc_module.auditing.audit import Audit, Noted
from trc_module.hexgrid import hexes
from trc_module.printable import printable
from trc_module.replay.events import ChatLine, PropertySet, Reported, Step
from trc_module.replay.integrity import RESULT
from trc_module.report.counter_names import CounterNames
from trc_module.report.page.counters import Counters
from trc_module.report.page.timeline import Timeline
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.clock import Clock, side_and_part

NOTHING_SAID: Mapping[int, str] = MappingProxyType({})
"""No finding has been ruled upon."""


def page_content(
    audit: Audit,
    shown: Iterable[Noted],
    timeline: Timeline,
    counters: Counters,
    tongue: Tongue = ENGLISH,
    said: Mapping[int, str] = NOTHING_SAID,
) -> dict[str, Any]:
    """Return all that the page's script needs; the counters are those that it asked for."""
    parts = audit.log.parts
    units = tongue.units(parts.roster.units)
    listed = sorted(shown, key=lambda noted: noted.steps[-1] if noted.steps else 0)
    return {
        "steps": len(audit.steps),
        "files": [printable(audit.chain.name(index)) for index in range(len(audit.chain.links))],
        "runs": _runs(audit),
        "pitch": parts.layout.map_layout.pitch,
        "hexes": {
            parts.board.grid.name(h): _whole(parts.layout.map_layout.centre(h)) for h in hexes(parts.board.grid.all)
        },
        "places": {parts.board.grid.name(at): tongue.place(name) for name, at in parts.game.places.items()},
        "corners": _corners(audit),
        "sides": {side: number for number, side in enumerate(parts.game.sides)},
        "pieces": [_piece(timeline, piece, counters) for piece in timeline.pieces],
        "backs": {number: [[step, int(back)] for step, back in turns] for number, turns in timeline.backs.items()},
        "sites": [[site.name, site.point, [[step, *lying] for step, lying in site.frames]] for site in timeline.sites],
        "phases": [[step, clock.turn, _phase(clock)] for step, clock in timeline.phases],
        "log": [_lines(step) for step in audit.steps],
        "by": [(audit.log.side_of(step.by) or "").capitalize() for step in audit.steps],
        "acts": [[done.steps[-1], printable(done.text)] for done in audit.acts],
        "undone": [[undone.step.number, undone.by, undone.redone] for undone in audit.settled.undone],
        "findings": [_finding(noted, CounterNames(units), tongue, said.get(id(noted), "")) for noted in listed],
        "rules": _rules(audit, listed, tongue),
    }


def _runs(audit: Audit) -> list[tuple[int, int, int]]:
    """Return (chain step, log, step in log) for every point where the numbering jumps."""
    found: list[tuple[int, int, int]] = []
    for number, origin in enumerate(audit.chain.origins, 1):
        last = found[-1] if found else None
        if last is None or last[1] != origin.log or last[2] + number - last[0] != origin.step:
            found.append((number, origin.log, origin.step))
    return found


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def _corners(audit: Audit) -> list[tuple[int, int]]:
    """Return the corners of a hex, from its centre."""
    layout = audit.log.parts.layout.map_layout
    first = next(hexes(layout.grid.all))
    x, y = layout.centre(first)
    return [_whole((corner[0] - x, corner[1] - y)) for corner in layout.corners(first)]


def _piece(timeline: Timeline, piece: Any, counters: Counters) -> list[Any]:
    """Return a piece's name, its id in the data, its side, and the numbers of its faces (none for a stranger)."""
    item = timeline.item(piece)
    if item is None:
        return [printable(piece.name), "", "", -1, -1]
    return [printable(piece.name), item.id, item.side, *counters.faces(item)]


def _phase(clock: Clock) -> str:
    return f"{side_and_part(clock.side, clock.part_word, clock.part)}, {clock.phase}"


def _lines(step: Step) -> list[list[str]]:
    """Return what was written in a step: `chat`, `line` (VASSAL's), `die` or `undo`, the words, of a die its name."""
    lines = [["undo", "Undo"]] if step.is_undo else []
    for event in step.events:
        match event:
            case ChatLine():
                lines.append(["chat", printable(f"{event.player}: {event.words}")])
            case Reported():
                lines.append(["line", printable(event.shown)])
            case PropertySet() if event.name.endswith(RESULT) and event.new and not step.is_undo:
                lines.append(["die", printable(event.new), printable(event.name.removesuffix(RESULT))])
    return lines


def _finding(noted: Noted, named: CounterNames, tongue: Tongue, ruling: str) -> dict[str, Any]:
    finding = noted.finding
    says, legal = tongue.sentence(finding.sentence), tongue.sentence(finding.legal)
    return {
        "verdict": finding.verdict.value,
        "rule": finding.rule,
        "says": printable(named(says or finding.sentence)),
        # Texts without a translation are marked as English.
        **({} if says is not None else {"english": True}),
        "steps": noted.steps,
        "turn": noted.clock.turn,
        "phase": _phase(noted.clock),
        "by": (noted.side or "").capitalize(),
        "act": printable(noted.act),
        "units": finding.units,
        "hexes": finding.hexes,
        "rests": [str(fact) for fact in finding.facts if not fact.trust.carries_violation],
        "legal": printable(named(legal or finding.legal)),
        **({"ruling": printable(ruling)} if ruling else {}),
    }


def _rules(audit: Audit, shown: Iterable[Noted], tongue: Tongue) -> dict[str, list[str]]:
    """Return title and explanation of every rule that a finding names, and `en` if the explanation is English."""
    book = audit.log.parts.game.book.rules
    named = {noted.finding.rule for noted in shown}
    return {
        number: [
            tongue.title(number, book[number].title),
            tongue.explained(number, book[number].text),
            *([] if tongue.explains(number, book[number].text) else ["en"]),
        ]
        for number in sorted(named & book.keys())
    }

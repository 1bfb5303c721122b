"""Plays of three games by untidy players, step by step: `other_plays.toml` says what they do."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tests.untidy.habits import Step, Turned, Words
from tests.untidy.writing import write
from trc_module.auditing.audit import audit_log
from trc_module.declarations import PLAIN_DIE
from trc_module.games import find_game
from trc_module.gamespec import game_folder
from trc_module.hexgrid import Hex, HexGrid
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.clock import Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record
from trc_module.rules.state import State

TABLE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SILENT = (Verdict.NOTE, Verdict.SKIPPED)


@dataclass(frozen=True)
class Scripted:
    """A player who makes a log as a list of edits says."""

    plain: str
    edits: Sequence[str]
    grid: HexGrid | None = None
    """The hexes that edits name."""

    def is_late(self, clock: Clock) -> bool:
        """Tell that the tracker is advanced in time."""
        return False

    def phase(self, state: State, steps: Sequence[LogStep]) -> list[Step]:
        """Return the steps of a phase as the edits change them."""
        found: list[Step] = list(steps)
        for edit in self.edits:
            found = self._edited(found, edit)
        return found

    def _edited(self, steps: list[Step], edit: str) -> list[Step]:
        word, *what = edit.split()
        if word == "say":
            return [*steps, Words(" ".join(what))] if steps else steps
        if word == "again":
            return list(_rolled_again(steps, " ".join(what)))
        if word == "straight":
            return list(_straight(steps))
        if word == "onto":
            return list(_onto(steps, what[0], int(what[1]), None if self.grid is None else self.grid.find(what[2])))
        if word == "slip":
            return list(_put_right(steps, what[0], None if self.grid is None else self.grid.find(what[1])))
        if word == "plain" and len(what) > 1:
            found = [i for i, step in enumerate(steps) if _is(step, what[0])]
            if len(found) < int(what[1]):
                return steps
            last = found[int(what[1]) - 1]
            return [*steps[:last], *self._changed(steps[last], word, what), *steps[last + 1 :]]
        if word in ("earlier", "later"):
            return _shifted(steps, what[0], int(what[1]) if word == "later" else -int(what[1]))
        return [new for step in steps for new in self._changed(step, word, what)]

    def _changed(self, step: Step, word: str, what: Sequence[str]) -> Iterator[Step]:
        if not isinstance(step, LogStep) or not _is(step, what[0]):
            yield step
            return
        verb, fields = step.lines[0]
        match word:
            case "drop" if len(what) > 1 and what[1] not in fields.values():
                yield step
            case "drop":
                if step.moves:
                    yield LogStep((), step.moves)
            case "turn":
                yield Turned(fields["u"], int(what[1]))
            case "instead":
                if step.moves:
                    yield LogStep((), step.moves)
                yield Words(" ".join(what[1:]))
            case "before" | "behind" if fields["u"] != what[2]:
                yield step
            case "before":
                yield from (LogStep(((what[1], {**fields, "b": what[3]}),)), step)
            case "behind":
                yield from (step, LogStep(((what[1], {**fields, "b": what[3]}),)))
            case "double":
                yield from (step, LogStep(step.lines))
            case "plain":
                yield LogStep(((self.plain, {"die": fields["die"]}),), step.moves)
            case "number":
                yield LogStep(((verb, {**fields, "b": what[1]}),), step.moves)
            case "other":
                unit = fields["u"]
                yield LogStep(((what[1], {"u": unit}),), step.moves) if unit == what[2] else step
            case "box":
                unit = fields["u"]
                yield LogStep(((what[1], {"u": unit, "because": "XIV.C"}),), ((unit, what[2]),))
                yield LogStep((), step.moves)


def _is(step: Step, verb: str) -> bool:
    return isinstance(step, LogStep) and bool(step.lines) and step.lines[0][0] == verb


def _rolled_again(steps: Sequence[Step], edit: str) -> Iterator[Step]:
    """Yield steps with another die before the first of a verb, and what its player and the other one say then."""
    (verb, changed), *words = (part.split() for part in edit.split("|"))
    key, _, value = changed.partition("=")
    done = False
    for step in steps:
        if not done and isinstance(step, LogStep) and _is(step, verb):
            done = True
            yield LogStep(((verb, {**step.lines[0][1], key: value}),))
            yield from (Words(" ".join(said), "" if at == 0 else "the other") for at, said in enumerate(words))
        yield step


def _shifted(steps: list[Step], verb: str, by: int) -> list[Step]:
    at = next((i for i, step in enumerate(steps) if _is(step, verb)), None)
    if at is None:
        return steps
    rest = [*steps[:at], *steps[at + 1 :]]
    return [*rest[: at + by], steps[at], *rest[at + by :]]


def _onto(steps: Sequence[Step], unit: str, number: int, goal: Hex | None) -> Iterator[Step]:
    """Yield steps, a drag of a unit over the map onto another hex."""
    assert goal is not None
    for step in steps:
        if isinstance(step, LogStep) and [who for who, at in step.moves if not isinstance(at, str)] == [unit]:
            number -= 1
            yield LogStep(step.lines, ((unit, goal),)) if number == 0 else step
        else:
            yield step


def _put_right(steps: Sequence[Step], unit: str, goal: Hex | None) -> Iterator[Step]:
    """Yield steps, a unit that its player puts onto another hex first, and drags on."""
    assert goal is not None
    for step in steps:
        if isinstance(step, LogStep) and any(who == unit for who, _ in step.moves):
            yield LogStep(step.lines, ((unit, goal),))
            yield LogStep((), step.moves)
        else:
            yield step


def _straight(steps: Sequence[Step]) -> Iterator[Step]:
    held: LogStep | None = None
    for step in steps:
        drags = isinstance(step, LogStep) and not step.lines and len(step.moves) == 1
        if held is not None and not (drags and isinstance(step, LogStep) and step.moves[0][0] == held.moves[0][0]):
            yield held
            held = None
        if drags and isinstance(step, LogStep):
            held = step
        else:
            yield step
    if held is not None:
        yield held


@lru_cache(maxsize=4)
def parts_of(name: str) -> ModuleInputs:
    """Return a game's module."""
    return load_inputs(find_game(name), game_folder(name))


def told(name: str, edits: Sequence[str], folder: Path) -> list[str]:
    """Return what an audit says of a play beside notes."""
    parts = parts_of(name.partition("-")[0])
    return told_of(parts, TABLE["record"][name]["text"], edits, folder)


def told_of(parts: ModuleInputs, text: str, edits: Sequence[str], folder: Path) -> list[str]:
    """Return what an audit says of a play of a game, beside notes."""
    return sorted(str(finding) for finding in found_in(parts, text, edits, folder) if finding.verdict not in SILENT)


def found_in(parts: ModuleInputs, text: str, edits: Sequence[str], folder: Path) -> list[Finding]:
    """Return all findings of an audit on a play of a game."""
    record = read_record(f"game: {parts.game.name}\n{text.strip()}\n", "a play", lambda *asked: parts.game)
    plain = next(iter(parts.grammar.verbs_of(PLAIN_DIE)))
    path = folder / "play.vlog"
    write(parts, record, path, Scripted(plain, edits, parts.board.grid))
    log = replace(open_log(path, parts, record.start.options), scenario=record.start.scenario)
    return [noted.finding for noted in audit_log(log).findings]

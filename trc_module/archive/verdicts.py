"""The verdicts on a game, and the differences between two judgments of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trc_module.archive.edition_store import chosen_of
from trc_module.archive.files import AS_AGREED, Chosen
from trc_module.archive.packed import unpacked_tree
from trc_module.archive.record import GameRecord
from trc_module.archive.store import Store
from trc_module.printable import joined, json_text, printable

_OUTCOME = ("winner", "won_by", "points", "error")


@dataclass(frozen=True, slots=True)
class StoredFinding:
    """A finding as it is printed: verdict, rule, place in the logs, sentence."""

    verdict: str
    rule: str
    at: str
    sentence: str

    @property
    def text(self) -> str:
        """Return it as a line."""
        return printable(f"{self.verdict} {self.rule} at {self.at}: {self.sentence}")


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """The verdict on a game: its findings, and its outcome."""

    findings: tuple[StoredFinding, ...]
    outcome: tuple[tuple[str, str], ...]
    edition: int = 0
    chosen: Chosen = AS_AGREED

    def tree(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return {"outcome": dict(self.outcome), "findings": [_finding_tree(each) for each in self.findings]}

    def text(self) -> str:
        """Return the verdict as JSON."""
        return json_text(self.tree(), indent=None)


@dataclass(frozen=True, slots=True)
class VerdictChange:
    """A game with a verdict that changed."""

    game: str
    logs: tuple[str, ...]
    gone: tuple[StoredFinding, ...]
    new: tuple[StoredFinding, ...]
    outcome: tuple[tuple[str, str, str], ...]
    """Each change of the outcome as (key, before, now): ('winner', 'axis', '')."""
    why: tuple[str, ...]
    """The differences between the two judgments: 'data units.csv', 'program rules/odds.py', 'reading C33b chosen'."""
    before: GameVerdict | None

    def tree(self) -> dict[str, Any]:
        """Return the change as plain data."""
        return {
            "game": self.game,
            "logs": list(self.logs),
            "gone": [_finding_tree(each) for each in self.gone],
            "new": [_finding_tree(each) for each in self.new],
            "outcome": [{"what": what, "before": before, "now": now} for what, before, now in self.outcome],
            "why": list(self.why),
        }

    def text(self) -> str:
        """Return the change in a few lines."""
        lines = [f"{self.game} ({', '.join(Path(log).name for log in self.logs)})"]
        lines += [f"  new: {each.text}" for each in self.new]
        lines += [f"  no longer: {each.text}" for each in self.gone]
        lines += [f"  {what}: {before or 'none'} before, {now or 'none'} now" for what, before, now in self.outcome]
        more = f" and {len(self.why) - _SHOWN} more" if len(self.why) > _SHOWN else ""
        lines.append(f"  what has changed: {', '.join(self.why[:_SHOWN])}{more}")
        return joined(lines)


_SHOWN = 8
"""The number of changed parts that are named."""


def _finding_tree(finding: StoredFinding) -> dict[str, str]:
    return {"verdict": finding.verdict, "rule": finding.rule, "at": finding.at, "sentence": finding.sentence}


def verdict_of(store: Store, game: int) -> tuple[str, GameVerdict]:
    """Return the name of a game and what was judged of it."""
    (row,) = store.all("SELECT * FROM game WHERE id = ?", game)
    outcome = tuple((what, _word(row[what])) for what in _OUTCOME)
    findings = tuple(_findings(unpacked_tree(row["tree"])))
    return row["name"], GameVerdict(findings, outcome, row["edition"], chosen_of(row["chosen"]))


def verdicts_in(
    store: Store, logs: Sequence[int], found: Sequence[GameRecord] | str
) -> list[tuple[tuple[int, ...], GameVerdict]]:
    """Return what was judged now: the logs of each game, by number, and the verdict."""
    if isinstance(found, str):
        outcome = tuple((what, found if what == "error" else "") for what in _OUTCOME)
        return [(tuple(logs), GameVerdict((), outcome))]
    verdicts = []
    for record in found:
        values = {"winner": record.winner, "won_by": record.won_by, "points": record.points, "error": ""}
        findings = tuple(_findings(json.loads(record.tree)))
        outcome = tuple((what, _word(values[what])) for what in _OUTCOME)
        verdicts.append((tuple(logs[place] for place in record.logs), GameVerdict(findings, outcome)))
    return verdicts


def _findings(tree: Mapping[str, Any]) -> Iterator[StoredFinding]:
    for each in tree.get("findings", ()):
        at = ", ".join(f"{place['file']}:{place['step'] or 'start'}" for place in each["at"])
        yield StoredFinding(each["verdict"], each["rule"], at, each["sentence"])


def _word(value: object) -> str:
    return "" if value is None else str(value)


def compared(
    store: Store,
    logs: Sequence[int],
    before: Mapping[str, GameVerdict],
    now: Sequence[tuple[tuple[int, ...], GameVerdict]],
    why: tuple[str, ...],
) -> Iterator[VerdictChange]:
    """Yield the games of some logs on which the verdicts differ."""
    known = {row["log"]: row["name"] for row in _first_logs(store, logs)}
    seen = set()
    for mine, verdict in now:
        name = next((known[log] for log in mine if log in known and known[log] not in seen), "")
        seen.add(name)
        change = _change(name or "a new game", _paths(store, mine), before.get(name), verdict, why)
        if change is not None:
            yield change
    for name in sorted(before.keys() - seen):
        # Its logs are part of another game now.
        change = _change(name, (), before[name], GameVerdict((), ()), why)
        if change is not None:
            yield change


def _first_logs(store: Store, logs: Sequence[int]) -> Iterator[Any]:
    marks = ", ".join(map(str, logs))
    query = "SELECT log.id AS log, name FROM log JOIN game ON game.id = log.game"
    yield from store.rows(f"{query} WHERE log.id IN ({marks}) ORDER BY name, place")


def _paths(store: Store, logs: Sequence[int]) -> tuple[str, ...]:
    query = "SELECT min(path) FROM source WHERE log = ?"
    return tuple(store.all(query, log)[0][0] for log in logs)


def _change(
    name: str, logs: tuple[str, ...], before: GameVerdict | None, now: GameVerdict, why: tuple[str, ...]
) -> VerdictChange | None:
    old, new = Counter(before.findings if before else ()), Counter(now.findings)
    was, is_ = dict(before.outcome if before else ()), dict(now.outcome)
    outcome = tuple((what, was.get(what, ""), is_.get(what, "")) for what in _OUTCOME)
    outcome = tuple(each for each in outcome if each[1] != each[2])
    if old == new and not outcome:
        return None
    return VerdictChange(name, logs, tuple((old - new).elements()), tuple((new - old).elements()), outcome, why, before)

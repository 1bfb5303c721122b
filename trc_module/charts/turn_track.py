"""The turn track of any game: its turns in order, each with its label and what else is printed in its box.

[turns]
1 = { label = "Week 1", source = "rulebook:T1" }
2 = { label = "Week 2", weather = "mud", source = "rulebook:T1" }
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from trc_module.charts.trees import misspelt
from trc_module.digits import is_number
from trc_module.facts import DataError, Fact, Source
from trc_module.facts.toml_file import line_of, table_at

Printed = str | int | bool


@dataclass(frozen=True, slots=True)
class TrackTurn:
    """One box of the track."""

    number: int
    label: str
    printed: Mapping[str, Printed]
    """The further contents of the box, by the word of the file."""
    fact: Fact

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, slots=True)
class TurnTrack:
    """The turns by number, without a gap."""

    turns: Mapping[int, TrackTurn]

    def agreed(self) -> TurnTrack:
        """Return the track once both players have agreed on what is assumed of it."""
        return TurnTrack({number: replace(turn, fact=turn.fact.agreed()) for number, turn in self.turns.items()})

    @property
    def first(self) -> int:
        """Return the number of the first turn."""
        return min(self.turns)

    @property
    def last(self) -> int:
        """Return the number of the last turn."""
        return max(self.turns)


def read_turn_track(tree: Mapping[str, Any], path: Path) -> TurnTrack:
    """Shape the track out of its tree; DataError names the line that is wrong."""
    turns: dict[int, TrackTurn] = {}
    for key, entry in table_at(tree, path, "turns").items():
        if not is_number(key) or (turns and int(key) != max(turns) + 1):
            raise DataError(
                path, "turn numbers one after the other", key, line=line_of(path, ["turns", key]), field="turns"
            )
        label = entry.get("label") if isinstance(entry, dict) else None
        if not isinstance(label, str) or not label:
            line = line_of(path, ["turns", key])
            raise DataError(path, "a table with a label", str(entry), line=line, field=f"turns.{key}")
        printed = {word: value for word, value in entry.items() if word not in ("label", "source", "doubt")}
        for word, value in printed.items():
            if not isinstance(value, Printed):
                line = line_of(path, ["turns", key])
                raise DataError(path, "a text, a number, true or false", str(value), line=line, field=word)
        said = ", ".join([label, *(f"{word} {value}" for word, value in printed.items())])
        fact = Fact(f"turn {key}: {said}", Source.parse(entry["source"]), entry.get("doubt", ""))
        turns[int(key)] = TrackTurn(int(key), label, printed, fact)
    if not turns:
        raise misspelt(path, "turns", "a table [turns]")
    return TurnTrack(turns)

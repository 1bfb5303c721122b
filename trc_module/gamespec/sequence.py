"""The file `sequence.toml` at the top of a game's folder of data: the steps of a turn, in the order of play."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from trc_module.facts import DataError
from trc_module.facts.choices import one_of
from trc_module.facts.errors import Collected
from trc_module.facts.toml_file import line_of, read_toml, shape
from trc_module.gamespec.spec import read_spec

FILE = "sequence.toml"
KINDS = ("set-up", "move", "fight", "end", "other")
"""The kinds of steps, whatever the game calls them."""

_WORD = re.compile(r"[a-z][a-z0-9-]*")


class StepSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of a turn."""

    side: str
    """The side that plays it."""
    phase: str
    """Its name, in small letters, digits and hyphens."""
    part: Annotated[int, Meta(ge=1, le=99)] = 1
    """The number of the part of the side's turn."""
    kind: str = "other"
    """What is done in it: `set-up`, `move`, `fight`, `end` (of the turn) or `other`."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    step: list[StepSpec] = []
    """The steps of a turn in their order, a table each."""
    part: str = ""
    """The game's word for the parts of a side's turn, as `round`; none if a turn has one part."""


@dataclass(frozen=True, slots=True)
class TurnSpec:
    """The steps of a turn."""

    steps: tuple[StepSpec, ...]
    part_word: str
    """The game's word for the parts of a side's turn; '' if it has none."""


def read_steps(folder: Path) -> TurnSpec:
    """Read `<folder>/sequence.toml`; DataError names the line and the field that are wrong."""
    path = folder / FILE
    file = shape(read_toml(path), _File, path)
    sides = read_spec(folder).side_ids
    seen = set()
    collected = Collected()
    for index, row in enumerate(file.step):
        line = line_of(path, ["step", index])
        for field, word, known in (("side", row.side, sides), ("kind", row.kind, KINDS)):
            if word not in known:
                with collected:
                    at = line_of(path, ["step", index, field])
                    raise DataError(path, one_of(known, word), word, line=at, field=field)
        if not _WORD.fullmatch(row.phase):
            raise DataError(path, "a word of small letters, digits and hyphens", row.phase, line=line, field="phase")
        if row.part > 1 and not file.part:
            expected = 'a word for the parts of a side\'s turn at the top of the file, as in part = "round"'
            raise DataError(path, expected, str(row.part), line=line, field="part")
        if (row.side, row.part, row.phase) in seen:
            raise DataError(path, "each step once", f"{row.side} {row.part} {row.phase}", line=line)
        seen.add((row.side, row.part, row.phase))
    collected.close()
    without = [side for side in sides if all(row.side != side for row in file.step)]
    if without:
        raise DataError(path, f"a table [[step]] of the side '{without[0]}'", "none", field="step")
    return TurnSpec(tuple(file.step), file.part)

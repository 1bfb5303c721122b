"""The script of `trc-module edit`: what is to be changed in a module or a save, in TOML, step by step.

[[trait]]                     # traits of slots, prototypes and pieces
of    = "Inf*"                # names of slots, prototypes or pieces; * and ? as in file names
trait = "report"              # a trait's id, as docs/traits.md lists them
if    = { format = "x" }      # only where fields have these values
set   = { format = "y" }      # new values of fields
drop  = false                 # or the trait goes

[[slot]]                      # palette slots of a module
of    = "Old*"
drop  = true                  # they go, or
to    = "PieceWindow[Counters]/ListWidget[Red]"   # they move to the end of that part of the palette

[[list]]                      # all slots of one part of the palette go into another, and the part goes
from  = "PieceWindow[Counters]/ListWidget[Red 2]"
into  = "PieceWindow[Counters]/ListWidget[Red]"

[[picture]]
from  = "a.png"
to    = "b.png"

[numbers]
renew = "doubled"             # "doubled" or "all": palette numbers (gpid) are given anew

[[extension]]                 # becomes a part of the module
merge = "more.vmdx"

[[split]]                     # slots that become an extension
of    = "Optional*"
into  = "optional.vmdx"
id    = "opt"

[[piece]]                     # pieces of a save
of    = "Turn"
map   = "Main Map"            # those on this map only
to    = "Other Map"           # put onto this map
at    = [100, 200]            # at this point, in pixels
shift = [0, 50]               # or moved by so much
set   = { Step = "2" }        # properties: dynamic properties, and layers by their level
drop  = false

[duplicates]
drop  = true                  # pieces of one name and number on one point of one map: one is kept
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from trc_module.facts import DataError
from trc_module.facts.toml_file import line_of, read_toml, shape

_Name = Annotated[str, Meta(min_length=1)]
_Point = tuple[int, int]


class _Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class TraitStep(_Step, rename={"only_if": "if", "values": "set"}, frozen=True, forbid_unknown_fields=True):
    """A change of traits."""

    trait: _Name
    of: _Name = "*"
    only_if: dict[str, Any] = {}
    values: dict[str, Any] = {}
    drop: bool = False


class SlotStep(_Step, frozen=True, forbid_unknown_fields=True):
    """Slots that go, or move to another part of the palette."""

    of: _Name
    drop: bool = False
    to: str = ""


class ListStep(_Step, rename={"source": "from"}, frozen=True, forbid_unknown_fields=True):
    """A part of the palette that becomes a part of another."""

    source: _Name
    into: _Name


class PictureStep(_Step, rename={"source": "from"}, frozen=True, forbid_unknown_fields=True):
    """A picture that gets another name, wherever it is named."""

    source: _Name
    to: _Name


class NumberStep(_Step, frozen=True, forbid_unknown_fields=True):
    """Numbers of the palette that are given anew."""

    renew: Literal["doubled", "all"]


class ExtensionStep(_Step, frozen=True, forbid_unknown_fields=True):
    """An extension that becomes a part of its module."""

    merge: _Name


class SplitStep(_Step, frozen=True, forbid_unknown_fields=True):
    """Slots that become an extension."""

    of: _Name
    into: _Name
    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9]{1,8}$")]


class PieceStep(_Step, rename={"values": "set"}, frozen=True, forbid_unknown_fields=True):
    """A change of pieces of a save."""

    of: _Name
    map: str | None = None
    to: str | None = None
    at: _Point | None = None
    shift: _Point | None = None
    values: dict[str, str | int] = {}
    drop: bool = False


class DuplicateStep(_Step, frozen=True, forbid_unknown_fields=True):
    """Pieces that lie twice on one point."""

    drop: Literal[True]


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A script, its steps in the order in which they are carried out."""

    trait: tuple[TraitStep, ...] = ()
    slot: tuple[SlotStep, ...] = ()
    list: tuple[ListStep, ...] = ()
    picture: tuple[PictureStep, ...] = ()
    extension: tuple[ExtensionStep, ...] = ()
    split: tuple[SplitStep, ...] = ()
    numbers: NumberStep | None = None
    piece: tuple[PieceStep, ...] = ()
    duplicates: DuplicateStep | None = None


OF_MODULES = ("trait", "slot", "list", "picture", "extension", "split", "numbers")
OF_SAVES = ("trait", "piece", "duplicates")


def read_script(path: Path, allowed: tuple[str, ...], what: str) -> Script:
    """Read a script for a module or a save; DataError names the line of what is wrong, or is for the other."""
    tree = read_toml(path)
    script = shape(tree, Script, path)
    for name in tree:
        if name not in allowed:
            raise DataError(path, f"steps for {what} ({', '.join(allowed)})", name, line=line_of(path, [name]))
    if not tree:
        raise DataError(path, f"at least one step ({', '.join(allowed)})", "none")
    return script


def place_in(path: Path, kind: str, index: int) -> tuple[Path, int | None]:
    """Return the file and the line of a step, for an error."""
    return path, line_of(path, [kind, index])


def fits(pattern: str, name: str) -> bool:
    """Tell whether a name is one that a step speaks of: `*` and `?` as in file names, upper and lower case count."""
    return fnmatchcase(name, pattern)

"""The file `module/table.toml` of a game's folder: what its module says of itself, and what it has.

[identity]
description = "A game of three sides."
layout      = "three-hills table 1"

[[command]]               # a menu entry of units
verb  = "LOSS"
box   = "lost"

[[command]]               # one of markers
verb  = "HOLD"
kinds = ["control"]
fixed = { side = "red" }

[[button]]                # one of the toolbar
verb  = "WIN"
name  = "claim"

[[deck]]
kind     = "card"
box      = "deck"
discards = "discards"

[[status]]                # what a unit may be, with its badge
id     = "disrupted"
sign   = "DIS"
ground = "#7a1f14"

[[condition]]             # what a unit may be besides
id     = "unsupplied"
sign   = "S"
ground = "#7a1f14"
begins = ["UNSUPPLIED"]
until  = "supply"

[pool]                    # battles fought with pools of dice
chart = "firing"

[marker.turn]
box = "week-{turn}"

[icon]                    # the pictures of buttons
claim = "star"

[[sweep]]                 # markers that go when a phase begins
kind  = "target"
phase = "march"
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from trc_module.facts.toml_file import read_toml, shape

TABLE_FILE = Path("module") / "table.toml"

_Text = Annotated[str, Meta(min_length=1)]
_Name = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]*$")]
_Key = Annotated[str, Meta(pattern=r"^[A-Z0-9]$")]


class IdentityData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The module's description of itself beside its name; see `Identity`."""

    description: _Text
    layout: _Text


class DraggedData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a command is a defender's by itself who is dragged after the die."""

    results: tuple[str, ...] = ()
    """The results of the battle, as the module reads them off the table; whatever it is unless it says so."""
    least: Annotated[int, Meta(ge=1)] = 1
    """How many hexes away from where it was attacked it is dragged at least."""
    most: Annotated[int, Meta(ge=1)] | None = None
    """How many at most; as many as it likes unless it says so."""


class CommandData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A menu entry of counters that prints a line."""

    verb: _Text
    name: _Name | None = None
    """The key of its text in `menu`: that of the verb's role, or the verb in small letters, unless it says so."""
    key: _Key | None = None
    """The key that is pressed with Ctrl."""
    group: _Name | None = None
    """The submenu in which it stands: the key of its text in `group`."""
    box: str = ""
    """The box to which the counter goes then: the box of that name of the counter's side, or one that all share."""
    types: tuple[str, ...] = ()
    """The types of units that have it; all unless it says so."""
    sides: tuple[str, ...] = ()
    """The sides whose units have it, likewise."""
    kinds: tuple[str, ...] = ()
    """The kinds of markers that have it; then no unit has."""
    face: Literal["", "next", "back"] = ""
    """Whether it turns the unit to the face with a step less, or back."""
    status: dict[str, str] = {}
    """The status that it gives a unit, by the one that the unit has; '' is none. Others stay."""
    fixed: dict[str, str] = {}
    """The values that it prints in fields which each menu entry fixes for itself."""
    places: str = ""
    """The id of a marker that it puts upon the unit."""
    dragged: tuple[DraggedData, ...] = ()
    """The drags of a defender after the die that say its line by themselves: a retreat is one drag then."""

    def is_of(self, side: str, type_: str) -> bool:
        """Tell whether units of a side and a type have it."""
        return side in (self.sides or (side,)) and type_ in (self.types or (type_,))


class StatusData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A status of units, and the badge that shows it."""

    id: _Name
    """Its word in the rules."""
    sign: _Text
    """A few letters on the badge."""
    ground: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
    """The badge's colour."""


class ConditionData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A condition of a unit beside everything else, with its badge; a unit may have several at a time."""

    id: _Name
    """Its word in the rules."""
    sign: _Text
    """A letter or two on the badge."""
    ground: Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
    """The badge's colour."""
    begins: tuple[_Text, ...] = ()
    """The verbs of the lines with which a unit becomes so."""
    ends: tuple[_Text, ...] = ()
    """Those with which it is so no more."""
    until: str = ""
    """The phase at whose beginning, on any side's turn, no unit is so any more."""


class PoolData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Battles that are fought with pools of dice, or with one die on a firing table (`systems.dice_pools`)."""

    chart: _Text
    """The firing table."""


class SealedData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a side seals and shows later (`trc-module commit`)."""

    name: _Name
    choices: Annotated[tuple[_Text, ...], Meta(min_length=2)]
    """The answers that can be sealed, as the seal holds them."""


class ButtonData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A button of the toolbar that prints a line."""

    verb: _Text
    name: _Name
    """The key of its texts in `button` and `tooltip`."""
    fixed: dict[str, str] = {}
    menu: str = ""
    """The key of the text of the menu in which it stands; on the toolbar itself unless it says so."""
    sets: dict[_Text, str] = {}
    """Properties of the module that it sets."""
    asks: tuple[_Text, ...] = ()
    """Properties of the module for which it asks the player first; their words are `ask.<property>`."""


class DeckData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck of cards: markers of one kind, each with a back."""

    kind: _Name
    """The kind of the markers that are its cards."""
    box: _Text
    """The box in which it lies, face down."""
    discards: _Text
    """The box in which the pile of played cards lies, face up."""
    draw: str = "DRAW"
    """The verbs of the lines that a draw, the play of a card and a shuffle print."""
    play: str = "CARD"
    shuffle: str = "SHUFFLE"
    purposes: tuple[_Name, ...] = ("event", "discard")
    """The purposes for which a card can be played: a menu entry each."""
    reserve: str = ""
    """The box of cards that are not in play when a game begins: those whose own box it is."""


class MarkerData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker that the module puts in its place."""

    box: _Text
    """The box in which it lies; `{turn}` stands for the number of the turn."""


class SweepData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Markers that the turn tracker takes off the table."""

    kind: _Name
    """The kind of the markers."""
    phase: _Text
    """The phase at whose beginning it does so, of any side."""


class ScenarioData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that is shorter than the game; its name is `scenario.<name>` among the texts."""

    last: Annotated[int, Meta(ge=1)]
    """Its last turn."""


class TableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    identity: IdentityData
    recipe: str = ""
    """The Python module of a recipe of the game's own; with one, nothing but the identity is read here."""
    command: tuple[CommandData, ...] = ()
    button: tuple[ButtonData, ...] = ()
    deck: tuple[DeckData, ...] = ()
    status: tuple[StatusData, ...] = ()
    """The statuses of units, in the order in which the game's rules name them."""
    condition: tuple[ConditionData, ...] = ()
    """The conditions of units, in the order of their badges."""
    pool: PoolData | None = None
    sealed: tuple[SealedData, ...] = ()
    scenario: dict[str, ScenarioData] = {}
    """Scenarios that end before the last turn of the track, by name."""
    marker: dict[_Name, MarkerData] = {}
    sweep: tuple[SweepData, ...] = ()
    icon: dict[_Name, _Name] = {}
    """The pictures of buttons, by the key of the button's text: a window by its id, a die by its verb in small letters.
    A button without one shows its name."""
    charts: tuple[str, ...] = ()
    """The charts that the module shows, in their order; all unless it says so."""


def read_table(folder: Path) -> TableFile:
    """Read `<folder>/module/table.toml`; DataError names the line and the field that are wrong."""
    path = folder / TABLE_FILE
    return shape(read_toml(path), TableFile, path)

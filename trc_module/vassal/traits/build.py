"""Helpers that make traits, for programs that build a module.

`Trait.make` makes any trait from its fields; what stands here are those whose texts have a shape of
their own (lists of names and values, commands of properties) and the frame around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from trc_module.vassal import sequence
from trc_module.vassal.traits.piece import Piece
from trc_module.vassal.traits.trait import Trait
from trc_module.vassal.values import Key, encode_flag


def basic_piece(
    name: str, image: str = "", *, gpid: str | int = "", map: str | None = None, x: int = 0, y: int = 0
) -> Trait:
    """Make the innermost trait of a piece; without a map it is a palette's."""
    return Trait.make("piece", name=name, image=image, map=map or "null", x=x, y=y, gpid=str(gpid))


def marker(**values: str) -> Trait:
    """Make fixed properties, in the order given."""
    return markers(values)


def markers(values: Mapping[str, str]) -> Trait:
    """Make fixed properties whose names are no Python names."""
    return Trait.make("mark", names=tuple(values), values=tuple(values.values()))


@dataclass(frozen=True, slots=True)
class PropertyChange:
    """One command of a dynamic or global property.

    `change` is made by `set_to`, `add`, `ask` or `choose`; without `menu` only the key does it.
    """

    key: Key | None
    change: str
    menu: str = ""

    def encode(self) -> str:
        """Return `menu:key:change`."""
        return sequence.encode((self.menu, self.key.encode() if self.key else "", self.change), ":")


def set_to(value: str) -> str:
    """Set the property to a text or an expression."""
    return sequence.encode(("P", value), ",")


def add(amount: int | str) -> str:
    """Add a number, or an expression that gives one."""
    return sequence.encode(("I", str(amount)), ",")


def ask(prompt: str) -> str:
    """Ask the player for the value."""
    return sequence.encode(("R", prompt), ",")


def choose(prompt: str, values: Sequence[str]) -> str:
    """Let the player choose among values."""
    return sequence.encode(("E", prompt, *values), ",")


def constraints(low: int | None = None, high: int | None = None, *, wrap: bool = False) -> str:
    """Return the limits of a numeric property; without any the property is a text."""
    numeric = low is not None or high is not None
    return f"{encode_flag(numeric)},{low or 0},{100 if high is None else high},{encode_flag(wrap)}"


def dynamic_property(
    name: str,
    value: str = "",
    changes: Iterable[PropertyChange] = (),
    *,
    limits: str = "",
    description: str = "",
) -> Trait:
    """Make a property that the piece's commands change."""
    return Trait.make(
        "PROP",
        name=name,
        value=value,
        commands=_changes(changes),
        constraints=limits or constraints(),
        description=description,
    )


def set_global_property(
    name: str,
    changes: Iterable[PropertyChange],
    *,
    level: str = "Current Zone/Current Map/Module",
    search_name: str = "",
    limits: str = "",
    description: str = "",
) -> Trait:
    """Make commands that change a property of zone, map or module."""
    return Trait.make(
        "setprop",
        name=name,
        commands=_changes(changes),
        constraints=limits or constraints(),
        description=description,
        level=level,
        search_name=search_name,
    )


def _changes(changes: Iterable[PropertyChange]) -> str:
    return sequence.encode((change.encode() for change in changes), ",")


def layer(
    name: str,
    images: Sequence[str],
    *,
    level: int = 1,
    names: Sequence[str] = (),
    up_key: Key | None = None,
    up_command: str = "",
    down_key: Key | None = None,
    down_command: str = "",
    reset_key: Key | None = None,
    reset_level: int | str = 1,
    follow: str = "",
    first_level: int = 1,
    loop: bool = True,
    description: str = "",
    offset: tuple[int, int] = (0, 0),
) -> Trait:
    """Make pictures, exactly one of which shows at a time; with `follow` a property picks it.

    `offset` is that of the pictures from the piece's middle, in pixels to the right and down. `reset_level` may be an
    expression, which VASSAL works out when the key is pressed.
    """
    return Trait.make(
        "emb2",
        name=name,
        images=tuple(images),
        names=tuple(names) or ("",) * len(images),
        level=level,
        activate_command="",
        activate_chars="",
        up_key=up_key,
        up_command=up_command,
        down_key=down_key,
        down_command=down_command,
        reset_key=reset_key,
        reset_level=str(reset_level),
        follow=bool(follow),
        property=follow,
        first_level=first_level,
        loop=loop,
        description=description,
        x_offset=offset[0],
        y_offset=offset[1],
    )


@cache
def prototype(name: str) -> Trait:
    """Make the place of a prototype's traits."""
    return Trait.make("prototype", name=name)


def report(keys: Sequence[Key], format: str, description: str = "") -> Trait:
    """Make a line in the chat when one of the keys is pressed."""
    return Trait.make("report", keys=tuple(keys), format=format, description=description)


def trigger(
    actions: Sequence[Key],
    *,
    command: str = "",
    key: Key | None = None,
    watch: Sequence[Key] = (),
    when: str = "",
    name: str = "",
) -> Trait:
    """Make a command that presses other keys in turn."""
    return Trait.make(
        "macro",
        name=name,
        command=command,
        key=key,
        watch_keys=tuple(watch),
        action_keys=tuple(actions),
        filter=when,
        loop_count="",
    )


def piece(id_: str | None, traits: Sequence[Trait], basic: Trait) -> Piece:
    """Make a piece of traits as the editor lists them (the first next to the basic piece)."""
    return Piece.build(id_, [*reversed(traits), basic])


def slot_text(traits: Sequence[Trait], basic: Trait) -> str:
    """Return the text of a palette slot whose traits are in the editor's order."""
    return piece(None, traits, basic).command().encode()


def prototype_text(traits: Sequence[Trait]) -> str:
    """Return the text of a prototype's definition, its traits in the editor's order."""
    return slot_text(traits, basic_piece(""))

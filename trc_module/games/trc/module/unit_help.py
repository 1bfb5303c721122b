"""Help on a unit: what it may do, in a few lines with the rules' numbers. Its menu asks, and the chat answers.

The words stand in the format of a hidden button of the module, which no save holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from trc_module.games.trc.module.keys import command_key
from trc_module.module.buttons import word_property
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.values import Key

_ANSWER = Key.named("AnswerWhatItMayDo")
ASKED = "Asked"
"""The module's property with type and name of the unit that was asked: `infantry|Russian 3 Infantry 4-3`."""
_TYPES = (
    "hq",
    "leader",
    "armor",
    "motorized",
    "infantry",
    "mountain",
    "cavalry",
    "paratroop",
    "luftwaffe",
    "artillery",
    "worker",
    "partisan",
)
"""The types that have words of their own; all fighting units share others besides."""


def asked_unit() -> str:
    """Return the expression for what a unit notes that is asked."""
    return '{Type+"|"+PieceName}'


def asks() -> Trait:
    """Return what lets the module answer, once a unit has noted that it was asked."""
    return Trait.make("globalhotkey", command="", key=command_key("help"), hotkey=_ANSWER)


def help_properties() -> Iterator[etree._Element]:
    """Yield the property with the unit that was asked."""
    yield word_property(ASKED)


def help_button(texts: Texts) -> etree._Element:
    """Return the hidden button that answers."""
    own = '""'
    for name in reversed(_TYPES):
        own = f'{ASKED}.startsWith("{name}|")?"{texts(f"unit-help.{name}")}":{own}'
    own = f'({ASKED}.contains("battlegroup|")?"{texts("unit-help.battlegroup")}":{own})'
    idle = "||".join(f'{ASKED}.startsWith("{name}|")' for name in ("worker", "partisan", "leader"))
    every = f'({idle}?"":" {texts("unit-help.every")}")'
    return component(
        "module.DoActionButton",
        name="What it may do",
        text="",
        icon="",
        hotkey=_ANSWER,
        doReport=True,
        reportFormat=f'{{{ASKED}.substring({ASKED}.indexOf("|")+1)+": "+{own}+{every}}}',
    )

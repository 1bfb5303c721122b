"""What a unit may do, in a few lines with the rules' numbers: its menu asks, and the chat answers.

The words stand in the format of a hidden button of the module, which no save holds.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from trc_module.module.buttons import word_property
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, set_global_property, set_to
from trc_module.vassal.values import Key

_ASK, _ANSWER = Key.named("AskWhatItMayDo"), Key.named("AnswerWhatItMayDo")
_ASKED, _NAME = "AskedType", "AskedName"
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


def asks(texts: Texts) -> Iterator[Trait]:
    """Yield what a unit's menu needs."""
    yield set_global_property(_ASKED, (PropertyChange(_ASK, set_to("{Type}"), texts("menu.help")),))
    yield set_global_property(_NAME, (PropertyChange(_ASK, set_to("{PieceName}")),))
    yield Trait.make("globalhotkey", command="", key=_ASK, hotkey=_ANSWER)


def help_properties() -> Iterator[etree._Element]:
    """Yield the properties with the unit that was asked."""
    yield word_property(_ASKED)
    yield word_property(_NAME)


def help_button(texts: Texts) -> etree._Element:
    """Return the hidden button that answers."""
    own = '""'
    for name in reversed(_TYPES):
        own = f'{_ASKED}.equals("{name}")?"{texts(f"unit-help.{name}")}":{own}'
    own = f'({_ASKED}.endsWith("battlegroup")?"{texts("unit-help.battlegroup")}":{own})'
    idle = "||".join(f'{_ASKED}.equals("{name}")' for name in ("worker", "partisan", "leader"))
    every = f'({idle}?"":" {texts("unit-help.every")}")'
    return component(
        "module.DoActionButton",
        name="What it may do",
        text="",
        icon="",
        hotkey=_ANSWER,
        doReport=True,
        reportFormat=f'{{{_NAME}+": "+{own}+{every}}}',
    )

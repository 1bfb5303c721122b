"""Verbs, fields, the report format that prints them and the parser that reads them back.

A line is a sentence for people and, behind it, the same for the audit:
``41st Panzer Corps (S12) attacks <!--TAG VERB key=value key="a value with blanks"-->``. VASSAL's chat window shows
reports as HTML, which hides the comment; the log holds the whole line. VASSAL puts its own mark in front, ``* ``
[VASSAL.counters.ReportState, VASSAL.build.module.DiceButton], and a player's chat always begins with ``<name> - ``, so
that no player can type a declaration. A line that is undone comes back behind ``* UNDO: ``: with a second ``*`` if a
module had reported it, with ``<`` or ``&lt;`` if a player had typed it. So a sentence holds none of them.

Older modules wrote ``*** TAG VERB key=value`` without a sentence; such lines are read too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from trc_module.digits import is_number

_PAIR = re.compile(r'\s+([a-z][a-z0-9-]*)=("[^"]*"|[^\s"]*)')
_PROPERTY = re.compile(r"\$(\w+)\$")
OPEN, CLOSE = "<!--", "-->"
"""The marks around the part of a line that the audit reads."""
UNSPEAKABLE = "*<>"
"""Characters that no sentence holds: HTML would take them away, or they repeat VASSAL's mark."""


def visible(chat: str) -> str:
    """Return what VASSAL's chat window shows of a report: the text without its hidden parts."""
    shown, rest = "", chat
    while OPEN in rest:
        before, _, behind = rest.partition(OPEN)
        _, closed, behind = behind.partition(CLOSE)
        if not closed:
            break
        shown, rest = shown + before.rstrip(), behind
    return shown + rest


def single_lines(chat: str) -> tuple[str, ...]:
    """Return a chat text as lines of one declaration each: a module may tell of several units in one line.

    The sentence stays with the first; the others have VASSAL's mark alone, with what stands before it where a step is
    taken back.
    """
    head, *hidden = chat.split(OPEN)
    if len(hidden) < 2 or not all(part.rstrip().endswith(CLOSE) for part in hidden):
        return (chat,)
    mark = head[: head.rfind("* ") + 2] if "* " in head else ""
    return (head + OPEN + hidden[0].rstrip(), *(f"{mark}{OPEN}{part.rstrip()}" for part in hidden[1:]))


@dataclass(frozen=True, slots=True)
class Field:
    """One `key=value` of a line.

    `prints` is what VASSAL prints there: a property name in dollars (`$LocationName$`) or fixed text. It is empty
    where each button of many fixes a text of its own, or, if it is not `required`, nothing. A field that is not
    `required` may print nothing (a property that is not set yet).
    """

    key: str
    prints: str
    meaning: str
    required: bool = True
    quoted: bool = False


OWNER, PHASING, ANYBODY = "owner", "phasing", "anybody"
"""The makers of a declaration: the side that the unit belongs to, the side whose phase it is, or either."""


WAY, ONCE, FATE, ALL = "way", "once", "fate", "all"
"""The scope of a declaration: how its unit goes in this phase; how it goes next, once; where it goes in this very step;
every unit that goes in this step. Others govern no unit's way."""


ATTACK, DEFEND, LEAVE, ROLL, LOSE, RETREAT = "attack", "defend", "leave", "roll", "lose", "retreat"
WIN_AT_ONCE, EXCHANGE, OPTIONS, PLAIN_DIE = "win-at-once", "exchange", "options", "plain-die"
"""The effect of a line in a game, whatever its verb is called: a unit joins a battle, or leaves it; its die is rolled;
a unit is lost in it, or retreats; it is won without a die; a unit takes another's place; options are agreed on; a die
is rolled without a stated purpose."""
ROLES = (ATTACK, DEFEND, LEAVE, ROLL, LOSE, RETREAT, WIN_AT_ONCE, EXCHANGE, OPTIONS, PLAIN_DIE)
_DICE = ("die", "dice")
"""The fields that print what dice show."""
_MOVING = (FATE, ALL)
"""The scopes of lines whose key moves counters itself; with the others a player drags them."""
_CHANGING = (ROLL, LOSE, EXCHANGE, OPTIONS, PLAIN_DIE)
"""The roles of lines whose key does more than to print them."""


@dataclass(frozen=True, slots=True)
class Press:
    """What the key of a line does to the counter that prints it, unless the module's table says otherwise."""

    face: str = ""
    """The way in which it turns the counter: `next` or `back`; '' if it does not."""
    box: str = ""
    """The box into which it puts the counter; '' for none."""
    sides: tuple[str, ...] = ()
    """The sides whose units have it; () for all."""
    types: tuple[str, ...] = ()
    """The types of units that have it; () for all."""
    group: str = ""
    """The submenu in which it stands; '' for none."""
    key: str = ""
    """The letter that is pressed with Ctrl; '' for the usual one, if there is any."""


@dataclass(frozen=True, slots=True)
class Verb:
    """One kind of line: what it declares and its fields in the order in which they are printed.

    `number` is what the game's own list of declarations calls it, `who` the side that is entitled to make it,
    `governs` what it explains of the counters' moves, and `role` what it does in a game, where replaying must know.
    """

    name: str
    meaning: str
    fields: tuple[Field, ...]
    number: str = ""
    who: str = ANYBODY
    governs: str = ""
    role: str = ""
    exchanges: tuple[str, ...] = ()
    """For an exchange: the fields that name counters which it puts elsewhere, besides the one that it governs."""
    marker: str = ""
    """The kind of the markers that print it, of the place where they lie; '' if none do."""
    changes: bool = False
    """Whether its key changes the table in a way of which nothing else here tells: it moves a counter, turns it, or
    gives it a status."""
    presses: tuple[Press, ...] = ()
    """What its key does to a counter, one for each kind of units for which it does something else."""

    @property
    def says_only(self) -> bool:
        """Whether its key only says something: it moves no counter, changes no face or status, rolls no die.

        Whoever has not pressed such a key has stated nothing. That it may put a marker beside the counter is no matter.
        """
        rolls = any(field.key in _DICE for field in self.fields)
        return not (self.changes or rolls or self.governs in _MOVING or self.role in _CHANGING)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A line that was read: its verb and the fields that it gave, unquoted."""

    verb: str
    fields: Mapping[str, str]

    def __getitem__(self, key: str) -> str:
        return self.fields[key]

    def get(self, key: str) -> str | None:
        """Return a field, or None where the line left it out or empty."""
        return self.fields.get(key) or None

    def number(self, key: str) -> int:
        """Return a field that should be a number, 0 where it is none; KeyError where the line left it out."""
        text = self.fields[key]
        return int(text) if is_number(text) else 0


@dataclass(frozen=True, slots=True)
class Malformed:
    """A line with the game's tag that the grammar does not know, and why; never an error of the reader."""

    text: str
    reason: str


def speakable(name: str) -> str:
    """Return a name without what no sentence holds."""
    return "".join(mark for mark in name if mark not in UNSPEAKABLE)


Sentences: TypeAlias = "Callable[[Verb, Mapping[str, str]], str]"
"""The sentence of a line for people, from its verb and the fields that its button fixes; properties stand in dollars.
"""


def meaning(verb: Verb, fixed: Mapping[str, str]) -> str:
    """Return the meaning of a verb, for grammars without sentences."""
    return verb.meaning.rstrip(".")


class Grammar:
    """All verbs of a game under its tag (`TRC1`: the game and the version of its grammar).

    `aliases` gives, by the ids that counters had once, those that they have now: older lines are read with the latter.
    """

    def __init__(
        self,
        tag: str,
        verbs: Iterable[Verb],
        aliases: Mapping[str, str] | None = None,
        sentences: Sentences = meaning,
    ) -> None:
        self.tag = tag
        self._aliases = aliases or {}
        self._sentences = sentences
        self.verbs: dict[str, Verb] = {verb.name: verb for verb in verbs}
        said = rf"{re.escape(tag)}\s+([A-Z]+)((?:\s.*)?)"
        self._line = re.compile(rf"\*(?:(?!&lt;)[^*<])*{OPEN}\s*{said}{CLOSE}", re.DOTALL)
        self._earlier = re.compile(rf"\*\s?\*\*\*\s+{said}", re.DOTALL)

    def saying(self, sentences: Sentences) -> Grammar:
        """Return the same grammar with other sentences."""
        return Grammar(self.tag, self.verbs.values(), self._aliases, sentences)

    def sentence(self, verb: str, fixed: Mapping[str, str]) -> str:
        """Return what a line says to people, with properties in dollars.

        Raises:
            ValueError: It holds a character that ends it.
        """
        text = self._sentences(self.verbs[verb], fixed)
        if any(mark in text for mark in UNSPEAKABLE):
            raise ValueError(f"the sentence of {verb} holds one of '{UNSPEAKABLE}': {text}")
        return text

    def role(self, verb: str) -> str:
        """Return what a verb does in a game; '' where replaying need not know."""
        return self.verbs[verb].role

    def verbs_of(self, role: str) -> frozenset[str]:
        """Return the verbs of a role."""
        return frozenset(name for name, verb in self.verbs.items() if verb.role == role)

    def report_format(self, verb: str, **fixed: str) -> str:
        """Return what VASSAL shall print for a verb: the line with its properties still in dollars.

        `fixed` gives the fields that every button fixes for itself, and may replace the property of others.

        Raises:
            KeyError: A field that a button must fix is not given.
        """
        return f"{self.sentence(verb, fixed)} {self.comment(verb, fixed)}"

    def comment(self, verb: str, fixed: Mapping[str, str]) -> str:
        """Return the part of the format that the audit reads."""
        return self._comment(
            verb,
            {
                f.key: fixed[f.key] if f.key in fixed or (f.required and not f.prints) else f.prints
                for f in self.verbs[verb].fields
            },
        )

    def line(self, verb: str, values: Mapping[str, str], also: Mapping[str, str] | None = None) -> str:
        """Return the chat text that VASSAL would log for a verb with these values.

        What is not required and not given is printed empty, as VASSAL prints a property that is not set. `also` gives
        the values of properties that only the sentence holds.

        Raises:
            KeyError: A required field is missing.
        """
        fields = self.verbs[verb].fields
        printed = {f.prints.strip("$"): values.get(f.key, "") for f in fields if f.prints.startswith("$")}
        known = {**printed, **(also or {})}
        given = {f.key: speakable(values.get(f.key, "")) for f in fields}
        told = _PROPERTY.sub(lambda name: speakable(known.get(name[1], "")), self.sentence(verb, given))
        read = self._comment(verb, {f.key: values[f.key] if f.required else values.get(f.key, "") for f in fields})
        return f"* {' '.join(told.replace(' ()', '').split())} {read}"

    def _comment(self, verb: str, values: Mapping[str, str]) -> str:
        pairs = (
            f'{f.key}="{values[f.key]}"' if f.quoted else f"{f.key}={values[f.key]}" for f in self.verbs[verb].fields
        )
        return f"{OPEN}{' '.join((f'{self.tag} {verb}', *pairs))}{CLOSE}"

    def parse(self, chat: str) -> Declaration | Malformed | None:
        """Read one chat text (without VASSAL's `CHAT`); None if it carries no declaration of this game."""
        text = chat.strip()
        match = self._line.fullmatch(text) or self._earlier.fullmatch(text)
        if match is None:
            return None
        verb = self.verbs.get(match[1])
        if verb is None:
            return Malformed(chat, f"there is no verb {match[1]}")
        fields: dict[str, str] = {}
        end = 0
        # Not `finditer`: it would look for a pair behind each of many blanks.
        while pair := _PAIR.match(match[2], end):
            if pair[1] in fields:
                break
            value = pair[2].strip('"')
            fields[pair[1]] = self._aliases.get(value, value)
            end = pair.end()
        if match[2][end:].strip():
            return Malformed(chat, f"{verb.name}: cannot read {match[2][end:].strip()!r}")
        return self._checked(chat, verb, fields)

    @staticmethod
    def _checked(chat: str, verb: Verb, fields: dict[str, str]) -> Declaration | Malformed:
        # Fields that a later version of the module adds are kept and do no harm.
        for field in verb.fields:
            if field.required and not fields.get(field.key):
                return Malformed(chat, f"{verb.name}: field {field.key} is missing")
        return Declaration(verb.name, fields)

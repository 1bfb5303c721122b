"""Buttons of a module whose battles are fought with pools of dice, or with one die on a firing table.

A player sets the firing strength (what the counters of a battle add up to, then one more or less) and the sheet of the
table, and fires for one side: so many dice are rolled one after the other, or one is rolled and read off the table.
Without a strength nothing is rolled, and the chat says why.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from trc_module.charts.firing import FiringTable
from trc_module.declarations import Grammar
from trc_module.module.battle import ROLLED
from trc_module.module.buttons import action, die, looped, menu, number_property, word_property
from trc_module.module.reckoning import names
from trc_module.module.texts import Texts
from trc_module.systems.dice_pools import ATTACK, DEFEND, ROLES
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits.build import add, choose, set_to
from trc_module.vassal.values import Key

STRENGTH, SHEET, DICE, HITS = "FireStrength", "FireSheet", "FireDice", "FireHits"
"""The module's properties: the strength that fires, the table's sheet, what the dice showed, the hits of the table."""
TABLE_DIE = "TableDie"
"""The name of the die that is read on the table."""
ONE_DIE = "FireDie"
"""The name of the die that is rolled once for each die of a pool."""
LEFT = "FireLeft"
"""The module's property with the dice that are still to be rolled."""
_ROLL, _ROLL_TABLE, _APPEND, _CLEAR = (Key.named(name) for name in ("RollOne", "RollTable", "AppendDie", "ClearDice"))
_ONCE, _ONE_LESS = Key.named("RollOnce"), Key.named("OneDieLess")
_OF = {ATTACK: "AttackSum", DEFEND: "DefenceSum"}
_RECKONED = {ATTACK: names.ATTACK, DEFEND: names.DEFENCE}
_PROPERTY = re.compile(r"\$(\w+)\$")


def pool_properties(texts: Texts, table: FiringTable, *, reckoned: bool = False) -> Iterator[etree._Element]:
    """Yield the properties; the module shows in the chat how strength and sheet change.

    With `reckoned` the strength of a side is what the module reckons, else the sum of the counters' factors.
    """
    of = _RECKONED if reckoned else _OF
    told = texts("report.strength")
    yield number_property(
        STRENGTH,
        "0",
        *((_named("Strength", role), set_to(f"{{{of[role]}}}"), told) for role in ROLES),
        (Key.named("StrengthUp"), add(1), told),
        (Key.named("StrengthDown"), add(-1), told),
    )
    ask = (Key.named("AskSheet"), choose(texts("report.ask-sheet"), table.sheets), texts("report.sheet"))
    yield word_property(SHEET, table.sheets[0], ask)
    append = f'{{{DICE}==""?""+{ONE_DIE}_result:{DICE}+","+{ONE_DIE}_result}}'
    yield word_property(DICE, "", (_CLEAR, set_to(""), ""), (_APPEND, set_to(append), ""))
    once = set_to(f"{{{STRENGTH}>0?1:0}}")
    left = ((_CLEAR, set_to(f"{{{STRENGTH}}}"), ""), (_ONCE, once, ""), (_ONE_LESS, set_to(f"{{{LEFT}-1}}"), ""))
    yield number_property(LEFT, "0", *left)
    yield word_property(HITS, "", *((_named("ReadHits", role), set_to(_read(table, role)), "") for role in ROLES))


def pool_buttons(texts: Texts, grammar: Grammar, roll: Key, reckon: tuple[Key, ...] = ()) -> Iterator[etree._Element]:
    """Yield the buttons of the menu, the hidden buttons behind them, and the one that rolls for both sides.

    `reckon` are the keys of the module that reckon the strengths first, if it can.
    """
    if reckon:
        both = (key for role in ROLES for key in (_named("Strength", role), _named("RollBoth", role)))
        yield action(texts, "roll", "", (*reckon, *both), roll)
        for role in ROLES:
            yield from _dice_of_both(texts, grammar, role)
    yield die(ONE_DIE, "", "", _ROLL, "")
    yield die(TABLE_DIE, "", "", _ROLL_TABLE, "")
    shown = []
    for name, keys in (
        ("strength-attack", (*reckon, _named("Strength", ATTACK))),
        ("strength-defend", (*reckon, _named("Strength", DEFEND))),
        ("strength-up", (Key.named("StrengthUp"),)),
        ("strength-down", (Key.named("StrengthDown"),)),
        ("sheet", (Key.named("AskSheet"),)),
    ):
        shown.append(texts(f"button.{name}"))
        yield action(texts, name, "", keys, icon="")
    for role in ROLES:
        say = _named("SayDice", role)
        yield _said(f"Say the dice of {role}", say, _if_strong(texts, grammar.report_format("FIRE", **{"as": role})))
        shown.append(texts(f"button.dice-{role}"))
        yield _loop(texts, f"dice-{role}", _named("RollDice", role), _CLEAR, (_ROLL, _APPEND, ROLLED), say)
    for role in ROLES:
        say = _named("SayTable", role)
        yield _said(f"Say the table of {role}", say, _if_strong(texts, grammar.report_format("TABLE", **{"as": role})))
        shown.append(texts(f"button.table-{role}"))
        yield _loop(
            texts,
            f"table-{role}",
            _named("RollTable", role),
            _ONCE,
            (_ROLL_TABLE, _named("ReadHits", role), ROLLED),
            say,
        )
    yield menu(texts, "fire", shown)


def _dice_of_both(texts: Texts, grammar: Grammar, role: str) -> Iterator[etree._Element]:
    """Yield what rolls the dice of one side where both sides' are rolled; that nobody fights is said once."""
    say, then = _named("SayBoth", role), _named("SayIfRolled", role)
    name = f"the dice of {role} in a battle"
    yield looped(
        f"Roll {name}",
        f"{LEFT}>0",
        (_ROLL, _APPEND, ROLLED, _ONE_LESS),
        hotkey=_named("RollBoth", role),
        first=_CLEAR,
        then=then,
    )
    yield _said(f"Say {name}", say, grammar.report_format("FIRE", **{"as": role}))
    # One less than none: it is said once. A report without words would still be a line of the chat.
    yield looped(f"Say {name} if there are any", f"{STRENGTH}>0&&{LEFT}==0", (say, _ONE_LESS), hotkey=then)
    if role == ROLES[0]:
        nobody = Key.named("SayNobodyFires")
        yield _said("Say that nobody fights", nobody, texts("report.nobody"))
        without = f"{_RECKONED[ATTACK]}+{_RECKONED[DEFEND]}==0&&{STRENGTH}==0&&{LEFT}==0"
        yield looped("Say it if there is nobody", without, (nobody, _ONE_LESS), hotkey=then)


def _named(stem: str, role: str) -> Key:
    return Key.named(f"{stem}-{role}")


def _if_strong(texts: Texts, line: str) -> str:
    """Return the format, an expression, of a line that is said only if there is a strength, else what is missing."""
    parts = _PROPERTY.split(line)
    # Every second part is a property's name.
    told = "+".join(part if place % 2 else _quoted(part) for place, part in enumerate(parts) if part)
    return f"{{{STRENGTH}>0?{told}:{_quoted(texts('report.no-strength'))}}}"


def _quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'


def _said(name: str, key: Key, line: str) -> etree._Element:
    """Return a button without a face that says a line when its key is pressed."""
    return component("module.DoActionButton", name=name, text="", icon="", hotkey=key, doReport=True, reportFormat=line)


def _loop(texts: Texts, name: str, own: Key, first: Key, keys: tuple[Key, ...], then: Key) -> etree._Element:
    """Return the button that presses keys as often as a strength asks for, and then says the dice."""
    label = texts(f"button.{name}")
    pressed = (*keys, _ONE_LESS)
    tooltip = texts(f"tooltip.{name}")
    return looped(label, f"{LEFT}>0", pressed, hotkey=own, text=label, tooltip=tooltip, first=first, then=then)


def _read(table: FiringTable, role: str) -> str:
    """Return the expression that reads hits off the table: two digits for each strength, row after row of a sheet."""
    least, most = table.strengths
    first, last = table.die
    rolled = f"{TABLE_DIE}_result" if role == ATTACK else f"({first + last}-{TABLE_DIE}_result)"
    strength = f"({STRENGTH}>{most}?{most}:{STRENGTH})"
    index = f"(({rolled}-{first})*{most - least + 1}+{strength}-{least})*2"
    text = '""'
    for sheet in reversed(table.sheets):
        digits = _digits(table, sheet)
        text = f'{SHEET}=="{sheet}"?"{digits}".substring({index},{index}+2):{text}'
    return f'{{{STRENGTH}<{least}?"0":{text}}}'


def _digits(table: FiringTable, sheet: str) -> str:
    first, last = table.die
    rows: Sequence[Sequence[int]] = [table.rows[sheet, number] for number in range(first, last + 1)]
    return "".join(f"{hits:02}" for row in rows for hits in row)

"""Battles: their number, who takes part in them, and the button that rolls their die.

A unit's part is a level of the layer Role. A unit that joins after the die was rolled joins the next battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from trc_module.declarations import ROLL, Grammar
from trc_module.module.buttons import action, die, looped, number_property, piece_command
from trc_module.module.keys import Keys
from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import (
    PropertyChange,
    add,
    dynamic_property,
    layer,
    set_global_property,
    set_to,
    trigger,
)
from trc_module.vassal.values import Color, Key, encode_keys

BATTLE_DIE = "BattleDie"
"""The name of the die: the stem of the property that holds what it shows."""
NEW_BATTLE = Key.named("NewBattle")
"""The module's key that begins the next battle."""
ALL_LEAVE = Key.named("AllLeaveBattle")
"""The module's key that takes everybody's badge away."""
LEAVE_BATTLE = Key.named("LeaveBattle")
"""The pieces' key that ends their part in the battle before."""
SET_ATTACKER, SET_DEFENDER, SET_OUT = Key.named("SetAttacker"), Key.named("SetDefender"), Key.named("SetOut")
"""The pieces' keys that change their part: triggers press them."""
ROLE_LAYER = "Role"
"""The layer of badges that shows a unit's part in the battle."""
ROLE = f"{ROLE_LAYER}_Level"
"""The property of that layer that holds the part."""
NO_ROLE, ATTACKER, DEFENDER = 1, 2, 3
"""The parts in a battle: the levels of the layer Role."""
IN_BATTLE = f"{ROLE} = {ATTACKER} || {ROLE} = {DEFENDER}"
"""A plain filter for the units that have a part; to VASSAL a lack of the property, `null`, is greater than a number."""
ROLE_IMAGES = ("", "badge-attack.png", "badge-defend.png")
"""The badge of each part in the battle, by the level of the layer, less one."""
BADGE_AT, BADGE_RADIUS = (-42, 4), 13
"""The place of the badge of a unit's part, from the counter's middle: at its edge, beside the print."""
BEGIN_IF_ROLLED = Key.named("BeginIfRolled")
"""The pieces' key that begins the next battle if the die of this one was rolled (`begins_if_rolled`)."""
ROLLED = Key.named("MarkRolled")
"""The module's key that says that the die of this battle was rolled."""

_ROLL_BATTLE = Key.named("RollBattle")
_ASK_READY, _TAKEN = Key.named("AskReady"), Key.named("ReadyTaken")
_ROLL_IF_READY, _SAY_IF_NOT, _SAY_NOBODY = Key.named("RollIfReady"), Key.named("SayIfNotReady"), Key.named("SayNobody")
_READY_IS, _GO, _STOP = "Ready", 1, 2
"""The module's property that says whether the die of the battle may be rolled, until its button has taken note."""
_READY = "&&".join(
    f'({total}>0||BattleAt.contains("<{role};"))' for total, role in (("AttackSum", ATTACKER), ("DefenceSum", DEFENDER))
)
"""The condition that a battle has units on both sides, by their factors or by the notes of those without any."""
_NEXT_NUMBER, _NO_ATTACK, _NO_DEFENCE = Key.named("NextNumber"), Key.named("NoAttack"), Key.named("NoDefence")
_NEXT_UNTOLD = Key.named("NextUntold")
"""Likewise, without a line in the chat: phases begin battles, and so does who joins after a roll and says so itself."""
_NOT_ROLLED = Key.named("MarkNotRolled")
_CLEAN = (_NO_ATTACK, _NO_DEFENCE, _NOT_ROLLED, ALL_LEAVE)
"""The keys with which a battle begins."""


def battle_properties(texts: Texts, *, die: bool = True) -> Iterator[etree._Element]:
    """Yield the module's properties: the battle's number, the sums of factors, whether its die was rolled.

    Without `die` its battles have none of their own.
    """
    told = texts("report.battle")
    yield number_property("BattleId", "1", (_NEXT_NUMBER, add(1), told), (_NEXT_UNTOLD, add(1), ""))
    yield number_property("AttackSum", "0", (_NO_ATTACK, set_to("0"), ""))
    yield number_property("DefenceSum", "0", (_NO_DEFENCE, set_to("0"), ""))
    ready = set_to(f"{{Rolled==0&&{_READY}?{_GO}:{_STOP}}}")
    if die:
        yield number_property(_READY_IS, "0", (_ASK_READY, ready, ""), (_TAKEN, set_to("0"), ""))
    yield number_property("Rolled", "0", (ROLLED, set_to("1"), ""), (_NOT_ROLLED, set_to("0"), ""))


def battle_buttons(
    texts: Texts,
    grammar: Grammar,
    keys: Keys,
    count: int = 1,
    faces: int = 6,
    *,
    begun: Sequence[Key] = (),
    before_roll: Sequence[Key] = (),
    after_roll: Sequence[Key] = (),
) -> Iterator[etree._Element]:
    """Yield what begins a battle and rolls its dice; the module's keys given are pressed besides."""
    (verb,) = grammar.verbs_of(ROLL)
    yield action(texts, "battle", "", (*begun, _NEXT_NUMBER, *_CLEAN), keys.buttons["battle"])
    # Units press this key as well, when one joins after the roll.
    yield _by_who_joins_late("New battle", begun)
    yield piece_command(ALL_LEAVE, LEAVE_BATTLE, IN_BATTLE)
    yield die(BATTLE_DIE, "", "", _ROLL_BATTLE, grammar.report_format(verb), count, faces)
    yield action(texts, "roll", "", (_ASK_READY, _ROLL_IF_READY, _SAY_IF_NOT), keys.buttons["roll"])
    rolled = (_TAKEN, *before_roll, _ROLL_BATTLE, ROLLED, *after_roll)
    yield looped("Roll if there is a battle", f"{_READY_IS}=={_GO}", rolled, hotkey=_ROLL_IF_READY)
    yield looped("Say that there is none", f"{_READY_IS}=={_STOP}", (_TAKEN, _SAY_NOBODY), hotkey=_SAY_IF_NOT)
    yield component(
        "module.DoActionButton",
        name="Nobody fights",
        text="",
        icon="",
        hotkey=_SAY_NOBODY,
        doReport=True,
        reportFormat=f'{{Rolled==1?"{texts("report.rolled")}":"{texts("report.nobody")}"}}',
    )


def _by_who_joins_late(name: str, begun: Sequence[Key]) -> etree._Element:
    """Return what begins a battle by a unit that joins after the roll."""
    return component(
        "module.DoActionButton",
        name=name,
        text="",
        icon="",
        hotkey=NEW_BATTLE,
        doHotkey=True,
        hotkeys=encode_keys((*begun, _NEXT_UNTOLD, *_CLEAN)),
    )


def declared_battles(texts: Texts, keys: Keys, begun: Sequence[Key] = ()) -> Iterator[etree._Element]:
    """Yield what begins battles that are declared first and fought later: units keep their parts until all are over."""
    begin = (*begun, _NEXT_NUMBER, _NO_ATTACK, _NO_DEFENCE, _NOT_ROLLED)
    yield action(texts, "battle", "", begin, keys.buttons["battle"])
    yield _by_who_joins_late("New battles", begun)
    yield piece_command(ALL_LEAVE, LEAVE_BATTLE, IN_BATTLE)


def battle_number(texts: Texts, key: Key) -> Iterator[Trait]:
    """Yield what shows on a unit the number of its battle, and the command that makes it the battle of the buttons."""
    yield Trait.make(
        "label",
        command="",
        font_size=11,
        background=Color(250, 240, 210),
        vertical="b",
        vertical_offset=0,
        vertical_alignment="t",
        name_format="$pieceName$",
        property="BattleLabel",
        text="$BattleTag$",
    )
    yield Trait.make("calcProp", name="BattleTag", expression=f'{{{ROLE}=={NO_ROLE}?"":"Battle "+InBattle}}')
    changes = ((SET_ATTACKER, "{BattleId}"), (SET_DEFENDER, "{BattleId}"))
    yield dynamic_property("InBattle", "0", (PropertyChange(each, set_to(value)) for each, value in changes))
    choose_it = PropertyChange(key, set_to("{InBattle}"), texts("menu.this-battle"))
    yield set_global_property("BattleId", (choose_it,))


def part_in_battle(
    texts: Texts, keys: Keys, say: Sequence[Key] = (), joined: Sequence[Key] = (), left: Sequence[Key] = ()
) -> Iterator[Trait]:
    """Yield the commands by which a unit joins and leaves a battle.

    `say` are its keys that print the line, unless those of the parts print it themselves; those of `joined` and `left`
    tell the module that it has joined or left one.
    """
    free = f"{{{ROLE}=={NO_ROLE}||Rolled==1}}"
    joins = {
        "attack": (BEGIN_IF_ROLLED, SET_ATTACKER, *say, *joined),
        "defend": (BEGIN_IF_ROLLED, SET_DEFENDER, *say, *joined),
    }
    for name, pressed in joins.items():
        yield trigger(pressed, command=texts(f"menu.{name}"), key=keys.command(name), when=free)
    yield trigger(
        (SET_OUT, *say, LEAVE_BATTLE, *left),
        command=texts("menu.out"),
        key=keys.command("out"),
        when=f"{{{ROLE}>{NO_ROLE}&&Rolled==0}}",
    )
    yield from begins_if_rolled()


def begins_if_rolled() -> Iterator[Trait]:
    """Yield what begins the next battle when a counter takes part that comes after the die."""
    press = Key.named("PressNewBattle")
    yield trigger((press,), watch=(BEGIN_IF_ROLLED,), when="{Rolled==1}")
    yield Trait.make("globalhotkey", command="", key=press, hotkey=NEW_BATTLE)


def sum_changes() -> tuple[PropertyChange, ...]:
    """Return how joining and leaving change the sum of factors of the unit's side in the battle."""
    away = f"{{{ROLE}=={ATTACKER}?AttackSum-CF:DefenceSum-CF}}"
    return (
        PropertyChange(SET_ATTACKER, set_to("{AttackSum+CF}")),
        PropertyChange(SET_DEFENDER, set_to("{DefenceSum+CF}")),
        PropertyChange(SET_OUT, set_to(away)),
    )


def battle_sums(attack: str, defend: str, out: str) -> str:
    """Return the beginning of an expression for the property that `sum_changes` change; ends with the else branch.

    The arguments are expressions that tell what the unit says.
    """
    return f'{attack}||{out}&&{ROLE}=={ATTACKER}?"AttackSum":{defend}||{out}?"DefenceSum"'


def noted_sums(attack: str, defend: str, out: str) -> Trait:
    """Return what keeps the sums, for units that note nothing else."""
    return set_global_property(f'{{{battle_sums(attack, defend, out)}:"AttackSum"}}', sum_changes())


def role_layer() -> Trait:
    """Return the layer of badges with a unit's part."""
    return layer(
        ROLE_LAYER,
        ROLE_IMAGES,
        up_key=SET_ATTACKER,
        # From none the last part is one down.
        down_key=SET_DEFENDER,
        reset_key=LEAVE_BATTLE,
        offset=BADGE_AT,
    )

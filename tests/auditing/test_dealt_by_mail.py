"""Dice of mails dealt to what lacks them, in small cases made by hand: by turn, by order, and where no line tells."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import pytest

from tests.auditing.steps import log_of, step
from tests.auditing.test_mailed import TOY, TWO, audited, told
from trc_module.auditing.mailed import _SLACK, _begun, _Dealer, _pooling
from trc_module.rules.clock import FIGHT, MOVE


def begun(*ids: str) -> datetime | None:
    chain = SimpleNamespace(log=SimpleNamespace(start_table=SimpleNamespace(pieces=ids)))
    return _begun(cast("Any", chain))


def test_a_log_was_begun_when_its_first_counter_was_laid_out() -> None:
    assert begun("1777802400001", "1777802400000", "abc") == datetime(2026, 5, 3, 10, tzinfo=UTC)
    # Numbers before the year 2000 and those of fifteen digits are no moments.
    assert begun("946684799999", "100000000000000", "42") is None
    assert begun("946684800000", "1777802400000") == datetime(2000, 1, 1, tzinfo=UTC)
    assert begun("94668480000000") is not None


def test_a_side_rolls_several_dice_by_the_key_that_has_battle_side_and_dice() -> None:
    def pooling(**verbs: str) -> str:
        fields = {name: [SimpleNamespace(key=key) for key in keys.split()] for name, keys in verbs.items()}
        grammar = SimpleNamespace(verbs={name: SimpleNamespace(fields=keys) for name, keys in fields.items()})
        return _pooling(cast("Any", grammar))

    assert pooling(ROLL="b die", FIRE="b as dice") == pooling(FIRE="b as dice hits") == "FIRE"
    assert pooling(ROLL="b die", DRAW="b dice") == ""


def test_a_mail_may_be_a_day_older_than_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mailed = datetime(2026, 5, 2, 10, tzinfo=UTC)
    monkeypatch.setattr("trc_module.auditing.mailed._begun", lambda chain: mailed + _SLACK)
    assert told(audited(tmp_path, "toy", TOY, "Date: 2026-05-02 10:00\n\nbattle 1: roll: 9")) == []


def dealer(**given: Any) -> Any:
    """Return what deals dice, of which only some is there."""
    found = object.__new__(_Dealer)
    for name, value in given.items():
        setattr(found, f"_{name}", value)
    return found


class _Turn(NamedTuple):
    turn: int


class _Need(NamedTuple):
    clock: _Turn
    name: str


def need(turn: int, name: str) -> Any:
    return _Need(_Turn(turn), name)


def test_dice_and_needs_are_dealt_in_order_and_what_is_over_is_left() -> None:
    x, y = need(2, "x"), need(3, "y")

    def dealt(dice: Sequence[str], *needs: Any) -> list[list[tuple[str | None, str | None]]]:
        ways = dealer()._dealt(dice, needs)
        return [[(die, each.name if each is not None else None) for die, each in way] for way in ways]

    assert dealt("ab", x) == [[("a", "x"), ("b", None)], [("b", "x"), ("a", None)]]
    assert dealt("a", x, y) == [[("a", "x"), (None, "y")], [("a", "y"), (None, "x")]]


def test_dice_whose_mails_name_a_turn_are_dealt_in_that_turn_alone() -> None:
    early, late = need(2, "early"), need(3, "late")
    asked: list[tuple[int, int | None]] = []

    def none(count: int, turn: int | None) -> list[Any]:
        asked.append((count, turn))
        return []

    found = dealer(needs=[early, late], left={early: 1, late: 2}, unsaid=none)

    def dice(*words: str) -> list[Any]:
        return [SimpleNamespace(roll=SimpleNamespace(words=each)) for each in words]

    def groups(*words: str) -> list[tuple[list[str], list[str]]]:
        return [
            ([die.roll.words for die in some], [each.name for each in of]) for some, of in found._groups(dice(*words))
        ]

    assert groups("turn 3", "roll") == [(["turn 3"], ["late", "late"]), (["roll"], ["early"])]
    assert groups("turn 2 or turn 3") == [(["turn 2 or turn 3"], ["early", "late", "late"])]
    assert groups("turn 4") == [(["turn 4"], []), ([], ["early", "late", "late"])]
    assert asked == [(1, 4)]


def unsaid(count: int, turn: int | None, *phases: tuple[int, str, Sequence[Any]]) -> list[tuple[int, int]]:
    """Return the places for dice in phases of some turns, each with its kind and steps: turn and step."""
    found = dealer(
        phases=[(SimpleNamespace(turn=t, kind=kind, words="a phase"), steps) for t, kind, steps in phases],
        game=SimpleNamespace(sequence=SimpleNamespace(kind_of=lambda clock: clock.kind)),
        chain=SimpleNamespace(log=log_of()),
    )
    return [(each.clock.turn, each.step) for each in found._unsaid(count, turn)]


def test_dice_of_no_battle_are_of_the_one_phase_of_battles_in_which_counters_went() -> None:
    gone = [step(4, goes={"red-1": (1, 2)}), step(5)]
    assert unsaid(1, None, (2, FIGHT, gone)) == [(2, 4)]
    assert unsaid(3, None, (2, FIGHT, gone)) == [(2, 4), (2, 5), (2, 5)]
    assert unsaid(0, None, (2, FIGHT, gone)) == []
    assert unsaid(1, None, (2, MOVE, gone)) == []
    assert unsaid(1, None, (2, FIGHT, [step(4)])) == []
    # A line of a battle tells of it, and so does a die.
    assert unsaid(1, None, (2, FIGHT, [*gone, step(6, "ATT b=1 u=red-1")])) == []
    assert unsaid(1, None, (2, FIGHT, [*gone, step(6, "DIE die=3")])) == []


def test_where_there_are_several_such_phases_the_turn_has_to_be_named() -> None:
    phases = [(turn, FIGHT, [step(turn, goes={"red-1": (1, 2)})]) for turn in (2, 3)]
    assert unsaid(1, None, *phases) == []
    assert unsaid(1, 3, *phases) == [(3, 3)]
    assert unsaid(1, 4, *phases) == []


def test_a_die_that_the_log_holds_is_that_of_the_battle_which_it_fits(tmp_path: Path) -> None:
    """The mail names the hexes of two battles."""
    other = TWO.replace("roll 2: 6\nlose 2: rus-5-inf\n", "roll 2: 5\n")
    for pips, battle in ((6, "battle 1"), (5, "battle 2")):
        (die,) = audited(tmp_path, "trc", other, f"X17 O20: 1d6: {pips}", edits=()).mailed
        assert die.need is not None
        assert (die.need.what, die.finding.verdict.value) == (battle, "note")


def test_mails_that_are_all_dated_are_taken_by_their_dates(tmp_path: Path) -> None:
    """Both dice bring the same: whose is whose only the order tells."""
    dated = ["Date: 2026-05-04 10:00\n\nroll: 6", "Date: 2026-05-03 10:00\n\nroll: 6"]
    for mails, first in ((dated, 1), ((dated[0], "roll: 6"), 0)):
        found = audited(tmp_path, "trc", TWO, *mails).mailed
        source = {die.need.what: die.roll.mail.source for die in found if die.need is not None}
        assert source["battle 1"] == str(tmp_path / f"mail{first}.txt")


POOLS = """
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
on E1: ger-2-pzgr
on E2: rus-24-army
weather good
end
attack 1: ger-4-army x rus-20-army
attack 2: ger-2-pzgr x rus-24-army
end
end
fire 1: attack 4 1 = 1
fire 1: defend 1
hit 1: rus-20-army
retreat 1: rus-20-army C2 C3
advance 1: ger-4-army disrupted B1 C2
fire 2: attack 4 4 4 = 0
fire 2: defend 1
end
"""


def test_a_second_roll_for_a_side_of_a_battle_is_one_too_many(tmp_path: Path) -> None:
    rolls = [
        "battle 1 attack: 2d6: 4 1",
        "battle 1 defend: 1d6: 1",
        "battle 2 attack: 3d6: 4 4 4",
        "battle 2 defend: 1d6: 1",
    ]

    def over(*more: str) -> int:
        mailed = audited(tmp_path, "m41", POOLS, "\n".join((*rolls, *more))).mailed
        assert [die.need.what for die in mailed if die.need is not None] == ["battle 1"] * 3 + ["battle 2"] * 4
        return sum(die.need is None for die in mailed)

    assert over() == 0
    assert over("battle 1 attack: 2d6: 4 1") == 2
    assert over("battle 2 attack: 1d6: 4") == 1
    assert over("battle 2 attack: 1d6: 4", "battle 1 defend: 1d6: 1") == 2

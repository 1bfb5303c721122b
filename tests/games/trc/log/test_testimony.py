"""Lines of players about their battles, gathered into battles."""

from __future__ import annotations

from tests.games.trc.log.test_assembly import said
from trc_module.games.trc.log import testimony

FOUGHT = ("ATT b=1 u=a", "DEF b=1 u=x", "ROLL b=1 die=3")


def claims(*texts: str) -> list[testimony.BattleTestimony]:
    return testimony.testimony(said(*texts), ()).claims


def units(*texts: str) -> list[tuple[str, ...]]:
    return [claim.units for claim in claims(*texts)]


def test_a_number_that_is_used_again_by_others_is_another_battle() -> None:
    found = claims(*FOUGHT, "ATT b=1 u=b", "DEF b=1 u=y", "ROLL b=1 die=5")
    assert [(claim.number, claim.units) for claim in found] == [(1, ("a", "x")), (2, ("b", "y"))]


def test_who_is_named_again_fights_no_other_battle() -> None:
    (battle,) = claims(*FOUGHT, "ATT b=1 u=a", "DEF b=1 u=x", "ROLL b=1 die=5")
    assert [line.says["die"] for line in battle.rolls] == ["3", "5"]


def test_an_aircraft_that_comes_late_begins_no_other_battle() -> None:
    (battle,) = claims(*FOUGHT, "AIR b=1 u=s kind=stuka hq=h", "ROLL b=1 die=5")
    assert list(battle.air) == ["s"]


def test_who_joins_another_battle_leaves_the_one_that_was_not_fought() -> None:
    assert units("ATT b=1 u=a", "DEF b=1 u=x", "ATT b=2 u=a", "DEF b=2 u=y") == [("x",), ("a", "y")]
    assert units(*FOUGHT, "ATT b=2 u=a", "DEF b=2 u=y") == [("a", "x"), ("a", "y")]


def test_who_is_named_on_the_other_side_changes_it() -> None:
    (battle,) = claims("DEF b=1 u=a", "ATT b=1 u=a", "DEF b=1 u=x")
    assert (list(battle.attackers), list(battle.defenders)) == (["a"], ["x"])


def test_guns_still_attack() -> None:
    (battle,) = claims("ATT b=1 u=a", "DEF b=1 u=x", "GUNS b=1 u=a")
    assert (list(battle.attackers), list(battle.guns)) == (["a"], ["a"])

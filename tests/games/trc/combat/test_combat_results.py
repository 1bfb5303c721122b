"""A player's choices under a result, what he leaves undone, and what a fault is told with."""

from __future__ import annotations

import pytest

from tests.games.trc.play import GAME, findings, position, told
from trc_module.rules.actions import RollCombat
from trc_module.rules.engine import check

COMBAT = "turn 2 axis impulse 1 combat clear"


def test_nobody_chooses_the_loss_of_a_unit_that_cannot_retreat() -> None:
    text = (
        "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\non W16: ger-56-pz\non W17: ger-57-pz\non X16: ger-12-inf\n"
        "on X18: ger-17-inf\non Y16: ger-7-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\nroll 1: 4 3-1 DR\n"
        "lose 1: rus-24-inf by {}\n"
    )
    assert [told(text.format(side), COMBAT) for side in GAME.sides] == [[], []]


def test_the_victims_of_an_automatic_victory_lie_in_the_box_of_the_surrendered_when_the_phase_ends() -> None:
    won = (
        "before: battle 1 ger-41-pz Y17 x rus-6-cav X17 result {}\non Y17: ger-41-pz\n"
        "box russian replacement-pool: rus-6-cav\nend\n"
    )
    [found] = findings(won.format("AV"), "turn 2 axis impulse 1 movement clear")
    assert (found.rule, found.sentence) == (
        "16.1c",
        "rus-6-cav was put into the box 'replacement pool' in an automatic victory; it belongs in the box "
        "'surrendered'.",
    )


def test_whoever_fought_a_battle_that_was_not_rolled_owes_its_result_and_nobody_after_a_victory() -> None:
    def owing(text: str, at: str) -> set[str]:
        return {mark[1] for mark in position(text, at).marks if mark[0] == "owing"}

    stand = "on Y17: ger-41-pz ger-56-pz ger-47-pz\non X17: rus-6-tank\n"
    unrolled = f"{stand}attack 1: ger-41-pz x rus-6-tank\nend\n"
    assert owing(unrolled, COMBAT) == {"ger-41-pz", "rus-6-tank"}
    won = f"{stand}av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank\nend\nend\n"
    assert owing(won, "turn 2 axis impulse 1 movement clear") == set()


@pytest.mark.parametrize(
    ("text", "rule", "facts"),
    [
        (
            "on LL19: ger-41-pz ger-47-pz\non KK19: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\n"
            "roll 1: 6 1-1 DR\nretreat 1: rus-24-inf KK19 JJ20 JJ21\n",
            "13.5e",
            ["JJ20 is sea"],
        ),
        (
            "on Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\nattack 1: ger-41-pz ger-47-pz x rus-24-inf\n"
            "roll 1: 4 3-1 DR\nretreat 1: rus-24-inf X17 X18 W18\n",
            "13.5a",
            [],
        ),
    ],
)
def test_a_forbidden_retreat_is_told_with_the_data_that_forbid_it(text: str, rule: str, facts: list[str]) -> None:
    [found] = findings(text, COMBAT)
    assert (found.rule, [str(fact).split(" [")[0] for fact in found.facts]) == (rule, facts)


@pytest.mark.parametrize(
    ("defenders", "expected"),
    [
        ("rus-6-tank rus-3-inf rus-24-inf", ["note 13.1a"]),  # 2 to 11 is 1-6, the lowest odds.
        ("rus-3-inf rus-10-inf rus-24-inf", []),  # 2 to 14 is 1-7, told as such when it was declared.
    ],
)
def test_odds_that_the_module_reckoned_otherwise_are_a_note_down_to_the_lowest(
    defenders: str, expected: list[str]
) -> None:
    text = f"on Y17: rum-cav\non X17: {defenders}\nattack 1: rum-cav x {defenders}\n"
    told_so = check(GAME, position(text, COMBAT), RollCombat(1, 3, told="1-5"))
    assert [f"{one.verdict.value} {one.rule}" for one in told_so if one.rule == "13.1a"] == expected

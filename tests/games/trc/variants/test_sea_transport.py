"""28.6, part II: invasions without a limit, and seas that are lost; beside it the variants that need few words."""

from __future__ import annotations

from tests.games.trc.play import position, told

SAIL = "options: 28.6\nat: turn 9 russian impulse {impulse} movement clear\n{before}on II14: rus-2-cav\n" + (
    "sea invasion rus-2-cav II14 JJ22 roll {die}"
)
LOST = "before: sea-closed {side} {sea}\n"


def test_nobody_counts_invasions() -> None:
    third = SAIL.format(impulse=1, before="used: russian invasions 2\n", die=1)
    assert told(third) == []
    assert told(third.replace("options: 28.6\n", "")) == ["violation 10.3.2b"]
    assert "violation 26.7.2" in told(third.replace("28.6", "26.7, 28.6"))


def test_a_unit_sunk_closes_its_sea_to_its_side_for_good() -> None:
    sail = "options: 28.6\nat: turn 2 axis impulse 1 movement clear\ncontrol: Odessa axis\non DD24: rum-cav\n"
    sail += "sea invasion rum-cav DD24 JJ22 roll {}"
    assert ("sea-closed", "axis", "black") in position(sail.format(6)).marks
    assert not any(mark[0] == "sea-closed" for mark in position(sail.format(1)).marks)


def test_who_sails_a_closed_sea_is_doubted() -> None:
    def sail(side: str, sea: str) -> list[str]:
        return told(SAIL.format(impulse=1, before=LOST.format(side=side, sea=sea), die=1))

    assert sail("russian", "black") == ["doubt 28.6-II-b"]
    assert sail("russian", "baltic") == []
    assert sail("axis", "black") == []


def test_bulgarians_come_and_go_as_players_wish() -> None:
    text = "options: 28.8\nat: turn 9 axis impulse 1 movement clear\nenter bul-inf E33"
    assert told(text) == ["skipped 20.0a"]


def test_a_unit_of_a_variant_that_nobody_agreed_on_breaks_28_1() -> None:
    text = "{options}at: turn 7 axis impulse 1 movement clear\nbox axis replacement-pool: yug-2-inf\n"
    text += "replace yug-2-inf E33"
    assert "violation 28.1" in told(text.format(options=""))
    assert "undecided 28.1" in told(text.format(options="options: unsaid\n"))
    assert "violation 28.1" not in told(text.format(options="options: 28.7\n"))

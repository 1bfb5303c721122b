"""Untidy logs of the other games: nobody who plays by the rules is accused, and what the table shows is still named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.untidy.game import judged
from tests.untidy.habits import TIDY, Rates
from tests.untidy.other_games import NAMES, game_and_parts, options_of
from tests.untidy.other_plays import TABLE, parts_of, told, told_of

PLAYS = [(record, kind) for record, plays in TABLE.items() if record != "record" for kind in plays]


@pytest.mark.parametrize(("record", "kind"), PLAYS)
def test_what_an_audit_says_of_a_play(record: str, kind: str, tmp_path: Path) -> None:
    rules = [text.split(": ")[0] for text in told(record, TABLE[record][kind], tmp_path)]
    assert rules == (["violation 10.7c"] if record == "nr-crime" else [])


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("nr", 1),
        ("nr", 5),
        ("nr", 9105),
        # A marker that a reading has supplied is one of those that the turn brings.
        ("nr", 131031),
        # A key pressed a moment too early does not belong to the phase before if it is wrong there too.
        ("nr", 131074),
        # A plain die may be that of a battle of which a key of one side alone was pressed.
        ("nr", 131098),
        # One of the support markers, its key pressed twice, and an attacker whom no line names.
        ("nr", 771000465),
        # An attacker whom no line names and another one named after the die, which a card has had rolled again.
        ("nr", 771000313),
        # An attacker and a support marker forgotten, and a counterblow marker before the die.
        ("nr", 771000012),
        # Two plain dice, and a retreat under the number of the other battle.
        ("nr", 770000312),
        # A wrong key put right by hand, its battle without a defender's key, and a plain die of another one.
        ("nr", 771000088),
        # A card behind the plain die before which it was played.
        ("nr", 961120),
        # An attacker whom no line names, and a retreat under the number of the battle behind, of which more lacks.
        ("nr", 1300129),
        # An attacker forgotten in a battle that a card has overtaken: its defender attacks before any die.
        ("nr", 771000191),
        # A card played on a battle one key before its defender was named.
        ("nr", 1610027),
        # A cadre one key before the loss for which it is placed.
        ("nr", 1710072),
        # An attacker whose key was pressed after the die, and another one whom chat alone names.
        ("nr", 1710094),
        # A retreat under the other battle's number, dragged in part before its key, and an attacker left out.
        ("nr", 773000105),
        # Two retreats that a card demands, under the number of the next battle.
        ("nr", 773000295),
        # So many keys in question that each reading may be looked at once only.
        ("nr", 771000024),
        ("m41", 26),
        ("m41", 95061),
        ("m41", 95076),
        # A unit was put among the losses and back: it was in no battle.
        ("m41", 125075),
        # A loss under another battle's number, by a die that was rolled plain.
        ("m41", 126016),
        ("m41", 780000006),
        # Two plain dice, and a loss by the key of what is out of supply.
        ("m41", 783000126),
        # An attack of which chat names the defender alone, its die rolled plain.
        ("m41", 1500033),
        ("m41", 781000009),
        # A retreat under the number of another battle, which lacks its defenders, and whose die was rolled plain.
        ("m41", 784000362),
        # A loss under another battle's number, and the plain die of its battle behind it.
        ("m41", 786000167),
        # A defender and an aircraft that no line names, and what became of them under the numbers of other battles.
        ("m41", 1800065),
        # Two plain dice, one of which has hit a unit whose battle had another die behind that hit.
        ("m41", 787000169),
        # A hit and its retreat's key before the plain die that has brought them.
        ("m41", 1840523),
        # A plain die of a battle's first round, and a hit before the die of its second; then so with two plain dice.
        ("m41", 1802084),
        ("m41", 1840514),
        # One battle alone declared before its moment.
        ("trp", 122021),
        # A plain die of the one battle without, and its retreats under the number of the other.
        ("trp", 793000173),
        # A result that was forgotten, and a loss of it under the number of the battle behind.
        ("trp", 122029),
        # A slip that was put right, and keys that were forgotten, all in one phase.
        ("trp", 790000006),
        # An exchange that no key says, nor that more was declined.
        ("trp", 1400008),
        # An advance without its key, behind the plain die of the next battle.
        ("trp", 797000163),
    ],
)
def test_nobody_is_accused_of_an_untidy_log(name: str, seed: int, tmp_path: Path) -> None:
    game, parts = game_and_parts(name, options_of(name, seed), tmp_path)
    found = judged(game, parts, seed, 2, Rates(), tmp_path)
    assert found.accused == []
    assert sum(found.habits.values()) > 5


def test_a_phase_that_is_read_once_more_keeps_what_was_read_in_it_before(tmp_path: Path) -> None:
    """A marker of the phase before explains the second; a die moved there, and a target supplied, stay as they were."""
    game, parts = game_and_parts("nr", options_of("nr", 116059), tmp_path)
    found = judged(game, parts, 116059, 2, Rates(), tmp_path)
    assert found.accused == []
    open_ = [text.split(": ")[1] for text in found.undecided]
    assert open_ == ["undecided 10.1.1", "undecided 10.1.2", "undecided 10.6"]


IN_THE_MIDST = """
at: turn 2 german combat good
on B1: ger-4-pzgr ger-9-army
on B2: rus-20-army rus-24-army
fire 1: attack 4 4 1 = 2
fire 1: defend 4 4 = 2
hit 1: rus-20-army
hit 1: ger-4-pzgr
hit 1: ger-4-pzgr
lose 1: rus-20-army
end
"""


def test_what_is_done_in_battles_that_were_declared_before_the_log_is_open_once(tmp_path: Path) -> None:
    """Two hits on a unit of such a battle are two: nothing says that a key was pressed twice."""
    assert told_of(parts_of("m41"), IN_THE_MIDST, [], tmp_path) == [
        "undecided log.move: No line of this log says who fights in battle 1. The same is open in steps 2, 3, 4, 5, 6."
    ]


PLAIN_IN_THE_MIDST = """
at: turn 2 german combat good
on B1: ger-4-pzgr
on B2: rus-20-army
table 1: defend 4 at 1 full
table 1: attack 4 at 2 full
end
end
attack 1: ger-4-pzgr x rus-20-army
end
table 1: attack 6 at 2 full
table 1: defend 6 at 1 full
hit 1: ger-4-pzgr
end
"""


def test_a_plain_die_may_be_of_a_battle_that_was_declared_before_the_log(tmp_path: Path) -> None:
    """That is one question with who fights in it; a die of the battles that are declared in the log is another one."""
    die = "undecided log.roll: A {} was rolled in the {} phase; the log does not say what for."
    again = " The same is open in step 2."
    who = "undecided log.move: No line of this log says who fights in battle 1."
    undeclared = ["drop ATT", "drop DEF", "drop HIT"]
    for edits, expected in (
        (["plain TABLE 1"], [die.format(4, "combat") + again]),
        (["plain TABLE 2"], [who + again]),
        (
            ["plain TABLE", *undeclared],
            [die.format(4, "combat") + again, *[die.format(6, "blitz combat")] * 2],
        ),
    ):
        assert told_of(parts_of("m41"), PLAIN_IN_THE_MIDST, edits, tmp_path) == expected


def test_battles_that_were_declared_where_units_moved_before_the_log_are_open_once(tmp_path: Path) -> None:
    """The log begins between the movement and its battles."""
    game, parts = game_and_parts("m41", options_of("m41", 953021), tmp_path)
    found = judged(game, parts, 953021, 2, Rates(), tmp_path)
    assert [text for text in found.undecided if "in battle" in text and " turn 1 " in text] == [
        "2 turn 1 german combat: undecided log.move: No line of this log says who fights in battle 1. The same is open "
        "in steps 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 ...."
    ]


def test_of_the_ways_to_deal_plain_dice_one_is_taken_that_leaves_nothing_open(tmp_path: Path) -> None:
    """A battle whose attackers rolled twice lacks the die of its defenders, and another one need not have it."""
    game, parts = game_and_parts("m41", options_of("m41", 953024), tmp_path)
    found = judged(game, parts, 953024, 2, Rates(), tmp_path)
    assert (found.accused, found.undecided) == ([], [])


def test_what_rests_on_who_was_last_in_cities_before_the_log_is_open_once(tmp_path: Path) -> None:
    """Armies out of supply, and some that came back."""
    game, parts = game_and_parts("m41", options_of("m41", 953035), tmp_path)
    (told,) = judged(game, parts, 953035, 2, Rates(), tmp_path).undecided
    assert "undecided M41-SUP-1: ger-3-pzgr was disrupted as out of supply" in told
    assert told.endswith("which is unknown. The same is open in steps 25, 37, 112.")


@pytest.mark.parametrize("name", NAMES)
def test_a_tidy_player_is_accused_of_nothing(name: str, tmp_path: Path) -> None:
    game, parts = game_and_parts(name, options_of(name, 3), tmp_path)
    found = judged(game, parts, 3, 2, TIDY, tmp_path)
    assert (found.accused, found.habits) == ([], {})

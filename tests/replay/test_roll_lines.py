from __future__ import annotations

import pytest

from trc_module.replay.roll_lines import RollLine, roll_in, visible_line


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        # VASSAL 2.9 to 3.4, and since 2020.
        ("** 2d6 = 3,4 *** <Ann>", RollLine("2d6", (3, 4), "Ann")),
        ("*** 2d6 = 3,4 *** &lt;Ann&gt;", RollLine("2d6", (3, 4), "Ann")),
        ("*** 1d10 = 10 *** &lt;Ann (Axis)&gt;", RollLine("1d10", (10,), "Ann (Axis)")),
        ("*** Attack = 2,2,5 *** &lt;Ann &amp; Bob&gt;", RollLine("Attack", (2, 2, 5), "Ann & Bob")),
        ("`*** 2d6 = 6,1 *** &lt;Ann&gt;", RollLine("2d6", (6, 1), "Ann")),
        ("** Dice = 3 *** &lt;&gt;", RollLine("Dice", (3,), "")),
        ("*** 1d6 = -1 *** &lt;Ann&gt;", RollLine("1d6", (-1,), "Ann")),
        # Dice with symbols.
        ("*** Symbols = [3] *** &lt;Ann&gt;", RollLine("Symbols", (3,), "Ann")),
        ("*** Symbols = [3] [4] *** <Ann>", RollLine("Symbols", (3, 4), "Ann")),
        ("*** Symbols = [Hit] [No hit] *** &lt;Ann&gt;", RollLine("Symbols", (), "Ann", ("Hit", "No hit"))),
        # Modules' own.
        ("* 2D6 (2d6) = 3,4 *** <Ann>", RollLine("2D6 (2d6)", (3, 4), "Ann")),
        ("* DR 2d6 = 5 + 6 = 11 by Ann", RollLine("DR 2d6", (5, 6), "Ann")),
        ("* |<b>Ann</b> rolled 2d6: <b>3,4</b> = 7", RollLine("2d6", (3, 4), "Ann")),
        ("* Bob rolls a die: 5", RollLine("die", (5,), "Bob")),
        (
            '* Die = <img src="d6-5.png" width="14">  (5 rolled by Ann) <span style="color:#fff">5</b>',
            RollLine("Die", (5,), "Ann"),
        ),
        ("*** (Rally DR) 4,1 ***   <Bob>      [1 / 2   avg   5.00 (7.00)]", RollLine("Rally DR", (4, 1), "Bob")),
    ],
)
def test_who_rolled_what_and_each_die(text: str, roll: RollLine) -> None:
    assert roll_in(text) == roll


@pytest.mark.parametrize(
    "text",
    [
        "* Turn = 5",
        "* Supply = [3]",
        "* CHAT* UNDO: *** 2d6 = 3,4 *** &lt;Ann&gt;",
        "* Ann moves 2d6: 3",
        "* 1d6 = six *** &lt;Ann&gt;",
        "* 3rd Division 0504 = 3",
        "x" * 3000 + " 2d6 = 3",
    ],
)
def test_what_is_no_roll_is_none(text: str) -> None:
    assert roll_in(text) is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("* &lt;Ann&gt; &amp; Bob", "* <Ann> & Bob"),
        ("* |<b>Turn</b> 3<br/>", "* Turn 3"),
        ("`*** 2d6 = 1", "*** 2d6 = 1"),
        ("!Warning", "Warning"),
        # What is written with escapes is shown, and no markup.
        ("* &lt;b&gt;", "* <b>"),
        ("*** 1d6 = 1 *** <Ann>", "*** 1d6 = 1 *** <Ann>"),
    ],
)
def test_a_line_is_shown_as_vassal_shows_it(text: str, shown: str) -> None:
    assert visible_line(text) == shown

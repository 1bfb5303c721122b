"""The formats of a module's buttons read what the engine writes in them [DiceButton.formatResult]."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.replay.script import CLEAR, Script
from trc_module.cli.main import group
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.roll_formats import formats_of, read_formats
from trc_module.replay.roll_lines import RollLine
from trc_module.vassal import component, serialize
from trc_module.vassal.commands import ChangeProperty, Chat


def read(kind: str, text: str, **attributes: str) -> RollLine | None:
    root = component("GameModule", component(kind, **attributes), name="m")
    return next((roll for form in formats_of(root) if (roll := form.read(text))), None)


@pytest.mark.parametrize(
    ("form", "text", "roll"),
    [
        ("** $name$ = $result$ *** &lt;$PlayerName$&gt;", "*** Die = 3,4 *** &lt;Ann&gt;", ((3, 4), "Ann")),
        ("$PlayerName$: $result$", "* Ann: 3,4", ((3, 4), "Ann")),
        ("$PlayerSide$ ($PlayerName$) throws $result1$ and $result2$", "* Axis (Ann) throws 3 and 4", ((3, 4), "Ann")),
        ("$playerSide$ got $numericalTotal$ with $nDice$d$nSides$", "* Axis got 7 with 2d6", ((7,), "Axis")),
        ('<img src="d-$result$.png"> $name$ $result$', '* <img src="d-5.png"> Die 5', ((5,), "")),
        ("|<b>$result$</b> on $Turn$ by $playerId$", "* |<b>6,6</b> on Turn 3 by Ann (Axis)", ((6, 6), "Ann (Axis)")),
        ("*$result$*", "**1,2*", ((1, 2), "")),
    ],
)
def test_a_format_is_turned_round(form: str, text: str, roll: tuple[tuple[int, ...], str]) -> None:
    assert read("module.DiceButton", text, name="Die", reportFormat=form) == RollLine("Die", *roll, sides=6)


def test_what_differs_from_the_format_is_not_read() -> None:
    form = "$PlayerName$: $result$!"
    assert read("module.DiceButton", "* Ann: 3,4", name="Die", reportFormat=form) is None
    # An expression cannot be turned round, and an empty format says nothing.
    assert read("module.DiceButton", "* a 3", name="Die", reportFormat='{"a " + result}') is None
    assert read("module.DiceButton", "* 3", name="Die", reportFormat="") is None


def test_a_picture_that_names_two_dice_must_name_the_same() -> None:
    form = '<img src="$result$.png"> $result$'
    assert read("module.DiceButton", '* <img src="5.png"> 4', name="Die", reportFormat=form) is None


def test_dice_with_words_have_faces() -> None:
    told = read("module.RandomTextButton", "*** Weather = Snow,Mud *** &lt;Ann&gt;", name="Weather")
    assert told == RollLine("Weather", (), "Ann", ("Snow", "Mud"))
    form = "$name$: $result1$ / $result2$ ($numericalTotal$)"
    assert read("module.SpecialDiceButton", "* Fire: Hit / Miss (1)", name="Fire", format=form) == RollLine(
        "Fire", (), "", ("Hit", "Miss")
    )
    # The engine's own format of dice with symbols.
    assert read("module.SpecialDiceButton", "*** Fire = [Hit] *** &lt;Ann&gt;", name="Fire") == RollLine(
        "Fire", (), "Ann", ("Hit",)
    )


@pytest.fixture
def script(parts: ModuleInputs, tmp_path: Path) -> Script:
    return Script(parts, CLEAR + "on J20: ger-41-pz ger-56-pz\n", tmp_path / "other.vlog")


def test_dice_takes_the_module(script: Script, tmp_path: Path) -> None:
    buttons = (
        component("module.DiceButton", name="Combat", nDice=1, nSides=10, reportFormat="$PlayerName$ burns $result$"),
        component("module.SpecialDiceButton", name="Fire", format="Fire of $PlayerName$: $result1$, $result2$"),
    )
    module = tmp_path / "buildFile.xml"
    module.write_bytes(serialize(component("GameModule", *buttons, name="Other game")))
    assert [form.name for form in read_formats(module)] == ["Combat", "Fire"]
    script.raw(Chat("* Ann burns 9"), ChangeProperty("Combat_result", "1", "9", "Module"))
    # The property holds the sum, the line each die.
    script.raw(Chat("* Fire of Bob: 4, 6"), ChangeProperty("Fire_result", "1", "10", "Module"))
    script.raw(Chat("* Fire of Bob: Hit, Miss"), ChangeProperty("Fire_result", "10", "1", "Module"))
    done = CliRunner().invoke(group, ["dice", str(script.write("Other game")), "--module", str(module)])
    assert done.output.splitlines()[2:9] == [
        "1: Combat: 9 by Ann",
        "2: Fire: 4, 6 by Bob",
        "3: Fire: Hit, Miss by Bob",
        "",
        "Combat by Ann: 1 roll, mean of the sum 9.00; 9 x 1",
        "Fire by Bob: 2 rolls; 4 x 1, 6 x 1, Hit x 1, Miss x 1",
        "",
    ]


def test_many_properties_in_a_format_cost_no_more_than_few() -> None:
    # With a search that tries every end of every value this would not end.
    form = "$a$ $b$ $c$ $d$ $e$ $f$ $g$ $h$ $result$!"
    assert read("module.DiceButton", "* " + "x " * 990, name="Die", reportFormat=form) is None
    told = read("module.DiceButton", "* 1 2 3 4 5 6 7 8 9,4!", name="Die", reportFormat=form)
    assert told == RollLine("Die", (9, 4), "", sides=6)

"""Errata of further faces and of what stands on cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.toy.game import FOLDER as TOY
from trc_module.errors import UserError
from trc_module.roster import read_erratum
from trc_module.roster.loading import load_with
from trc_module.roster.roster import Roster

HEAD = 'title = "A letter"\ndate = 2026-01-01\nsource = "erratum:letter"\n'
CARDS = """\
id    , side, title , mark, period, when     , effect       , source     , doubt, note
card-1, red , Muster, red ,       , any time , draw two     , rulebook:D1
card-1, blue, Storm ,     ,       , any time , draw three   , rulebook:D1
card-3, both, Fog   ,     , winter, own march, nobody moves , rulebook:D1
"""


def corrected(tmp_path: Path, folder: Path, text: str) -> Roster:
    path = tmp_path / "0001-letter.toml"
    path.write_text(HEAD + text, encoding="utf-8")
    return load_with(folder, None, [read_erratum(path)])


@pytest.fixture
def with_cards(tmp_path: Path) -> Path:
    folder = tmp_path / "toy"
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
    return folder


def test_a_face_is_corrected_and_cites_the_erratum(tmp_path: Path) -> None:
    found = corrected(
        tmp_path, TOY, '[[correction]]\nunit = "red-h"\nface = "weak"\nfield = "combat"\nold = 3\nnew = 4\n'
    )
    (face,) = found.units["red-h"].faces
    assert (face.combat, face.move) == (4, 5)
    assert str(face.sources["combat"]) == "erratum:letter"
    assert [str(change) for change in found.changes] == ["face red-h weak: combat 3 -> 4"]


def test_a_unit_that_is_renamed_keeps_its_other_face_and_one_that_is_retired_takes_it_along(tmp_path: Path) -> None:
    text = '[[correction]]\nunit = "red-h"\nrename = "red-horse"\n[[correction]]\nunit = "blue-g"\nretire = true\n'
    found = corrected(tmp_path, TOY, text)
    assert [face.combat for face in found.units["red-horse"].faces] == [3]
    assert "blue-g" not in found.units


def test_an_event_on_a_card_is_corrected(tmp_path: Path, with_cards: Path) -> None:
    text = '[[correction]]\ncard = "card-1"\nside = "blue"\nfield = "effect"\nold = "draw three"\nnew = "draw four"\n'
    found = corrected(tmp_path, with_cards, text)
    red, blue = found.markers["card-1"].events
    assert (red.side, red.mark, red.effect, blue.effect) == ("red", "red", "draw two", "draw four")
    assert [str(change) for change in found.changes] == ["card card-1 blue: effect draw three -> draw four"]
    (fog,) = found.markers["card-3"].events
    assert (fog.side, fog.period, found.markers["card-2"].events) == ("both", "winter", ())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            'unit = "red-h"\nface = "weak"\nfield = "combat"\nold = 9\nnew = 4\n',
            "expected the old value '9' in the data",
        ),
        ('unit = "red-h"\nface = "worn"\nfield = "combat"\nold = 3\nnew = 4\n', "expected a face of the table"),
        ('unit = "red-h"\nface = "weak"\nrename = "x"\n', "expected no new id for a face"),
        ('marker = "turn"\nface = "weak"\nfield = "front"\nold = "a"\nnew = "b"\n', "expected a face of a unit"),
        ('card = "card-1"\nfield = "effect"\nold = "a"\nnew = "b"\n', "expected the side whose event is corrected"),
        ('unit = "red-h"\nface = "weak"\nfield = "face"\nold = "weak"\nnew = "b"\n', "expected a column of the table"),
    ],
)
def test_a_correction_that_cannot_be_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UserError) as error:
        corrected(tmp_path, TOY, f"[[correction]]\n{text}")
    assert told in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("card-3, both", "card-33, both", "expected the id of a marker"),
        ("card-1, blue", "card-1, red ", "expected an event that no row above is about (line 2 is)"),
        ("card-1, blue", "card-1, green", "green"),
    ],
)
def test_a_table_of_cards_that_is_wrong_is_told(with_cards: Path, old: str, new: str, told: str) -> None:
    (with_cards / "cards.csv").write_text(CARDS.replace(old, new), encoding="utf-8")
    with pytest.raises(UserError) as error:
        load_with(with_cards, None, ())
    assert told in str(error.value)


def test_an_owner_corrects_an_event(tmp_path: Path, with_cards: Path) -> None:
    own = tmp_path / "mine"
    own.mkdir()
    (own / "cards.csv").write_text("id, side, effect\ncard-1, red, draw one\n", encoding="utf-8")
    red, blue = load_with(with_cards, own, ()).markers["card-1"].events
    assert (red.effect, str(red.sources[""]), blue.effect) == ("draw one", "owner:mine", "draw three")

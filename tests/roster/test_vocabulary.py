"""The words, the columns of its own and the faces of a game's counters, told by the toy game's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.data_folders import edit
from trc_module.art.counters.spec import UnitFace
from trc_module.art.counters.subjects import face_of
from trc_module.facts import DataError, Source
from trc_module.resources import data_dir
from trc_module.roster import load_roster
from trc_module.roster.units import Face
from trc_module.roster.vocabulary import read_vocabulary

TOY = Path(__file__).parents[1] / "toy"


def test_the_first_game_has_all_columns_that_we_know_but_steps() -> None:
    words = read_vocabulary(data_dir() / "trc")
    assert words.chosen == ("formation", "size", "stacks", "setup", "area", "month", "option")
    assert (words.own, words.faces) == ({}, ())
    units = load_roster(data_dir() / "trc").units.values()
    assert {(unit.steps, unit.faces) for unit in units} == {(1, ())}
    assert {unit.shown_area for unit in units if unit.area == "replacement-pool"} == {"pool"}


def test_a_unit_has_the_game_s_own_columns_and_no_others() -> None:
    unit = load_roster(TOY).units["red-1"]
    assert unit.own == {"defence": 5, "pike": True}
    assert (unit.formation, unit.size, unit.setup, unit.month, unit.option) == ("", "", "", None, "")
    assert (unit.symbol, unit.livery) == ("infantry", "russian")
    assert str(unit.fact("defence")) == "red-1: defence 5 [rulebook:U1]"
    gun = load_roster(TOY).units["blue-g"]
    assert str(gun.fact("defence")) == "blue-g: defence unknown [missing:the counter is worn]"


def test_a_unit_has_further_faces_with_factors_and_steps_of_their_own() -> None:
    unit = load_roster(TOY).units["red-h"]
    weak = Face("weak", 3, 5, 1, {"defence": 1, "pike": False}, {"": Source("rulebook", "U2")}, {})
    assert (unit.combat, unit.move, unit.steps, unit.faces) == (6, 6, 2, (weak,))


def test_the_back_of_a_unit_with_two_faces_shows_the_second() -> None:
    unit = load_roster(TOY).units["red-h"]
    front, back = face_of(unit), face_of(unit, "back")
    assert isinstance(front, UnitFace)
    assert isinstance(back, UnitFace)
    assert (front.factors, front.symbol, front.livery) == (("6", "6"), "cavalry", "russian")
    assert (back.factors, back.symbol, back.livery, back.lines) == (("3", "5"), "cavalry", "russian", ())


def test_a_form_says_what_a_back_face_calls_units_of_a_type(toy: Path) -> None:
    forms = '[back-titles]\nfoot = "{words} Foot"\n[spoken-words]\n1 = "First"\n\n[column.defence]'
    edit(toy / "vocabulary.toml", "[column.defence]", forms)
    units = load_roster(toy).units
    assert (units["red-1"].back[0], units["red-h"].back[0]) == ("First Foot", "H Horse")


def test_an_owner_corrects_a_face(tmp_path: Path) -> None:
    (tmp_path / "faces.csv").write_text("id, face, combat\nred-h, weak, 4\n", encoding="utf-8")
    face = load_roster(TOY, tmp_path).units["red-h"].faces[0]
    assert (face.combat, face.move) == (4, 5)
    assert str(face.sources["combat"]).startswith("owner:")
    assert str(face.sources[""]) == "rulebook:U2"


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "told"),
    [
        ("vocabulary.toml", '"steps", "area"', '"step", "area"', 3, "(did you mean steps?); a table [column.step]"),
        ("vocabulary.toml", 'types   = ["foot", "horse", "gun"]', "types   = []", 6, "at least one word, found 'none'"),
        ("vocabulary.toml", 'gun   = "artillery"', 'guns  = "artillery"', 15, "(did you mean gun?), found 'guns'"),
        ("vocabulary.toml", 'stoneholm = "german"', 'stonehom = "german"', 20, "(did you mean stoneholm?)"),
        ("vocabulary.toml", "[column.defence]", "[column.combat]", 22, "a name of its own, of letters"),
        ("vocabulary.toml", 'type    = "flag"', 'type    = "word"', 26, "words for a column of words, and for no"),
        ("vocabulary.toml", 'type    = "flag"', 'type    = "flags"', 27, "one of factor, flag, number, text, word"),
        ("vocabulary.toml", "[column.defence]", '[spoken]\nfoto = "{name}"\n\n[column.defence]', 23, "found 'foto'"),
        ("vocabulary.toml", "[column.defence]", '[spoken]\nfoot = "{nam}"\n\n[column.defence]', 23, "found '{nam}'"),
        ("vocabulary.toml", "[column.defence]", '[back-titles]\nfoto = "x"\n\n[column.defence]', 23, "found 'foto'"),
        ("vocabulary.toml", "[column.defence]", '[back-titles]\nfoot = "{nam}"\n[column.defence]', 23, "found '{nam}'"),
        ("vocabulary.toml", "types   = ", 'pictured-by-text = ["frog"]\ntypes   = ', 6, "found 'frog'"),
        ("units.csv", "rustmark , 1", "rostmark , 1", 3, "waterland, stoneholm (did you mean rustmark?)"),
        ("units.csv", "1   , foot ", "1   , foto ", 3, "one of foot, horse, gun (did you mean foot?)"),
        ("units.csv", "5      , yes ", "5      , no  ", 3, "field 'pike': expected one of nothing, yes, found 'no'"),
        ("units.csv", ", defence, pike", ", defense, pike", 2, "(did you mean defence?), found 'defense'"),
        ("units.csv", "     , 2    , Rust", "     , 1    , Rust", 4, "more steps than on its other faces"),
        ("faces.csv", "red-2 , weak", "red-22, weak", 4, "the id of a unit (did you mean red-2?), found 'red-22'"),
        ("faces.csv", "red-2 , weak", "red-1 , weak", 4, "a face that no row above has (line 3 has it)"),
        ("faces.csv", "red-1 , weak", "red-1 , weka", 3, "one of weak (did you mean weak?), found 'weka'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(toy: Path, file: str, old: str, new: str, line: int, told: str) -> None:
    edit(toy / file, old, new)
    with pytest.raises(DataError) as error:
        load_roster(toy)
    assert str(error.value).startswith(f"{toy / file}, line {line}")
    assert told in str(error.value)


def test_a_missing_file_is_told(toy: Path) -> None:
    (toy / "faces.csv").unlink()
    with pytest.raises(DataError, match=r"faces\.csv: expected a readable file, found 'No such file or directory'"):
        load_roster(toy)
    (toy / "vocabulary.toml").unlink()
    with pytest.raises(DataError, match=r"vocabulary\.toml: expected this data file, found 'no such file'"):
        load_roster(toy)

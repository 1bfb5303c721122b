"""Units by the names of pieces: certain spellings, guesses, and names from which no unit follows."""

from __future__ import annotations

import pytest

from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.naming import Named, name_units
from trc_module.profiles.outline import Slot
from trc_module.profiles.words import Words, meant, roman, tokens


def slot(name: str, around: str = "", image: tuple[str, ...] = (), *, clones: bool = False, number: int = 1) -> Slot:
    return Slot(name, str(number), "", (around,) if around else (), (), (), image, clones)


def named(slots: list[Slot], parts: ModuleInputs, words: Words) -> list[Named]:
    return name_units(slots, parts.roster.units.values(), words)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ru-arm-01c", ("ru", "arm", "1", "c")),
        ("1st Guards", ("1", "guards")),
        ("ReplacementPool", ("replacement", "pool")),
        ("Hermann Göring", ("hermann", "goring")),
    ],
)
def test_a_spelling_is_taken_apart(text: str, found: tuple[str, ...]) -> None:
    assert tokens(text) == found


@pytest.mark.parametrize(("word", "number"), [("xxxxi", "41"), ("xli", "41"), ("ix", "9"), ("inf", ""), ("", "")])
def test_roman_numbers_in_both_styles(word: str, number: str) -> None:
    assert roman(word) == number


def test_the_longest_phrase_counts_and_a_draw_means_nothing() -> None:
    table = {"mud": ["mud"], "light-mud": ["light mud"], "snow": ["snow"]}
    assert meant(tokens("Light Mud"), table) == "light-mud"
    assert meant(tokens("mud or snow"), table) is None


@pytest.mark.parametrize(
    ("name", "around", "unit"),
    [
        ("ge-arm-41", "", "ger-41-pz"),
        ("41 Pz", "German", "ger-41-pz"),
        ("XXXXI Panzer", "German", "ger-41-pz"),
        ("XLI Panzer", "German", "ger-41-pz"),
        ("41st Panzer Corps", "Axis German", "ger-41-pz"),
        ("ss-arm-1", "", "ger-1-ss-pz"),
        ("ru-inf-2Gd", "", "rus-2gd-inf"),
        ("2nd Guards Infantry Army", "Soviet", "rus-2gd-inf"),
        ("ru-arm-01c", "", "rus-1-tank"),
        ("HQ-Centre", "German", "ger-hq-center"),
        ("ro-cav", "", "rum-cav"),
        ("Worker-1-03-A", "Soviet", "rus-worker-a1"),
        ("Partisans-2", "", "rus-partisan-2"),
        ("Hermann Goering Panzer", "German", "ger-hg-pz"),
    ],
)
def test_many_spellings_of_one_counter(name: str, around: str, unit: str, parts: ModuleInputs, words: Words) -> None:
    found = named([slot(name, around)], parts, words)[0]
    assert (found.units, found.sure) == ((unit,), True)


def test_a_misspelled_name_is_a_guess(parts: ModuleInputs, words: Words) -> None:
    found = named([slot("ge-mtn-Deitl")], parts, words)[0]
    assert (found.units, found.sure, found.why) == (("ger-dietl-mtn",), False, "a name that is only alike")


@pytest.mark.parametrize("name", ["Control 3-0: ", "sep_oct_1942", "41", "Blast", "ge-inf-99", "fi-arm-2"])
def test_what_is_no_unit_gets_none(name: str, parts: ModuleInputs, words: Words) -> None:
    assert named([slot(name)], parts, words)[0].units == ()


def test_figures_on_the_counter_tell_a_corps_from_an_army(parts: ModuleInputs, words: Words) -> None:
    army = slot("ru-arm-1", image=("Army", "Armored", "6-5"))
    corps = slot("ru-arm-1", image=("Corps", "Armored", "2-5"), number=2)
    assert [one.units for one in named([army, corps], parts, words)] == [("rus-1-tank-army",), ("rus-1-tank",)]


def test_a_unit_that_two_pieces_spell_as_well_belongs_to_neither(parts: ModuleInputs, words: Words) -> None:
    found = named([slot("ge-arm-41"), slot("41 Panzer", "German", number=2)], parts, words)
    assert [one.units for one in found] == [(), ()]
    assert found[0].why == "may be ger-41-pz"


def test_a_slot_that_is_cloned_stands_for_all_aircraft_of_its_kind(parts: ModuleInputs, words: Words) -> None:
    found = named([slot("Stuka-hqn", "Axis", clones=True)], parts, words)[0]
    assert found.units == ("ger-stuka-1", "ger-stuka-2", "ger-stuka-3")


def test_what_stands_around_a_piece_tells_two_nations_apart(parts: ModuleInputs, words: Words) -> None:
    found = named([slot("1st Cavalry", "German"), slot("1st Cavalry", "Soviet", number=2)], parts, words)
    assert [one.units for one in found] == [("ger-1-cav",), ("rus-1-cav",)]

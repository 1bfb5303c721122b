"""Profiles that a person has edited: what is wrong in one is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from trc_module.errors import UserError
from trc_module.facts.errors import DataError
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.model import choose, read_profile
from trc_module.vassal.metadata import Metadata

HEAD = '[module]\nnames = ["Mine"]\n'
MAP = '[map]\nname = "Map"\ndx = 75\ndy = 86\nx0 = 0\ny0 = 0\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[units]\n"a" = "ger-41-pz"\n"b" = "ger-41-pz"\n',
            "line 5.*a unit of its own for each piece.*'ger-41-pz', which is 'a' already",
        ),
        ('[units]\n"a" = "ger-99-pz"\n', "line 4.*the id of a unit in our data.*ger-99-pz"),
        ('[units]\n[boxes]\n"Pool" = "swimming-pool"\n', "line 5.*a box in our data.*swimming-pool"),
        ('[units]\n[markers]\n"x" = "railroad"\n', "line 5.*a kind of marker in our data.*railroad"),
        (f'[units]\n{MAP}[map.hexes]\n"ZZZ1" = [1, 2]\n', "line 11.*a hex of our map.*ZZZ1"),
        ("[units]\nx = 1.5\n", "line 3.*expected a text or a list"),
        ("units = 1\n", "line 3"),
    ],
)
def test_what_is_wrong_in_a_profile_is_told_with_its_line(
    text: str, told: str, parts: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD + text)
    with pytest.raises(DataError, match=f"(?s){told}"):
        read_profile(path, parts)


def test_a_profile_of_another_module_is_refused(parts: ModuleInputs, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(HEAD + "[units]\n")
    with pytest.raises(UserError, match="the profile is for Mine, but the file is one of 'Theirs'"):
        choose(Metadata(name="Theirs"), path, parts)


def test_the_profile_that_names_the_module_is_taken(parts: ModuleInputs) -> None:
    found = choose(Metadata(name="TRC4", version="1.3b06"), None, parts)
    assert found is not None
    assert found.name == "trc4.toml"
    assert choose(Metadata(name="Chess"), None, parts) is None

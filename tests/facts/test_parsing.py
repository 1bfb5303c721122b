from __future__ import annotations

import pytest

from trc_module.facts.parsing import parse_toml

TEXT = 'units = ["a"]\n[map]\nhexes = 3\n'


@pytest.mark.parametrize("text", [TEXT, TEXT + "#" * 20_000])
def test_who_changes_what_a_text_says_changes_it_for_nobody_else(text: str) -> None:
    tree = parse_toml(text)
    tree["units"].append("b")
    tree["map"]["hexes"] = 4
    assert parse_toml(text) == {"units": ["a"], "map": {"hexes": 3}}


def test_a_text_that_is_no_toml_is_none_a_second_time_either() -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="at end of document"):
            parse_toml("units = [")

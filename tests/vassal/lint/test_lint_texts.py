from __future__ import annotations

import pytest

from trc_module.vassal.lint.texts import asked_in_expression, asked_in_filter, asked_in_format


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("plain", []),
        ("$a$ and $b_c$", ["a", "b_c"]),
        ("5$ or 6", []),
        ('{"x" + a}', ["a"]),
    ],
)
def test_formats_name_properties_between_dollars(text: str, names: list[str]) -> None:
    assert list(asked_in_format(text)) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("100", []),
        ("Main Map", []),
        ("$Side$ pool", ["Side"]),
        ("{CF + 2.5 * MF}", ["CF", "MF"]),
        ('{Side == "CF" && !Moved}', ["Side", "Moved"]),
        ("{name.contains(part) ? 1 : -1}", ["name", "part"]),
        ('{SumStack("CF")}', ["CF"]),
        ("{SumStack(which)}", ["which"]),
        ('{CountMap("{Side==\\"A\\" && CF>2}")}', ["Side", "CF"]),
        ('{GetProperty("Turn") == "" || Alert("Turn")}', ["Turn"]),
        ("{Math.abs(x)}", ["x"]),
        ("{$x$ + y}", ["x", "y"]),
        ("{int n = 3; return (n > y);}", ["n", "y"]),
        ("{'a' == b}", ["b"]),
    ],
)
def test_expressions_name_properties_as_bare_words(text: str, names: list[str]) -> None:
    assert list(asked_in_expression(text)) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", []),
        ("Side = Axis", ["Side"]),
        ("Side != Axis && CF >= 4 || Name =~ .*x", ["Side", "CF", "Name"]),
        ("Side = $PlayerSide$", ["Side", "PlayerSide"]),
        ('{Side == "Axis"}', ["Side"]),
    ],
)
def test_filters_of_the_old_kind_name_properties_on_the_left(text: str, names: list[str]) -> None:
    assert list(asked_in_filter(text)) == names

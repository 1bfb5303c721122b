"""No regular expression of the program takes more than twice as long for a text that is twice as long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.growth import ROOT, Found, files, patterns, worst
from tests.parsed import PARSED

FILES = files()
"""Parsed one by one as the tests run: to find their patterns here would take each process a second and a half."""

MOST = 3.0
"""What grows in proportion takes 2 times as long for a text of double length, what grows with the square 4 times."""

BOUNDED = {
    # pattern: why its texts are short
    r'report/tongue.py:r"(, |; | and | or )(?![^()]*\))"': "parts of sentences of at most 2,000 letters",
}

PUT_TOGETHER = {
    # pattern: out of what
    "declarations/grammar.py": "the tag of a game and fixed text",
    "facts/decoding.py": "the name of a field and fixed text",
    "gamespec/rule_numbers.py": "one class of letters, for one letter",
    "games/trc/module/chart_words.py": "words of our own catalogue",
    "reading/testimony.py": "words of our own catalogue, names of a game escaped",
    "reading/words.py": "words of our own catalogue",
    "auditing/dice_mail.py": "names of a mail's fields in our own catalogue",
    "auditing/mailed.py": "words of our own catalogue",
    "auditing/typed.py": "words of our own catalogue",
    "profiles/dice_report.py": "a module's report: see tests/profiles/test_dice_report.py",
    "replay/roll_formats.py": "a module's report, for a line of at most 2,000 letters",
    "report/rulebook/pages.py": "numbers of rules",
    "report/tongue.py": "sentences of a catalogue, for sentences of at most 2,000 letters",
    "rules/record/grammar.py": "a pattern of the grammar of records, for one word",
    "vassal/saves.py": "one letter",
    "workshop/module_edits.py": "the name of a picture as it stands",
    "vassal/scrub.py": "names of players and pieces, each as it stands",
}


@PARSED
def test_the_patterns_of_the_source_are_found() -> None:
    plain = [found for path in FILES for found in patterns(path)[0]]
    made = [place for path in FILES for place in patterns(path)[1]]
    assert len(plain) > 150
    assert {place.split(":")[0].removeprefix("trc_module/") for place in made} <= set(PUT_TOGETHER)
    assert {f"trc_module/{place}" for place in BOUNDED} <= {found.place for found in plain}


@PARSED
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_pattern_grows_faster_than_its_text(path: Path) -> None:
    for found in patterns(path)[0]:
        if found.place.partition("/")[2] not in BOUNDED:
            ratio, text = worst(found)
            assert ratio < MOST, f"{found}: a text of double length takes {ratio:.1f} times as long: {text}"


@pytest.mark.parametrize(
    "pattern",
    [r"\s*(\S.*?)\s*\s*!", r"(a+)+b", r"\d*d\d+", r"[^=]*?\S\s*=", r"(?:[.-][\w-]+)*!", r"x.*y.*z", r'"(?:\\.|[^"])*"'],
)
def test_patterns_that_do_are_noticed(pattern: str) -> None:
    ratio, _ = worst(Found("", pattern, re.DOTALL, ("search", "fullmatch")))
    assert ratio > MOST


@pytest.mark.parametrize("pattern", [r"\s*(\w+)\s*=\s*(\d+)", r"[a-z]+(?:-[a-z]+)*", r"<[^<>]*>", r"(?:a|b)*c"])
def test_patterns_that_do_not_are_not(pattern: str) -> None:
    ratio, _ = worst(Found("", pattern, 0, ("match", "fullmatch")))
    assert ratio < MOST

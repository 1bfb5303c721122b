from __future__ import annotations

import json

import pytest

from trc_module.pages import escape, policy
from trc_module.printable import joined, json_text, printable, printable_lines

NASTY = "Eve\n\r\t\x07\x1b[31m\x9b31m\x1b]0;x\x07\x85\u2028\u202e\u2066\udcfc\x7f"
SHOWN = r"Eve\n\r\t\x07\x1b[31m\x9b31m\x1b]0;x\x07\x85\u2028\u202e\u2066\udcfc\x7f"


def test_what_cannot_be_printed_is_shown_as_an_escape() -> None:
    assert printable(NASTY) == SHOWN
    assert printable("Jürgen Müller, Łódź, 東京, Александр") == "Jürgen Müller, Łódź, 東京, Александр"
    assert printable("non\u00a0breaking\u202fspaces") == "non breaking spaces"
    assert printable("") == ""


def test_a_text_of_lines_keeps_them_and_its_tabs_and_nothing_else() -> None:
    assert printable_lines("a\n\tb\r\n\x1b") == "a\n\tb\\r\n\\x1b"
    assert joined(["a\nb", "c"]) == "a\\nb\nc"


@pytest.mark.parametrize("text", [NASTY, "\U000e0001", "\ud800", 'a "quoted" \\ backslash'])
def test_json_is_the_same_data_and_printable(text: str) -> None:
    told = json_text({text: [text, 1, None]})
    assert all(letter.isprintable() or letter == "\n" for letter in told)
    assert json.loads(told) == {text: [text, 1, None]}


def test_html_is_text_and_printable() -> None:
    assert escape(f"<b>{NASTY}") == "&lt;b&gt;" + SHOWN.replace(r"\n", "\n", 1).replace(r"\t", "\t", 1)


def test_a_page_runs_its_own_script_and_no_other() -> None:
    assert "script-src 'none'" in policy()
    assert "script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='" in policy("alert('Hello, world.');")

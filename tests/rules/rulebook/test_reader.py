from __future__ import annotations

import re
from pathlib import Path

import pytest

from trc_module.facts import DataError
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.rulebook.example import ExpectedFinding, RecordLine, read_told, told_text
from trc_module.rules.rulebook.reader import read_rulebook, read_rules

TEXT = """\
# Chapter 8.

8.3a  A unit stops in a zone
It may move on in the next impulse.

Headquarters too.
log: the path (D05);
      without it the move is undecided
data: the map
by: moves.judge_move
  on A1: x
+ move x A2
- move x A3  => note 9.1 A1, 8.3

  on B1: y
  move y B2

  on C1: z
- pass
  move z C2

10.2  A second rule
With words.
log: nothing
data: none
by: none
  end
"""


def write(folder: Path, text: str, name: str = "some.rules") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_stands_in_a_file_is_read(tmp_path: Path) -> None:
    first, second = read_rules(write(tmp_path, TEXT))
    assert (first.number, first.title, first.line) == ("8.3a", "A unit stops in a zone", 3)
    assert first.text == "It may move on in the next impulse.\n\nHeadquarters too."
    assert first.log == "the path (D05); without it the move is undecided"
    assert (first.data, first.by) == ("the map", "moves.judge_move")
    assert (second.number, second.by, second.line) == ("10.2", "", 22)


def test_an_example_is_the_difference_of_two_records(tmp_path: Path) -> None:
    (one, two, three), (last,) = (entry.examples for entry in read_rules(write(tmp_path, TEXT)))
    assert one.kept == (RecordLine(11, "on A1: x"), RecordLine(12, "move x A2"))
    told = (ExpectedFinding(Verdict.NOTE, "9.1", ("A1",)), ExpectedFinding(Verdict.VIOLATION, "8.3"))
    assert one.broken == (RecordLine(11, "on A1: x"), RecordLine(13, "move x A3", told))
    assert (one.legal, one.illegal) == (
        "on A1: x\nmove x A2\nexpect ok",
        "on A1: x\nmove x A3\nexpect 8.3\nexpect note 9.1",
    )
    # Without '+' and '-' nothing is broken.
    assert (two.legal, two.broken, two.illegal) == ("on B1: y\nmove y B2\nexpect ok", (), "")
    # A line in one of them alone decides; the last act is told under the rule's own number if nothing else is said.
    assert three.illegal == "on C1: z\npass\nmove z C2\nexpect 8.3a"
    assert three.legal == "on C1: z\nmove z C2\nexpect ok"
    assert last.legal == "end\nexpect ok"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("# Chapter 8.", "Chapter 8.", 1, "expected a rule: its number, two spaces and its title, found 'Chapter 8.'"),
        ("data: the map\n", "", 3, "expected a line 'data: ...' after the explanation (rule 8.3a)"),
        ("data: the map", "date: the map", 9, "expected a key (log, data, by) (rule 8.3a), found 'date'"),
        ("data: the map", "log: the map", 9, "expected 'log:' once, and before the examples (rule 8.3a)"),
        ("data: the map", "data:", 9, "expected words after 'data:' (rule 8.3a)"),
        ("With words.\n", "", 22, "expected an explanation after the title (rule 10.2)"),
        ("  end\n", "", 22, "expected an example (rule 10.2)"),
        ("by: none\n  end\n", "  end\nby: none\n", 27, "expected 'by:' once, and before the examples (rule 10.2)"),
        ("  on B1: y", "    on B1: y", 15, "expected two spaces, '+ ' or '- ' before a line of an example (rule 8.3a)"),
        ("  on B1: y", "on B1: y", 15, "expected a line of an example, or an empty line and the next rule (rule 8.3a)"),
        ("=> note 9.1 A1", "=> remark", 13, "expected after '=>' 'ok', or rule numbers, each after a verdict ("),
        ("10.2  ", "8.3  ", 22, "expected a rule that comes after 8.3a (rule 8.3), found '8.3'"),
        ("10.2  ", "8.3a  ", 22, "expected a rule that comes after 8.3a (rule 8.3a), found '8.3a'"),
        ("  end", "- end", 27, "expected a record that keeps the rule beside the one that breaks it (rule 10.2)"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in TEXT
    path = write(tmp_path, TEXT.replace(old, new, 1))
    with pytest.raises(DataError, match=re.escape(f"{path}, line {line}: {message}")):
        read_rules(path)


def test_a_number_in_two_files_is_an_error_that_names_both(tmp_path: Path) -> None:
    first = write(tmp_path, TEXT)
    second = write(tmp_path, TEXT.replace("8.3a  ", "8.3b  "), "options/other.rules")
    with pytest.raises(DataError) as caught:
        read_rulebook(tmp_path)
    assert str(caught.value) == (
        f"{first}, line 22: expected each rule once (10.2 is in {second}, line 22), found '10.2'"
    )


def test_a_folder_without_rules_and_a_file_of_other_bytes_are_errors(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"expected rulebook files \(\*\.rules\)"):
        read_rulebook(tmp_path)
    (tmp_path / "some.rules").write_bytes(b"8.3a  \xff")
    with pytest.raises(DataError, match=r"some\.rules: expected text in UTF-8"):
        read_rulebook(tmp_path)


def test_a_finding_is_written_with_what_it_names_beyond_the_act() -> None:
    findings = (
        Finding("7.2", Verdict.VIOLATION, "", units=("x", "y"), hexes=()),
        Finding("4.1", Verdict.SKIPPED, "", units=("x",), hexes=()),
    )
    told = RecordLine(1, "attack 1: x > A2").told_by(findings)
    assert told_text(told) == "7.2 y, skipped 4.1"
    assert read_told(told_text(told)) == told
    assert told_text(()) == "ok"
    assert read_told("ok") == ()

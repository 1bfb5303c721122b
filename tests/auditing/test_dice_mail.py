"""Mails of dice servers: the forms that are read, and those that are refused with a sentence."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from trc_module.auditing.dice_mail import read_date, read_dice_mails, without_copies
from trc_module.errors import UserError

HEAD = "From: dice@example.org\nDate: Sun, 3 May 2026 18:22:00 +0200\nSubject: Turn 2\n\n"


def dice(folder: Path, text: str, name: str = "mails.txt") -> list[tuple[tuple[int, ...], str]]:
    """Return the dice of a text of mails, each roll with its label."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return [(roll.dice, roll.label) for roll in read_dice_mails(path)]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("1d6: 5", [((5,), "")]),
        ("battle 2: d6 -> 3", [((3,), "battle 2")]),
        ("3d6: 2 4 5 (total: 11)", [((2, 4, 5), "total")]),
        ("3d6: 11 2 4 5", [((2, 4, 5), "")]),
        ("1d2: 1\n1d20: 20", [((1,), ""), ((20,), "")]),
        ("#S 9999\n#D 1\n#R 1\n9", [((9,), "")]),
        ("2d6 = 3 + 4 = 7", [((3, 4), "")]),
        ("2 x 1d6 => 4, 2", [((4,), ""), ((2,), "")]),
        ("attack K18   [5]\ndamage [2 3]", [((5,), "attack K18"), ((2, 3), "damage")]),
        ("6-sided die x 4\n3 1 2 5", [((3, 1, 2, 5), "")]),
        ("> three ships\n> 6 d6\n  5  3\t6  3  3  3", [((5, 3, 6, 3, 3, 3), "")]),
        ("#S 6\n#D 1\n#R 2\n#C Kiev\n#C Minsk\n3 5", [((3,), "Kiev"), ((5,), "Minsk")]),
        ("#S 6\n#D 2\n#R 2\n#L 1\n3 5\n1 1", [((3, 5), ""), ((1, 1), "")]),
        ("Roll #1: 5\nRoll #2: 3", [((5,), "Roll #1"), ((3,), "Roll #2")]),
        ("Würfelergebnis: 4", [((4,), "Würfelergebnis")]),
        ("Angriff 2, Wurf: 4", [((4,), "Angriff 2, Wurf")]),
        ("Risultato: 3\nTiro 2: 4", [((3,), "Risultato"), ((4,), "Tiro 2")]),
        ("Here are your rolls:\n5\n3", [((5,), "Here are your rolls"), ((3,), "Here are your rolls")]),
    ],
)
def test_rolls_are_read_in_many_forms(tmp_path: Path, body: str, found: list[tuple[tuple[int, ...], str]]) -> None:
    assert dice(tmp_path, HEAD + body) == found
    assert dice(tmp_path, body) == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("hello\n", "line 1: expected a roll, such as '1d6: 5' or 'Roll 1: 5', found none in a mail"),
        ("Subject: gone\n\nno dice today", "line 3: expected a roll, .* found none in the mail 'gone'"),
        ("[3d6]", "expected a roll"),
        ("3d6: 2 4", "line 1: expected 3 dice behind '3d6', found 2"),
        ("3d6: 11", "line 1: expected 3 dice behind '3d6', found 1"),
        ("3d6: 12 2 4 5", "line 1: expected 3 dice behind '3d6', found 4"),
        ("1d6: 5 5", "line 1: expected 1 die behind '1d6', found 2"),
        ("1d1: 1", "line 1: expected dice of at most 20 faces, found '1d1'"),
        # A number of five digits is none of a request.
        ("#S 10000\n#D 1\n#R 1\n9", "line 4: expected a die from 1 to 6, found 9"),
        ("1d6: 9", "line 1: expected a die from 1 to 6, found 9"),
        ("1d100: 5", "line 1: expected dice of at most 20 faces, found '1d100'"),
        ("#S 6\n#D 2\n#R 1\n3 5 1", "line 4: expected as many dice as were asked for, found 1 more"),
        ("#S 6\n#D 2\n#R 2\n3 5 1", "line 4: expected 2 dice a roll, found 1 left over"),
        ("roll: 11", "line 1: expected a die from 1 to 10, found 11"),
        ("", "expected mails of a dice server as text or .eml, found nothing"),
        ("a\0b", "expected mails of a dice server as text or .eml, found bytes that are not text"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        dice(tmp_path, text)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gone\.txt: No such file"):
        read_dice_mails(tmp_path / "gone.txt")


def test_several_mails_of_a_text_are_told_apart(tmp_path: Path) -> None:
    text = HEAD + "1d6: 5\n\nVon: wuerfel@example.org\nDatum: 04.05.2026 09:15\nBetreff: Schlacht 2\n\nWurf: 3\n"
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    first, second = read_dice_mails(tmp_path / "a.txt")
    assert (first.mail.subject, first.mail.when, first.line) == ("Turn 2", datetime(2026, 5, 3, 16, 22, tzinfo=UTC), 5)
    assert (second.mail.subject, second.mail.when, second.line) == (
        "Schlacht 2",
        datetime(2026, 5, 4, 9, 15, tzinfo=UTC),
        11,
    )


@pytest.mark.parametrize("kind", ["plain", "html"])
def test_a_mail_that_a_program_kept_is_read(tmp_path: Path, kind: str) -> None:
    body = "Battle 2\n1d6: 5\n" if kind == "plain" else "<p>Battle 2<br>1d6: <b>5</b></p>\n"
    head = "From: dice@example.org\nMessage-ID: <1@example.org>\nSubject: =?utf-8?q?W=C3=BCrfe?=\n"
    (tmp_path / "a.eml").write_text(f"{head}Content-Type: text/{kind}\n\n{body}", encoding="utf-8")
    (roll,) = read_dice_mails(tmp_path / "a.eml")
    assert (roll.dice, roll.label, roll.mail.subject) == ((5,), "", "Würfe")
    assert "@" not in roll.mail.sender


def test_what_a_mail_has_between_angles_is_kept_unless_it_is_a_page(tmp_path: Path) -> None:
    body = "Kiev <K18> 1d6: 5\n"
    for kind, label in (("plain", "Kiev <K18>"), ("html", "Kiev")):
        (tmp_path / "a.eml").write_text(f"Subject: Turn 2\nContent-Type: text/{kind}\n\n{body}", encoding="utf-8")
        assert [roll.label for roll in read_dice_mails(tmp_path / "a.eml")] == [label]


def test_a_mail_of_a_picture_alone_has_no_roll(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_text("Subject: Turn 2\nContent-Type: image/png\n\nAAAA\n", encoding="utf-8")
    with pytest.raises(UserError, match="found none in the mail 'Turn 2'"):
        read_dice_mails(tmp_path / "a.eml")


@pytest.mark.parametrize("more", [0, 1])
def test_a_thousand_dice_are_the_most_of_a_roll(more: int, tmp_path: Path) -> None:
    text = f"{1000 + more}d6: {'1 ' * (1000 + more)}"
    if not more:
        assert dice(tmp_path, text) == [((1,) * 1000, "")]
        return
    with pytest.raises(UserError, match="line 1: expected dice of at most"):
        dice(tmp_path, text)


@pytest.mark.parametrize(
    "text", ["Sun, 3 May 2026 18:22:00 +0000", "2026-05-03 18:22", "03.05.2026 um 18:22", "5/3/2026 6:22 PM"]
)
def test_dates_are_read_in_the_usual_forms(text: str) -> None:
    assert read_date(text) == datetime(2026, 5, 3, 18, 22, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "yesterday", "31.02.2026", "99.99.9999 25:00"])
def test_another_date_is_none(text: str) -> None:
    assert read_date(text) is None


@pytest.mark.parametrize(
    ("one", "other", "kept"),
    [
        ("Message-ID: <1@x>\n\n1d6: 5", "Message-ID: <1@x>\nSubject: Fwd\n\n1d6: 5", 1),
        ("Message-ID: <1@x>\n\n1d6: 5", "Message-ID: <2@x>\n\n1d6: 5", 2),
        ("Date: 2026-05-03 18:22\n\n1d6: 5", "Date: 2026-05-03 18:22\n\n1d6: 5", 1),
        ("Date: 2026-05-03 18:22\n\n1d6: 5", "Date: 2026-05-03 18:23\n\n1d6: 5", 2),
        ("Subject: a\n\n1d6: 5", "Subject: a\n\n1d6: 5", 1),
        ("Subject: a\n\n1d6: 5", "Subject: b\n\n1d6: 5", 2),
    ],
)
def test_two_copies_of_a_mail_count_once(tmp_path: Path, one: str, other: str, kept: int) -> None:
    for name, text in (("a.txt", one), ("b.txt", other)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    rolls, again = without_copies([*read_dice_mails(tmp_path / "a.txt"), *read_dice_mails(tmp_path / "b.txt")])
    assert (len(rolls), len(again)) == (kept, 2 - kept)


def test_two_rolls_of_one_text_that_look_alike_are_two(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Subject: a\n\n1d6: 5\n\nSubject: a\n\n1d6: 5\n", encoding="utf-8")
    rolls, again = without_copies(read_dice_mails(tmp_path / "a.txt"))
    assert (len(rolls), again) == (2, [])

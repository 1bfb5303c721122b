"""`--dice-mail`: what a dice server mailed, for `audit`, `audits`, `dice` and `archive add`."""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from base64 import b64decode
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.auditing.test_mailed import TRC
from tests.untidy.other_plays import Scripted, parts_of
from tests.untidy.writing import write
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.rules.record import read_record

RIGHT, WRONG = "Subject: battle 1\n\nRoll: 6\n", "Subject: battle 1\n\nRoll: 1\n"


def run(*words: object) -> Result:
    return CliRunner().invoke(group, [str(word) for word in words])


def put(folder: Path, mail: str, name: str = "week1") -> tuple[Path, Path]:
    """Write the log of a battle whose die was rolled elsewhere, and a mail beside it."""
    folder.mkdir(exist_ok=True)
    parts = parts_of("trc")
    record = read_record(f"game: trc\n{TRC.strip()}\n", "a play", lambda *asked: parts.game)
    write(parts, record, folder / f"{name}.vlog", Scripted("DIE", ["drop ROLL"]))
    (folder / f"{name}-dice.txt").write_text(mail, encoding="utf-8")
    return folder / f"{name}.vlog", folder / f"{name}-dice.txt"


def unpacked(page: str) -> str:
    """Return what a page holds for its script."""
    packed = (found for found in re.findall(r"eJ[A-Za-z0-9+/=]{200,}", page))
    return "".join(zlib.decompress(b64decode(each)).decode("utf-8", "replace") for each in packed)


def test_every_form_of_an_audit_tells_of_the_mails(tmp_path: Path) -> None:
    log, mail = put(tmp_path, RIGHT)
    assert (
        "The 6 of week1-dice.txt, line 3 ('Roll') is the die of battle 1"
        in run("audit", log, "--dice-mail", mail).stdout
    )
    tree = json.loads(run("audit", log, "--dice-mail", mail, "--json").stdout)
    assert [(roll["die"], roll["pips"], roll["source"]) for roll in tree["dice"]["rolls"]] == [("mail", 6, str(mail))]
    assert [finding["rule"] for finding in tree["findings"]] == ["log.mail"]
    assert "week1-dice.txt, line 3" in run("audit", log, "--dice-mail", mail, "--format", "sarif").stdout
    page = tmp_path / "page.html"
    assert run("audit", log, "--dice-mail", mail, "--html", page).exit_code == 0
    assert "week1-dice.txt, line 3" in unpacked(page.read_text(encoding="utf-8"))
    assert "6 (mail) for roll 1" in run("dice", log, "--dice-mail", mail).stdout


def test_the_exit_code_rests_on_the_mailed_die(tmp_path: Path) -> None:
    log, mail = put(tmp_path, WRONG)
    assert run("audit", log, "--dice-mail", mail).exit_code == 1
    mail.write_text(RIGHT, encoding="utf-8")
    assert run("audit", log, "--dice-mail", mail).exit_code == 0


@pytest.mark.parametrize("command", [("audit",), ("audits",), ("dice",), ("archive", "a.db", "add")])
def test_what_cannot_be_read_is_one_sentence(
    tmp_path: Path, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    log, mail = put(tmp_path, "no roll at all\n")
    monkeypatch.chdir(tmp_path)
    found = run(*command, log, "--dice-mail", mail)
    assert isinstance(found.exception, UserError)
    assert "week1-dice.txt, line 1: expected a roll" in str(found.exception)
    assert not (tmp_path / "a.db").exists()


def test_of_many_games_each_is_judged_with_the_mails_beside_it(tmp_path: Path) -> None:
    one, right = put(tmp_path / "one", RIGHT)
    other, wrong = put(tmp_path / "other", WRONG)
    found = run("audits", one, other, "--jobs", 1, "--dice-mail", right, "--dice-mail", wrong)
    assert found.exit_code == 1
    assert f"{one}: clean" in found.stdout
    assert f"{other}: 3 violations" in found.stdout
    (tmp_path / "else").mkdir()
    away = right.rename(tmp_path / "else" / "dice.txt")
    lost = run("audits", one, other, "--dice-mail", away)
    assert isinstance(lost.exception, UserError)
    assert "expected the mails beside the logs of their game, found no log in that folder" in str(lost.exception)


def test_in_one_folder_a_mail_is_of_the_log_of_its_name(tmp_path: Path) -> None:
    one, right = put(tmp_path, RIGHT, "one")
    other, wrong = put(tmp_path, WRONG, "other")
    found = run("audits", one, other, "--jobs", 1, "--dice-mail", right, "--dice-mail", wrong)
    assert f"{one}: clean" in found.stdout
    assert f"{other}: 3 violations" in found.stdout


def test_an_archive_judges_with_the_mails_and_keeps_no_address(tmp_path: Path) -> None:
    log, mail = put(tmp_path, f"From: somebody@example.org\n{RIGHT}")
    archive = tmp_path / "a.db"
    added = run("archive", archive, "add", log, "--jobs", 1, "--dice-mail", mail)
    assert added.exit_code == 0, added.output
    with sqlite3.connect(archive) as store:
        (chosen,) = store.execute("SELECT chosen FROM begun").fetchone()
    assert "Roll: 6" in chosen
    assert "example.org" not in chosen

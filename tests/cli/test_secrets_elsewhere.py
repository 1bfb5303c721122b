"""No page, table or archive's output holds a password of a log, however it is packed."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.test_secrets import SECRETS, log
from trc_module.cli.main import group

__all__ = ["log"]

UNSPOKEN = SECRETS[:2]
"""The third was said in the chat, which pages show as it is."""
COMMANDS = (
    "audit {0} --html page.html --write-baseline known.toml",
    "audits {0} --jobs 1 --reports reports",
    "audits {0} --jobs 1 --json",
    "summary {0} --html page.html",
    "victory {0}",
    "victory {0} --json",
    "record {0} -o x.game",
    "archive x.db add {0} --jobs 1 && archive x.db table",
    "archive x.db add {0} --jobs 1 && archive x.db table --html",
    "archive x.db add {0} --jobs 1 && archive x.db statistics --json",
    "archive x.db add {0} --jobs 1 && archive x.db recheck --json --reading C33b --jobs 1",
    "archive x.db add {0} --jobs 1 && archive x.db report pages --jobs 1",
)


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_writes_a_password(words: str, log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "work"
    place.mkdir()
    monkeypatch.chdir(place)
    told = ""
    for command in words.split(" && "):
        result = CliRunner().invoke(group, [word.format(log) for word in command.split()])
        assert result.exit_code in (0, 1), result.exception
        told += result.output
    for path in place.rglob("*"):
        # An archive keeps logs as they are.
        if path.is_file() and path.suffix != ".db":
            told += unpacked(path.read_text(encoding="utf-8"))
    assert told
    assert [secret for secret in UNSPOKEN if secret in told] == []


def unpacked(text: str) -> str:
    """Return a text, and behind it what is packed in it."""
    found = [text]
    for packed in re.findall(r"[A-Za-z0-9+/]{40,}={0,2}", text):
        with suppress(ValueError, zlib.error):
            found.append(zlib.decompress(b64decode(packed)).decode("utf-8", "replace"))
    return "\n".join(found)

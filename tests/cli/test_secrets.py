from __future__ import annotations

import html
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from tests.replay.script import CLEAR, Script
from trc_module.auditing.audit import Audit, audit_log
from trc_module.cli.main import group
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.vassal.commands import AddPiece, AddPlayer, Chat, PrivateNote, PublicNotes, encode_commands
from trc_module.vassal.saves import read_saved_game

SECRETS = ("secret-axis", "secret-russian", "hunter2-left")
HIDDEN = AddPiece(
    "99",
    "hide;;;;\tobs;;;;\\\tmark;unit\\\\\tpiece;;;x.png;thing",
    "secret-axis\tnull;\\\tthing\\\\\tnull;0;0;7;0",
)


@pytest.fixture
def log(parts: ModuleInputs, tmp_path: Path) -> Path:
    """A log that holds names and passwords wherever VASSAL writes them."""
    script = Script(parts, CLEAR + "on J20: ger-41-pz ger-56-pz\non I18: ger-57-pz\n", tmp_path / "game.vlog")
    script.initial = [
        replace(node, name="Hans Meier") if isinstance(node, AddPlayer) and node.side == "Axis" else node
        for node in script.initial
    ]
    script.initial[-1:-1] = [
        PrivateNote("secret-russian", "mine"),
        PrivateNote("hunter2-left", "of one who left"),
        PublicNotes("Hans Meier moves next"),
    ]
    script.raw(HIDDEN).raw(Chat(f"&lt;{html.escape('Bob & Sons')}&gt; - Hans Meier, your turn"))
    script.move("ger-41-pz", "K20").undo().move("ger-57-pz", "Z5").roll_for_something(4).end()
    script.raw(Chat("* Bob &amp; Sons has left with hunter2-left"))
    return script.write()


def said(audit: Audit) -> list[tuple[object, ...]]:
    return [(str(n.finding), n.steps, n.side, n.act) for n in audit.findings]


def test_a_scrubbed_log_audits_the_same_and_holds_no_name_or_password(
    parts: ModuleInputs, log: Path, tmp_path: Path
) -> None:
    clean = tmp_path / "clean.vlog"
    result = CliRunner().invoke(group, ["scrub", str(log), "-o", str(clean)], catch_exceptions=False)
    assert (result.exit_code, result.output) == (0, f"Wrote {clean}.\n")
    before, after = (audit_log(open_log(path, parts)) for path in (log, clean))
    assert said(before) == said(after)
    assert before.violations == 1
    assert [d.text for d in before.acts] == [d.text for d in after.acts]
    game = read_saved_game(clean)
    text = encode_commands([*game.initial, *game.steps])
    assert [word for word in (*SECRETS, "Bob", "Hans") if word in text] == []
    assert "Guest" in text


def test_scrubbing_again_changes_nothing(log: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.vlog", tmp_path / "twice.vlog"
    CliRunner().invoke(group, ["scrub", str(log), "-o", str(once)], catch_exceptions=False)
    CliRunner().invoke(group, ["scrub", str(once), "-o", str(twice)], catch_exceptions=False)
    assert read_saved_game(once).initial == read_saved_game(twice).initial


@pytest.mark.parametrize(
    "words",
    [
        ("audit",),
        ("audit", "--notes", "--strict"),
        ("audit", "--json"),
        ("audit", "--format", "sarif"),
        ("audit", "--format", "junit"),
        ("dice",),
        ("dice", "--json"),
        ("record",),
        ("show",),
        ("show", "--json"),
        ("summary",),
        ("summary", "--json"),
    ],
)
def test_no_command_prints_a_password(log: Path, words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(group, [words[0], str(log), *words[1:]])
    assert result.exit_code in (0, 1), result.exception
    assert result.output
    assert not any(secret in result.output for secret in SECRETS)

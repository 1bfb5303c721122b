from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.replay.script import CLEAR, Script
from tests.replay.test_chain import THREE, next_log
from trc_module.cli.config import AuditDefaults, audit_defaults
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.vassal.commands import AddPiece


@pytest.fixture
def log(parts: ModuleInputs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    script = Script(parts, CLEAR + "on J20: ger-41-pz\non I18: ger-57-pz\n", tmp_path / "game.vlog")
    return script.move("ger-57-pz", "Z5").write()


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["audit", *map(str, words)], catch_exceptions=False)


def test_a_baseline_leaves_out_what_both_players_accepted(log: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.toml"
    assert run(log, "--write-baseline", baseline, "--reason", "a slip, agreed").exit_code == 1
    accepted = run(log, "--baseline", baseline, "--strict")
    assert accepted.exit_code == 0
    assert "accepted by the baseline." in accepted.output
    assert ": violation " not in accepted.stdout


def test_an_entry_without_a_reason_is_refused_and_one_that_fits_nothing_is_told(log: Path, tmp_path: Path) -> None:
    baseline = tmp_path / "known.toml"
    run(log, "--write-baseline", baseline)
    with pytest.raises(UserError, match="entry 1: expected 'reason' to be filled in"):
        run(log, "--baseline", baseline)
    baseline.write_text('[[accepted]]\nrule = "9.9"\nwhen = "never"\nreason = "why not"\n', encoding="utf-8")
    result = run(log, "--baseline", baseline)
    assert result.exit_code == 1
    assert "0 accepted by the baseline; 1 of its entries match nothing." in result.output


def test_the_folders_file_gives_defaults_and_the_command_line_wins(log: Path, tmp_path: Path) -> None:
    (tmp_path / "trc-module.toml").write_text(
        '[audit]\nignore = ["2", "4", "8"]\noptions = ["26.5"]\n', encoding="utf-8"
    )
    assert audit_defaults(tmp_path) == AuditDefaults(("26.5",), (), ("2", "4", "8"))
    clean = run(log)
    assert clean.exit_code == 0
    assert clean.stderr == "trc-module: trc-module.toml says: options 26.5; ignore 2, 4, 8.\n"
    assert run(log, "--ignore", "9").exit_code == 1


def test_what_is_left_out_is_counted(log: Path, tmp_path: Path) -> None:
    found = json.loads(run(log, "--json").stdout)
    count = len(found["findings"])
    assert count == 1
    assert "left-out" not in found
    page = tmp_path / "page.html"
    told = run(log, "--ignore", "2", "--ignore", "4", "--ignore", "8", "--html", page)
    assert told.stdout.splitlines()[-1] == "No violations found among what is shown; left out: 1 violation."
    assert "Not all findings are shown here; left out: 1 violation." in page.read_text(encoding="utf-8")
    hidden = json.loads(run(log, "--json", "--ignore", "2", "--ignore", "4", "--ignore", "8").stdout)
    assert (hidden["findings"], hidden["left-out"]) == ([], {"violation": count})


def test_an_option_that_there_is_not_is_refused(log: Path) -> None:
    with pytest.raises(UserError, match="there is no option 'quick': expected the number of an optional rule"):
        run(log, "--options", "quick")
    assert run(log, "--options", "C61b").exit_code == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[audit]\ncolour = "red"\n',
            "expected one of options, select, ignore, baseline, data in .audit., found 'colour'",
        ),
        ('[audit]\nignore = "8"\n', "expected ignore to be a list of rule numbers"),
        ("[paint]\n", "expected a game and one table .audit., found paint"),
        ("[audit", "expected a TOML file"),
        ('[audit]\ndata = "mine"\n', "expected data to be a folder with your corrections"),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "trc-module.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        audit_defaults(tmp_path)


@pytest.fixture
def two(parts: ModuleInputs, tmp_path: Path) -> tuple[Path, Path]:
    """Two logs of one game, each with a move that is too long."""
    first = Script(parts, THREE, tmp_path / "a.vlog").move("ger-41-pz", "K20", "Z5")
    second = next_log(first, "b.vlog").move("ger-56-pz", "K20", "Z4")
    return first.write(), second.write()


def test_findings_are_shown_from_a_step_of_one_of_the_logs_on(two: tuple[Path, Path]) -> None:
    assert run(*two).output.count("violation 4.1.2c") == 2
    for since in ("b.vlog:1", "3"):
        assert "ger-41-pz" not in run(*two, "--since", since).output
        assert "ger-56-pz" in run(*two, "--since", since).output
    for wrong, said in (
        ("c.vlog:1", "There is no log 'c.vlog' among a.vlog, b.vlog."),
        ("x", "expected a step, as 12"),
    ):
        result = CliRunner().invoke(group, ["audit", *map(str, two), "--since", wrong])
        assert isinstance(result.exception, UserError)
        assert said in str(result.exception)


def test_several_logs_make_one_record(two: tuple[Path, Path]) -> None:
    result = CliRunner().invoke(group, ["record", *map(str, reversed(two))], catch_exceptions=False)
    assert result.output.startswith("# a.vlog\n# b.vlog\ngame: trc\n")
    assert [line for line in result.output.splitlines() if line.startswith("move")] == [
        "move ger-41-pz J20 K20 > Z5",
        "move ger-56-pz J20 K20 > Z4",
    ]


def test_where_a_file_is_damaged_is_told_with_debug_alone(parts: ModuleInputs, tmp_path: Path) -> None:
    script = Script(parts, CLEAR + "on J20: ger-41-pz\n", tmp_path / "game.vlog").move("ger-41-pz", "K20")
    script.initial.insert(1, AddPiece("901", "stack", "Main Map;10;10;902;@@-1"))
    log = script.write()
    plain, debug = (CliRunner().invoke(group, [*words, "audit", str(log)]) for words in ((), ("--debug",)))
    assert "A stack is written before a counter in it; VASSAL leaves that counter out of it." in plain.output
    assert ("902" in plain.output, plain.stderr) == (False, "")
    assert debug.stderr == (
        "game.vlog: command 2: the stack 901 comes before its piece 902, which VASSAL will not put into it.\n"
    )

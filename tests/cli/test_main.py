"""The command line as a program: exit codes, one sentence for bad input, and a quick start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from trc_module import __version__
from trc_module.cli.main import group, main

ROOT = Path(__file__).parents[2]
OPENING = "data/trc/games/opening.game"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "trc_module", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_every_command_is_listed_and_says_what_it_does() -> None:
    done = run("--help")
    assert done.returncode == 0
    files = (ROOT / "trc_module" / "cli" / "commands").glob("[a-z]*.py")
    listed = {line.split()[0]: line.split()[1:] for line in done.stdout.partition("Commands:")[2].splitlines() if line}
    assert set(listed) == {path.stem.replace("_", "-") for path in files}
    assert all(listed.values())


def test_help_shows_no_marks_of_its_own() -> None:
    shown = {
        name: CliRunner().invoke(group, [name, "--help"]).output for name in group.list_commands(click.Context(group))
    }
    assert [name for name, text in shown.items() if "\\b" in text or "\b" in text] == []
    assert '  trc-module commit "italian-sellout yes"  a strategic choice (28.6) with its answer\n' in shown["commit"]


def test_the_version_is_the_packages() -> None:
    assert run("--version").stdout == f"trc-module, version {__version__}\n"


def test_met_expectations_are_0_and_breaches_are_1(tmp_path: Path) -> None:
    assert run("check", OPENING).returncode == 0
    plain = tmp_path / "plain.game"
    text = (ROOT / OPENING).read_text(encoding="utf-8")
    plain.write_text("\n".join(line for line in text.splitlines() if not line.startswith("expect")), encoding="utf-8")
    assert run("check", str(plain)).returncode == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("audit", str(ROOT / OPENING)), "opening.game"),
        (("check", "letter.txt"), "letter.txt, line 1"),
        (("compose", "letter.txt", "-o", "x.vlog"), "letter.txt, line 1"),
        (("show", "letter.txt"), "letter.txt"),
        (("nonsense",), "nonsense"),
        (("build", "--data", "no-such-folder"), "no-such-folder"),
    ],
)
def test_what_cannot_be_done_is_2_with_one_sentence_and_no_traceback(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("letter.txt").write_text("Dear friend,\nhere is my move.\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["trc-module", *words])
    # Whatever else escaped would be a traceback.
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert not Path("x.vlog").exists()


def test_a_program_ends_with_the_code_and_the_sentence() -> None:
    done = run("audit", "nothing.vlog")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("trc-module: ")
    assert done.stderr.count("\n") == 1


def test_starting_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom trc_module.cli.main import group\n"
        "for name in group.list_commands(None): group.get_command(None, name)\n"
        "print(sorted({'lxml', 'PIL', 'shapely', 'numpy', 'msgspec', 'rich', 'jinja2', 'fpdf'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")

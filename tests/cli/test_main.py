"""The command line as a program: exit codes, one sentence for bad input, and a quick start."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from trc_module.cli import groups
from trc_module.cli.groups import OTHER, first_sentence, subcommands
from trc_module.cli.main import group, main
from trc_module.disk_cache import cache_root
from trc_module.version import __version__

ROOT = Path(__file__).parents[2]
posix = pytest.mark.skipif(sys.platform == "win32", reason="a device of POSIX")
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
    listed = re.findall(r"^  ([a-z][a-z-]*)  +\S", done.stdout, re.MULTILINE)
    assert sorted(listed) == sorted(path.stem.replace("_", "-") for path in files)


def test_commands_stand_in_groups_each_with_a_whole_sentence() -> None:
    context = click.Context(group)
    shown = " ".join(CliRunner().invoke(group, ["--help"], terminal_width=110).output.split())
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        sentence = first_sentence(command)
        assert f"{name} {sentence}" in shown
        assert sentence.endswith(".")
    assert "Audit games: audit Judge the log FILE (.vlog) of a game, or the chain of logs that make" in shown
    assert f"{OTHER}:" not in shown, "a command without a group: name it in trc_module/cli/groups.py"


def test_help_names_nothing_that_an_installed_program_has_not() -> None:
    def texts(command: click.Command, context: click.Context) -> Iterator[str]:
        yield command.get_help(context)
        for name, inner in subcommands(context, command).items():
            yield from texts(inner, click.Context(inner, info_name=name, parent=context))

    whole = "\n".join(texts(group, click.Context(group, info_name="trc-module")))
    assert re.findall(r"\S*\b(?:docs|source_art|tests|benchmarks|handbook)/\S*", whole) == []


def test_a_command_without_a_group_is_listed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "GROUPS", {"Rules": ("rules", "rule", "not-installed")})
    listed = dict(group.groups(["audit", "rule", "rules"]))
    assert listed == {"Rules": ["rules", "rule"], OTHER: ["audit"]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["audti"], "There is no command 'audti' (did you mean audit?); 'trc-module --help' lists them."),
        (["errata", "lst"], "There is no command 'lst' (did you mean list?); 'trc-module errata --help' lists them."),
        (["audit", "x.vlog", "--strickt"], "No such option '--strickt'"),
        (["rule", "8.3z"], "There is no rule 8.3z (did you mean 8.3"),
        (["rule", "stakcing"], "No rule names 'stakcing' (did you mean stacking?)"),
        (["map", "--around", "kiew", "-o", "x.png"], "(did you mean Kiev?)"),
        (["map", "--style", "color", "-o", "x.png"], "(did you mean colour?)"),
        (["counters", "--ids", "ger-41-zp", "-o", "x.png"], "(did you mean ger-41-pz?)"),
        (["play", "--scenario", "campagn"], "(did you mean campaign?)"),
        (["play", "--level", "gredy"], "(did you mean greedy?)"),
        (["play", "--options", "26.55"], "there is no option 26.55 (did you mean 26.5?)"),
        (["check", "x.game"], "found 'ger-41-zp'"),
        (["check", "x.game"], "a unit of The Russian Campaign (did you mean ger-41-pz?)"),
    ],
)
def test_a_misspelt_word_is_told_with_what_it_may_have_meant(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.game").write_text("game: trc\non Y20: ger-41-zp\n", encoding="utf-8")
    assert ended_with(monkeypatch, *words) == 2
    assert told in capsys.readouterr().err


def test_a_shell_completes_commands_and_options() -> None:
    def completed(*words: str) -> list[str]:
        found = ShellComplete(group, {}, "trc-module", "_TRC_MODULE_COMPLETE").get_completions(
            list(words[:-1]), words[-1]
        )
        return [item.value for item in found]

    assert completed("au") == ["audit", "audits"]
    assert completed("errata", "pre") == ["preview"]
    assert completed("audit", "--ht") == ["--html"]
    assert completed("map", "--tiles", "A") == ["a4", "a3"]


def test_without_a_command_the_help_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ended_with(monkeypatch) == 0
    out, err = capsys.readouterr()
    assert out.startswith("Usage: trc-module [OPTIONS] COMMAND [ARGS]...\n\n  Build VASSAL modules")
    assert err == ""


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
        (("compose", "latin.game", "-o", "x.vlog"), "latin.game: expected a game record in UTF-8"),
        pytest.param(("check", "/dev/zero"), "expected a text of at most 32 MB", marks=posix),
        pytest.param(("show", "/dev/zero"), "'/dev/zero' is not a file", marks=posix),
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
    Path("latin.game").write_bytes(b"game: trc\n# J\xfcrgen\n")
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


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a command fail as only a bug can, with a word that a terminal would take for an order."""

    def fail(*_: object, **__: object) -> None:
        raise KeyError("\x1b[31m")

    command = group.get_command(click.Context(group), "rule")
    assert command is not None
    monkeypatch.setattr(command, "callback", fail)


def ended_with(monkeypatch: pytest.MonkeyPatch, *words: str) -> object:
    monkeypatch.setattr(sys, "argv", ["trc-module", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


@pytest.mark.usefixtures("broken")
def test_a_fault_of_ours_is_3_with_one_sentence_that_says_where_its_details_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path))
    assert ended_with(monkeypatch, "rule", "8.3") == 3
    out, err = capsys.readouterr()
    (path,) = (cache_root() / "errors").glob("*.error")
    assert out == ""
    assert err.startswith(
        "trc-module: an error in trc-module itself, not in your file: KeyError in test_main.py, line "
    )
    assert err.endswith(f"its details lie in '{path}' (and are shown with --debug before the command).\n")
    assert err.count("\n") == 1
    assert path.read_text(encoding="utf-8").startswith(f"trc-module {__version__}, Python ")
    assert "Traceback (most recent call last):" in path.read_text(encoding="utf-8")


@pytest.mark.usefixtures("broken")
def test_with_debug_its_details_are_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert ended_with(monkeypatch, "--debug", "rule", "8.3") == 3
    err = capsys.readouterr().err
    assert "Traceback (most recent call last):" in err
    assert {letter for letter in err if not letter.isprintable()} == {"\n"}
    assert err.splitlines()[-1].endswith("please report it with the file that led to it: see above.")


@pytest.mark.usefixtures("broken")
def test_where_no_cache_can_be_a_fault_is_told_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TRC_MODULE_CACHE", str(tmp_path / "file"))
    assert ended_with(monkeypatch, "rule", "8.3") == 3
    assert capsys.readouterr().err.endswith("with --debug before the command its details are shown.\n")


@pytest.mark.parametrize("words", [("rule", "8.3a"), ("--help",), ("audit", "--help"), ("errata", "preview", "--help")])
def test_what_is_told_does_not_depend_on_docstrings_being_kept(words: tuple[str, ...]) -> None:
    forgetful = subprocess.run(
        [sys.executable, "-OO", "-m", "trc_module", *words], cwd=ROOT, capture_output=True, check=False
    )
    assert (forgetful.returncode, forgetful.stderr) == (0, b"")
    assert forgetful.stdout.decode("utf-8").replace("\r\n", "\n") == run(*words).stdout


@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("words", ["rule 8.3", "play --level random"])
def test_a_program_without_an_input_or_an_output_works(words: str, closed: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m trc_module {words} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0
    assert "error" not in done.stderr


@posix
def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    start = "import sys; from trc_module.cli.main import main; sys.argv[1:] = ['rule', '8.3']; main()"
    line = f"mkdir gone && cd gone && rmdir ../gone && {shlex.quote(sys.executable)} -c {shlex.quote(start)}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=False)
    told = "trc-module: The folder in which trc-module was started is no longer there: change to another one.\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)


@posix
@pytest.mark.parametrize("words", ["rules", "--help", "archive --help", "facts --json"])
def test_who_does_not_read_the_output_does_not_hear_of_findings(words: str) -> None:
    line = f"{shlex.quote(sys.executable)} -m trc_module {words}; echo $? >&2"
    process = subprocess.Popen(["sh", "-c", line], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == "141\n"
    process.wait()


def test_that_memory_is_short_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def eats(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(type(group), "invoke", eats)
    assert ended_with(monkeypatch, "rule", "8.3") == 2
    assert capsys.readouterr().err == "trc-module: The memory of this computer does not suffice: give a smaller file.\n"


_INTERRUPTED = """
import os, signal, sys

class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupts())
sys.argv[1:] = ["rule", "8.3"]
from trc_module.cli import main
main()
"""


@posix
@pytest.mark.parametrize(
    ("name", "told", "code"),
    [
        ("trc_module.cli.main", "", -2),
        ("click", "", -2),
        ("trc_module.cli.commands.rule", "trc-module: Stopped by the user; no file is half written.\n", 2),
    ],
)
def test_an_interrupt_is_told_in_a_sentence_or_not_at_all(name: str, told: str, code: int) -> None:
    words = [sys.executable, "-c", _INTERRUPTED.format(name=name)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    # A terminal shows ^C, and the sentence stands on a line of its own.
    assert (done.stdout, done.stderr.lstrip("\n"), done.returncode) == ("", told, code)

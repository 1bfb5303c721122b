"""A key is used once on a counter, and so is a menu entry: lint and build refuse a table that says otherwise."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from tests.toy.game import FOLDER, load
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.module.inputs import load_inputs
from trc_module.module.table.commands import keys_of
from trc_module.module.table.key_use import key_problems
from trc_module.module.table_file import TABLE_FILE, read_table
from trc_module.vassal.values import Key

TABLE = TABLE_FILE.as_posix()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the toy's data that may be changed."""
    return shutil.copytree(FOLDER, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__"))


def told(folder: Path, added: str) -> list[str]:
    """Return what is said of the toy's table with something at its end."""
    path = folder / TABLE_FILE
    path.write_text(path.read_text() + added)
    game = load()
    words = load_inputs(game, FOLDER).texts.words
    return [str(problem) for problem in key_problems(read_table(folder), game.grammar, game.roster, folder, words)]


def line_of(folder: Path, text: str) -> int:
    """Return the number of the last line that is a text."""
    lines = (folder / TABLE_FILE).read_text().splitlines()
    return len(lines) - lines[::-1].index(text)


def test_the_toy_uses_each_key_once(folder: Path) -> None:
    assert told(folder, "") == []


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("name", ["nr", "m41", "trp"])
def test_our_games_use_each_key_and_each_entry_once(name: str, language: str) -> None:
    parts = load_inputs(find_game(name), find_spec(name).folder, language)
    table = read_table(parts.folder)
    assert list(key_problems(table, parts.grammar, parts.roster, parts.folder, parts.texts.words)) == []


def test_a_key_that_another_line_has_unless_the_table_says_otherwise(folder: Path) -> None:
    problems = told(folder, '\n[[command]]\nverb = "ARRIVE"\nkey = "E"\n')
    line = line_of(folder, 'key = "E"')
    (first, *_) = problems
    assert first == (
        f"{TABLE}, line {line}: ARRIVE (arrive) and LOSS (lost) of blue foot units have one key, Ctrl+E: expected "
        "another for one of them [one-key]"
    )


@pytest.mark.parametrize(("letter", "own"), [("T", "trail"), ("M", "moved")])
def test_a_key_of_the_modules_own(folder: Path, letter: str, own: str) -> None:
    problems = told(folder, f'\n[[command]]\nverb = "ARRIVE"\nkey = "{letter}"\n')
    assert any(f"ARRIVE (arrive) and the module's own '{own}'" in problem for problem in problems)


def test_two_commands_of_one_name_which_is_their_key(folder: Path) -> None:
    both = '\n[[command]]\nverb = "ARRIVE"\nsides = ["red"]\n' + '\n[[command]]\nverb = "ARRIVE"\ntypes = ["foot"]\n'
    assert any("ARRIVE (arrive) and ARRIVE (arrive) of red foot units" in problem for problem in told(folder, both))


def test_commands_of_different_sides_may_share_a_key(folder: Path) -> None:
    both = "".join(
        f'\n[[command]]\nverb = "ARRIVE"\nname = "arrive-{side}"\nkey = "Z"\nsides = ["{side}"]\n'
        for side in ("red", "blue")
    )
    assert not any("Ctrl+Z" in problem for problem in told(folder, both))


def _for_types(verbs: dict[str, str], more: str = "") -> str:
    return "".join(
        f'\n[[command]]\nverb = "{verb}"\nname = "arrive-{type_}"\nkey = "Z"\ntypes = ["{type_}"]\n{more}'
        for type_, verb in verbs.items()
    )


def test_commands_of_different_types_of_a_side_act_together_if_they_share_a_key(folder: Path) -> None:
    problems = told(folder, _for_types({"horse": "ARRIVE", "foot": "REDUCE"}))
    line = line_of(folder, 'key = "Z"')
    assert [problem for problem in problems if "Ctrl+Z" in problem] == [
        f"{TABLE}, line {line}: ARRIVE (arrive-horse) and REDUCE (arrive-foot) of blue units "
        "have one key, Ctrl+Z, which reaches all selected counters, so that both are carried out: expected another for "
        "one of them [one-key]"
    ]


def test_one_line_for_several_types_may_have_one_key(folder: Path) -> None:
    assert not any("Ctrl+Z" in problem for problem in told(folder, _for_types({"horse": "ARRIVE", "foot": "ARRIVE"})))


def test_one_line_that_does_different_things_to_types_may_not(folder: Path) -> None:
    both = _for_types({"horse": "ARRIVE", "foot": "ARRIVE"}).replace('["foot"]\n', '["foot"]\nbox = "lost"\n')
    (problem,) = (problem for problem in told(folder, both) if "Ctrl+Z" in problem)
    assert "ARRIVE (arrive-horse) and ARRIVE (arrive-foot) of blue units" in problem


@pytest.mark.parametrize(("key", "other"), [("Z", "ARRIVE (arrive)"), ("M", "the module's own 'moved'")])
def test_a_unit_and_a_marker_that_lies_on_it_do_not_share_a_key(folder: Path, key: str, other: str) -> None:
    added = '\n[[command]]\nverb = "ARRIVE"\nkey = "Z"\n'
    added += f'\n[[command]]\nverb = "OPTIONS"\nname = "won"\nkinds = ["control"]\nkey = "{key}"\n'
    found = [problem for problem in told(folder, added) if f"Ctrl+{key}, which reaches all" in problem]
    assert len(found) == 1
    assert f"{other} and OPTIONS (won) of counters of one stack have one key" in found[0]


def test_two_entries_of_one_text(folder: Path) -> None:
    both = "".join(f'\n[[command]]\nverb = "ARRIVE"\nname = "{name}"\n' for name in ("one", "two"))
    assert any(problem.endswith("expected another text for one of them [one-name]") for problem in told(folder, both))


def test_a_key_that_a_table_gives_to_a_line_with_a_role_is_its_key() -> None:
    grammar = load().grammar
    table = read_table(FOLDER)
    (command,) = (each for each in table.command if each.verb == "LOSS")
    changed = msgspec.structs.replace(command, key="Z")
    assert keys_of((changed,), grammar).command("lost") == Key.ctrl("Z")


def test_lint_and_build_refuse_it_and_write_nothing(tmp_path: Path) -> None:
    package = shutil.copytree(FOLDER, tmp_path / "games" / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    path = package / TABLE_FILE
    path.write_text(path.read_text() + '\n[[command]]\nverb = "ARRIVE"\nkey = "E"\n')
    words = ["--games-path", str(tmp_path / "games"), "--game", "toy"]
    module = tmp_path / "toy.vmod"
    checked = CliRunner().invoke(group, [*words, "lint"])
    assert (checked.exit_code, "[one-key]" in checked.output) == (1, True)
    built = CliRunner().invoke(group, [*words, "build", "-o", str(module)])
    assert isinstance(built.exception, UserError)
    assert ("[one-key]" in str(built.exception), module.exists()) == (True, False)

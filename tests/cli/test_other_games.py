"""The commands that take files of any game, on modules as other versions of VASSAL wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.vassal.lint.small_module import SmallModule
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Metadata


def run(*words: object) -> tuple[int, str]:
    """Run a command and return its exit code and all that it prints; anything but a sentence is raised."""
    try:
        result = CliRunner().invoke(group, [*map(str, words)], catch_exceptions=False)
    except UserError as error:
        return 2, str(error)
    return result.exit_code, result.output


def old_module(folder: Path) -> Path:
    """Write a module as VASSAL 3.2 wrote it."""
    small = SmallModule(build_file_name="buildFile", data=Metadata("small", "1.0", vassal_version="3.2.17"))
    small.build_file = small.build_file.replace("VASSAL.build.GameModule", "VASSAL.launch.BasicModule")
    folder.mkdir()
    return small.write(folder)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    return old_module(tmp_path / "old")


def test_a_module_of_vassal_3_2_is_shown(module: Path) -> None:
    code, said = run("show", module)
    assert code == 0
    assert "module 'small', version 1.0" in said


def test_a_module_of_vassal_3_2_is_checked(module: Path) -> None:
    code, said = run("lint", module)
    assert code == 0, said
    assert said.endswith("0 errors, 0 warnings, 0 notes.\n")


def test_a_module_of_vassal_3_2_is_taken_apart_and_put_together(module: Path, tmp_path: Path) -> None:
    assert run("explode", module, tmp_path / "texts")[0] == 0
    assert run("implode", tmp_path / "texts", tmp_path / "again.vmod")[0] == 0
    assert run("diff", module, tmp_path / "again.vmod") == (0, "No difference.\n")


def test_a_module_of_vassal_3_2_is_compared_with_its_successor(module: Path, tmp_path: Path) -> None:
    small = SmallModule()
    small.replace('name="Die"', 'name="Die of six"')
    newer = small.write(tmp_path)
    code, said = run("diff", module, newer)
    assert code == 1
    assert "Die of six" in said
    assert "nextPieceSlotId" not in said


def test_a_save_is_brought_forward_to_and_from_a_module_of_vassal_3_2(module: Path, tmp_path: Path) -> None:
    code, said = run("refresh", module.parent / "campaign.vsav", "--to", module, "-o", tmp_path / "new.vsav")
    assert code == 0, said
    assert said.startswith("1 pieces: 1 found by number.")


def test_a_save_that_would_lose_a_state_is_written_only_with_lossy(tmp_path: Path) -> None:
    small = SmallModule()
    # In the set-up the unit is reduced; the module's has other pictures.
    small.setup_traits[-1] = small.setup_traits[-1].with_state(level=2)
    small.build_file = small.build_file.replace("inf-back.gif", "inf-rear.gif")
    module = small.write(tmp_path)
    new = tmp_path / "new.vsav"
    code, said = run("refresh", tmp_path / "campaign.vsav", "--to", module, "-o", new)
    assert code == 2
    assert "The state of 'Layer' of 1 piece ('Infantry') would be lost" in said
    assert "add --lossy" in said
    assert not new.exists()
    code, said = run("refresh", tmp_path / "campaign.vsav", "--to", module, "-o", new, "--lossy")
    assert code == 0
    assert new.exists()


def test_a_save_of_the_module_under_its_former_name_needs_a_word(tmp_path: Path) -> None:
    small = SmallModule(setup_module=Metadata("smaller", "1.0"))
    module = small.write(tmp_path)
    words = ("refresh", tmp_path / "campaign.vsav", "--to", module, "-o", tmp_path / "new.vsav")
    code, said = run(*words)
    assert code == 2
    assert "of the module 'smaller', not of 'small'" in said
    assert "add --accept-module 'smaller'" in said
    assert run(*words, "--accept-module", "smaller")[0] == 0
    assert (tmp_path / "new.vsav").exists()

"""What `import trc_module` offers: its names, its examples, what it says of what it cannot read."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import trc_module as tm
from tests.archive.games import chain
from trc_module.api import games
from trc_module.errors import UserError
from trc_module.module.inputs import ModuleInputs
from trc_module.report.as_json import audit_json
from trc_module.vassal import Entry, component, serialize, write_archive

AT = """game: trc
at: turn 2 axis impulse 1 movement clear
on Y20: ger-12-inf
"""


def test_every_name_is_there() -> None:
    assert sorted(tm.__all__) == tm.__all__
    assert all(getattr(tm, name) is not None for name in tm.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'chess'"):
        tm.chess  # type: ignore[attr-defined]  # noqa: B018


def test_its_examples_print_what_they_say() -> None:
    for module in (tm, games):
        result = doctest.testmod(module)
        assert (result.failed, result.attempted > 0) == (0, True)


def test_to_import_it_loads_nothing_of_weight() -> None:
    code = "import sys, trc_module; print(*sorted(m for m in sys.modules if m.startswith('trc_module')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["trc_module", "trc_module.lazy", "trc_module.version"]


def test_a_position_tells_its_acts_and_what_follows() -> None:
    at = tm.position(AT)
    moves = at.legal("move", "ger-12-inf")
    assert len(moves) == len(set(moves)) == 58
    assert all(move.startswith("move ger-12-inf Y20 ") for move in moves)
    assert all(not any(finding.accuses for finding in at.told(move)) for move in moves[::10])
    assert set(moves) <= set(at.legal("move"))
    later = at.after("move ger-12-inf Y20 Y19")
    assert "on Y19: ger-12-inf" in str(later)
    assert "on Y20: ger-12-inf" in str(at)


def test_a_position_is_that_after_the_acts_of_its_record() -> None:
    assert "on Y19: ger-12-inf" in str(tm.position(AT + "move ger-12-inf Y20 Y19"))


def test_a_game_without_listers_lists_its_acts() -> None:
    at = tm.position("game: nr\nat: turn 2 axis organization\nscenario: campaign")
    assert at.legal("end") == ["end"]
    assert at.legal("improve") == []


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("move ger-12-inf Y20 Y18", "line 1: expected a neighbour of Y20"),
        ("move ger-12-inf Y21 Y20", "the act 'move ger-12-inf Y21 Y20': ger-12-inf is in Y20, not in Y21"),
        ("end; end", "line 1: expected one act"),
        ("on Y20: ger-12-inf", "line 1: expected an act"),
        ("expect ok", "line 1: expected an act before"),
    ],
)
def test_what_is_no_act_is_told(act: str, told: str) -> None:
    with pytest.raises(UserError) as error:
        tm.position(AT).told(act)
    assert told in str(error.value)


def test_what_the_game_has_not_is_told() -> None:
    at = tm.position(AT)
    with pytest.raises(UserError, match="The Russian Campaign has no act 'mve'"):
        at.legal("mve")
    with pytest.raises(UserError, match="The Russian Campaign has no unit 'ger-13-infx'"):
        at.legal("move", "ger-13-infx")
    with pytest.raises(UserError, match="Acts 'bid' cannot be listed"):
        at.legal("bid")
    with pytest.raises(UserError, match="There is no game 'chess'"):
        tm.game("chess")


def test_an_audit_tells_what_the_command_tells(parts: ModuleInputs, tmp_path: Path) -> None:
    logs = chain(parts, tmp_path)
    found = tm.audit(*logs)
    assert [act.text for act in found.acts if act.text.startswith("move")] != []
    assert audit_json(found.audit, found.audit.findings).count('"rule"') == len(found.to_dict()["findings"])
    assert [each.to_dict() for each in found.findings] == found.to_dict()["findings"]
    assert [str(each).startswith("step ") for each in found.findings] == [True] * len(found.findings)


def test_an_audit_of_nothing_is_refused() -> None:
    with pytest.raises(UserError, match="Expected a log"):
        tm.audit()


def test_modules_and_saves_are_loaded(parts: ModuleInputs, tmp_path: Path) -> None:
    (log, _) = chain(parts, tmp_path)
    assert tm.load(log).is_log  # type: ignore[union-attr]
    module = tmp_path / "hills.vmod"
    write_archive(module, [Entry("buildFile.xml", serialize(component("GameModule", name="Hills", version="1")))])
    found = tm.load(str(module))
    assert isinstance(found, tm.ModuleFile)
    assert (found.root.get("name"), found.entries, found.metadata) == ("Hills", ("buildFile.xml",), None)
    write_archive(tmp_path / "none.zip", [Entry("readme", b"")])
    with pytest.raises(UserError, match="it is not a VASSAL module"):
        tm.load(tmp_path / "none.zip")

"""Sea moves in the logs of other modules: no line says how a unit went, so only what holds of any way is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.profiles.by_the_engine import audited, story
from tests.profiles.standin import TRC4
from trc_module.module.inputs import ModuleInputs

BEGIN = "at: turn 2 russian impulse 1 movement clear\non DD24: {}\non R12: rus-6-inf\n"
SAIL = "sea transfer {} DD24 JJ23 roll 2\nend\nend\n"
FORCES = "on W17: rus-8-tank\non W18: ger-6-inf\n"
BATTLE = "attack 1: rus-8-tank x ger-6-inf\nroll 1: 5\n"


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        pytest.param(BEGIN + "end\nend\n" + SAIL, set(), id="in the movement phase"),
        pytest.param(BEGIN + "end\nend\nend\n" + SAIL, set(), id="before the first die the movement may go on"),
        pytest.param(
            BEGIN + FORCES + "end\nend\nend\n" + BATTLE + SAIL,
            {"12.1c"},
            id="behind a die it moved late",
        ),
    ],
)
def test_a_sea_move_is_named_by_what_holds_of_any_way(
    text: str, rules: set[str], parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "sea.vlog"
    TRC4.write_log(parts, story(text.format("rus-1-tank", "rus-1-tank")), path, phases=True)
    findings = audited(path, parts, profiles["TRC4"]).findings
    assert {noted.finding.rule for noted in findings if noted.finding.accuses} == rules


def test_a_unit_that_may_not_move_at_all_may_not_sail(
    parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    path = tmp_path / "sea.vlog"
    TRC4.write_log(parts, story((BEGIN + "end\nend\n" + SAIL).format("rus-4-inf", "rus-4-inf")), path, phases=True)
    (told,) = [n.finding for n in audited(path, parts, profiles["TRC4"]).findings if n.finding.accuses]
    assert (told.rule, told.units) == ("4.2.3a", ("rus-4-inf",))

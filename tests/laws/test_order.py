"""A sample of `python -m tests.laws --order`, and of what the switch of the suite sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.laws.cutting import PhaseByPhase
from tests.laws.ordering import late_removals
from tests.laws.playing import Told, audited, parts_of, told
from tests.laws.repeating import Repeating
from tests.untidy.habits import LATE, Rates
from trc_module.auditing.audit import CHECKED
from trc_module.auditing.order import OrderError, out_of_order
from trc_module.rules.actions import Action
from trc_module.rules.interpretation import LogStep
from trc_module.rules.record import read_record


@pytest.mark.parametrize(("name", "seed"), [("nr", 1), ("m41", 2)])
def test_removals_that_come_late_are_read_in_their_order(name: str, seed: int, tmp_path: Path) -> None:
    found = list(late_removals(told(name, seed, 2, tmp_path), tmp_path, 3))
    assert len(found) == 3
    assert [one for one in found if one.broken] == []


@pytest.mark.parametrize(("name", "rates"), [("nr", Rates()), ("m41", LATE), ("toy", Rates())])
def test_an_untidy_log_is_read_in_its_order(name: str, rates: Rates, tmp_path: Path) -> None:
    game = told(name, 2, 1, tmp_path)
    audit = audited(game, tmp_path / "a.vlog", PhaseByPhase(game, rates))
    assert list(out_of_order(audit)) == []


BATTLE = """game: nr
at: turn 3 axis movement
on K11: ger-6
on K12: sov-south
end
end
"""


def battle(folder: Path, die: str = "2") -> tuple[Told, Repeating]:
    parts = parts_of("nr", frozenset(), folder)
    record = read_record(BATTLE, "battle", lambda name, options: parts.game)
    acts = tuple(line.entry for line in record.lines if isinstance(line.entry, Action))
    game = Told("nr", 0, 0, parts, record.start, acts, won=False)
    goal = record.start.place("sov-south")
    assert goal is not None
    # A plain die, the defender taken off, the attacker dragged into its hex and taken off late.
    fought = [
        LogStep((("DIE", {"die": die}),)),
        LogStep((), (("sov-south", "destroyed"),)),
        LogStep((), (("ger-6", goal),)),
        LogStep((), (("ger-6", "destroyed"),)),
    ]
    return game, Repeating([[], fought])


def test_a_unit_taken_off_late_does_not_stay_on_the_map(tmp_path: Path) -> None:
    game, player = battle(tmp_path)
    audit = audited(game, tmp_path / "a.vlog", player)
    assert audit.end.place("ger-6") == "destroyed"
    assert [noted.finding.rule for noted in audit.findings if noted.finding.rule == "log.phase"] == []


def test_the_switch_raises_where_a_counter_is_left_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trc_module.auditing.lawful.keeps_order", lambda log, phases: True)
    # With this die nobody can have attacked: nothing explains the last removal.
    game, player = battle(tmp_path, "6")
    with pytest.raises(OrderError, match="ger-6: in "):
        audited(game, tmp_path / "a.vlog", player)
    monkeypatch.delenv(CHECKED)
    game, player = battle(tmp_path, "6")
    audited(game, tmp_path / "a.vlog", player)

"""Logs and records in which units have the ids that they had once, or ids that nobody knows."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.replay.script import Script, acts, told
from trc_module.auditing.audit import Audit, audit_chain, audit_log
from trc_module.facts import DataError
from trc_module.games import find_game, load_game
from trc_module.games.trc import fixed_ids
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.record import Expect, action_text, read_record
from trc_module.vassal.commands import ChangeProperty, Chat

Begin = Callable[[str], Script]
Errata = Callable[[str], ModuleInputs]
COMBAT = "at: turn 2 axis impulse 1 combat clear\non P20: ger-47-pz ger-39-pz\non P19: rus-24-inf\n"


@pytest.fixture
def corrected(tmp_path: Path) -> Errata:
    """The game with one correction of an owner's."""

    def load(correction: str) -> ModuleInputs:
        overlay = tmp_path / "own"
        (overlay / "errata").mkdir(parents=True)
        sheet = 'title = "A letter"\ndate = 2026-11-22\nsource = "erratum:letter"\n\n[[correction]]\n'
        (overlay / "errata" / "0001-letter.toml").write_text(sheet + correction, encoding="utf-8")
        return load_inputs(load_game("trc", frozenset(), overlay), data_dir() / "trc")

    return load


@pytest.fixture
def fought(script: Begin) -> Script:
    log = script(COMBAT)
    for unit in ("ger-47-pz", "ger-39-pz"):
        log.say(f"ATT b=1 u={unit}")
    log.say("DEF b=1 u=rus-24-inf")
    log.raw(Chat('* *** TRC1 ROLL b=1 die=1 odds=5-1 by="Axis"'), ChangeProperty("Die_result", "", "1", "Module"))
    log.say("LOSS b=1 u=rus-24-inf", by="russian")
    return log


def audited(log: Script, parts: ModuleInputs) -> Audit:
    return audit_log(open_log(log.write(), parts))


def test_a_log_with_the_old_id_of_a_unit_is_judged_as_before(fought: Script, corrected: Errata) -> None:
    before = fought.audit()
    after = audited(fought, corrected('unit = "ger-39-pz"\nrename = "ger-93-pz"\n'))
    assert acts(before)[0] == "attack 1: ger-47-pz ger-39-pz x rus-24-inf"
    assert acts(after) == [text.replace("ger-39-pz", "ger-93-pz") for text in acts(before)]
    assert told(after) == told(before)


def test_a_log_from_before_a_renaming_goes_on_in_one_from_after_it(script: Begin, corrected: Errata) -> None:
    parts = corrected('unit = "ger-39-pz"\nrename = "ger-93-pz"\n')
    old = script(COMBAT).move("ger-47-pz", "Q20", "P20")
    renamed = COMBAT.replace("ger-39-pz", "ger-93-pz")
    new = Script(parts, renamed, old.path.with_name("b.vlog"), lambda *_: parts.game).move("ger-93-pz", "Q20")
    chain = join_logs([open_log(log.write(), parts) for log in (old, new)])
    assert chain.links[1].differences == ()
    assert [n.finding.rule for n in audit_chain(chain).findings] == ["log.back", "log.move"]


def test_a_record_may_name_a_unit_by_its_old_id(corrected: Errata) -> None:
    game = corrected('unit = "ger-39-pz"\nrename = "ger-93-pz"\n').game
    record = read_record(f"game: trc\n{COMBAT}attack 1: ger-39-pz x rus-24-inf\n", "old", lambda *_: game)
    assert record.start.place("ger-93-pz") == game.board.grid.hex("P20")
    (entry,) = record.entries
    assert not isinstance(entry, Expect)
    assert action_text(game, entry) == "attack 1: ger-93-pz x rus-24-inf"


def test_what_hangs_on_a_unit_that_the_data_do_not_know_is_undecided(fought: Script, corrected: Errata) -> None:
    parts = corrected('unit = "ger-39-pz"\nretire = true\n')
    audit = audited(fought, parts)
    assert [line for line in told(audit) if line.split()[1] in ("violation", "doubt")] == []
    assert "4 undecided 13.1a" in told(audit)
    text = next(n.finding.sentence for n in audit.findings if n.finding.rule == "13.1a")
    assert text.endswith("But ger-39-pz took part in this turn, and our data do not know what that is.")


@pytest.mark.parametrize("unit", ["rus-stavka", "ger-11-mot", "ger-hitler", "ger-1-ss-pz"])
def test_a_unit_that_rules_name_keeps_its_id(corrected: Errata, unit: str) -> None:
    with pytest.raises(DataError, match=rf"0001-letter.toml, line 6, field 'unit': .* no rule names .* found '{unit}'"):
        corrected(f'unit = "{unit}"\nrename = "x-1-inf"\n')
    assert unit in find_game("trc").side_of


def test_all_units_that_the_rules_name_by_their_ids_are_listed() -> None:
    # A rule that looks for an id which a correction has changed would not apply, and nobody would notice.
    room = Path(fixed_ids.__file__).parent
    found = set()
    for path in (*room.rglob("*.py"), *(room.parents[1] / "module").rglob("*.py")):
        # A check of the counters tells of one that is not there.
        if path.name not in ("fixed_ids.py", "counter_checks.py"):
            constants = (node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if _is_text(node))
            found.update(find_game("trc").side_of.keys() & constants)
    assert found == fixed_ids.NAMED


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)

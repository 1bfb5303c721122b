"""The module's calculation of battles, in the real engine, against the rules engine; more of them: reckoned_battles."""

from __future__ import annotations

import random
from pathlib import Path

from tests.referee.engine import Engine
from tests.referee.reckoned_battles import Tables
from trc_module.module.inputs import ModuleInputs


def test_the_module_reckons_battles_as_the_rules_engine_does(
    referee: Engine, module_file: Path, parts: ModuleInputs, tmp_path: Path
) -> None:
    tables = Tables(referee.keep(module_file), parts, tmp_path, random.Random(23))
    differ = [each for each in tables.battles(12) if each.ours != each.theirs]
    assert differ == []

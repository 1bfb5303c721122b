from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.auditing.audit import Audit
from trc_module.module.inputs import ModuleInputs

HEADER = """\
at: turn 1 axis impulse 1 movement clear
on J20: ger-41-pz ger-56-pz
on I18: ger-57-pz
on K18: rus-3-inf
"""


@pytest.fixture
def script(parts: ModuleInputs, tmp_path: Path) -> Script:
    """A log with a good move, a taken back one, two violations and something that it does not explain."""
    log = Script(parts, HEADER, tmp_path / "game.vlog")
    log.move("ger-41-pz", "K20", "L20").move("ger-56-pz", "J21", "J20")
    log.move("ger-57-pz", "Z5").move("rus-3-inf", "L18").end().roll_for_something(4)
    return log


@pytest.fixture
def audit(script: Script) -> Audit:
    return script.audit()

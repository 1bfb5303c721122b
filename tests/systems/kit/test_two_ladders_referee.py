"""Units of one side whose types lose steps in two ways, in the real engine: a key turns those that it is for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.module.table.test_clicks import sit_down
from tests.referee.engine import Engine
from trc_module.module.inputs import load_inputs
from trc_module.systems.kit.game import Kit

FACES = ["id, face, combat, move, defence, steps, source, doubt"]


@pytest.fixture
def steps(hills: Path) -> Path:
    """North's foot begin at full strength and lose a step onto their back; its horse begins on its weaker face."""
    path = hills / "vocabulary.toml"
    text = path.read_text(encoding="utf-8")
    assert '# faces = ["reduced"]' in text
    path.write_text(text.replace('# faces = ["reduced"]', 'faces = ["half", "full"]\nimproved = ["full"]'), "utf-8")
    rows = list(FACES)
    for unit in ("north-1", "north-2", "north-h", "south-1", "south-2", "south-h"):
        face, left = ("half", 1) if unit in ("north-1", "north-2") else ("full", 2)
        rows.append(f"{unit}, {face}, 2, 2, 3, {left}, rulebook:1.2")
    (hills / "faces.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return hills


def test_a_key_turns_the_types_that_it_is_for_and_no_others(steps: Path, referee: Engine, tmp_path: Path) -> None:
    parts = load_inputs(Kit(steps).load(), steps)
    hand = sit_down(referee, parts, tmp_path, {"north-1": "C3", "north-h": "C3"}, 0)
    assert (hand.game.report.complaints, hand.game.last.complaints) == ((), ())

    def levels() -> list[str]:
        return [hand.game.pieces(hand.ids[unit])[0].properties["Steps_Level"] for unit in ("north-1", "north-h")]

    # Horse begins on its weaker face: somebody has put it at full strength.
    hand.game.send_key(hand.ids["north-h"], "NextFace")
    seen = [levels()]
    for unit, key in (("north-h", "ctrl R"), ("north-1", "ctrl L"), ("north-1", "ctrl R"), ("north-h", "ctrl L")):
        hand.select_and_press(unit, key)
        seen.append(levels())
    assert seen == [["1", "2"], ["1", "2"], ["1", "2"], ["2", "2"], ["2", "1"]]

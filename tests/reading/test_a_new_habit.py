"""A habit is added as CONTRIBUTING.md has it: a witness, a file of four names and one function, an entry in HABITS."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.reading.test_habits import WITNESSES, told
from trc_module.reading import habits

RECIPE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## Add a habit")[1]
FILE = '''"""Said the same twice."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence

READ_AS = "said once"
PRICE = 1
NOTE = "What step {step} says has been said before; it counts once."
WITNESS = "an interceptor named twice"


def proposals(evidence: Evidence) -> Iterator[Change]:
    """Yield each line that repeats an earlier one word by word, set aside."""
    said = []
    for line in evidence.lines:
        if (line.says.verb, line.says.fields) in said:
            yield Change(PRICE, __name__, NOTE.format(step=line.step), out=(line,))
        said.append((line.says.verb, line.says.fields))
'''


def loaded(folder: Path) -> ModuleType:
    path = folder / "said_twice.py"
    path.write_text(FILE, encoding="utf-8")
    spec = spec_from_file_location("said_twice", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_habit_by_the_recipe_explains_its_witness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = loaded(tmp_path)
    others = tuple(habit for habit in habits.HABITS if habit.WITNESS != mine.WITNESS)
    monkeypatch.setattr(habits, "HABITS", others)
    assert WITNESSES[mine.WITNESS]["told"] in told(mine.WITNESS, tmp_path)
    monkeypatch.setattr(habits, "HABITS", (*others, mine))
    assert told(mine.WITNESS, tmp_path) == []


def test_every_habit_has_what_the_recipe_names() -> None:
    names = ("READ_AS", "PRICE", "WITNESS", "proposals")
    assert all(f"`{name}" in RECIPE for name in names)
    assert [(habit.__name__, name) for habit in habits.HABITS for name in names if not hasattr(habit, name)] == []
    assert len(FILE.splitlines()) < 30

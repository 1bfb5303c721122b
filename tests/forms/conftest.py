"""The toy game with forms: it lacks a defence factor, has assumed one column of results, one counter, and its grid."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from trc_module.gamespec import GAMES_PATH

TOY = Path(__file__).parents[1] / "toy"
FORMS = """
[[form]]
id    = "factors"
file  = "units.csv"
title = "Factors of the units"
where = "at the foot of each counter"
rules = ["C2"]
[form.field.combat]
what = "the attack factor"
unit = "factors"
[form.field.defence]
what = "the defence factor"
unit = "factors"

[[form]]
id    = "faces"
file  = "faces.csv"
title = "Other faces"
where = "on the back of each counter"
[form.field.defence]
what = "the defence factor"

[[form]]
id    = "battle"
file  = "charts/battle.toml"
title = "The results table"
where = "the card with the results"
rules = ["C2", "C3"]
only  = { table = ["results"] }
[form.field.dice]
what = "the results of the die, from its least number on"

[[form]]
id    = "terrain"
file  = "map/hexes.csv"
title = "Terrain"
where = "on the map"
rules = ["M3"]
[form.field.terrain]
what = "the terrain"

[[form]]
id      = "walls"
file    = "map/hexsides.csv"
title   = "Walls"
where   = "on the map"
only    = { kind = ["wall"] }
lines   = 2
columns = ["kind"]
[form.field.hexes]
what = "the two hexes, with a blank between them"

[[form]]
id    = "grid"
file  = "map/grid.toml"
title = "The grid"
where = "on the map"
[form.field.shifted]
what = "1 if hex 0201 lies half a hex further on than 0101, else 0"
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of data of a toy game with forms, which commands find by its name."""
    games = tmp_path / "games"
    folder = Path(shutil.copytree(TOY, games / "toy", ignore=shutil.ignore_patterns("*.py", "__pycache__")))
    (folder / "forms.toml").write_text(FORMS, encoding="utf-8")
    replace(folder / "map" / "grid.toml", 'source      = "rulebook:G1"', 'source      = "assumed:the corner is torn"')
    replace(folder / "map" / "hexes.geojson", '"hex": "0102", "terrain": "meadow", "source": "rulebook:G1"',
            '"hex": "0102", "terrain": "meadow", "source": "assumed:a stain"')  # fmt: skip
    monkeypatch.setenv(GAMES_PATH, str(games))
    return folder


def replace(path: Path, old: str, new: str) -> None:
    """Replace a text that stands in a file once."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")

"""Forms as files and as a page."""

from __future__ import annotations

from pathlib import Path

from trc_module.forms import asked_of
from trc_module.forms.page import page
from trc_module.forms.writing import files_of


def test_the_files_hold_each_missing_datum_once(toy: Path) -> None:
    files = files_of(asked_of(toy))
    assert list(files) == [
        "units.csv",
        "faces.csv",
        "charts/battle.toml",
        "map/hexes.csv",
        "map/hexsides.csv",
        "map/grid.toml",
    ]
    assert files["units.csv"].splitlines() == [
        "# Factors of the units",
        "# Where to find it: at the foot of each counter.",
        "#   combat: the attack factor, in factors",
        "#   defence: the defence factor, in factors",
        "# What waits for it: rules C2.",
        "#",
        "# Fill in the empty cells. A line without an entry is not used; columns that begin with # are not read.",
        "",
        "id    , #what            , combat, defence, #assumed",
        "blue-g, Waterland G Gun  ,       ,        ,",
        "grey-h, Stoneholm H Horse,       ,        , combat 5; defence 3",
    ]
    assert files["map/hexes.csv"].splitlines()[-2:] == ["hex , terrain, #assumed", "0102,        , meadow"]
    assert files["map/hexsides.csv"].splitlines()[-1] == "kind, hexes"
    assert files["map/grid.toml"].splitlines()[-2:] == ["[grid]", 'shifted = ""']
    assert files["charts/battle.toml"].splitlines()[-2] == "[results.siege.3-1]"


def test_empty_forms_change_nothing(toy: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    for name, text in files_of(asked_of(toy)).items():
        (mine / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / name).write_text(text, encoding="utf-8")
    assert asked_of(toy, mine) == asked_of(toy)
    assert sum(each.filled for each in asked_of(toy, mine)) == 0


def test_the_page_has_a_box_for_each_datum(toy: Path) -> None:
    text = page(asked_of(toy), "Forms <of> Toy", "Fill in.")
    assert "Forms &lt;of&gt; Toy" in text
    assert [text.count(f'<section id="{name}">') for name in ("factors", "battle", "walls", "grid")] == [1, 1, 1, 1]
    results = text.partition('<section id="battle">')[2].partition("</section>")[0]
    assert results.count('class="box"') == 10
    walls = text.partition('<section id="walls">')[2].partition("</section>")[0]
    assert walls.count('class="box"') == 4

from __future__ import annotations

import re
from pathlib import Path

from tests.art.counters.samples import marker, unit
from trc_module.art.counters.preview import CounterChange, Section, counter_changes, differences, preview_page
from trc_module.roster import PieceNumbers, Roster, Unit
from trc_module.roster.markers import Marker

STRONGER = CounterChange(unit(), unit(combat=8))


def _roster(*items: Unit | Marker, formerly: dict[str, str] | None = None) -> Roster:
    return Roster(
        units={i.id: i for i in items if isinstance(i, Unit)},
        markers={i.id: i for i in items if isinstance(i, Marker)},
        numbers=PieceNumbers({}, {}),
        numbers_path=Path("piece_numbers.csv"),
        formerly=formerly or {},
    )


def test_counters_are_compared_by_id_and_a_renamed_one_is_one_change() -> None:
    before = _roster(unit(), unit(id="ger-3-pz"), unit(id="ger-gone-pz"), marker())
    after = _roster(
        unit(combat=8),
        unit(id="ger-4-pz", name="4"),
        unit(id="ger-new-pz"),
        marker(),
        formerly={"ger-4-pz": "ger-3-pz"},
    )
    found = [(c.before and c.before.id, c.after and c.after.id) for c in counter_changes(before, after)]
    assert found == [
        ("ger-47-pz", "ger-47-pz"),
        ("ger-3-pz", "ger-4-pz"),
        (None, "ger-new-pz"),
        ("ger-gone-pz", None),
    ]


def test_a_change_names_its_data_and_the_faces_that_are_redrawn() -> None:
    assert differences(STRONGER) == ("combat 7 → 8",)
    assert STRONGER.redrawn() == ("front",)
    assert CounterChange(unit(), unit(area="", stacks="none")).redrawn() == ("back",)
    assert CounterChange(unit(), unit(option="26.4")).redrawn() == ()
    assert CounterChange(None, marker(back="")).redrawn() == ("front",)
    assert differences(CounterChange(unit(), None)) == ("gone",)


def test_the_page_shows_before_and_after_and_asks_nothing_of_the_net() -> None:
    quiet = CounterChange(unit(id="ger-1-pz"), unit(id="ger-1-pz", option="26.4"))
    page = preview_page(
        "<Errata>", [STRONGER, quiet], ["12 May"], [Section("Charts", []), Section("Findings", ["3-1"])]
    )
    assert page.count('src="data:image/png;base64,') == 2
    assert re.findall(r'alt="([^"]*)"', page) == ["ger-47-pz, front, before", "ger-47-pz, front, after"]
    assert "<h1>&lt;Errata&gt;</h1>" in page
    assert "Counters that are redrawn: 1" in page
    assert "<li>ger-1-pz: option none → 26.4</li>" in page
    assert "<h2>Charts</h2>\n<p>None.</p>" in page
    assert "http" not in page
    assert "<script" not in page

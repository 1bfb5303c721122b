from __future__ import annotations

import re
from pathlib import Path

from lxml import etree

from tests.replay.script import Script
from trc_module.hexgrid import hexes
from trc_module.module.inputs import ModuleInputs
from trc_module.report.ground import ground_held
from trc_module.report.plots import bars, lines
from trc_module.report.summary import summary_tree
from trc_module.report.summary_page import summary_page
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.state import Deployment


def texts(svg: str, kind: str) -> list[str]:
    return [str(text.text) for text in etree.fromstring(svg).iter("text") if text.get("class") == kind]


def test_a_line_has_a_point_for_each_value_and_ends_at_a_round_number() -> None:
    svg = lines("Ground", ["1", "2", "3"], {"axis": [100, 400, 90], "russian": [860, 500, 861]})
    assert texts(svg, "tick") == ["0", "300", "600", "900", "1200"]
    assert texts(svg, "label") == ["1", "2", "3"]
    points = [line.get("points", "").split() for line in etree.fromstring(svg).iter("polyline")]
    assert [len(p) for p in points] == [3, 3]
    assert points[0][0].split(",")[0] == points[1][0].split(",")[0]


def test_bars_are_as_high_as_their_values_and_none_is_drawn_for_nothing() -> None:
    root = etree.fromstring(bars("Losses", ["1", "2"], {"axis": [1, 0], "russian": [2, 4]}))
    drawn = {bar[0].text: float(bar.get("height", "")) for bar in root.iter("rect") if len(bar)}
    assert list(drawn) == ["axis, 1: 1", "russian, 1: 2", "russian, 2: 4"]
    assert drawn["russian, 2: 4"] == 2 * drawn["russian, 1: 2"] == 4 * drawn["axis, 1: 1"]


def test_ground_is_whose_unit_is_nearer(script: Script) -> None:
    game = script.parts.game
    board, start = game.board, game.start("none", frozenset())
    places = {"axis": {"ger-41-pz": board.grid.hex("K21")}, "russian": {"rus-3-inf": board.grid.hex("K19")}}
    state = start.changed(forces=FrozenMap({s: Deployment(FrozenMap(at)) for s, at in places.items()}))
    held = ground_held(board, state, game.sides)
    assert 0 < held["axis"] < held["russian"]
    assert sum(held.values()) < len(list(hexes(board.land)))


def test_the_report_has_a_plot_each_of_ground_losses_and_odds(parts: ModuleInputs, tmp_path: Path) -> None:
    header = "at: turn 1 axis impulse 2 movement clear\non Y17: ger-41-pz ger-47-pz\non X17: rus-24-inf\n"
    script = Script(parts, header, tmp_path / "game.vlog").end()
    for line in ("ATT b=1 u=ger-41-pz", "ATT b=1 u=ger-47-pz", "DEF b=1 u=rus-24-inf", "ROLL b=1 die=6 result=DE"):
        script.say(line)
    audit = script.say("LOSS b=1 u=rus-24-inf").audit()
    (battle,) = summary_tree(audit)["turns"][0]["parts"][0]["battles"]
    assert battle["odds"] == "3-1"
    page = summary_page(audit)
    # Each for a wide page and for a narrow one.
    assert re.findall(r'<svg viewBox="0 0 (\d+) 260"', page) == ["720", "360"] * 3
    assert ">3-1</text>" in page
    assert "41st Panzer Corps, 47th Panzer Corps against 24th Army: at 3-1, die 6, DE" in re.sub(r"</?span>", "", page)
    assert "secret" not in page

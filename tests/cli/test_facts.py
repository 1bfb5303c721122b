from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from lxml import html

from trc_module.cli.commands.facts import command
from trc_module.errors import UserError


def test_counts_by_source_and_lists_weak_data_by_reason() -> None:
    result = CliRunner().invoke(command, [])
    assert result.exit_code == 0
    heading, first = result.output.splitlines()[:2]
    assert heading.split()[:2] == ["data", "assumed"]
    assert first.startswith("map ")
    assert "the printed dashes put Kaunas in the Western district; the Baltic one is also remembered" in result.output
    assert "more (--doubts lists them)" in result.output


def test_doubts_leaves_nothing_out() -> None:
    result = CliRunner().invoke(command, ["--doubts"])
    assert "--doubts lists them" not in result.output
    assert "    - B9 lies in the district Leningrad" in result.output


def test_json_adds_up() -> None:
    found = json.loads(CliRunner().invoke(command, ["--json"]).output)
    counts = found["counts"]["map"]
    of_map = [entry for entry in found["doubts"] if entry["data"] == "map"]
    assert sum(bool(entry["doubt"]) for entry in of_map) == counts["doubtful"]
    assert {"data": "map", "fact": "F25 is sea", "source": "transcribed:5th-edition map",
            "doubt": "read as sea, but used as land in 4th-edition play"} in of_map  # fmt: skip


def test_an_overlay_is_counted_as_the_owners(tmp_path: Path) -> None:
    (tmp_path / "map").mkdir()
    feature = {"type": "Feature", "id": "F25", "properties": {"hex": "F25", "terrain": "sea"}, "geometry": None}
    layer = {"type": "FeatureCollection", "features": [feature]}
    (tmp_path / "map" / "hexes.geojson").write_text(json.dumps(layer), encoding="utf-8")
    found = json.loads(CliRunner().invoke(command, ["--json", "--data", str(tmp_path)]).output)
    assert found["counts"]["map"]["owner"] == 1
    assert "F25 is sea" not in [entry["fact"] for entry in found["doubts"]]


def test_the_checklist_has_a_sheet_an_area_with_boxes_to_tick(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    result = CliRunner().invoke(command, ["--checklist", "-o", str(target)])
    assert result.exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    page: Any = html.fromstring(target.read_text(encoding="utf-8"))
    titles = [heading.text_content() for heading in page.iter("h2")]
    assert titles[:3] == ["A33 to I23", "A22 to I12", "A11 to I1"]
    assert "The whole map" in titles
    second = page.xpath("//section")[1]
    items = [item.text_content() for item in second.xpath(".//li[.//input[@type='checkbox']]")]
    assert "A22-A19 sea, A18 clear, A17-A16 sea, A15-A12 clear" in items
    assert "Riga is a major city in F17" in items
    (why,) = second.xpath(".//p[starts-with(., 'an isolated block of two land hexes')]")
    assert why.getnext().get("class").split()[0] == "doubt"
    doubtful = [item.text_content() for item in why.getnext()]
    assert doubtful[:2] == ["A18 is clear", "B18 is clear"]
    assert not page.xpath("//*[@src or @href[not(starts-with(., '#'))]]"), "nothing is fetched"


def test_a_checklist_needs_a_place_to_go() -> None:
    for arguments in (["--checklist"], ["-o", "x.html"]):
        result = CliRunner().invoke(command, arguments)
        assert isinstance(result.exception, UserError)
        assert "go together" in str(result.exception)


def test_an_overlay_that_is_no_folder_is_told(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--data", str(tmp_path / "none")])
    assert isinstance(result.exception, UserError)

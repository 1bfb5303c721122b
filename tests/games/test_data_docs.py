"""The page about data files is what the types that read them say."""

from __future__ import annotations

from pathlib import Path

from trc_module.games.data_docs import PAGE, data_reference

ROOT = Path(__file__).parents[2]


def test_the_page_says_what_the_types_say() -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == data_reference(), "run python -m trc_module.games.data_docs"


def test_each_file_of_the_skeleton_is_on_the_page() -> None:
    page = data_reference()
    template = ROOT / "trc_module" / "newgame" / "template"
    for path in sorted(template.rglob("*")):
        name = path.relative_to(template).as_posix()
        if path.suffix not in (".toml", ".csv", ".geojson") or "__pycache__" in name:
            continue
        heading = "charts/*.toml" if name.startswith("charts/") else name
        heading = "map/*.geojson" if path.suffix == ".geojson" else heading
        assert f"## `{heading}`" in page or name in ("rules/basics.toml", "module/texts/en.toml"), name


def test_a_key_is_told_with_its_type_and_whether_it_must_be_there() -> None:
    lines = data_reference().splitlines()
    assert "| `layers` | list: text | The layers that the map has beside its hexes. |" in lines
    assert "| `rows`\\* | whole number | Rows of hexes, from north to south. |" in lines
    assert "### `[[side]]`" in lines

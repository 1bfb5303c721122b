from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from tests.workshop.conftest import picture
from trc_module.cli.main import group
from trc_module.errors import UserError
from trc_module.vassal import Archive


def run(*words: object) -> Result:
    return CliRunner().invoke(group, ["pictures", *map(str, words)], catch_exceptions=False)


def test_unused_and_doubled_pictures_are_told(module: Path) -> None:
    told = run(module, "--json")
    assert told.exit_code == 1
    assert {row["name"]: row["remarks"] for row in json.loads(told.stdout)} == {
        "3rd.png": ["duplicate: the same as '1st.png'"],
        "x.png": ["unused: nothing names this picture"],
    }
    assert "6 pictures, something is to be said of 2." in run(module, "--all").stdout


def test_pictures_are_packed_anew_without_a_pixel_lost(module: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.vmod"
    before = module.read_bytes()
    assert "6 packed anew" in run(module, "--shrink", "-o", new).stdout
    assert module.read_bytes() == before
    with Archive(module) as old, Archive(new) as made:
        assert made.names == old.names
        assert made.size("images/1st.png") < old.size("images/1st.png")
        for name in ("1st", "map"):
            one, two = (Image.open(io.BytesIO(each.read(f"images/{name}.png"))) for each in (old, made))
            assert one.convert("RGBA").tobytes() == two.convert("RGBA").tobytes()


def test_a_picture_with_a_colour_profile_stays_as_it_is(module: Path, tmp_path: Path) -> None:
    stream = io.BytesIO()
    Image.new("RGB", (8, 8)).save(stream, "PNG", compress_level=0, icc_profile=b"profile")
    (tmp_path / "p.png").write_bytes(stream.getvalue())
    (tmp_path / "swap.csv").write_text("picture,file\nx.png,p.png\n")
    swapped, shrunk = tmp_path / "swapped.vmod", tmp_path / "shrunk.vmod"
    run(module, "--swap", tmp_path / "swap.csv", "-o", swapped)
    run(swapped, "--shrink", "-o", shrunk)
    with Archive(shrunk) as archive:
        assert archive.read("images/x.png") == stream.getvalue()


def test_pictures_are_swapped_and_dropped(module: Path, tmp_path: Path) -> None:
    new, other = tmp_path / "new.vmod", picture((7, 7, 7), 4)
    (tmp_path / "other.png").write_bytes(other)
    (tmp_path / "swap.csv").write_text("2nd.png,other.png\n")
    told = run(module, "--swap", tmp_path / "swap.csv", "--drop-unused", "-o", new)
    assert told.stdout == f"Wrote {new}: 1 swapped, 1 dropped.\n"
    with Archive(new) as archive:
        assert archive.read("images/2nd.png") == other
        assert "images/x.png" not in archive


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("2nd.png", "line 1: expected a picture and a file"),
        ("no.png,other.png", "line 1: expected a picture of the module, found 'no.png'"),
        ("2nd.png,other.txt", "'.*other.txt' is no picture"),
        ("2nd.png,other.png\n2nd.png,other.png", "line 2: the picture '2nd.png' was swapped on an earlier line"),
        ("2nd.png,other.gif", "is a GIF, and '2nd.png' is named as another kind"),
    ],
)
def test_a_table_that_is_wrong_is_told_and_nothing_is_written(
    module: Path, tmp_path: Path, table: str, told: str
) -> None:
    (tmp_path / "other.png").write_bytes(picture((7, 7, 7)))
    (tmp_path / "other.txt").write_text("words")
    Image.new("P", (4, 4)).save(tmp_path / "other.gif")
    (tmp_path / "swap.csv").write_text(table)
    with pytest.raises(UserError, match=told):
        run(module, "--swap", tmp_path / "swap.csv", "-o", tmp_path / "new.vmod")
    assert not (tmp_path / "new.vmod").exists()


def test_what_to_do_and_where_to_write_go_together(module: Path, tmp_path: Path) -> None:
    for words in (("--shrink",), ("-o", tmp_path / "new.vmod")):
        with pytest.raises(UserError, match="Name the module to write"):
            run(module, *words)

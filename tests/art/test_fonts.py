from __future__ import annotations

import pytest

from trc_module.art.display import text_width
from trc_module.art.font_tables import encoded, extract, table_path
from trc_module.art.fonts import Face, contours, font_data, glyph_name, outline
from trc_module.errors import UserError
from trc_module.resources import source_art_dir


@pytest.mark.parametrize("face", list(Face))
def test_figures_are_as_wide_as_each_other(face: Face) -> None:
    data = font_data(face)
    assert len({data.advances[data.glyph_of[figure]] for figure in "0123456789"}) == 1


@pytest.mark.parametrize("face", list(Face))
def test_a_fonts_table_is_what_its_file_says(face: Face) -> None:
    path = source_art_dir() / "fonts" / f"{face.value}.ttf"
    assert table_path(path).read_bytes() == encoded(extract(path)), "run python -m trc_module.art.font_tables"


def test_pairs_are_kerned() -> None:
    kerning = font_data(Face.MEDIUM).kerning
    assert kerning["A"]["V"] < 0
    assert "n" not in kerning["n"]
    assert text_width("AV", 100) < text_width("A", 100) + text_width("V", 100)


def test_a_letter_has_a_shell_and_its_hole() -> None:
    assert len(contours(Face.BOLD, "O")) == 2
    assert [name for name, _ in outline(Face.BOLD, "O")].count("Z") == 2


def test_a_character_that_the_font_lacks_is_named() -> None:
    with pytest.raises(UserError, match=r"no character 'Ж' \(U\+0416\)"):
        glyph_name(Face.MEDIUM, "Ж")


def test_every_face_draws_the_names_of_the_map() -> None:
    for face in Face:
        for char in "KönigsbergÄÜß0123456789-–×½":
            assert contours(face, glyph_name(face, char))

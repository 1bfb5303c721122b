"""Counters in the language of a module's texts."""

from __future__ import annotations

import pytest

from trc_module.art.counters.spec import MarkerFace, UnitFace
from trc_module.art.counters.subjects import face_of
from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.module.printed import printed


def module(game: str, language: str) -> ModuleInputs:
    return load_inputs(find_game(game), find_spec(game).folder, language)


def front(parts: ModuleInputs, unit: str) -> str:
    face = face_of(printed(parts.roster.units[unit], parts.texts))
    assert isinstance(face, UnitFace)
    return face.designation


@pytest.mark.parametrize(
    ("game", "language", "unit", "shown", "back"),
    [
        ("m41", "en", "rus-sib-air", "Siberian Air", ("Siberian Air", "Siberia", "Turn 4")),
        ("m41", "de", "rus-sib-air", "Sibirien", ("Sibirische Flieger", "Sibirien", "Runde 4")),
        ("m41", "it", "rus-16-army", "16ª Armata", ("16ª Armata", "Dietro la linea", "All’inizio")),
        ("trp", "de", "ger-1-pzgr", "1", ("1 Panzer", "Zu Beginn")),
        ("trp", "it", "rom-mtn-corps", "Mon", ("Mon.", "All’inizio")),
        ("trc", "de", "ger-41-pz", "41", None),
    ],
)
def test_a_counter_is_printed_in_the_players_language(
    game: str, language: str, unit: str, shown: str, back: tuple[str, ...] | None
) -> None:
    parts = module(game, language)
    assert front(parts, unit) == shown
    wanted = parts.roster.units[unit].back if back is None else back
    face = face_of(printed(parts.roster.units[unit], parts.texts), "back")
    assert isinstance(face, UnitFace)
    assert face.lines == wanted


def test_a_marker_that_has_one_text_says_it_in_the_players_language() -> None:
    parts = module("nr", "de")

    def caption(marker: str) -> str:
        face = face_of(printed(parts.roster.markers[marker], parts.texts))
        assert isinstance(face, MarkerFace)
        return face.caption

    assert caption("target") == "Ziel"
    # Of these there is one a side, or one for each weather.
    assert caption("weather") == "Mud"

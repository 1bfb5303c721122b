from __future__ import annotations

from typing import Any

import pytest

from tests.art.counters.samples import marker, unit
from trc_module.art.counters.faces import draw_face
from trc_module.art.counters.spec import MarkerFace, UnitFace
from trc_module.art.counters.subjects import face_of
from trc_module.facts import Source


def test_a_corps_shows_its_size_designation_code_and_factors() -> None:
    assert face_of(unit()) == UnitFace("german", "armor", "XXX", "47", "C", ("7", "7"))


def test_a_reinforcement_shows_its_turn_in_place_of_a_letter() -> None:
    late = unit(setup="", entry="turn", arrival=13, month=1, nation="german", formation="ss", name="1 SS")
    assert face_of(late) == UnitFace("ss", "armor", "XXX", "1 SS", "13", ("7", "7"))


def test_a_headquarters_has_its_name_in_the_symbol() -> None:
    face = face_of(unit(type="hq", size="army-group", name="Center", setup="", combat=1))
    assert face == UnitFace("german", "hq", "XXXXX", "", "", ("1", "7"), field_name="Center")


def test_a_worker_shows_its_value_alone() -> None:
    face = face_of(unit(nation="russian", type="worker", size="none", name="Moscow", combat=3, move=0))
    assert face == UnitFace("russian", "worker", "", "Moscow", "C", ("3",))


@pytest.mark.parametrize(
    ("name", "shown"), [("Hermann Göring", "HG"), ("SS Pz BG", "Pz BG"), ("SS Res", "SS Res"), ("1 Flak", "1 Flak")]
)
def test_a_long_name_is_shortened(name: str, shown: str) -> None:
    face = face_of(unit(name=name))
    assert isinstance(face, UnitFace)
    assert face.designation == shown


def test_a_factor_that_nobody_has_told_us_is_a_question_mark_and_one_that_is_not_there_is_left_out() -> None:
    unknown = unit(combat=None, sources={"": Source("rulebook", "26.4"), "combat": Source("missing")})
    without = unit(combat=None, move=None, sources={"": Source("rulebook", "15.1")})
    assert [face_of(unknown), face_of(without)] == [
        UnitFace("german", "armor", "XXX", "47", "C", ("?", "7")),
        UnitFace("german", "armor", "XXX", "47", "C", ()),
    ]


def test_the_back_tells_where_and_when() -> None:
    back = face_of(unit(), "back")
    assert back == UnitFace("german", "armor", code="C", lines=("47 Armor", "Army Group Center", "At start"))


def test_the_box_on_the_back_of_a_headquarters_is_not_blank() -> None:
    back = face_of(unit(type="hq", size="army-group", name="Center"), "back")
    assert isinstance(back, UnitFace)
    assert back.field_name == "HQ"
    bare, written = (
        draw_face(unit(type=type_, size="army-group", name="Center"), "back").layers for type_ in ("armor", "hq")
    )
    assert len(written[2].items) == len(bare[2].items) + 1


@pytest.mark.parametrize(
    ("fields", "side", "face"),
    [
        ({}, "back", MarkerFace("german", "invasion", "Invasion", "2")),
        ({"captions": {"Invasion": "Invasione"}}, "back", MarkerFace("german", "invasion", "Invasione", "2")),
        # Colours and pictogram follow what the row says.
        ({"kind": "weather", "by_text": True, "side": "both", "front": "Mud", "captions": {"Mud": "Fango"}}, "front",
         MarkerFace("neutral", "weather-mud", "Fango")),
        ({"kind": "worker-rp", "side": "russian", "back": "Worker RPs x2"}, "back",
         MarkerFace("russian", "worker-rp", "Worker RPs", "×2")),
        ({"kind": "rp-bid", "side": "russian", "back": "RP Bid -"}, "back",
         MarkerFace("russian", "rp-bid", "RP Bid", "−")),
        ({"kind": "weather", "by_text": True, "side": "both", "front": "Light Mud", "back": ""}, "front",
         MarkerFace("neutral", "weather-light-mud", "Light Mud")),
        ({"kind": "turn", "side": "both", "front": "Turn Axis"}, "front", MarkerFace("german", "turn", "Turn Axis")),
        ({"kind": "control", "back": "Russian control"}, "back", MarkerFace("russian", "control", "Russian control")),
        ({"back": ""}, "back", None),
    ],
)  # fmt: skip
def test_a_marker_shows_what_its_row_says(fields: dict[str, Any], side: str, face: MarkerFace | None) -> None:
    assert face_of(marker(**fields), "back" if side == "back" else "front") == face

from __future__ import annotations

from typing import Any

import pytest

from tests.art.counters.samples import marker, unit
from trc_module.art.counters import face_key, render_face


@pytest.mark.parametrize(
    ("fields", "front", "back"),
    [
        ({"combat": 6}, True, False),
        ({"name": "48"}, True, True),
        ({"area": "Army Group North"}, False, True),
        ({"setup": "N"}, True, True),
        ({"size": "army"}, True, False),
        ({"formation": "ss"}, True, True),
        ({"type": "cavalry"}, True, True),
        ({"id": "ger-48-pz", "note": "a note", "option": "26.4", "stacks": "none"}, False, False),
    ],
    ids=str,
)
def test_a_change_of_data_changes_the_keys_of_exactly_the_faces_that_show_it(
    fields: dict[str, Any], front: bool, back: bool
) -> None:
    before, after = unit(), unit(**fields)
    assert (face_key(before) != face_key(after)) is front
    assert (face_key(before, "back") != face_key(after, "back")) is back
    assert (render_face(before) != render_face(after)) is front
    assert (render_face(before, "back") != render_face(after, "back")) is back


def test_look_factors_and_size_are_in_the_key_where_they_show() -> None:
    front = {face_key(unit(), "front", style, size) for style in ("nato", "silhouette") for size in ("normal", "large")}
    assert len(front) == 4
    assert face_key(unit(), pixels=164) not in front
    assert face_key(unit(), "back", "nato", "normal") == face_key(unit(), "back", "silhouette", "large")
    assert face_key(marker(), "front", "nato") == face_key(marker(), "front", "silhouette", "large")

from __future__ import annotations

import pytest
from lxml import etree

from trc_module.vassal import component
from trc_module.vassal.tiles import boards_pictures, crc_of, plain_name, stamp_boards, stamped_name


def tree() -> etree._Element:
    boards = [component("module.map.boardPicker.Board", name=name, image=f"{name}.png") for name in ("East", "West")]
    return component("GameModule", component("module.Map", component("module.map.BoardPicker", *boards)), name="m")


@pytest.mark.parametrize(
    ("name", "stamped"),
    [
        ("map.png", "map-0000abcd.png"),
        ("map-12345678.png", "map-0000abcd.png"),
        ("images/a b.c.jpg", "images/a b.c-0000abcd.jpg"),
        ("map", "map-0000abcd"),
        ("map-east.png", "map-east-0000abcd.png"),
    ],
)
def test_a_name_holds_one_checksum(name: str, stamped: str) -> None:
    assert stamped_name(name, "0000abcd") == stamped
    assert plain_name(stamped) == plain_name(name)


def test_boards_are_named_by_what_they_show_and_counters_are_not() -> None:
    root, other = tree(), tree()
    names = stamp_boards(root, [("East.png", b"1"), ("West.png", b"2"), ("counter.png", b"1")])
    assert names == {"East.png": "East-83dcefb7.png", "West.png": "West-1ad5be0d.png"}
    assert boards_pictures(root) == {*names.values()}
    stamp_boards(other, [("East.png", b"3"), ("West.png", b"2")])
    assert boards_pictures(other) == {f"East-{crc_of(b'3')}.png", "West-1ad5be0d.png"}

"""The tour of the rooms is what the code makes of it."""

from __future__ import annotations

from handbook.rooms import PACKAGE, PAGE, PICTURE, ROOT, floors, picture, purpose, tour

AGAIN = "run python -m handbook.rooms"


def test_the_page_and_its_picture_are_made_from_the_code() -> None:
    assert (ROOT / PAGE).read_text(encoding="utf-8") == tour(), AGAIN
    assert (ROOT / PICTURE).read_text(encoding="utf-8") == picture(), AGAIN


def test_every_room_stands_on_a_floor_and_says_what_it_is_for() -> None:
    rooms = [room for floor in floors() for room in floor]
    assert len(rooms) == len(set(rooms))
    packages = {path.parent.name for path in (ROOT / PACKAGE).glob("*/__init__.py")}
    files = {path.stem for path in (ROOT / PACKAGE).glob("*.py") if not path.stem.startswith("__")}
    assert packages | files == set(rooms)
    assert [room for room in rooms if not purpose(room).endswith((".", ":"))] == []

"""A way whose key was pressed, and whose counter was dragged when something else had been done."""

from __future__ import annotations

from pathlib import Path

from tests.untidy.other_plays import parts_of, told_of

TWO_BATTLES = """
at: turn 2 german weather good
on A1: ger-9-army
on A2: rus-13-army
on A3: rus-16-army rus-rzhev
on A4: ger-2-army
weather good
end
attack 1: ger-9-army x rus-13-army
attack 2: ger-2-army x rus-16-army rus-rzhev
end
end
fire 1: attack 4
fire 1: defend 4
fire 2: attack 6
{}
advance 1: ger-9-army disrupted A1 A2
end
"""
TO_SHELTER = "retreat 1: rus-13-army A2 A3\nhit 2: rus-16-army"
TOO_LATE = "hit 2: rus-16-army\nretreat 1: rus-13-army A2 A3"


def told(what: str, edits: list[str], folder: Path) -> list[str]:
    return [text.split(": ")[0] for text in told_of(parts_of("m41"), TWO_BATTLES.format(what), edits, folder)]


def test_a_retreat_counts_when_its_key_was_pressed_though_its_own_way_alone_is_accused(tmp_path: Path) -> None:
    assert told(TO_SHELTER, [], tmp_path) == []
    assert told(TO_SHELTER, ["earlier HIT 1"], tmp_path) == []


def test_a_retreat_whose_key_came_too_late_is_told(tmp_path: Path) -> None:
    assert told(TOO_LATE, [], tmp_path) == ["doubt M41-RET-1"]

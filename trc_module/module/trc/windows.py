"""What is printed in the windows of boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from trc_module.charts.turns import Turn
from trc_module.module.layout import Window

_OF_A_TURN = re.compile(r"turn-(?:record-)?(\d+)$")
"""The key of a box that belongs to one turn: where its units arrive, or its place on the turn record."""


def captioned(window: Window, turns: Mapping[int, Turn]) -> Window:
    """Return a window in which each turn's box says which months it stands for."""
    boxes = []
    for box in window.boxes:
        match = _OF_A_TURN.search(box.key)
        turn = turns.get(int(match[1])) if match else None
        boxes.append(replace(box, caption=str(turn)) if turn else box)
    return replace(window, boxes=tuple(boxes))

"""A sample of `python -m tests.laws --behind`."""

from __future__ import annotations

from pathlib import Path

from tests.laws.behind import late_movers
from tests.laws.playing import told


def test_late_movers_who_are_seen_only_when_others_stand_where_they_went(tmp_path: Path) -> None:
    """Three come late; what the first reading leaves open of one hides that the two others attack from afar."""
    tries = list(late_movers(told("trc", 4, 1, tmp_path), tmp_path, 1, "turn 1 axis impulse 2 movement"))
    assert [(len(one.units), one.declared) for one in tries] == [
        (2, False),
        (2, True),
        (3, False),
        (3, True),
        (5, False),
        (5, True),
    ]
    assert [one for one in tries if one.accused or one.left_open] == []

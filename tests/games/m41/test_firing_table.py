"""The firing tables of Moscow 1941 (M41-EX-TAB), and what the audit makes of a roll that is read on them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from trc_module.charts.firing import FiringTable
from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record

GAME = find_game("m41")
TABLE = GAME.charts.get("firing", FiringTable)


def test_strength_eight_at_the_full_rate() -> None:
    # M41-EX-TAB
    assert [TABLE.hits("full", die, 8) for die in range(1, 7)] == [6, 5, 4, 4, 3, 2]


@pytest.mark.parametrize(
    ("sheet", "rate"), [("full", Fraction(1, 2)), ("reduced-1", Fraction(1, 3)), ("reduced-2", Fraction(1, 6))]
)
def test_the_mean_of_every_column_is_exactly_the_rate(sheet: str, rate: Fraction) -> None:
    for strength in range(1, 26):
        hits = [TABLE.hits(sheet, die, strength) for die in range(1, 7)]
        assert Fraction(sum(hits), 6) == strength * rate
        assert hits == sorted(hits, reverse=True)
        assert max(hits) <= strength


READ = """\
game: m41
at: turn 2 german weather good
on B1: ger-4-army
on C2: rus-20-army
weather good
end
attack 1: ger-4-army x rus-20-army
end
end
table 1: {}
"""


@pytest.mark.parametrize(
    ("roll", "told"),
    [
        # Attackers read column A: strength 2, die 3 has one hit, and so has column B, which is die 4.
        ("attack 3 at 2 full = 1", []),
        ("attack 3 at 2 full = 2", ["violation M41-CRT"]),
        # Strength 2, die 1: two hits by column A, none by column B.
        ("attack 1 at 2 full = 2", []),
        ("attack 1 at 2 full = 0", ["note M41-CRT"]),
        ("attack 1 at 2 full = 1", ["violation M41-CRT"]),
        # Defenders read column B: one infantry army next to a river has strength 2.
        ("defend 6 at 2 full = 2", []),
        ("defend 6 at 2 full = 1", ["violation M41-CRT"]),
        ("attack 3 at 3 full", ["violation M41-OPC-2"]),
    ],
)
def test_what_is_read_on_the_table_is_judged(roll: str, told: list[str]) -> None:
    trial = try_record(read_record(READ.format(roll), "a", lambda *_: GAME), "a")
    found = trial.outcomes[-1].told.findings
    assert [f"{each.verdict.value} {each.rule}" for each in found] == told

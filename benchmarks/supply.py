"""Cost of the general supply of a whole side, in checked moves of the same run.

    python -m benchmarks.supply [--seconds 5]

Fresh: nothing about the enemy's deployment or the rails has been worked out, as after every enemy act. Known: the enemy
and the rails are those of an earlier question, as within one end phase. Beside it, all legal rail moves of the side and
the conversion of its end phase.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace

from benchmarks.checked_moves import fresh, one_phase, opening, play, rate
from trc_module.games.trc import load
from trc_module.games.trc.acts.movement import RailMove
from trc_module.games.trc.supply.general_supply import supply_of, unsupplied
from trc_module.games.trc.supply.rail_conversion import assess
from trc_module.rules.engine import legal_actions

GOAL = 10
"""Checked moves."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    game, rng = load(), random.Random(1941)
    start = opening(game, rng)
    phases = [one_phase(game, start, rng) for _ in range(10)]
    clock = game.sequence.find(1, "axis", 2, "end")
    assert clock is not None
    end = replace(start, clock=clock)
    moves = rate(seconds, lambda i: play(game, fresh(start), phases[i % 10]))

    def told(what: str, runs: float) -> None:
        print(f"{what:44} {1e6 / runs:8.0f} us, as dear as {moves / runs:5.1f} checked moves")

    units = len(end.forces["axis"].places)
    print(f"{moves:,.0f} checked moves a second; a side of {units} units")
    told(
        "supply of a side, end phase, fresh", rate(seconds, lambda _: len(unsupplied(game, fresh(end), "axis")) * 0 + 1)
    )
    told("supply of a side, end phase, known", rate(seconds, lambda _: len(unsupplied(game, end, "axis")) * 0 + 1))
    told(f"supply of a side, other phases, known (goal {GOAL})",
         rate(seconds, lambda _: supply_of(game, start, "axis").likely.fed * 0 + 1))  # fmt: skip
    told("conversion of a side, known", rate(seconds, lambda _: assess(game, end, "axis").possible * 0 + 1))
    told(
        "all legal rail moves of a side",
        rate(seconds, lambda _: len(list(legal_actions(game, start, RailMove))) * 0 + 1),
    )


if __name__ == "__main__":
    main()

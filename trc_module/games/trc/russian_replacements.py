"""Chapter 22: Russian replacements."""

from __future__ import annotations

from trc_module.games.trc.book import book
from trc_module.games.trc.too_far import TooFar


@book.rule("22.2b")
def workers_stay(case: TooFar) -> bool:
    """Never move a worker unit once it has been placed.

    A worker fights where it stands, and is lost where it stands.

    Log: the move itself.
    Data: the movement chart.

    Legal::

        at: turn 2 russian impulse 1 movement clear
        on W19: rus-worker-kiev
        end
        expect ok

    Illegal::

        at: turn 2 russian impulse 1 movement clear
        on W19: rus-worker-kiev
        move rus-worker-kiev W19 > W17
        expect 22.2
    """
    return case.unit.type == "worker"

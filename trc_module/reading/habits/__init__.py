"""What people do, a file each: the row of the table in docs/audit.md, its price, its note, and what it proposes.

A habit's docstring and READ_AS are the row. PRICE counts lines that are set aside or supplied; the cheapest change is
tried first. WITNESS names the test's log that is accused where the habit is switched off. `proposals` is asked about
what is open alone, and need not look whether a change is lawful (search.py) or legal (the referee).
"""

from __future__ import annotations

from trc_module.reading.changes import Change
from trc_module.reading.evidence import Evidence
from trc_module.reading.habits import (
    another_key,
    became_unsaid,
    declared_early,
    done_by_hand,
    dragged_later,
    flown_unsaid,
    gone_early,
    in_another_order,
    left_out,
    named_late,
    number_passed_over,
    numbered_on,
    numbered_wrongly,
    pressed_twice,
    put_into_two,
    put_right_on_its_way,
    result_typed,
    rolled_again,
    rolled_elsewhere,
    rolled_plain,
    rolled_plain_together,
    rolled_undeclared,
    rolled_unsaid,
    said_elsewhere,
    said_in_chat,
    said_nothing,
    too_early_or_late,
)
from trc_module.reading.weights import by_turns

HABITS = (
    pressed_twice,
    put_into_two,
    numbered_on,
    numbered_wrongly,
    another_key,
    rolled_plain_together,
    rolled_plain,
    rolled_again,
    rolled_elsewhere,
    result_typed,
    too_early_or_late,
    declared_early,
    gone_early,
    in_another_order,
    dragged_later,
    put_right_on_its_way,
    said_elsewhere,
    named_late,
    done_by_hand,
    said_in_chat,
    said_nothing,
    became_unsaid,
    flown_unsaid,
    rolled_unsaid,
    rolled_undeclared,
    left_out,
    number_passed_over,
)


def proposals(evidence: Evidence) -> list[Change]:
    """Return all changes that may explain something, in the order in which they are tried."""
    return list(by_turns(change for habit in HABITS for change in habit.proposals(evidence)))

"""The steps of a counter keep their order, and it is where the table has it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.auditing.steps import change, log_of, phase, place, step
from tests.reading.phases import TOY
from trc_module.auditing.order import Audited, keeps_order, out_of_order
from trc_module.replay.events import Step
from trc_module.rules.clock import MOVE

LOG = log_of()
OUT, ON = step(2, goes={"red-1": (1, 2)}), step(4, goes={"red-1": (2, 3)})
OTHER = step(3, goes={"red-2": (5, 6)})


@pytest.mark.parametrize(
    ("divided", "keeps"),
    [
        ([[OUT, OTHER], [ON]], True),
        ([[OTHER], [OUT, ON]], True),
        ([[ON], [OUT]], False),
        ([[ON, OTHER, OUT]], False),
        # Two legs of one step.
        ([[OUT], [OUT]], True),
    ],
)
def test_no_counter_goes_before_it_went_in_an_earlier_step(divided: Sequence[Sequence[Step]], keeps: bool) -> None:
    assert keeps_order(LOG, [phase(MOVE, *steps) for steps in divided]) is keeps


def state(**places: int | str | None) -> Any:
    """Return a position in which counters lie somewhere."""
    where = {unit.replace("_", "-"): place(at) for unit, at in places.items()}
    return SimpleNamespace(place=where.get)


def audit(
    *steps: Step,
    end: Any,
    phases: Sequence[Any] = (),
    acts: Iterable[tuple[str, tuple[int, ...]]] = (),
    pieces: Sequence[str] = ("red-1",),
    begins: Mapping[str, int | str | None] | None = None,
    differ: bool = False,
) -> Audited:
    """Return an audit of counters that lie in hex 1 where the log begins, with the positions that it has come to."""
    table = SimpleNamespace(pieces={n: SimpleNamespace(id=str(n), unit=unit) for n, unit in enumerate(pieces)})
    return cast(
        "Audited",
        SimpleNamespace(
            log=log_of(start_table=table, unit_of=_unit_of),
            chain=SimpleNamespace(links=[SimpleNamespace(differences=[1] if differ else [])]),
            start=state(**{"red_1": 1, **(begins or {})}),
            end=end,
            acts=[
                SimpleNamespace(action=SimpleNamespace(unit=unit), steps=made, text=f"move {unit}")
                for unit, made in acts
            ],
            phases=[("the first phase", each) for each in phases],
            settled=SimpleNamespace(steps=steps),
            steps=steps,
        ),
    )


def _unit_of(piece: Any) -> Any:
    unit = getattr(piece, "unit", piece.id)
    return SimpleNamespace(id=unit) if unit in TOY.side_of else None


def test_a_counter_is_at_the_end_where_it_was_put() -> None:
    assert list(out_of_order(audit(OUT, ON, end=state(red_1=3)))) == []
    assert list(out_of_order(audit(OUT, ON, end=state(red_1=2)))) == ["red-1: in 2 at the end; on the table in 3"]
    # Of boxes it is enough that a counter lies in one; a phase ends where it has been, and never earlier.
    lost = step(5, goes={"red-1": (3, "lost")})
    assert list(out_of_order(audit(OUT, ON, lost, end=state(red_1="pool")))) == []
    assert list(out_of_order(audit(OUT, ON, end=state(red_1=3), phases=[state(red_1=1), state(red_1=2)]))) == []
    assert list(out_of_order(audit(OUT, ON, end=state(red_1=3), phases=[state(red_1=2), state(red_1=1)]))) == [
        "red-1: in 1 at the end of the first phase; from step 2 on it never lay there"
    ]
    assert list(out_of_order(audit(OUT, end=state(red_1=4)))) == [
        "red-1: in 4 at the end of the end of the log; from step 0 on it never lay there",
        "red-1: in 4 at the end; on the table in 2",
    ]


def test_nothing_is_said_of_a_counter_that_is_on_the_table_twice_or_comes_and_goes() -> None:
    wrong = state(red_1=7)
    assert list(out_of_order(audit(OUT, end=wrong))) != []
    assert list(out_of_order(audit(OUT, end=wrong, pieces=("red-1", "red-1")))) == []
    assert list(out_of_order(audit(OUT, end=wrong, pieces=("red-1", "a marker")))) != []
    for old, new in ((None, ("",)), (("",), None)):
        taken = step(5, changes=[change("red-1", None, None, old, new), change("a marker", None, None, None)])
        assert list(out_of_order(audit(OUT, taken, end=wrong))) == []
    # Nor of one that was beside the map, nor where a log begins otherwise than the last one ended.
    beside = step(5, goes={"red-1": (2, None)})
    assert list(out_of_order(audit(OUT, beside, end=wrong))) == []
    assert list(out_of_order(audit(OUT, end=wrong, differ=True))) == []
    # A counter that was not on the table at first has no history.
    assert list(out_of_order(audit(OUT, OTHER, end=state(red_1=2)))) == []


def test_acts_are_read_in_the_order_of_their_steps() -> None:
    where = {"end": state(red_1=3)}
    for made in (
        [("red-1", (2,)), ("red-1", (4,))],
        [("red-1", (2, 4)), ("red-1", (4,))],
        [("red-2", (4,)), ("red-1", (2,))],
    ):
        assert list(out_of_order(audit(OUT, ON, acts=made, **where))) == []
    assert list(out_of_order(audit(OUT, ON, acts=[("red-1", (4,)), ("red-1", (2, 3))], **where))) == [
        "red-1: step 2 ('move red-1') was read behind step 4"
    ]
    # A step in which it did not go is none of its steps.
    assert list(out_of_order(audit(OUT, ON, acts=[("red-1", (4,)), ("red-1", (3,))], **where))) == []

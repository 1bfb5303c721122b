"""Work in processes: nothing lost with a worker, and what ends three of them given up."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from trc_module.archive.crew import work_on
from trc_module.archive.worked import given_up


def double(number: int) -> int:
    return 2 * number


def dies_at_three(number: int) -> int:
    if number == 3:
        os._exit(1)
    return number


def dies_once(mark: str) -> str:
    path = Path(mark)
    if path.exists():
        path.unlink()
        os._exit(1)
    return path.name


def fails_at_two(number: int) -> int:
    if number == 2:
        raise RecursionError
    return number


def test_all_work_is_done_once() -> None:
    assert sorted(each.result or 0 for each in work_on(range(1, 40), double, workers=2)) == list(range(2, 80, 2))
    assert list(work_on([], double, workers=2)) == []


def test_what_ends_three_workers_is_given_up_with_the_reason_and_nothing_else() -> None:
    done = {each.job: (each.result, each.error) for each in work_on(range(8), dies_at_three, workers=2)}
    reason = "given up after 3 tries: the process that worked on it was ended, as it is when memory runs out."
    assert given_up(3) == reason
    assert done == {n: (n, "") if n != 3 else (None, reason) for n in range(8)}


def test_the_work_of_a_lost_worker_is_done_by_another(tmp_path: Path) -> None:
    for name in "abcde":
        (tmp_path / name).touch()
    done = sorted(work_on([str(tmp_path / name) for name in "abcde"], dies_once, workers=2), key=lambda each: each.job)
    assert [(each.result, each.error) for each in done] == [(name, "") for name in "abcde"]


def test_an_error_of_ours_stops_nothing() -> None:
    done = sorted((each.job, each.error) for each in work_on(range(4), fails_at_two, workers=2))
    told = "an unexpected error (RecursionError); 'trc-module audit' of this game alone gives the details."
    assert done == [(0, ""), (1, ""), (2, told), (3, "")]


def test_no_more_is_taken_up_than_is_soon_worked_on() -> None:
    taken = []

    def numbers() -> Iterator[int]:
        for number in range(100):
            taken.append(number)
            yield number

    done = work_on(numbers(), double, workers=2)
    next(done)
    # Two for each of two processes, and the one that is asked for to see whether there is more.
    assert len(taken) <= 6
    done.close()  # type: ignore[attr-defined]

from __future__ import annotations

import os

import pytest

from trc_module.art.beside import beside


def test_another_process_does_the_work_and_sends_its_answer() -> None:
    answer = beside(os.getpid)
    assert answer() != os.getpid()


def test_it_begins_with_what_this_process_has_and_leaves_that_alone() -> None:
    found = [1]

    def work() -> list[int]:
        found.append(2)
        return found

    answer = beside(work)
    assert (answer(), found) == ([1, 2], [1])


def test_what_a_failed_process_owes_is_done_here() -> None:
    here = os.getpid()

    def work() -> str:
        if os.getpid() != here:
            os._exit(1)
        return "done"

    assert beside(work)() == "done"


def test_an_error_is_told_by_the_process_that_waits() -> None:
    def work() -> None:
        raise ValueError("no such place")

    with pytest.raises(ValueError, match="no such place"):
        beside(work)()

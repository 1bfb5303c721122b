"""A process that helps: what it answers, and what becomes of errors."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Callable, Iterator

import pytest

from trc_module.errors import UserError
from trc_module.module.helper import CAN_FORK, Fork, Helper, Pool


def nothing() -> None: ...


def add(*numbers: int) -> int:
    return sum(numbers)


def length(text: bytes) -> int:
    return len(text)


def process() -> int:
    return os.getpid()


def complain() -> None:
    raise UserError("There is no symbol.")


class OddError(Exception):
    """An error that cannot be sent: reading it back needs two arguments."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first)


def complain_oddly() -> None:
    raise OddError("odd", "ly")


def task(function: Callable[..., object], *arguments: object) -> bytes:
    return pickle.dumps((function, arguments))


@pytest.fixture
def fork() -> Iterator[Fork]:
    if not CAN_FORK:
        pytest.skip("this system has no forks that go on in Python")
    helper = Fork(nothing)
    yield helper
    helper.close(finish=False)


def test_a_fork_answers_each_task_whatever_is_asked_first(fork: Fork) -> None:
    sums = [fork.submit(task(add, number, 1)) for number in range(3)]
    assert [sums[2](), sums[0](), sums[1](), sums[0]()] == [3, 1, 2, 1]
    assert fork.submit(task(process))() != os.getpid()


def test_more_than_a_pipe_holds_is_sent_without_waiting(fork: Fork) -> None:
    waits = [fork.submit(task(length, bytes(1 << 20))) for _ in range(3)]
    assert [wait() for wait in waits] == [1 << 20] * 3


def test_what_a_task_raises_is_raised_here_and_the_next_is_done(fork: Fork) -> None:
    complaint, odd, fine = (fork.submit(task(each)) for each in (complain, complain_oddly, nothing))
    with pytest.raises(UserError, match=r"There is no symbol\."):
        complaint()
    with pytest.raises(RuntimeError, match="OddError: odd"):
        odd()
    assert fine() is None


def test_a_fork_that_dies_is_told_and_leaves_nobody_waiting(fork: Fork) -> None:
    os.kill(fork.submit(task(process))(), signal.SIGKILL)
    with pytest.raises(RuntimeError, match="ended too early"):
        fork.submit(task(add, 1))()


def test_one_fork_ends_while_another_goes_on(fork: Fork) -> None:
    older, younger = fork, Fork(nothing)
    older.close(finish=True)
    assert younger.submit(task(add, 2, 2))() == 4
    younger.close(finish=True)


def never_ready() -> None:
    raise ImportError("no Pillow")


def test_who_does_not_get_ready_is_asked_all_the_same() -> None:
    if CAN_FORK:
        helper = Fork(never_ready)
        assert helper.submit(task(add, 1))() == 1
        helper.close(finish=True)


@pytest.mark.parametrize("make", [lambda: Fork(nothing), lambda: Pool(1, nothing)] if CAN_FORK else [])
def test_what_was_asked_for_is_done_before_the_end(make: Callable[[], Helper]) -> None:
    helper = make()
    wait = helper.submit(task(add, 1, 2))
    helper.close(finish=True)
    assert wait() == 3

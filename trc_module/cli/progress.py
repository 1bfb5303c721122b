"""The bar that shows on a terminal how much of a long work is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """Show a bar on a terminal; what is yielded hears what is done, how much of it is done, and how much there is."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, int] = {}

        def on_step(what: str, done: int, total: int) -> None:
            task = tasks.setdefault(what, len(tasks))
            if task not in bar.task_ids:
                bar.add_task(what, total=total)
            bar.update(bar.task_ids[task], completed=done)

        yield on_step


@contextmanager
def counted(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar of one kind of work; what is yielded hears how much of it is done, and how much there is."""
    with progress() as on_step:
        yield partial(on_step, what)

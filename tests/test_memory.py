"""The garbage collector while something is worked out, and after the last work of a process; memory that is kept."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from types import SimpleNamespace

import pytest

from trc_module.memory import keep_freed

_WORK = """\
import gc
from trc_module.memory import nothing_collected

with nothing_collected({given}):
    left = [[each] for each in range(1000)]
    left.append(left)
    print(gc.isenabled())
print(gc.isenabled(), gc.get_freeze_count() > 1000)
"""


@pytest.mark.parametrize(("given", "frozen"), [("", False), ("for_good=True", True)])
def test_what_the_last_work_of_a_process_leaves_is_never_looked_through(given: str, frozen: bool) -> None:
    words = [sys.executable, "-c", _WORK.format(given=given)]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["False", "True", str(frozen)]


def test_as_much_freed_memory_is_kept_as_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int, int]] = []
    library = SimpleNamespace(mallopt=lambda name, value: told.append((name, value)))
    monkeypatch.setattr(ctypes, "CDLL", lambda name: library)
    keep_freed(64 << 20)
    # M_TRIM_THRESHOLD and M_MMAP_THRESHOLD of malloc.h.
    assert told == [(-1, 64 << 20), (-3, 32 << 20)]


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_with_another_c_library_nothing_changes(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: None) -> SimpleNamespace:
        raise error

    monkeypatch.setattr(ctypes, "CDLL", none)
    keep_freed(1 << 20)

"""The garbage collector while something is worked out, and after the last work of a process."""

from __future__ import annotations

import subprocess
import sys

import pytest

_WORK = """\
import gc
from trc_module.workers import nothing_collected

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

"""What is fuzzed is added to what was fuzzed before, and the rest of the page stays."""

from __future__ import annotations

from itertools import takewhile
from pathlib import Path

import pytest
from click import Abort

from tests.fuzz.__main__ import Interrupted, fuzz
from tests.fuzz.targets import TARGETS, Target
from tests.fuzz.totals import HEAD, Total, with_runs

_PAGE = "# Page\n\nText.\n\n{}\nMore | text | here.\n"
_FIRST = Total("record", 1_000_000, 12.25, 0, "aaaaaaa", "2026-11-26")
_OTHER = Total("app-ask", 900, 0.5, 2, "bbbbbbb", "2026-11-27")


def test_runs_of_one_target_are_added_up_and_all_else_stays() -> None:
    page = with_runs(_PAGE.format(HEAD), [_FIRST])
    assert page == _PAGE.format(HEAD + "| record | 1 000 000 | 12.2 | 0 | aaaaaaa | 2026-11-26 |\n")
    again = Total("record", 5_000, 1, 3, "ccccccc", "2026-12-01")
    lines = (
        "| app-ask | 900 | 0.5 | 2 | bbbbbbb | 2026-11-27 |\n| record | 1 005 000 | 13.2 | 3 | ccccccc | 2026-12-01 |\n"
    )
    assert with_runs(page, [_OTHER, again]) == _PAGE.format(HEAD + lines)
    assert with_runs(page, []) == page


@pytest.mark.parametrize("page", ["", "| target | inputs |\n", HEAD + HEAD])
def test_a_page_without_the_table_is_refused(page: str) -> None:
    with pytest.raises(ValueError, match="one table"):
        with_runs(page, [_FIRST])


def test_the_table_in_the_documents_can_be_added_to_and_names_targets_that_there_are() -> None:
    page = Path("docs/self-play.md").read_text(encoding="utf-8")
    assert with_runs(page, []) == page
    rows = takewhile(lambda line: line.startswith("|"), page.partition(HEAD)[2].splitlines())
    assert {row.split(" | ")[0].removeprefix("| ") for row in rows} <= set(TARGETS)


# Click makes an abort of an interruption in the midst of a command.
@pytest.mark.parametrize("interruption", [KeyboardInterrupt, Abort])
def test_a_run_that_is_stopped_tells_what_it_has_tried(interruption: type[BaseException]) -> None:
    def stop_at_the_third(data: bytes) -> None:
        inputs.append(data)
        if len(inputs) == 3:
            raise interruption

    inputs: list[bytes] = []
    target = Target("record", stop_at_the_third, lambda: (b"a",), (b"b",))
    with pytest.raises(Interrupted) as stopped:
        fuzz(target, 60, 1)
    assert stopped.value.args == (2, 0)

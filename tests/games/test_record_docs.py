from __future__ import annotations

from pathlib import Path

from trc_module.games.record_docs import PAGE, our_games, record_reference
from trc_module.rules.finder import find_game

ROOT = Path(__file__).parents[2]


def test_the_page_says_what_the_reader_reads() -> None:
    written = (ROOT / PAGE).read_text(encoding="utf-8")
    assert written == record_reference([find_game(name) for name in our_games()], written), (
        "run python -m trc_module.games.record_docs"
    )

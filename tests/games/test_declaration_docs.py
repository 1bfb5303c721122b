from __future__ import annotations

from pathlib import Path

from trc_module.games import find_game
from trc_module.games.declaration_docs import PAGE, declaration_reference


def test_the_page_of_declarations_is_what_the_table_makes_of_it() -> None:
    written = (Path(__file__).parents[2] / PAGE).read_text(encoding="utf-8")
    assert written == declaration_reference(find_game("trc").grammar), "run python -m trc_module.games.declaration_docs"

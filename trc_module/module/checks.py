"""Checks of what the module of a game says beside its pictures: its table of commands, against grammar and counters."""

from __future__ import annotations

from pathlib import Path

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.facts import Inspection
from trc_module.gamespec import read_spec
from trc_module.module.layout import WINDOWS_FILE, load_windows
from trc_module.module.named import unknown_names
from trc_module.module.table_file import TABLE_FILE, read_table
from trc_module.module.texts import DEFAULT, load_texts
from trc_module.roster import load_roster
from trc_module.rules.finder import load_rules


def inspect(folder: Path, overlay: Path | None = None) -> Inspection:
    """Check the commands of a module that a table declares; one with a recipe of its own has them in its code."""
    spec = read_spec(folder)
    # A game of data alone has no lines yet that its commands could print.
    if not spec.has_rules or not (folder / TABLE_FILE).is_file():
        return Inspection((), ())
    table = read_table(folder)
    if table.recipe:
        return Inspection((), ())
    # What a table needs imports mechanisms and their acts.
    from trc_module.module.rule_checks import missing_functions, wrong_examples
    from trc_module.module.table.key_use import key_problems

    # An owner's corrections may add counters, but no lines.
    game = load_rules(spec)
    # A number of the rulebook that nothing carries out, or the other way round, is an error of the data too.
    assert game.book.rules
    words = load_texts(DEFAULT, folder).words
    roster = load_roster(folder, overlay)
    board, charts = load_board(folder, overlay), load_chart_set(folder, overlay)
    if (folder / WINDOWS_FILE).is_file():
        load_windows(folder / WINDOWS_FILE, board)
    problems = (
        *key_problems(table, game.grammar, roster, folder, words),
        *unknown_names(spec, table, board, roster, charts, game.sequence),
        *missing_functions(game, folder),
        # Those of a game with a package of its own are many; 'trc-module test' plays them.
        *(() if spec.package else wrong_examples(game, folder)),
    )
    return Inspection((), problems)

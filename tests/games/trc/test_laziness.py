"""Lazy imports and readings: rules only when one is asked for, and their words when one is explained."""

from __future__ import annotations

import subprocess
import sys

_BUILD = """\
import sys
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.inputs import load_inputs
from trc_module.resources import data_dir
from trc_module.roster import assign_numbers

game = find_game("trc")
assign_numbers(game.roster)
build_tree(load_inputs(game, data_dir() / game.name), "0")
print(*sys.modules)
"""


def test_a_module_is_put_together_without_importing_a_rule() -> None:
    done = subprocess.run([sys.executable, "-c", _BUILD], capture_output=True, text=True, check=True)
    imported = done.stdout.split()
    # What positions and acts are, and no kernel: nothing that judges.
    kernel = {
        "clock",
        "counts",
        "frozen",
        "game",
        "marks",
        "odds",
        "options",
        "places",
        "ranked_results",
        "sequence_file",
    }
    kernel |= {"finder", "players", "score", "slices", "state"}
    acts = {"actions", "battles", "finding", "interpretation", "record"}
    acts |= {"record.battles", "record.grammar", "record.text"}
    rules = "trc_module.rules."
    assert {name.removeprefix(rules) for name in imported if name.startswith(rules)} == kernel | acts
    # The data of the game, its charts, its module and its acts, which print lines: no chapter, option or variant.
    data = {
        "boxes",
        "chart_readers",
        "counters",
        "countries",
        "data",
        "fixed_ids",
        "game",
        "marks",
        "option_catalogue",
        "scenarios",
        "start_lines",
        "steps",
    }
    trc = "trc_module.games.trc."
    found = {name.removeprefix(trc) for name in imported if name.startswith(trc)}
    assert {name for name in found if not name.startswith(("acts", "charts", "module"))} == data


_JUDGE = """\
from trc_module.games import find_game
from trc_module.rules.record import read_record, try_record

record = "game: trc\\nat: turn 2 axis impulse 1 movement clear\\non Y20: ger-12-inf\\nmove ger-12-inf Y20 > Y15\\n"
trial = try_record(read_record(record, "a record", find_game), "a record")
print([finding.rule for finding in trial.violations], "rules" in vars(find_game("trc").book.numbers))
"""


def test_acts_are_judged_without_reading_a_rulebook_file() -> None:
    done = subprocess.run([sys.executable, "-c", _JUDGE], capture_output=True, text=True, check=True)
    assert done.stdout == "['4.1.2c'] False\n"

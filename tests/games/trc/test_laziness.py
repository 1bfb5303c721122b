"""What is imported when: rules only when one is asked for."""

from __future__ import annotations

import subprocess
import sys

from trc_module.games.trc.chapters import CHAPTERS

_BUILD = """\
import sys
from trc_module.games import find_game
from trc_module.module.assembly import build_tree
from trc_module.module.parts import load_parts
from trc_module.resources import data_dir
from trc_module.roster import assign_numbers

game = find_game("trc")
assign_numbers(game.roster)
build_tree(load_parts(game, data_dir() / game.name), "0")
print(*sys.modules)
"""


def test_a_module_is_put_together_without_importing_a_rule() -> None:
    done = subprocess.run([sys.executable, "-c", _BUILD], capture_output=True, text=True, check=True)
    imported = set(done.stdout.split())
    packages = ("trc_module.games.trc.options", "trc_module.games.trc.variants")
    rules = {chapter.__name__ for chapter in CHAPTERS} | {name for name in imported if name.startswith(packages)}
    assert sorted(rules & imported) == []
    assert "trc_module.games.trc.option_declarations" in imported

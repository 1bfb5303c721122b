"""Kept questions: a record of the position, and in comments before it who asks what, and how the dice fall."""

from __future__ import annotations

import re
from pathlib import Path

from tests.opponent.questions.found import Asked
from trc_module.rules.game import Game
from trc_module.rules.record.reader import read_record
from trc_module.rules.record.writer import position_lines

FOLDER = Path(__file__).parent
_HEAD = re.compile(r"# The (\S+) side asks: (.+?)\. Dice: ([\d ]*)\n")


def text_of(game: Game, asked: Asked) -> str:
    """Return a question as it is kept."""
    dice = " ".join(map(str, asked.dice))
    lines = "\n".join(position_lines(game, asked.start))
    return f"# The {asked.side} side asks: {asked.kind}. Dice: {dice}\n{lines}\n"


def kept(game: Game) -> list[Asked]:
    """Return the questions that are kept of a game, in the order of their names."""
    return [_read(game, path) for path in sorted(FOLDER.glob(f"{game.name}-*.txt"))]


def _read(game: Game, path: Path) -> Asked:
    text = path.read_text(encoding="utf-8")
    head = _HEAD.match(text)
    assert head is not None, path
    start = read_record(text[head.end() :], path.stem, lambda *_: game, written=True).start
    return Asked(head[2], start, head[1], tuple(map(int, head[3].split())))

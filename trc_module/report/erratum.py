"""Effect of an erratum on the findings of games that were played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from trc_module.board import load_board_with
from trc_module.charts import ChartSet
from trc_module.charts.preview import Both, FindingChange, Preview
from trc_module.errors import UserError
from trc_module.gamespec import find_spec
from trc_module.roster import Roster
from trc_module.rules.finder import find_game
from trc_module.rules.game import Game
from trc_module.rules.record import ActOutcome, load_record, try_record
from trc_module.rules.record.reader import FindGame


def changed_findings(preview: Preview, records: Iterable[Path], overlay: Path | None = None) -> Iterator[FindingChange]:
    """Yield each act of the records (.game files) whose verdict changes with the erratum."""
    # The map is read for each game anew, since options may change its terrain; it is left alone where it is the same.
    errata = preview.errata if preview.of_the_map else (None, None)
    before = partial(_game, preview.before, preview.charts_before, errata[0], overlay)
    after = partial(_game, preview.after, preview.charts_after, errata[1], overlay)
    for path in records:
        old, new = _judged(path, before), _judged(path, after)
        if isinstance(old, str) or isinstance(new, str):
            if old != new:
                yield FindingChange(path.name, 0, "the whole record", _whole(old), _whole(new))
            continue
        for was, becomes in zip(old, new, strict=True):
            if _said(was) != _said(becomes):
                yield FindingChange(path.name, was.line, was.text, _said(was), _said(becomes))


def _judged(path: Path, find: FindGame) -> tuple[ActOutcome, ...] | str:
    """Return what is said of each act, or why the record cannot be played: it names a unit that is no more."""
    try:
        return try_record(load_record(path, find), path.name).outcomes
    except UserError as error:
        return f"cannot be played: {error}"


def _whole(judged: tuple[ActOutcome, ...] | str) -> tuple[str, ...]:
    return (judged if isinstance(judged, str) else "can be played",)


def _said(outcome: ActOutcome) -> tuple[str, ...]:
    return tuple(str(finding) for finding in outcome.told.findings)


def _game(
    roster: Roster, charts: ChartSet, errata: Both | None, overlay: Path | None, name: str, options: frozenset[str]
) -> Game:
    """Return the game of that name with other counters and charts, and with the map that some errata make."""
    game = find_game(name, options, overlay)
    board = game.board
    if errata is not None:
        board, _ = load_board_with(find_spec(name).folder, overlay, *errata, game.board.switches)
    return game.with_data(board, roster, charts)

"""Opening the logs of one game: what every command does that reads them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.errors import UserError
from trc_module.workers import nothing_collected

if TYPE_CHECKING:
    from trc_module.replay.audit import Audit
    from trc_module.replay.chain import Chain
    from trc_module.replay.gamelog import GameLog
    from trc_module.replay.transcript import Transcript


def open_logs(
    files: Sequence[Path], options: frozenset[str] = frozenset(), overlay: Path | None = None
) -> list[GameLog]:
    """Open logs of our module, in the order given; UserError if one is none of ours.

    They are read with the optional rules of `options`; where there are none, with those that the logs say.
    """
    from dataclasses import replace

    from trc_module.games import find_game
    from trc_module.module.parts import load_parts
    from trc_module.replay.agreed import agreed_in, scenario_in
    from trc_module.replay.gamelog import open_log
    from trc_module.resources import data_dir
    from trc_module.rules.options import UNSAID

    game = find_game("trc", options, overlay)
    parts = load_parts(game, data_dir() / game.name)
    logs = [open_log(file, parts, options) for file in files]
    scenario = scenario_in(logs) or "campaign"
    if not options:
        agreed = agreed_in(logs)
        options = frozenset({UNSAID}) if agreed is None else agreed.options
        scenario = (agreed.scenario if agreed is not None else "") or scenario
        if options - {UNSAID}:
            game = find_game("trc", options, overlay)
            parts = load_parts(game, data_dir() / game.name)
    return [replace(log, parts=parts, options=options, scenario=scenario) for log in logs]


@nothing_collected()
def audit_files(files: Sequence[Path], overlay: Path | None = None) -> Audit:
    """Open the logs of one game and judge them as one, with the defaults that trc-module.toml gives an audit.

    UserError if they are logs of several games.
    """
    from trc_module.cli.config import audit_defaults
    from trc_module.replay.audit import audit_chain
    from trc_module.replay.chain import join

    given = audit_defaults(Path())
    chain = join(open_logs(files, frozenset(given.options), overlay or given.data))
    _expect_one_game(chain)
    return audit_chain(chain)


def _expect_one_game(chain: Chain) -> None:
    from trc_module.replay.several import begins_anew

    for number in range(len(chain.links)):
        why = begins_anew(chain, number)
        if why:
            raise UserError(f"Expected the logs of one game: {why}. Give the logs of each game for themselves.")


def is_foreign(file: Path) -> bool:
    """Tell whether a save or log names another module than ours."""
    from trc_module.module.identity import MODULE_NAME
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.metadata import MODULE_DATA, read_metadata

    with Archive(file) as archive:
        data = read_metadata(archive, MODULE_DATA)
    return data is not None and bool(data.name) and data.name != MODULE_NAME


def transcripts_of(files: Sequence[Path]) -> list[Transcript]:
    """Return the transcripts of logs of other games than ours, in the order given; none if they are ours.

    A file that says of no module is read as ours. UserError if some are ours and some are not.
    """
    from trc_module.module.identity import MODULE_NAME
    from trc_module.replay.transcript import read_transcript

    foreign = [is_foreign(file) for file in files]
    if not any(foreign):
        return []
    if not all(foreign):
        ours, other = files[foreign.index(False)], files[foreign.index(True)]
        raise UserError(f"Expected logs of one module: {ours} is one of '{MODULE_NAME}', {other} is not.")
    return [read_transcript(file) for file in files]

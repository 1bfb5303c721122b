"""Opening of one game's logs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.errors import UserError
from trc_module.memory import nothing_collected
from trc_module.opening.choice import ANY_GAME, GameChoice, module_name

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit
    from trc_module.replay.chain import Chain
    from trc_module.replay.gamelog import GameLog, SaveReader
    from trc_module.replay.roll_formats import RollFormat
    from trc_module.replay.transcript import Transcript


def open_logs(
    files: Sequence[Path],
    options: frozenset[str] = frozenset(),
    overlay: Path | None = None,
    profile: Path | None = None,
    read: SaveReader | None = None,
    *,
    choice: GameChoice = ANY_GAME,
) -> list[GameLog]:
    """Open logs of our module, in the order given, or of another module with a profile.

    They are read with the optional rules of `options`; where there are none, with those that the logs say. `read` reads
    a file (None: `read_to_execute`). `agreed-map` among the options does not choose rules: with it what is assumed of
    the map and the turn track stands as agreed.
    UserError if one is none of ours, and no profile fits it.
    """
    from dataclasses import replace

    from trc_module.module.inputs import known_inputs
    from trc_module.replay.agreed import agreed_in, scenario_in
    from trc_module.replay.gamelog import open_log, read_to_execute
    from trc_module.rules.finder import find_game
    from trc_module.rules.options import AGREED_MAP, UNSAID
    from trc_module.rules.readings import check_chosen

    read = read or read_to_execute
    spec = choice.of_logs(files)
    ground = options & {AGREED_MAP}
    options -= ground
    rules = find_game(spec.name, options | ground, overlay)
    if options:
        check_chosen(options, rules.readings)
    parts = known_inputs(rules, spec.folder)
    foreign = [is_foreign(file, choice) for file in files]
    if any(foreign):
        from trc_module.profiles.opening import open_foreign

        _expect_one_module(files, foreign, choice)
        logs = open_foreign(files, parts, profile, read)
    else:
        logs = [open_log(file, parts, options, read) for file in files]
    scenario = scenario_in(logs) or "campaign"
    if not options:
        agreed = agreed_in(logs)
        options = frozenset({UNSAID}) if agreed is None else agreed.options
        scenario = (agreed.scenario if agreed is not None else "") or scenario
        if options - {UNSAID}:
            parts = known_inputs(find_game(spec.name, options | ground, overlay), spec.folder)
    return [replace(log, parts=parts, options=options, scenario=scenario) for log in logs]


@nothing_collected()
def audit_files(
    files: Sequence[Path],
    options: frozenset[str] = frozenset(),
    overlay: Path | None = None,
    profile: Path | None = None,
    *,
    choice: GameChoice = ANY_GAME,
    mails: Sequence[Path] = (),
) -> Audit:
    """Open the logs of one game and judge them as one, with optional rules as `open_logs` reads them.

    `mails` are files with the mails of a dice server. UserError if they cannot be read, or if the logs are of several
    games.
    """
    from trc_module.auditing.audit import audit_chain
    from trc_module.auditing.dice_mail import read_all
    from trc_module.replay.chain import join_logs

    rolls = read_all(mails)
    chain = join_logs(open_logs(files, options, overlay, profile, choice=choice))
    _expect_one_game(chain)
    return audit_chain(chain, rolls)


def _expect_one_game(chain: Chain) -> None:
    from trc_module.replay.several import begins_anew

    for number in range(len(chain.links)):
        why = begins_anew(chain, number)
        if why:
            raise UserError(f"Expected the logs of one game: {why}. Give the logs of each game for themselves.")


def is_foreign(file: Path, choice: GameChoice = ANY_GAME) -> bool:
    """Tell whether a save or log is of a module that is none of an installed game's.

    One that names no module is, unless it holds counters of the game that is chosen.
    """
    from trc_module.gamespec import game_of_module

    module = module_name(file)
    return game_of_module(module) is None if module else not _may_be_ours(file, choice)


def _may_be_ours(file: Path, choice: GameChoice) -> bool:
    """Tell whether a file without a module's name holds counters of our game, or cannot be read at all."""
    from trc_module.module.inputs import known_inputs
    from trc_module.replay.gamelog import open_log
    from trc_module.rules.finder import find_game
    from trc_module.vassal.problems import FormatError

    spec = choice.of_logs([file])
    try:
        open_log(file, known_inputs(find_game(spec.name), spec.folder))
    except FormatError:
        # Whoever opens it says why.
        return True
    except UserError:
        return False
    return True


def open_any_logs(
    files: Sequence[Path],
    profile: Path | None = None,
    *,
    choice: GameChoice = ANY_GAME,
) -> list[GameLog]:
    """Open logs to join or cut them: of our module, of another with a profile, or else of any module, without rules.

    UserError if they are of several modules.
    """
    from trc_module.module.inputs import known_inputs
    from trc_module.replay.any_log import open_any
    from trc_module.rules.finder import find_game

    foreign = [is_foreign(file, choice) for file in files]
    if not all(foreign) or profile is not None or all(_has_profile(file, choice) for file in files):
        return open_logs(files, profile=profile, choice=choice)
    _expect_one_module(files, foreign, choice)
    spec = choice.of_logs(files)
    parts = known_inputs(find_game(spec.name), spec.folder)
    return [open_any(file, parts) for file in files]


def transcripts_of(
    files: Sequence[Path],
    profile: Path | None = None,
    formats: Sequence[RollFormat] = (),
    *,
    choice: GameChoice = ANY_GAME,
) -> list[Transcript]:
    """Return the transcripts of logs of other games than ours, in the order given; none if rules can judge them.

    Those are logs of our module, and of others with a profile; `formats` are those in which the module's buttons
    report rolls. UserError if some are ours and some are not.
    """
    from trc_module.replay.transcript import read_transcript

    foreign = [is_foreign(file, choice) for file in files]
    if not any(foreign) or profile is not None:
        return []
    _expect_one_module(files, foreign, choice)
    return (
        [] if all(_has_profile(file, choice) for file in files) else [read_transcript(file, formats) for file in files]
    )


def _expect_one_module(files: Sequence[Path], foreign: Sequence[bool], choice: GameChoice) -> None:

    if not all(foreign):
        ours, other = files[foreign.index(False)], files[foreign.index(True)]
        module = module_name(ours) or choice.of_logs([ours]).module
        raise UserError(f"Expected logs of one module: {ours} is one of '{module}', {other} is not.")


def _has_profile(file: Path, choice: GameChoice) -> bool:
    """Tell whether a profile that comes with us names the module of a save or log."""
    from trc_module.profiles.model import fitting
    from trc_module.vassal.archive import Archive
    from trc_module.vassal.metadata import MODULE_DATA, read_metadata

    with Archive(file) as archive:
        return fitting(read_metadata(archive, MODULE_DATA), choice.of_logs([file]).folder) is not None

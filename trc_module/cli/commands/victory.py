"""`trc-module victory`: the victory points of a game, explained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_of_record, game_option
from trc_module.cli.logs import PROFILE
from trc_module.cli.telling import echo, json_text

if TYPE_CHECKING:
    from trc_module.rules.clock import Clock
    from trc_module.rules.game import Game
    from trc_module.rules.score import Score
    from trc_module.rules.state import State


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--turn", type=click.IntRange(1), help="At the end of this turn, instead of the end of the file.")
@click.option("--every-turn", is_flag=True, help="Only the points and the winner, at the end of every turn.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@CORRECTIONS
@PROFILE
@game_option
def command(
    files: tuple[Path, ...],
    turn: int | None,
    every_turn: bool,
    as_json: bool,
    overlay: Path | None,
    profile: Path | None,
) -> None:
    """Count and explain the victory points of a game: a record (.game), or the logs (.vlog) of one game.

    It lists every city and well that counts, who controls it and on whose side of the scenario's line it lies;
    where that is uncertain it gives the least and the most points. It says what wins the scenario, and who has won.
    """

    from trc_module.errors import UserError
    from trc_module.opening.played import is_record
    from trc_module.report.victory import score_text, score_tree, scores

    game, ends, late = _record(files[0], overlay) if is_record(files[0]) else _logs(files, overlay, profile)
    found = _shown(game, scores(game, ends, late=late))
    if turn is not None:
        found = [one for one in found if one.clock.turn == turn][-1:]
        if not found:
            raise UserError(f"{files[0]}: expected a game that has a turn {turn}, found none.")
    elif not every_turn:
        found = found[-1:]
    if as_json:
        echo(json_text([score_tree(one) for one in found]))
    else:
        echo("\n".join(score_text(one, brief=every_turn) for one in found))


def _record(path: Path, overlay: Path | None) -> tuple[Game, list[State], Clock | None]:
    from trc_module.rules.actions import Action
    from trc_module.rules.engine import Referee
    from trc_module.rules.record import load_record

    record = load_record(path, game_of_record(overlay))
    referee = Referee(record.game, record.start)
    ends: dict[int, State] = {record.start.clock.turn: record.start}
    for line in record.lines:
        if isinstance(line.entry, Action):
            before = referee.state
            referee.act(line.entry)
            # At the end of a turn the position counts in which it ended.
            if referee.state.clock.turn != before.clock.turn:
                ends[before.clock.turn] = referee.state.changed(clock=before.clock)
            else:
                ends[referee.state.clock.turn] = referee.state
    return record.game, [ends[number] for number in sorted(ends)], None


def _logs(
    files: tuple[Path, ...], overlay: Path | None, profile: Path | None
) -> tuple[Game, list[State], Clock | None]:
    from trc_module.cli.logs import audit_files

    audit = audit_files(files, overlay, profile)
    # The decisions of a turn's end stand in the position after it; where a log breaks off, the last phase counts.
    ends = {clock.turn: state.changed(clock=clock) for clock, state in (*audit.phases, *audit.turns)}
    ends[audit.end.clock.turn] = audit.end
    return audit.log.parts.game, [ends[number] for number in sorted(ends)], audit.late


def _shown(game: Game, found: list[Score]) -> list[Score]:
    """Return the ends of the turns without a last one that has only just begun."""
    just_begun = len(found) > 1 and found[-1].clock.step == game.sequence.steps[0]
    return found[:-1] if just_begun else found

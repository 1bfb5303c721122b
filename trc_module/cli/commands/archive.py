"""`trc-module archive`: a tournament's games in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.boxed import SECONDS
from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.dice_mails import DICE_MAIL
from trc_module.cli.games import game_option, named_game
from trc_module.cli.groups import Grouped
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.logs import OPTIONS, PROFILE
from trc_module.cli.progress import progress
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.cli.where import on_option
from trc_module.errors import UserError
from trc_module.files import real_path

if TYPE_CHECKING:
    from trc_module.archive.adding import Addition
    from trc_module.archive.files import Opener
    from trc_module.archive.rechecking import Rechecked
    from trc_module.archive.search import Answer
    from trc_module.archive.store import Store

_on = on_option("")
_jobs = click.option(
    "--jobs", type=click.IntRange(1), help="How many processes on this machine; by default one per processor."
)
_shared = click.option("--shared", is_flag=True, help="The files lie on a path that Dask's workers see too.")
_json = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")


@click.group(cls=Grouped)
@click.argument("archive", type=click.Path(path_type=Path), metavar="ARCHIVE.db")
@click.pass_context
def command(ctx: click.Context, archive: Path) -> None:
    """Keep the games of a tournament in the file ARCHIVE.db: add them, list them, search them, judge them again."""
    ctx.obj = archive


@contextmanager
def _opened(ctx: click.Context, *, new: bool = False, writes: bool = False) -> Iterator[Store]:
    from trc_module.archive.store import Store

    with Store(ctx.obj, new=new, reads=not writes) as store:
        try:
            yield store
        except (UserError, click.exceptions.Exit, click.ClickException):
            raise
        except Exception:
            # A damaged archive is no error of ours.
            from trc_module.archive.soundness import expect_sound

            expect_sound(store)
            raise


def _opener() -> Opener:
    """Return what opens logs in a worker, which does not see what `--game` says."""
    from trc_module.cli.logs import open_logs

    return partial(open_logs, game=named_game())


@command.command()
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE|FOLDER...")
@_on
@_jobs
@SECONDS
@_shared
@game_option
@click.option("--by-path", is_flag=True, help="Do not keep the logs themselves, only where they lie.")
@click.option(
    "--pinned", is_flag=True, help="Keep judging new games by today's rules and data, whatever changes later."
)
@DICE_MAIL
@CORRECTIONS
@PROFILE
@OPTIONS
@click.pass_context
def add(
    ctx: click.Context,
    paths: tuple[Path, ...],
    on: str,
    insecure: bool,
    jobs: int | None,
    seconds: int,
    shared: bool,
    by_path: bool,
    pinned: bool,
    dice_mail: tuple[Path, ...],
    overlay: Path | None,
    profile: Path | None,
    options: tuple[str, ...],
) -> None:
    """Add every log FILE, and the logs (.vlog) in every FOLDER and the folders in it, and judge their games.

    Logs with a common beginning, or one that goes on where another ended, belong to one game. Files added before
    are not read again: after an interruption, give the same command again. A file that cannot be read is kept
    with the reason, and makes the exit code 2.
    """
    from trc_module.archive.adding import Work
    from trc_module.archive.adding import add as add_to
    from trc_module.archive.boxes import Limits
    from trc_module.archive.files import Chosen, given_profile
    from trc_module.archive.mails import given_mails
    from trc_module.archive.sightings import look
    from trc_module.cli.config import told_defaults

    given = told_defaults(Path())
    corrected = overlay or given.data
    folder = str(real_path(corrected)) if corrected else ""
    mails = given_mails(dice_mail, [Path(seen.path) for seen in look(paths)]) if dice_mail else ()
    chosen = Chosen(tuple(options or given.options), (), folder, given_profile(profile), mails)
    work = Work(_opener(), on, jobs, shared, Limits(seconds), insecure=insecure)
    with _opened(ctx, new=True, writes=True) as store, progress() as on_step:
        added = add_to(store, paths, work, chosen, keep=not by_path, pinned=pinned, on_step=on_step)
    for fault in (*added.faults, *added.notes):
        tell(f"trc-module: {fault}", err=True)
    tell(_told(added))
    if added.faults:
        raise click.exceptions.Exit(2)


def _told(added: Addition) -> str:
    unread = f", {len(added.faults)} with a fault" if added.faults else ""
    files = f"{added.files} {'file' if added.files == 1 else 'files'}"
    games = f"{added.games} {'game' if added.games == 1 else 'games'}"
    return f"{files}: {added.known} known, {added.read} read{unread}; {games} judged."


@command.command()
@_json
@click.option("--csv", "as_csv", is_flag=True, help="Print as comma-separated values.")
@click.option("--html", "as_html", is_flag=True, help="Print as a page.")
@click.pass_context
def table(ctx: click.Context, as_json: bool, as_csv: bool, as_html: bool) -> None:
    """List the games: players, scenario, options, turn reached, winner, points, rolls, luck, findings."""
    from trc_module.archive.table import damaged, game_rows, table_csv, table_json, table_text

    with _opened(ctx) as store:
        games, files = game_rows(store), damaged(store)
        if as_json:
            told = table_json(games, files)
        elif as_csv:
            told = table_csv(games).removesuffix("\n")
        elif as_html:
            from trc_module.archive.index_page import table_page

            told = table_page(games, files)
        else:
            told = table_text(games, files)
    echo(told)


@command.command()
@_json
@click.pass_context
def statistics(ctx: click.Context, as_json: bool) -> None:
    """Count results by column, openings with how often they won, and each player's luck."""
    from trc_module.archive.statistics import statistics_of, statistics_text, statistics_tree

    with _opened(ctx) as store:
        found = statistics_of(store)
        told = json_text(statistics_tree(found)) if as_json else statistics_text(found)
    echo(told)


@command.command()
@click.argument("folder", type=click.Path(path_type=Path))
@_on
@_jobs
@SECONDS
@_shared
@LANGUAGE
@game_option
@click.pass_context
def report(
    ctx: click.Context,
    folder: Path,
    on: str,
    insecure: bool,
    jobs: int | None,
    seconds: int,
    shared: bool,
    language: str,
) -> None:
    """Write into FOLDER a page of all games, index.html, and for each game a page to step through it.

    The links that 'search' prints lead to places in these pages. Pages that are there already are not made again.
    """
    from trc_module.archive.adding import Work
    from trc_module.archive.boxes import Limits
    from trc_module.archive.pages import INDEX, write_report
    from trc_module.report.tongue import check_language

    check_language(language)
    work = Work(_opener(), on, jobs, shared, Limits(seconds), insecure=insecure)
    with _opened(ctx) as store, progress() as on_step:
        done = write_report(store, folder, work, language=language, on_step=on_step)
    for fault in done.faults:
        tell(f"trc-module: {fault}", err=True)
    if done.outdated:
        tell(
            f"Today's program judges otherwise: {', '.join(done.outdated)}; 'recheck' reports what has changed.",
            err=True,
        )
    games = done.written + done.kept
    tell(f"{folder / INDEX}: {games} {'game' if games == 1 else 'games'}, {done.written} of them drawn anew.")
    if done.faults:
        raise click.exceptions.Exit(2)


@command.command()
@click.argument("names", nargs=-1, metavar="[GAME|FILE...]")
@_on
@_jobs
@SECONDS
@_shared
@game_option
@_json
@click.option("--dry-run", is_flag=True, help="Only report what would change.")
@click.option("--pinned", is_flag=True, help="Pin the named games to the rules and data that they began with.")
@click.option("--unpinned", is_flag=True, help="Unpin the named games.")
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="WORD",
    help="The other reading of a gap in the rulebook, such as C33b; may be repeated; 'none' for ours.",
)
@CORRECTIONS
@click.option("--no-data", is_flag=True, help="Judge without corrections those games that were judged with some.")
@click.pass_context
def recheck(
    ctx: click.Context,
    names: tuple[str, ...],
    on: str,
    insecure: bool,
    jobs: int | None,
    seconds: int,
    shared: bool,
    as_json: bool,
    dry_run: bool,
    pinned: bool,
    unpinned: bool,
    readings: tuple[str, ...],
    overlay: Path | None,
    no_data: bool,
) -> None:
    """Judge again the games whose program, data or readings have changed, and list the verdicts that change.

    All games, or those that are named. Pinned games are left alone. Exit code 1 if a verdict has changed.
    """
    from trc_module.archive.adding import Work
    from trc_module.archive.boxes import Limits
    from trc_module.archive.rechecking import Anew, pin, unpin
    from trc_module.archive.rechecking import recheck as judge_again

    data = bool(overlay or no_data)
    if (pinned or unpinned) and (not names or dry_run or readings or (data and pinned) or (pinned and unpinned)):
        raise UserError(
            "--pinned and --unpinned take the names of games, and no option that changes how they are judged."
        )
    if overlay and no_data:
        raise UserError("--data names a folder of corrections, and --no-data none: give one of the two.")
    work = Work(_opener(), on, jobs, shared, Limits(seconds), insecure=insecure)
    _expect_readings(readings)
    chosen = () if readings == ("none",) else readings or None
    anew = Anew(chosen, str(real_path(overlay)) if overlay else "" if no_data else None)
    with _opened(ctx, writes=not dry_run) as store, progress() as on_step:
        if pinned:
            done = pin(store, work, names, on_step=on_step)
        elif unpinned:
            done = unpin(store, work, names, anew, on_step=on_step)
        else:
            done = judge_again(store, work, names, anew, keep=not dry_run, on_step=on_step)
    _tell_rechecked(done, as_json)


def _tell_rechecked(done: Rechecked, as_json: bool) -> None:
    for fault in (*done.faults, *done.notes):
        tell(f"trc-module: {fault}", err=True)
    if as_json:
        echo(json_text([change.tree() for change in done.changes]))
    else:
        echo("\n".join([*(change.text() for change in done.changes), _rechecked(done)]))
    if done.faults:
        raise click.exceptions.Exit(2)
    if done.changes:
        raise click.exceptions.Exit(1)


def _expect_readings(words: tuple[str, ...]) -> None:
    from trc_module.gamespec import installed_games
    from trc_module.rules.readings import read_readings, switches

    if words in ((), ("none",)):
        return
    files = [folder / "readings.toml" for folder in installed_games().values()]
    known = [word for file in files if file.is_file() for word in switches(read_readings(file))]
    for word in words:
        if word not in known:
            raise UserError(f"There is no reading '{word}' that can be chosen; those are {', '.join(known)}.")


def _rechecked(done: Rechecked) -> str:
    games = f"{done.judged} {'game' if done.judged == 1 else 'games'} judged again: {len(done.changes)} changed"
    current = f"; {done.current} already judged by what is here" if done.current else ""
    return f"{games}{current}{f'; {done.pinned} pinned' if done.pinned else ''}."


@command.group()
def search() -> None:
    """Find positions and acts in all games; each answer names the game and the step."""


@search.command("unit")
@click.argument("unit")
@click.argument("place", metavar="HEX|BOX")
@click.option("--turn", type=click.IntRange(1), help="Only in this turn.")
@_json
@click.pass_context
def search_unit(ctx: click.Context, unit: str, place: str, turn: int | None, as_json: bool) -> None:
    """Find where UNIT was in a hex or box at the end of a phase: ger-41-pz M24."""
    from trc_module.archive.search import units_in

    _answer(ctx, lambda store: units_in(store, unit, place, turn), as_json)


@search.command("battles")
@click.option("--odds", default="", metavar="ODDS", help="At these odds, such as 3-1.")
@click.option(
    "--terrain",
    multiple=True,
    metavar="WORD",
    help="Against defenders in this terrain: woods, city, river; may be repeated.",
)
@click.option("--result", default="", metavar="RESULT", help="With this result, such as EX.")
@click.option("--unit", default="", metavar="UNIT", help="With this unit on either side.")
@click.option("--turn", type=click.IntRange(1), help="In this turn.")
@_json
@click.pass_context
def search_battles(
    ctx: click.Context, odds: str, terrain: tuple[str, ...], result: str, unit: str, turn: int | None, as_json: bool
) -> None:
    """Find battles by odds, terrain of the defenders, result, unit and turn."""
    from trc_module.archive.search import battles

    _answer(ctx, lambda store: battles(store, odds=odds, terrain=terrain, result=result, unit=unit, turn=turn), as_json)


@search.command("taken")
@click.argument("place")
@click.option("--side", default="", help="By this side.")
@click.option("--by", type=click.IntRange(1), metavar="TURN", help="Up to the end of this turn.")
@_json
@click.pass_context
def search_taken(ctx: click.Context, place: str, side: str, by: int | None, as_json: bool) -> None:
    """Find when PLACE (Kiev) came under a side's control, the first time in each game."""
    from trc_module.archive.search import places_taken

    _answer(ctx, lambda store: places_taken(store, place, side=side, by=by), as_json)


@search.command("opening")
@click.argument("moves")
@_json
@click.pass_context
def search_opening(ctx: click.Context, moves: str, as_json: bool) -> None:
    """Find games by where units stood after the moves of the first impulse: 'ger-41-pz M24, ger-56-pz M22'.

    MOVES may also be the number of an opening, as answers and statistics print it.
    """
    from trc_module.archive.search import openings

    _answer(ctx, lambda store: openings(store, moves), as_json)


def _answer(ctx: click.Context, ask: Callable[[Store], Iterator[Answer]], as_json: bool) -> None:
    from trc_module.archive.search import answers_text

    with _opened(ctx) as store:
        answers = list(ask(store))
        told = json_text([answer.tree() for answer in answers]) if as_json else answers_text(answers)
    echo(told)


@command.command()
@click.argument("names", nargs=-1, required=True, metavar="GAME|FILE...")
@click.pass_context
def remove(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Remove games by name (four digits are enough), or files, with all that is kept of them.

    If only some logs of a game are removed, the next 'add' judges the others again.
    """
    from trc_module.archive.removing import remove as remove_from

    with _opened(ctx, writes=True) as store:
        games, logs = remove_from(store, names)
    games_told = f"{games} {'game' if games == 1 else 'games'}"
    tell(f"{games_told} and {logs} {'log' if logs == 1 else 'logs'} removed.")


@command.command()
@click.pass_context
def adopt(ctx: click.Context) -> None:
    """Make ARCHIVE.db yours if another person or machine made it, so that you can add to it and judge it again.

    It is looked through and written anew: nothing but its rows is taken over, passwords in logs are taken out, and the
    places where logs were seen are not looked for on this machine.
    """
    from trc_module.archive.adopting import adopt as adopt_archive

    lost = adopt_archive(ctx.obj)
    if lost is None:
        tell(f"'{ctx.obj}' is yours already.")
        return
    without = f"; {number(lost, 'log')} could not be kept, as passwords could not be told from other words"
    tell(f"'{ctx.obj}' is yours now{without if lost else ''}.")

"""`trc-module tournament`: players, pairings, results, rulings, standings, letters and pages of a tournament."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from trc_module.cli.boxed import SECONDS
from trc_module.cli.games import chosen_spec, game_option, named_game
from trc_module.cli.groups import Grouped
from trc_module.cli.progress import progress
from trc_module.cli.telling import echo, json_text, number, tell
from trc_module.cli.where import on_option
from trc_module.errors import UserError

if TYPE_CHECKING:
    from trc_module.archive.adding import Work
    from trc_module.archive.files import Chosen
    from trc_module.archive.table import GameRow
    from trc_module.tournament.folder import Tournament
    from trc_module.tournament.results import Results

_FOLDER = click.argument("folder", type=click.Path(path_type=Path))
_on = on_option("")
_jobs = click.option(
    "--jobs", type=click.IntRange(1), help="How many processes on this machine; by default one per processor."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
_csv = click.option("--csv", "as_csv", is_flag=True, help="Print as comma-separated values.")
_today = click.option(
    "--today", type=click.DateTime(["%Y-%m-%d"]), help="The day by which games are late; by default today."
)


@click.group(cls=Grouped)
def command() -> None:
    """Run a tournament in a folder: players, pairings, results, rulings, standings, letters and pages."""


@command.command()
@_FOLDER
@click.option("--name", help="What the tournament is called; by default as its folder.")
@click.option(
    "--system",
    type=click.Choice(["swiss", "round-robin", "knock-out", "ladder"]),
    default="swiss",
    show_default=True,
    help="How rounds are paired.",
)
@click.option("--rounds", type=click.IntRange(0), default=0, help="How many rounds; by default as the system makes.")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player, the strongest first; repeat it.")
@game_option
@_json
def new(folder: Path, name: str | None, system: str, rounds: int, players: tuple[str, ...], as_json: bool) -> None:
    """Make the FOLDER of a tournament: tournament.toml and players.toml, which you complete, and games/ for logs."""
    from trc_module.tournament.folder import make

    make(folder, chosen_spec(), name or folder.name, system, rounds, players)  # type: ignore[arg-type]
    if as_json:
        echo(json_text({"folder": str(folder), "name": name or folder.name, "players": list(players)}))
        return
    tell(f"{folder}: a new tournament of {number(len(players), 'player')}; look through its tournament.toml.")


@command.command()
@_FOLDER
@click.argument("paths", type=click.Path(path_type=Path), nargs=-1, metavar="[FILE|FOLDER]...")
@click.option("--game", "game", metavar="N.N", help="The game of the pairings that the logs belong to, as 2.3.")
@click.option("--player", help="Enter this player instead of logs.")
@click.option("--alias", "aliases", multiple=True, metavar="NAME", help="Another name of the player; repeat it.")
@_on
@_jobs
@SECONDS
@_json
def add(
    folder: Path,
    paths: tuple[Path, ...],
    game: str | None,
    player: str | None,
    aliases: tuple[str, ...],
    on: str,
    insecure: bool,
    jobs: int | None,
    seconds: int,
    as_json: bool,
) -> None:
    """Add logs to the tournament in FOLDER and judge their games; by default those in its folder games/.

    Whose games they are follows from the names in the logs and players.toml. Where those do not tell it, --game does.
    """
    from trc_module.archive.adding import add as add_to
    from trc_module.archive.store import Store
    from trc_module.archive.table import game_rows
    from trc_module.tournament.assigning import name_logs
    from trc_module.tournament.folder import GAMES, add_player, read_tournament
    from trc_module.tournament.players import Player

    tournament = read_tournament(folder)
    if player is not None:
        if paths or game:
            raise UserError("--player enters a player; give logs in a command of their own.")
        entered = Player(player, aliases, since=tournament.rounds + 1)
        add_player(tournament, entered)
        if as_json:
            echo(json_text({"player": player, "since": entered.since}))
        else:
            tell(f"{player} plays from round {entered.since} on.")
        return
    if game is not None and all(each.game != game for each in tournament.pairings):
        raise UserError(f"There is no game {game} in the pairings.")
    given = paths or (folder / GAMES,)
    with Store(tournament.archive, new=True) as store, progress() as on_step:
        added = add_to(store, given, _work(on, insecure, jobs, seconds), _chosen(tournament), on_step=on_step)
        if game is not None:
            name_logs(tournament, store, game, given)
        games = game_rows(store)
    _tell_unpaired(folder, games)
    for fault in (*added.faults, *added.notes):
        tell(f"trc-module: {fault}", err=True)
    if as_json:
        counts = {"files": added.files, "known": added.known, "read": added.read, "judged": added.games}
        echo(json_text({**counts, "faults": added.faults}))
    else:
        files, judged = number(added.files, "file"), number(added.games, "game")
        tell(f"{files}: {added.known} known, {added.read} read; {judged} judged.")
    if added.faults:
        raise click.exceptions.Exit(2)


def _tell_unpaired(folder: Path, games: Sequence[GameRow]) -> None:
    """Tell which games belong to no pairing, and what contradicts the table: the logs are kept all the same."""
    from trc_module.tournament.folder import read_tournament
    from trc_module.tournament.results import results_of

    try:
        notes = results_of(read_tournament(folder), games).notes
    except UserError as error:
        notes = list(map(str, error.args))
    for note in notes:
        tell(f"trc-module: {note}", err=True)


def _work(on: str, insecure: bool, jobs: int | None, seconds: int) -> Work:
    from trc_module.archive.adding import Work
    from trc_module.archive.boxes import Limits
    from trc_module.cli.logs import open_logs

    return Work(partial(open_logs, game=named_game()), on, jobs, False, Limits(seconds), insecure=insecure)


def _chosen(tournament: Tournament) -> Chosen:
    """Return how games are judged: with the options of the tournament."""
    from trc_module.archive.files import Chosen

    return Chosen(tournament.settings.options)


@command.command()
@_FOLDER
@click.option("--open-as-draws", is_flag=True, help="Pair as if the games that go on were drawn (Swiss).")
@click.option("--challenge", nargs=2, multiple=True, metavar="LOWER UPPER", help="On a ladder: who challenges whom.")
@click.option("--dry-run", is_flag=True, help="Only print the pairings.")
@_json
def pair(
    folder: Path, open_as_draws: bool, challenge: tuple[tuple[str, str], ...], dry_run: bool, as_json: bool
) -> None:
    """Pair the next round of the tournament in FOLDER by its system, and write it into pairings.csv.

    Sides go by the bids in bids.csv, if there are any, and else so that everybody comes to both sides alike.
    """
    from trc_module.tournament.folder import write_pairings
    from trc_module.tournament.pairing import Wanted, next_round
    from trc_module.tournament.results import result_tree
    from trc_module.tournament.texts import pairing_line

    tournament, results = _results(folder)
    found = next_round(tournament, results.results, Wanted(challenge, open_as_draws))
    if not dry_run:
        write_pairings(tournament, (*tournament.pairings, *found))
    if as_json:
        from trc_module.tournament.results import unplayed

        echo(json_text([result_tree(tournament, unplayed(each)) for each in found]))
        return
    echo("\n".join(pairing_line(tournament, each) for each in found))


def _results(folder: Path) -> tuple[Tournament, Results]:
    """Return a tournament and its results; what there is to tell of them goes to stderr."""
    from trc_module.tournament.folder import read_tournament
    from trc_module.tournament.results import results_of

    tournament = read_tournament(folder)
    results = results_of(tournament, _games(tournament))
    return tournament, results


def _games(tournament: Tournament) -> list[GameRow]:
    """Return the games of the archive; none before the first log."""
    from trc_module.archive.store import Store
    from trc_module.archive.table import game_rows

    if not tournament.archive.exists():
        return []
    with Store(tournament.archive, reads=True) as store:
        return game_rows(store)


@command.command()
@_FOLDER
@click.option("--enter", nargs=2, metavar="GAME RESULT", help="Enter a result: a game, and the side that won, or draw.")
@click.option("--by", help="How it came about: played, resignation, forfeit, agreement, adjudication or ruling.")
@click.option("--judges", default="", metavar="'A; B'", help="The two members who have adjudicated.")
@click.option("--why", default="", help="The reason, which a ruling needs.")
@click.option("--points", type=int, help="The victory points.")
@click.option("--turn", type=click.IntRange(0), help="The turn in which the game ended.")
@_today
@_json
@_csv
def results(
    folder: Path,
    enter: tuple[str, str] | None,
    by: str | None,
    judges: str,
    why: str,
    points: int | None,
    turn: int | None,
    today: datetime | None,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List the games of the tournament in FOLDER with their results: as the audited logs tell them, or as entered.

    With --enter a result is written that no log tells.
    """
    from trc_module.tournament.assigning import enter_result
    from trc_module.tournament.folder import read_tournament
    from trc_module.tournament.results import result_tree
    from trc_module.tournament.texts import results_text

    if enter is not None:
        enter_result(read_tournament(folder), _games(read_tournament(folder)), enter, by, judges, why, points, turn)
    elif by or judges or why or points is not None or turn is not None:
        raise UserError("--by, --judges, --why, --points and --turn go with --enter.")
    tournament, found = _results(folder)
    for note in found.notes:
        tell(f"trc-module: {note}", err=True)
    trees = [result_tree(tournament, each) for each in found.results]
    _tell_rows(trees, lambda: results_text(tournament, found.results, _day(today)), as_json, as_csv)


def _day(today: datetime | None) -> date:
    return today.date() if today else date.today()


def _tell_rows(trees: Sequence[Mapping[str, Any]], text: Callable[[], str], as_json: bool, as_csv: bool) -> None:
    if as_json:
        echo(json_text(list(trees)))
    elif as_csv:
        from trc_module.tournament.sheets import csv_of

        echo(csv_of(trees).removesuffix("\n"))
    else:
        echo(text())


@command.command()
@_FOLDER
@click.option("--round", "until", type=click.IntRange(0), help="As they were after this round.")
@_json
@_csv
def standings(folder: Path, until: int | None, as_json: bool, as_csv: bool) -> None:
    """Print the standings of the tournament in FOLDER, with tie-breaks and ratings."""
    from trc_module.tournament.sheets import standing_rows
    from trc_module.tournament.texts import standings_text

    tournament, found = _results(folder)
    rows = standing_rows(tournament, found.results, until)
    _tell_rows(rows, lambda: standings_text(tournament, rows, found.results), as_json, as_csv)


@command.command()
@_FOLDER
@click.option("--finding", metavar="FINDING", help="Rule upon this one: fingerprint, or game and rule (1.2:7.2).")
@click.option("--as", "kind", type=click.Choice(["accepted", "agreed", "ruled"]), default="ruled", show_default=True)
@click.option("--reason", default="", help="Why.")
@click.option("--by", default="", help="Who has said it.")
@click.option("--open", "only_open", is_flag=True, help="Only those on which nothing has been said.")
@_today
@_json
def rulings(
    folder: Path,
    finding: str | None,
    kind: str,
    reason: str,
    by: str,
    only_open: bool,
    today: datetime | None,
    as_json: bool,
) -> None:
    """List the findings in the games of the tournament in FOLDER with what was said about them, or say it (--finding).

    A finding is accepted by the opponent, agreed upon by both players, or ruled upon. What was said is kept in
    rulings.toml by the finding's fingerprint, and stays when the games are judged again. Exit code 1 if a ruling no
    longer applies.
    """
    from trc_module.report.rulings import FILE, awaited, no_longer
    from trc_module.tournament.findings import found_in, rule_upon
    from trc_module.tournament.folder import read_tournament
    from trc_module.tournament.texts import findings_text

    tournament, results = _results(folder)
    found = found_in(tournament, results.results)
    if finding is not None:
        rule_upon(tournament, found, finding, kind, reason, by, _day(today))
        tournament = read_tournament(folder)
        found = found_in(tournament, results.results)
    everything = [each for inner in found.values() for each in inner]
    gone = no_longer(folder / FILE, tournament.rulings, (each.fingerprint for each in everything))
    for sentence in gone:
        tell(f"trc-module: {sentence}", err=True)
    shown = {game: awaited(inner) if only_open else inner for game, inner in found.items()}
    if as_json:
        echo(json_text([{"game": game, **each.tree()} for game, inner in shown.items() for each in inner]))
    else:
        echo(findings_text(shown))
    if gone:
        raise click.exceptions.Exit(1)


@command.command()
@_FOLDER
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="By default the folder letters in it.")
@click.option("--round", "round_", type=click.IntRange(1), help="Of this round; by default the last one.")
@click.option("--player", help="Only to this player.")
@click.option("--html", "as_html", is_flag=True, help="As pages instead of text.")
@_today
@_json
def letters(
    folder: Path,
    target: Path | None,
    round_: int | None,
    player: str | None,
    as_html: bool,
    today: datetime | None,
    as_json: bool,
) -> None:
    """Write a letter for each player and game of a round of the tournament in FOLDER, in the player's language.

    It tells opponent, side, bid and deadline, the findings in the game with what they mean and what was ruled, and the
    standings. Nothing is sent: you do that.
    """
    from trc_module.tournament.findings import found_in
    from trc_module.tournament.letters import write_letters

    tournament, results = _results(folder)
    found = found_in(tournament, results.results)
    number_ = round_ or max(1, tournament.rounds)
    who = None if player is None else tournament.players.named(player).name
    written = write_letters(
        tournament,
        results.results,
        found,
        target or folder / "letters",
        number_,
        who,
        as_html=as_html,
        today=_day(today),
    )
    if as_json:
        echo(json_text([str(path) for path in written]))
    else:
        tell(f"{target or folder / 'letters'}: {number(len(written), 'letter')} of round {number_}. Nothing was sent.")


@command.command()
@_FOLDER
@click.option("-o", "--output", "target", type=click.Path(path_type=Path), help="By default the folder page in it.")
@_on
@_jobs
@SECONDS
@_today
@_json
def page(
    folder: Path,
    target: Path | None,
    on: str,
    insecure: bool,
    jobs: int | None,
    seconds: int,
    today: datetime | None,
    as_json: bool,
) -> None:
    """Write the site of the tournament in FOLDER: cross table, standings, games to step through, statistics, search.

    It needs no network and no server, and holds each table as CSV and JSON too. No address is in it.
    """
    from trc_module.tournament.site import write_site

    tournament, results = _results(folder)
    with progress() as on_step:
        done = write_site(
            tournament, results, target or folder / "page", _work(on, insecure, jobs, seconds), _day(today), on_step
        )
    for fault in (*results.notes, *done.faults):
        tell(f"trc-module: {fault}", err=True)
    if as_json:
        echo(json_text({"page": str(done.index), "games": done.games, "drawn": done.drawn, "faults": done.faults}))
    else:
        tell(f"{done.index}: {number(done.games, 'game')} to step through, {done.drawn} of them drawn anew.")
    if done.faults:
        raise click.exceptions.Exit(2)

"""`trc-module demo`: one example of every step from data to a verdict."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.telling import echo


@click.command()
@click.option(
    "-o",
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build"),
    show_default=True,
    help="Where to put the module and the log.",
)
@click.pass_context
def command(ctx: click.Context, folder: Path) -> None:
    """Build the module, compose the log of a short opening with three deliberate errors, and audit it.

    Exit code 0 if the audit finds exactly the errors that the opening's record announces.
    """
    from trc_module.auditing.audit import audit_log
    from trc_module.cli.commands.build import command as build
    from trc_module.cli.commands.compose import command as compose
    from trc_module.gamespec import first_game, game_folder
    from trc_module.module.inputs import load_inputs
    from trc_module.replay.gamelog import open_log
    from trc_module.report.text import audit_text
    from trc_module.rules.finder import find_game
    from trc_module.rules.finding import Verdict
    from trc_module.rules.record import Expect, read_record
    from trc_module.version import __version__

    name = first_game()
    record = game_folder(name) / "games" / "opening.game"
    log = folder / "opening.vlog"
    echo("1. Build the module from the data:")
    ctx.invoke(build, output=folder / f"{name}-{__version__}.vmod")
    echo(f"\n2. Compose a log of {record.name}, ten moves with three deliberate errors:")
    ctx.invoke(compose, record=record, output=log)
    echo("\n3. Audit the log:")
    game = find_game(name)
    audit = audit_log(open_log(log, load_inputs(game, game_folder(game.name))))
    echo(audit_text(audit, audit.findings))
    announced = read_record(record.read_text(encoding="utf-8"), str(record), find_game).entries
    expected = [rule for entry in announced if isinstance(entry, Expect) for rule in entry.rules]
    told = [noted.finding.rule for noted in audit.findings if noted.finding.verdict is Verdict.VIOLATION]
    if told != expected:
        echo(f"It should have named {', '.join(expected)}; it named {', '.join(told) or 'nothing'}.", err=True)
        raise click.exceptions.Exit(1)
    echo(f"Named: {', '.join(told)}, the three errors of the record and nothing else.")
    echo("Open the module and the log with VASSAL, or look at the record and its rules: trc-module rule 8.3a")

"""`trc-module summary`: an after-action report."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_option
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.logs import PROFILE
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text


@click.command(cls=Writing)
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@click.option(
    "--html",
    type=OUTPUT,
    metavar="FILE",
    help="Write a page with plots of the ground held, the losses and the odds instead; it needs no network.",
)
@LANGUAGE
@PROFILE
@game_option
def command(files: tuple[Path, ...], as_json: bool, html: Path | None, language: str, profile: Path | None) -> None:
    """Summarize the game of the logs FILE... (.vlog) turn by turn: moves, battles, losses, and places controlled.

    For a log of any other module it lists step by step what was said, reported and moved; its page has the dice
    too.
    """

    from trc_module.cli.logs import audit_files, transcripts_of
    from trc_module.files import write_file
    from trc_module.report.summary import summary_text, summary_tree
    from trc_module.report.tongue import check_language, tongue_of

    check_language(language)
    others = transcripts_of(files, profile)
    if others:
        from trc_module.report.transcript import transcript_text, transcript_tree

        if html is not None:
            from trc_module.report.transcript_page import transcript_page

            write_file(html, transcript_page(others).encode())
        if as_json:
            echo(json_text([transcript_tree(log) for log in others]))
        elif html is None:
            echo("\n\n".join(map(transcript_text, others)))
        return
    audit = audit_files(files, profile=profile)
    tongue = tongue_of(language, audit.log.parts.folder)
    if html is not None:
        from trc_module.report.summary_page import summary_page

        write_file(html, summary_page(audit, tongue).encode())
    if as_json:
        echo(json_text(summary_tree(audit)))
    elif html is None:
        echo(summary_text(audit, tongue))

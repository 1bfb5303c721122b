"""`trc-module summary`: an after-action report."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(files: tuple[Path, ...], as_json: bool) -> None:
    """Tell the game of the logs FILE... (.vlog) turn by turn: moves, battles, losses, and who holds what."""
    import json

    from trc_module.cli.logs import audit_files
    from trc_module.report.summary import summary_text, summary_tree

    audit = audit_files(files)
    click.echo(json.dumps(summary_tree(audit), ensure_ascii=False, indent=2) if as_json else summary_text(audit))

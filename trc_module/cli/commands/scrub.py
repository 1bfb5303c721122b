"""`trc-module scrub`: a copy of a save or log to show to others, without names and passwords."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import tell


@click.command(cls=Writing)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("-o", "--output", type=OUTPUT, required=True, help="Write to this.")
def command(file: Path, output: Path) -> None:
    """Write a copy of FILE (.vsav or .vlog, of any module) to show to others, without its players' names and passwords.

    Mail the original to your opponent, not the copy: VASSAL knows by the passwords who plays which side, and whoever
    opens the copy can only watch.

    Both are replaced by the same words everywhere, so that the copy still audits the same. What players said of
    themselves in chat or notes remains, and so do words that the module's counters bear too. If a name or password
    would be left anywhere else, nothing is written.
    """
    from trc_module.vassal.scrub import write_scrubbed

    write_scrubbed(file, output)
    tell(f"Wrote {output}.")

"""The option that names mails of dice servers: the same for all commands that judge."""

from __future__ import annotations

from pathlib import Path

import click

DICE_MAIL = click.option(
    "--dice-mail",
    "dice_mail",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Mails of a dice server (.eml, or pasted text), whose dice the log lacks; may be repeated.",
)

"""The options that say how counters look."""

from __future__ import annotations

import click

STYLE = click.option(
    "--style",
    "--look",
    "style",
    type=click.Choice(["nato", "silhouette"]),
    default="nato",
    show_default=True,
    help="The style of the counters.",
)
FACTORS = click.option(
    "--factors",
    type=click.Choice(["normal", "large"]),
    default="normal",
    show_default=True,
    help="The size of their factors.",
)

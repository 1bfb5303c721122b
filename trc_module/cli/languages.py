"""The choice of a language for what a command tells people."""

from __future__ import annotations

import click

LANGUAGE = click.option(
    "--language",
    default="en",
    metavar="LANGUAGE",
    help="The language of what people read: en, de or it; by default English. What programs read is English.",
)

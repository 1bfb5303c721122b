"""The words of pages in other languages: of the page of an audit, and of the app around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from trc_module.catalogue import SUFFIX, catalogue_of

FOLDER = "texts"
"""The folder of the catalogues in the room of reports."""


@cache
def texts_of(language: str) -> Mapping[str, str]:
    """Return what the pages say in a language, by the English words; nothing for English."""
    entries = catalogue_of(files("trc_module.report") / FOLDER / f"{language}{SUFFIX}").entries
    return {entry.english[0]: entry.said[0] for entry in entries if entry.said}

"""The help pages."""

from __future__ import annotations

from lxml import etree

from trc_module.module.texts import Texts
from trc_module.vassal.buildfile import component


def documentation(texts: Texts) -> etree._Element:
    """Return the entries of VASSAL's help menu."""
    return component("module.Documentation")

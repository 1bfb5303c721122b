"""A module as a folder of texts that diff and merge line by line, and back without loss.

Works for modules and extensions of any game; docs/exploded-module.md tells what the texts look like.
"""

from __future__ import annotations

from trc_module.vassal.exploded.folder import Exploded, Imploded, explode, implode

__all__ = ["Exploded", "Imploded", "explode", "implode"]

"""Moscow 1941 (Zhukov against von Bock), as far as its document goes; `chapters` lists its rules."""

from trc_module.games.m41.game import load

__all__ = ["load"]

"""The command line: thin commands, one file each in `commands`, found by name and imported when called."""

from trc_module.cli.main import main

__all__ = ["main"]

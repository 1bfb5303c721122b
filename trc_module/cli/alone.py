"""The app as one file for people without Python: what PyInstaller starts (`python dev.py app` builds it)."""

from __future__ import annotations

import multiprocessing
import sys


def main() -> None:
    """Open the app, or run another command of trc-module if its name is given."""
    # Processes that the program starts begin here again.
    multiprocessing.freeze_support()
    from trc_module.cli.main import main as command_line

    words = sys.argv[1:]
    if not words or words[0].startswith("-") or not _is_command(words[0]):
        sys.argv[1:] = ["app", *(words or ["--watch"])]
    try:
        command_line()
    except SystemExit as ended:
        if ended.code and not words and sys.stdin is not None and sys.stdin.isatty():
            # Opened by a double click the window would close before anybody could read why.
            input("Press Enter to close this window.")
        raise


def _is_command(word: str) -> bool:
    import click

    from trc_module.cli.main import group

    return word in group.list_commands(click.Context(group))


if __name__ == "__main__":
    main()

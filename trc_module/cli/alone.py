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
    if not words or _is_for_the_app(words[0]):
        sys.argv[1:] = ["app", *(words or ["--watch"])]
    try:
        command_line()
    except SystemExit as ended:
        if ended.code and not words and sys.stdin is not None and sys.stdin.isatty():
            # Opened by a double click the window would close before anybody could read why.
            input("Press Enter to close this window.")
        raise


def _is_for_the_app(word: str) -> bool:
    """Tell whether a first word is one of the app's, and neither another command nor an option of all, as --version."""
    import click

    from trc_module.cli.main import group

    context = click.Context(group)
    if not word.startswith("-"):
        return word not in group.list_commands(context)
    app = group.get_command(context, "app")
    assert app is not None
    name = word.partition("=")[0]
    of_the_app, of_all = ({name for each in of.get_params(context) for name in each.opts} for of in (app, group))
    return name in of_the_app or name not in of_all


if __name__ == "__main__":
    main()

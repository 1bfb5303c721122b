"""The command line: thin commands, one file each in `commands`, found by name and imported when called."""

import signal

__all__ = ["main"]


def main() -> None:
    """Run the command line.

    Until what it needs is imported Ctrl+C ends the program as the system does it: nothing is begun that could be told.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from trc_module.cli.main import main as run

    run()

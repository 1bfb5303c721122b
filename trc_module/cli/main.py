"""The group of commands, and the handling of errors."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

import click

from trc_module.cli.games import game_option, games_path_option
from trc_module.cli.groups import Chapters
from trc_module.cli.telling import remember_debugging, tell
from trc_module.docstrings import docstring
from trc_module.errors import UserError
from trc_module.version import __version__

_COMMANDS = Path(__file__).parent / "commands"


class _Commands(Chapters):
    """Find commands by file name, so that starting one does not import the others."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _told_when_unread():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _told_when_unread():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(p.stem.replace("_", "-") for p in _COMMANDS.glob("[a-z]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"trc_module.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        if not __doc__:
            _help_again(command)
        return command


class _UnreadError(Exception):
    """Say that the reader of the output has gone: click takes a BrokenPipeError for a failure, and ends with 1."""


@contextmanager
def _told_when_unread() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise _UnreadError from None


def _help_again(command: click.Command) -> None:
    """Give a command its help where Python was told to forget docstrings."""
    if command.callback is not None:
        command.help = docstring(command.callback)
    for inner in command.commands.values() if isinstance(command, click.Group) else ():
        _help_again(inner)


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="trc-module")
@game_option
@games_path_option
@click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    callback=remember_debugging,
    help="Show the details of an error in trc-module itself, and where in a file a damaged part is.",
)
def group() -> None:
    """Build VASSAL modules of board wargames, The Russian Campaign first, and audit their play-by-e-mail logs.

    Begin with `trc-module demo`. Every command has --help with all that it can do.

    Exit codes: 0 clean, 1 findings, 2 could not do it, 3 an error in trc-module itself.
    """


if not __doc__:
    _help_again(group)


_NO_WORDS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


def main() -> None:
    """Run the command line; a `UserError` becomes one sentence on stderr and exit code 2, a fault of ours 3."""
    _open_what_is_closed()
    # VASSAL's files and ours are UTF-8; a Windows console may not be.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    _end_in_order_when_told()
    try:
        _heed_interrupts()
        # Outside its standalone mode click hands the code of an exit back as the result.
        result = group.main(prog_name="trc-module", standalone_mode=False)
        sys.stdout.flush()
    except UserError as error:
        _stop(*map(str, error.args))
    except _NO_WORDS as error:
        # A group without a command is no mistake of anybody's: older click shows the help too.
        click.echo(error.ctx.get_help() if error.ctx is not None else "")
        result = 0
    except click.UsageError as error:
        if error.ctx is not None:
            click.echo(error.ctx.get_usage(), err=True)
        _stop(error.format_message())
    except click.ClickException as error:
        _stop(error.format_message())
    except click.Abort:
        _stop(_STOPPED)
    except (BrokenPipeError, _UnreadError):
        _end_unread()
    except KeyboardInterrupt:
        _stop(_STOPPED)
    except MemoryError:
        _stop("The memory of this computer does not suffice: give a smaller file.")
    except OSError as error:
        _stop(_told(error))
    except Exception as error:
        _fault(error)
    sys.exit(result if isinstance(result, int) else 0)


_STOPPED = "Stopped by the user; no file is half written."
_UNREAD = 141
"""The exit code of a program that the system ends as nobody reads its output (128 and the number of SIGPIPE)."""


def _end_unread() -> None:
    """End as other programs do when the reader of the output has gone (`| head`): neither clean nor with findings."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ is not None else 1)
    sys.stderr.close()
    sys.exit(_UNREAD)


def _heed_interrupts() -> None:
    """Let Ctrl+C raise KeyboardInterrupt again: see `trc_module.cli.main`, the function that begins."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _open_what_is_closed() -> None:
    """Let whatever is printed go nowhere if the program was started without an output, or without one for errors.

    Otherwise the first file that a command opens would take its place.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()


def _nowhere() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


def _told(error: OSError) -> str:
    try:
        Path.cwd()
    except OSError:
        return "The folder in which trc-module was started is no longer there: change to another one."
    return f"{error.filename or 'The system'}: {error.strerror or error}."


def _stop(message: str, *more: str) -> None:
    tell(f"trc-module: {message}", err=True)
    for line in more:
        tell(f"    {line}", err=True)
    sys.exit(2)


def _fault(error: Exception) -> None:
    """Say that the fault is ours, and where its details are; nothing that was begun is left half written."""
    import traceback

    details = "".join(traceback.format_exception(error))
    about = f"trc-module {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n{details}"
    where = "with --debug before the command its details are shown" if "--debug" not in sys.argv else "see above"
    if "--debug" in sys.argv:
        for line in about.splitlines():
            tell(line, err=True)
    elif (path := _left(about)) is not None:
        where = f"its details lie in '{path}' (and are shown with --debug before the command)"
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = f" in {Path(last[0].filename).name}, line {last[0].lineno}" if last else ""
    tell(
        f"trc-module: an error in trc-module itself, not in your file: {type(error).__name__}{place}; please report it "
        f"with the file that led to it: {where}.",
        err=True,
    )
    sys.exit(3)


def _left(about: str) -> Path | None:
    """Leave the details of a fault in the cache, and return where; None if nothing can be left there."""
    import hashlib

    from trc_module.disk_cache import cache_root, store_readable

    try:
        folder = cache_root() / "errors"
    except UserError:
        return None
    content = about.encode("utf-8", "backslashreplace")
    path = folder / f"{hashlib.sha256(content).hexdigest()[:32]}.error"
    return path if store_readable(path, content) else None


def _end_in_order_when_told() -> None:
    """Let the signal that ends a program end it as an error does: what was begun is taken back, helpers end too."""

    def end(number: int, frame: FrameType | None) -> None:
        # A pool waits for what its processes are doing.
        if "multiprocessing" in sys.modules:
            for child in sys.modules["multiprocessing"].active_children():
                child.terminate()
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Where the signal is ignored (nohup), that is intended.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)

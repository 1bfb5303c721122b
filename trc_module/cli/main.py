"""The group of commands, and what becomes of an error."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import click

from trc_module import __version__
from trc_module.errors import UserError

_COMMANDS = Path(__file__).parent / "commands"


class _Commands(click.Group):
    """Find commands by file name, so that starting one does not import the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(p.stem.replace("_", "-") for p in _COMMANDS.glob("[a-z]*.py"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"trc_module.cli.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="trc-module")
def group() -> None:
    """Build a VASSAL module of The Russian Campaign, and audit its play-by-e-mail logs.

    Exit codes: 0 clean, 1 findings, 2 could not do it.
    """


def main() -> None:
    """Run the command line; a `UserError` becomes one sentence on stderr and exit code 2."""
    # VASSAL's files and ours are UTF-8; a Windows console may not be.
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
    try:
        # Outside its standalone mode click hands the code of an exit back as the result.
        result = group.main(prog_name="trc-module", standalone_mode=False)
    except UserError as error:
        _stop(str(error))
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.Abort:
        _stop("Stopped by the user; no file is half written.")
    except BrokenPipeError:
        # The reader of our output has gone (`| head`): not our failure, but nothing more to say either.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        _stop(f"{error.filename or 'The system'}: {error.strerror or error}.")
    sys.exit(result if isinstance(result, int) else 0)


def _stop(message: str) -> None:
    click.echo(f"trc-module: {message}", err=True)
    sys.exit(2)

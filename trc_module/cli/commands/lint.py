"""`trc-module lint`: check the data that a module is made from, or a module of any game."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.games import game_option
from trc_module.cli.telling import echo, json_text, number, tell


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--sarif", is_flag=True, help="Of a module: print as SARIF, which code hosts show beside the lines.")
@CORRECTIONS
@click.option("--select", multiple=True, metavar="CODES", help="Of a module: only these checks, as VM15,VM181.")
@click.option("--ignore", multiple=True, metavar="CODES", help="Of a module: all but these checks.")
@click.option(
    "--with",
    "base",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="MODULE",
    help="Of an extension: the module (.vmod) that it adds to.",
)
@game_option
def command(
    paths: tuple[Path, ...],
    as_json: bool,
    sarif: bool,
    overlay: Path | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    base: Path | None,
) -> None:
    """Check the data of the game, a data folder at PATH, or VASSAL modules or extensions (of any game) at PATH.

    A module may be a folder that `trc-module explode` wrote: its findings name the lines of the texts.
    Exit code 1 if anything is wrong. In the data, what contradicts the rulebook or itself for a reason that is already
    noted is listed as a doubt and does not count; in a module, notes do not count. The
    handbook's page about lint lists the checks of modules.
    """
    from trc_module.errors import UserError

    modules = [path for path in paths if path.is_file() or (path / "module.txt").is_file()]
    if modules:
        from trc_module.cli.module_lint import lint_modules

        if overlay is not None:
            raise UserError("--data goes with the data of the game, not with a module.")
        if len(modules) < len(paths):
            other = next(path for path in paths if path not in modules)
            raise UserError(f"{other}: expected a module, as the others are, to check.")
        form = "sarif" if sarif else "json" if as_json else "text"
        if lint_modules(modules, form, select, ignore, base):
            raise click.exceptions.Exit(1)
        return
    if len(paths) > 1:
        raise UserError("Expected one data folder, or modules, to check.")
    path = paths[0] if paths else None
    if sarif:
        raise UserError("--sarif is for modules: name a .vmod or .vmdx file, or a folder that explode wrote.")
    if base is not None:
        raise UserError("--with names the module of an extension: name a .vmdx file too.")
    if select or ignore:
        raise UserError("--select and --ignore choose among the checks of a module: name a .vmod or .vmdx file.")
    _lint_data(path, as_json, overlay)


def _lint_data(path: Path | None, as_json: bool, overlay: Path | None) -> None:
    from trc_module.cli.data import inspect_data
    from trc_module.errors import UserError
    from trc_module.gamespec import FILE

    if path is not None and not path.is_dir():
        raise UserError(f"{path}: expected a data folder, or a module, to check.")
    if path is None and overlay is not None and (overlay / FILE).is_file():
        # It holds a whole game, and no corrections of one.
        path, overlay = overlay, None
    found = inspect_data(path, overlay)
    problems = [(name, problem) for name, inspection in found.items() for problem in inspection.problems]
    errors = [problem for _, problem in problems if problem.is_error]
    doubts = [problem for _, problem in problems if not problem.is_error]
    if as_json:
        listed = [
            {
                "data": name,
                "check": problem.check,
                "severity": "error" if problem.is_error else "doubt",
                "file": problem.file,
                "line": problem.line,
                "message": problem.message,
                "doubt": problem.doubt,
            }
            for name, problem in problems
        ]
        echo(json_text(listed))
    else:
        for problem in [*errors, *doubts]:
            tell(str(problem))
        names = ", ".join(found)
        echo(f"Checked {names}: {number(len(errors), 'error')}, {number(len(doubts), 'known doubt')}.")
        weak = sum(not fact.trust.carries_violation for inspection in found.values() for fact in inspection.facts)
        if weak:
            echo(f"{weak} of the data are assumed or doubtful; 'trc-module facts --doubts' lists them.")
    if errors:
        raise click.exceptions.Exit(1)

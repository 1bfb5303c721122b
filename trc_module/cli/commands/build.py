"""`trc-module build`: the module from the data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from trc_module.cli.corrections import CORRECTIONS
from trc_module.cli.counter_looks import FACTORS, STYLE
from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, json_text, tell
from trc_module.files import real_path
from trc_module.memory import nothing_collected
from trc_module.version import __version__

if TYPE_CHECKING:
    from trc_module.art.counters import CounterStyle, FactorSize


@click.command(cls=Writing)
@click.option(
    "-o",
    "--output",
    type=OUTPUT,
    help=f"The module to write.  [default: build/GAME-{__version__}.vmod]",
)
@CORRECTIONS
@STYLE
@FACTORS
@click.option("--language", default="en", show_default=True, help="Language of menus, buttons and help: en, de, it.")
@click.option(
    "--vassal",
    type=click.Choice(["3.5", "3.6", "3.7", "3.8"]),
    default="3.5",
    show_default=True,
    help="The oldest VASSAL that the module is for; an older one warns the player.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
@game_option
@nothing_collected(for_good=True)
def command(
    output: Path | None,
    overlay: Path | None,
    style: CounterStyle,
    factors: FactorSize,
    language: str,
    vassal: str,
    as_json: bool,
) -> None:
    """Build the VASSAL module, drawing only what has changed since the last build.

    Style and size of factors change nothing but the pictures, and --vassal nothing but the version that the module
    asks for and a preference that only older engines need: saves of one such module load in the others.
    """
    from trc_module.disk_cache import cache_root
    from trc_module.module import build_stamp
    from trc_module.resources import source_art_dir

    spec = chosen_spec()
    path = output or Path("build") / f"{spec.name}-{__version__}.vmod"
    package = Path(__file__).resolve().parents[2]
    folders = [spec.folder, source_art_dir(), package, *([overlay] if overlay else [])]
    cache = cache_root()
    stamp = build_stamp.stamp_path(cache, path)
    settings = (spec.name, __version__, style, factors, language, vassal, build_stamp.toolchain(), str(real_path(path)))
    inputs = build_stamp.input_digest(folders, settings, path)
    if build_stamp.is_fresh(stamp, inputs, path):
        _tell(path, None, (), as_json)
        return
    # Imported here: what a build needs takes longer to import than to learn that nothing has changed.
    from trc_module.cli.data import inspect_data, refuse_errors
    from trc_module.module.build import BuildRequest, build_game
    from trc_module.roster import assign_numbers, load_roster

    found = inspect_data(spec.folder, overlay, translations=False)
    refuse_errors((problem for each in found.values() for problem in each.problems), "No module was built")
    roster = load_roster(spec.folder, overlay)
    if assign_numbers(roster).numbers != roster.numbers:
        # New counters were given numbers, in a file of the data.
        inputs = build_stamp.input_digest(folders, settings, path)
    path.parent.mkdir(parents=True, exist_ok=True)
    built = build_game(BuildRequest(spec.name, __version__, overlay, style, factors, language, vassal), path, cache)
    build_stamp.write_stamp(stamp, inputs, path)
    _tell(path, built.size, built.drawn, as_json)


def _tell(path: Path, size: int | None, drawn: tuple[str, ...], as_json: bool) -> None:
    if as_json:
        echo(json_text({"module": str(path), "changed": size is not None, "drawn": list(drawn)}))
    elif size is None:
        tell(f"{path}: nothing has changed since it was built.")
    else:
        names = ", ".join(drawn[:8]) + (f" and {len(drawn) - 8} more" if len(drawn) > 8 else "")
        tell(f"{path}: written, {size / 1e6:.1f} MB; pictures drawn: {len(drawn)}{f' ({names})' if drawn else ''}.")

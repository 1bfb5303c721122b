"""`trc-module profile`: draft how another module's world maps onto ours."""

from __future__ import annotations

from pathlib import Path

import click

from trc_module.cli.games import game_option
from trc_module.cli.outputs import OUTPUT, Writing
from trc_module.cli.telling import echo, tell


@click.command(cls=Writing)
@click.argument("module", type=click.Path(dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=OUTPUT, required=True, help="The profile (.toml).")
@click.option(
    "--save",
    "saves",
    type=click.Path(dir_okay=False, path_type=Path),
    multiple=True,
    help="A save or log of that module, whose pieces show where the hexes of its map are; may be repeated.",
)
@click.option("--anyway", is_flag=True, help="Draft it even if the module looks like one of another game.")
@game_option
def command(module: Path, output: Path, saves: tuple[Path, ...], anyway: bool) -> None:
    """Draft a profile of MODULE, another module of the game (.vmod) or its build file (.xml).

    It says which of its pieces are our units, where our hexes lie on its map, which of its maps and zones are our
    boxes, and how its dice and turn tracker are read. What is guessed or not known is printed as a checklist and
    stands at the top of the file: correct it there, and give it to `audit --profile`.
    """
    from trc_module.cli.games import chosen_spec
    from trc_module.files import write_file
    from trc_module.module.inputs import load_inputs
    from trc_module.profiles.draft import draft_profile, lines
    from trc_module.profiles.outline import read_outline
    from trc_module.profiles.settling import set_ups, settle_hexes
    from trc_module.profiles.text import profile_text
    from trc_module.profiles.words import load_words
    from trc_module.rules.finder import find_game
    from trc_module.vassal.saves import read_saved_game

    spec = chosen_spec()
    parts = load_inputs(find_game(spec.name), spec.folder)
    words = load_words(parts.folder)
    outline = read_outline(module)
    draft = draft_profile(outline, parts, words, anyway=anyway)
    given = [read_saved_game(path) for path in saves]
    if not given and module.suffix.lower() != ".xml":
        given = list(set_ups(module))
    settle_hexes(draft, given, parts, words)
    write_file(output, profile_text(draft, outline.name or module.name).encode())
    for line in lines(draft):
        echo(line)
    tell(f"{output}: written.", err=True)

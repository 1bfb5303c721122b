"""`trc-module untranslated`: the texts of a game that stay English in another language."""

from __future__ import annotations

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text, number


@click.command()
@click.option("--language", metavar="LANGUAGE", help="Only this language; by default all but English.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@game_option
def command(language: str | None, as_json: bool) -> None:
    """List the rules of the game that another language does not explain, and the sentences that it does not say.

    They are told in English, and marked. The catalogues are gettext files in the folder 'spoken' of the game's data;
    'trc-module lint' tells what is wrong in them. Exit code 1 if anything is listed.
    """
    from dataclasses import asdict

    from trc_module.report.tongue import LANGUAGES, tongue_in
    from trc_module.report.untranslated import untranslated
    from trc_module.rules.finder import find_game

    spec = chosen_spec()
    game = find_game(spec.name)
    languages = [language] if language else [each for each in LANGUAGES if each != "en"]
    found = {each: list(untranslated(game, tongue_in(each, spec.folder))) for each in languages}
    if as_json:
        echo(json_text({each: [asdict(text) for text in texts] for each, texts in found.items()}))
    else:
        for each, texts in found.items():
            for text in texts:
                echo(f"{each}: {text}")
            echo(f"{each}: {number(len(texts), 'text')} of {spec.title} without a translation.")
    if any(found.values()):
        raise click.exceptions.Exit(1)

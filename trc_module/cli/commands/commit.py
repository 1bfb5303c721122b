"""`trc-module commit`: the seal of a choice that is to stay hidden for a while."""

from __future__ import annotations

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("choice", required=False)
@click.option("--word", help="The secret word, of 12 letters and digits at least; without it a good one is made.")
@click.option("--json", "as_json", is_flag=True, help="Print choice, word and seal as JSON.")
@game_option
def command(choice: str | None, word: str | None, as_json: bool) -> None:
    """Seal CHOICE, so that it stays hidden and cannot be changed later; without one, draw a political chit (28.7).

    The module's window of options asks for the seal, which does not reveal the choice. Keep choice and word to
    yourself, and write them down: when you show the choice the module asks for both, and the audit checks that they
    make the same seal.

    \b
        trc-module commit                        draw one of six chits
        trc-module commit 3                      a chit that you drew yourself
        trc-module commit "italian-sellout yes"  a strategic choice (28.6) with its answer
        trc-module --game m41 commit "2 5"       the two numbers of the Siberian gamble of Moscow 1941
    """

    from trc_module.declarations.seals import SHORTEST_WORD, drawn_chit, seal_of, secret_word
    from trc_module.errors import UserError
    from trc_module.gamespec import first_game

    if choice is None and chosen_spec().name != first_game():
        raise UserError(f"Nothing is drawn by chance in {chosen_spec().title}; say what to seal.")
    chosen = drawn_chit() if choice is None else _known(choice)
    secret = secret_word() if word is None else word
    if not (secret.isascii() and secret.isalnum()):
        raise UserError(f"The secret word '{secret}' must be letters from a to z and digits alone, without blanks.")
    seal = seal_of(chosen, secret)
    if len(secret) < SHORTEST_WORD:
        raise UserError(
            f"The secret word '{secret}' can be guessed by trying: give one of {SHORTEST_WORD} characters or more, "
            f"such as {secret_word()}, or leave --word out."
        )
    if as_json:
        echo(json_text({"choice": chosen, "word": secret, "seal": seal}))
        return
    echo(f"Keep to yourself:   choice {chosen}, word {secret}")
    echo(f"Give to the module: {seal}")


def _known(choice: str) -> str:
    """Return a choice as the module writes it, which a seal must hold; UserError if the game has none such."""
    from trc_module.errors import UserError
    from trc_module.facts.choices import one_of
    from trc_module.module.inputs import load_inputs
    from trc_module.rules.finder import find_game

    spec = chosen_spec()
    parts = load_inputs(find_game(spec.name), spec.folder)
    things = parts.recipe.hidden(parts)
    known = {text: thing for thing in things for text in thing.sealed}
    said = " ".join(choice.lower().split())
    if said in known:
        return said
    if not any(thing.fixed for thing in things):
        raise UserError(f"There is no choice '{choice}' to seal; expected {one_of(known, said)}.")
    chits = [text for text, thing in known.items() if not thing.fixed]
    names = dict.fromkeys(thing.name for thing in known.values() if thing.fixed)
    raise UserError(
        f"There is no choice '{choice}' to seal; expected the number of a political chit (28.7), {chits[0]} to "
        f"{chits[-1]}, or a strategic choice (28.6) with yes or no: {', '.join(names)}."
    )

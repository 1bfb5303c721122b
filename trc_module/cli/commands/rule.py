"""`trc-module rule`: what a rule says."""

from __future__ import annotations

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.telling import echo, json_text


@click.command()
@click.argument("number")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@game_option
def command(number: str, as_json: bool) -> None:
    """Explain the rule of a NUMBER (8.3a), or all under it (8.3), in our words.

    What it says and why, its exceptions, an example of it kept and one of it broken, what a log must say for
    it to be decided, and what data it uses.
    """

    from trc_module.errors import UserError
    from trc_module.games import find_game
    from trc_module.rules import covers
    from trc_module.rules.rule_help import rule_text, rule_tree

    game = find_game(chosen_spec().name)
    known = game.book.under(number)
    if not known:
        listed = [row.rule for row in game.ledger if covers(number, row.rule)]
        if listed:
            raise UserError(f"Rule {number} is in the rulebook, but we have no code for it yet ({', '.join(listed)}).")
        raise UserError(f"There is no rule {number}; 'trc-module rules' lists those that we know.")
    if as_json:
        echo(json_text([rule_tree(game, rule) for rule in known]))
    else:
        echo("\n\n".join(rule_text(game, rule) for rule in known))

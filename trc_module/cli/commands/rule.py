"""`trc-module rule`: the explanation of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from trc_module.cli.games import chosen_spec, game_option
from trc_module.cli.languages import LANGUAGE
from trc_module.cli.telling import echo, json_text

if TYPE_CHECKING:
    from trc_module.report.search_index import SearchEntry
    from trc_module.rules.game import Game
    from trc_module.rules.registry import Rule


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="NUMBER|WORDS")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
@LANGUAGE
@game_option
def command(words: tuple[str, ...], as_json: bool, language: str) -> None:
    """Explain the rule of a NUMBER (8.3a), or all under it (8.3), in our words; or find rules by WORDS (zoc).

    What it says and why, its exceptions, an example of it kept and one of it broken, what a log must say for
    it to be decided, and what data it uses. Words find the rules whose title or explanation holds all of them;
    short forms that players use, such as zoc, hq and crt, are known. A single rule that is found is explained.
    Tasks that the words name are told too, with their commands, after the rules whose title names them.
    """

    from trc_module.errors import UserError
    from trc_module.facts.choices import meant
    from trc_module.report.rule_help import rule_text, rule_tree
    from trc_module.report.tongue import tongue_in
    from trc_module.rules import covers
    from trc_module.rules.finder import find_game
    from trc_module.rules.record.grammar import RULE_NUMBER

    spec = chosen_spec()
    tongue = tongue_in(language, spec.folder)
    game = find_game(spec.name)
    sought = " ".join(words)
    known = game.book.under(sought)
    if not known:
        rows = [row for row in game.ledger if covers(sought, row.rule)]
        listed = ", ".join(row.rule for row in rows)
        if rows and all(row.kind == "uncheckable" for row in rows):
            raise UserError(f"Rule {sought} is in the rulebook, and says nothing that could be judged ({listed}).")
        if rows:
            raise UserError(f"Rule {sought} is in the rulebook, but we have no code for it yet ({listed}).")
        if RULE_NUMBER.fullmatch(sought):
            like = meant(sought, game.book.rules)
            raise UserError(f"There is no rule {sought}{like}; 'trc-module rules' lists those that we know.")
        known = _found(game, sought, as_json)
    if not known:
        return
    if as_json:
        echo(json_text([rule_tree(game, rule) for rule in known]))
    else:
        echo("\n\n".join(rule_text(game, rule, tongue) for rule in known))


def _found(game: Game, sought: str, as_json: bool) -> list[Rule]:
    """Return the one rule that words find; print those that they find if they are more, and return none."""
    from textwrap import fill

    from trc_module.errors import UserError
    from trc_module.report.search_index import tasks_with
    from trc_module.rules.rule_search import meant_words, search_rules

    found = search_rules(game.book, sought)
    every = [*found.by_title, *found.by_text]
    tasks = [] if as_json else tasks_with(sought, by_title=bool(every))
    if not every and not tasks:
        like = meant_words(game.book, sought)
        raise UserError(f"No rule names '{sought}'{like}; 'trc-module rules' lists those that we know.")
    if len(every) == 1 and not (tasks and found.by_text):
        return every
    if as_json:
        echo(json_text([{"rule": rule.number, "title": rule.title} for rule in every]))
        return []
    if found.by_title:
        echo("\n".join(f"{rule.number:8} {rule.title}" for rule in found.by_title))
    _tell_tasks(tasks)
    if found.by_text:
        head = "Named in the explanation of" if not found.by_title else "Named too in the explanation of"
        echo(fill(f"{head} {', '.join(rule.number for rule in found.by_text)}.", 110, break_on_hyphens=False))
    if every:
        echo(f"'trc-module rule {every[0].number}' explains the first of them.")
    return []


def _tell_tasks(tasks: list[SearchEntry]) -> None:
    """Print tasks with their commands."""
    from textwrap import indent, wrap

    for task in tasks:
        lines = wrap(task.text, 106, break_on_hyphens=False, break_long_words=False)
        echo(f"To {task.title}:\n{indent(chr(10).join(lines), '    ')}")

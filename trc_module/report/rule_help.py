"""Rules explained, as text and as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import Any

from trc_module.gamespec import FILE
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.resources import data_dir
from trc_module.rules.game import Game
from trc_module.rules.readings import cited
from trc_module.rules.registry import Rule, code_line, code_path


def sureness(game: Game, rule: Rule) -> dict[str, dict[str, int]]:
    """Return how many data of each kind of source stand behind the data that a rule names, by the data's name."""
    found = {}
    for name, facts in game.data_named(rule.data).items():
        found[name] = dict(
            Counter(fact.source.kind + (", doubted" if fact.doubt else "") for fact in facts).most_common()
        )
    return found


def rule_text(game: Game, rule: Rule, tongue: Tongue = ENGLISH) -> str:
    """Return a rule as a page of text: title and explanation in the tongue, what the referee needs in English."""
    text = rule.text if tongue.is_english else fill_paragraphs(tongue.explained(rule.number, rule.text))
    if not tongue.explains(rule.number, rule.text):
        text += f" {tongue.say('(in English)')}"
    parts = [f"{rule.number}  {tongue.title(rule.number, rule.title)}", _indented(text)]
    for example in rule.examples:
        parts.append(f"{tongue.say('Kept')}:\n" + _indented(example.legal, 4))
        if example.broken:
            parts.append(f"{tongue.say('Broken')}:\n" + _indented(example.illegal, 4))
    if not rule.illegal:
        parts.append(tongue.say("It cannot be broken: it defines what other rules use."))
    parts.append(f"{tongue.say('What a log must say')}: {rule.log}")
    parts.append(f"{tongue.say('Data')}: {rule.data}")
    for name, kinds in sureness(game, rule).items():
        parts.append(f"    {name}: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    for name, reading in cited(game.readings, rule.text).items():
        sentences = [
            tongue.say(
                "Reading {name} ({confidence} confidence): {gap}",
                name=name,
                confidence=tongue.place(reading.confidence),
                gap=reading.gap,
            ),
            f"{tongue.say('We read')}: {reading.choice}",
            f"{tongue.say('It might be read')}: {reading.alternative}",
            f"{tongue.say('Why')}: {reading.why}",
        ]
        if reading.switch:
            form = "To play it the other way: '{line}' in a game record."
            sentences.append(tongue.say(form, line=f"options: {reading.switch}"))
        parts.append("\n".join(fill(sentence, 110, subsequent_indent="    ") for sentence in sentences))
    code = f"{rule.name} ({code_place(rule)})" if rule.name else tongue.say("none; nothing stands against it")
    parts.append(f"{tongue.say('Code')}: {code}\n{tongue.say('Rulebook file')}: {entry_place(rule)}")
    return "\n\n".join(parts)


def fill_paragraphs(text: str) -> str:
    """Return a text with a paragraph a line, in lines as wide as those of a rulebook file."""
    return "\n\n".join(fill(part, 120, break_on_hyphens=False) for part in text.split("\n\n"))


def rule_tree(game: Game, rule: Rule) -> dict[str, Any]:
    """Return a rule as plain data."""
    return {
        "rule": rule.number,
        "title": rule.title,
        "text": rule.text,
        "legal": rule.legal,
        "illegal": rule.illegal,
        "examples": [{"legal": example.legal, "illegal": example.illegal} for example in rule.examples],
        "log": rule.log,
        "data": rule.data,
        "sources": sureness(game, rule),
        "readings": {name: asdict(reading) for name, reading in cited(game.readings, rule.text).items()},
        "code": rule.name,
        "code_place": code_place(rule),
        "rulebook_place": entry_place(rule),
    }


def code_place(rule: Rule) -> str:
    """Return file and line of the function that carries a rule out ('trc_module/games/...py:12'); '' if none does."""
    if not rule.name:
        return ""
    module, _, name = rule.name.rpartition(".")
    function = rule.function or getattr(import_module(module), name)
    return f"{_from(code_path(function), Path(__file__).parents[2])}:{code_line(function)}"


def entry_place(rule: Rule) -> str:
    """Return file and line of a rule's words ('data/trc/rules/...rules:12')."""
    return f"{_from(rule.entry.path, data_dir().parent)}:{rule.entry.line}"


def _from(path: Path, root: Path) -> str:
    """Return a path from the root on; of a game from elsewhere from its folder on, else from the package on.

    Where somebody keeps his games is nobody else's business.
    """
    if path.is_relative_to(root):
        return path.relative_to(root).as_posix()
    home = next((parent.parent for parent in path.parents if (parent / FILE).is_file()), path.parent)
    while (home / "__init__.py").is_file():
        home = home.parent
    return path.relative_to(home).as_posix()


def _indented(text: str, by: int = 0) -> str:
    return "\n".join(" " * by + line if line else "" for line in text.splitlines())

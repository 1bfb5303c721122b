"""Rules explained, as text and as plain data."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from textwrap import fill
from typing import Any

from trc_module.rules.game import Game
from trc_module.rules.readings import cited
from trc_module.rules.registry import Rule


def sureness(game: Game, rule: Rule) -> dict[str, dict[str, int]]:
    """Return how many data of each kind of source stand behind the data that a rule names, by the data's name."""
    found = {}
    for name, facts in game.data_named(rule.data).items():
        found[name] = dict(
            Counter(fact.source.kind + (", doubted" if fact.doubt else "") for fact in facts).most_common()
        )
    return found


def rule_text(game: Game, rule: Rule) -> str:
    """Return a rule as a page of text."""
    parts = [f"{rule.number}  {rule.title}", _indented(rule.text)]
    if rule.legal:
        parts.append("Kept:\n" + _indented(rule.legal, 4))
    if rule.illegal:
        parts.append("Broken:\n" + _indented(rule.illegal, 4))
    else:
        parts.append("Nobody can break it: it says what holds for other rules.")
    parts.append(f"What a log must say: {rule.log}")
    parts.append(f"Data: {rule.data}")
    for name, kinds in sureness(game, rule).items():
        parts.append(f"    {name}: " + ", ".join(f"{n} {kind}" for kind, n in kinds.items()))
    for name, reading in cited(game.readings, rule.text).items():
        sentences = [
            f"Reading {name} ({reading.confidence} confidence): {reading.gap}",
            f"We read: {reading.choice}",
            f"It might be read: {reading.alternative}",
            f"Why: {reading.why}",
        ]
        if reading.switch:
            sentences.append(f"To play it the other way: 'options: {reading.switch}' in a game record.")
        parts.append("\n".join(fill(sentence, 110, subsequent_indent="    ") for sentence in sentences))
    parts.append(f"Code: {rule.name or 'none; nothing stands against it'}")
    return "\n\n".join(parts)


def rule_tree(game: Game, rule: Rule) -> dict[str, Any]:
    """Return a rule as plain data."""
    return {
        "rule": rule.number,
        "title": rule.title,
        "text": rule.text,
        "legal": rule.legal,
        "illegal": rule.illegal,
        "log": rule.log,
        "data": rule.data,
        "sources": sureness(game, rule),
        "readings": {name: asdict(reading) for name, reading in cited(game.readings, rule.text).items()},
        "code": rule.name,
    }


def _indented(text: str, by: int = 0) -> str:
    return "\n".join(" " * by + line if line else "" for line in text.splitlines())

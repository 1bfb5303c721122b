"""What of a game a language does not say: it is told in English, and a translator finds it here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from trc_module.errors import UserError
from trc_module.report.tongue import Tongue, in_lines
from trc_module.rules.finder import find_game
from trc_module.rules.game import Game
from trc_module.rules.registry import Rule
from trc_module.rules.rulebook.judged import played
from trc_module.sentence import Sentence


@dataclass(frozen=True, slots=True)
class Untranslated:
    """One text that stays English."""

    kind: str
    """'title' or 'explanation' of a rule, or the form of a 'sentence' that an example of it is told."""
    rule: str
    english: str
    stale: bool = False
    """Whether the language has something for other English words: the rule's have changed since."""

    def __str__(self) -> str:
        return f"{self.rule} {self.kind}{' (has changed)' if self.stale else ''}: {' '.join(self.english.split())}"


def untranslated(game: Game, tongue: Tongue) -> Iterator[Untranslated]:
    """Yield the texts of a game's rules that a language does not say: rule by rule, in the rulebook's order.

    Sentences are the forms of those that the examples of the rules are told; what only a log can be told is not among
    them.
    """
    told: set[str] = set()
    for rule in game.book.under(""):
        for kind, known, english in (
            ("title", tongue.titles, rule.title),
            ("explanation", tongue.texts, in_lines(rule.text)),
        ):
            if english and known.get(rule.number, ("", ""))[0] != english:
                yield Untranslated(kind, rule.number, english, rule.number in known)
        for sentence in _sentences(game, rule):
            form = sentence.form if isinstance(sentence, Sentence) else sentence
            if form not in told and tongue.sentence(sentence) is None:
                told.add(form)
                yield Untranslated("sentence", rule.number, form)


def _sentences(game: Game, rule: Rule) -> Iterator[str]:
    for example in rule.examples:
        for record in filter(None, (example.kept, example.broken)):
            try:
                trial = played(rule.entry, record, game.name, find_game)
            except UserError:
                continue  # A test of the rulebook tells of an example that cannot be played.
            for outcome in trial.outcomes:
                for finding in outcome.told.findings:
                    yield from filter(None, (finding.sentence, finding.legal))

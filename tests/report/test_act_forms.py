"""Forms of sentences for acts: there is one for every act of every game, in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from trc_module.games import find_game
from trc_module.report.act_forms import FIELD, Value, act_forms, filled
from trc_module.report.tongue import LANGUAGES
from trc_module.resources import data_dir
from trc_module.rules.record.grammar import Air, Flag, Maybe, Part
from trc_module.rules.record.grammar import Path as Way

GAMES = ["trc", "nr", "m41", "trp"]


def fields(parts: Iterable[Part], sure: bool = True) -> Iterator[tuple[str, bool]]:
    """Yield what a sentence may name of an act, and whether each act has it."""
    for part in parts:
        if isinstance(part, Maybe):
            yield from fields(part.parts, False)
        elif isinstance(part, Way):
            yield from (("start", sure), ("goal", sure))
        elif isinstance(part, Flag):
            yield part.into, False
        elif not isinstance(part, Air) and hasattr(part, "into"):
            yield part.into, sure


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_act_has_a_form_that_its_fields_fill(game: str, language: str) -> None:
    forms = act_forms(language, data_dir() / game)
    shared = act_forms(language, data_dir() / "none")
    for syntax in find_game(game).statements:
        has = dict(fields(syntax.parts))
        said = [[(field[1], field[2]) for field in FIELD.finditer(form)] for form in forms[syntax.verb]]
        # A shared form serves several games, and not every game has all of its fields.
        if forms[syntax.verb] != shared.get(syntax.verb):
            assert {name for named in said for name, _ in named} <= has.keys(), syntax.verb
        # Whatever a record leaves out, one of them can be said.
        assert any(all(has.get(name) and value is None for name, value in named) for named in said), syntax.verb


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_name_the_same_fields(game: str) -> None:
    english = act_forms("en", data_dir() / game)
    for language in LANGUAGES[1:]:
        other = act_forms(language, data_dir() / game)
        assert other.keys() == english.keys()
        for verb in english:
            assert [_named(form) for form in other[verb]] == [_named(form) for form in english[verb]], verb


def _named(form: str) -> list[tuple[str, str | None]]:
    return sorted({(field[1], field[2]) for field in FIELD.finditer(form)}, key=str)


def test_a_form_is_taken_whose_fields_have_values() -> None:
    forms = ("{role=attack}the attacker rolls {die}.", "{n} {n|card|cards} of {side}.", "Nothing.")
    assert filled(forms, {"role": Value("Angriff", "attack"), "die": Value("4", "4", 4)}) == "The attacker rolls 4."
    assert filled(forms, {"role": Value("", "defend"), "die": Value("4", "4", 4)}) == "Nothing."
    assert filled(forms, {"n": Value("1", "1", 1), "side": Value("Axis", "axis")}) == "1 card of Axis."
    assert filled(forms, {"n": Value("0", "0", 0), "side": Value("Axis", "axis")}) == "0 cards of Axis."
    assert filled(forms[:1], {}) == ""

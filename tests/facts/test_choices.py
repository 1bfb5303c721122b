from __future__ import annotations

from trc_module.facts.choices import one_of


def test_the_words_are_listed_and_a_misspelt_one_is_mended() -> None:
    assert one_of(("red", "blue", "red"), "bleu") == "one of red, blue (did you mean blue?)"
    assert one_of(("red", "", "blue"), "green-house") == "one of red, nothing, blue"
    assert one_of(("red", "blue"), 7) == "one of red, blue"
    assert one_of((), "red") == "nothing, since there is none to choose"

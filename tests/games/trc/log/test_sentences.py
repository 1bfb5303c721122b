"""Sentences, word for word, with the units and hexes that they name: `sentences.txt` holds the records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.trc.play import findings

CASES = [case.partition("\n") for case in Path(__file__).with_name("sentences.txt").read_text("utf-8").split("== ")[1:]]


@pytest.mark.parametrize("text", [case[2] for case in CASES], ids=[case[0] for case in CASES])
def test_the_sentence_is(text: str) -> None:
    lines = text.strip().splitlines()
    record = "".join(f"{line}\n" for line in lines if not line.startswith("-> "))
    told = [f"-> {one} [{' '.join(one.units + one.hexes)}]" for one in findings(record)]
    assert told == [line for line in lines if line.startswith("-> ")]

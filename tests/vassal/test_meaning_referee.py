"""The real engine writes two texts of a trait as one exactly where we take them for the same trait."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

from tests.referee.engine import Engine
from tests.vassal.meanings import SAME
from tests.vassal.test_engine_agrees import sampled, write_module, write_save
from trc_module.vassal import GameSetup, Piece, Trait, read_piece, read_saved_text, sequence
from trc_module.vassal.commands import AddPiece
from trc_module.vassal.traits import TRAITS
from trc_module.vassal.traits.build import basic_piece
from trc_module.vassal.traits.meaning import same_type
from trc_module.vassal.values import settle_keys

# Not traits, or put in place of others; a spreadsheet's and a mat's first fields must be there.
LEFT_OUT = ("piece", "stack", "deck", "prototype")
# The engine gives up a file in which fewer fields than these are there.
LEAST = {"rotate": 1, "obs": 2, "placemark": 3, "replace": 3, "submenu": 2, "propertysheet": 2, "mat": 2, "emb2": 4}


def cut_short() -> list[str]:
    """Return each trait's text cut behind each of its fields, as older engines wrote it."""
    texts = []
    for spec in TRAITS.values():
        if spec.id in LEFT_OUT or spec.legacy or spec.since:
            continue
        tokens = sampled(spec).tokens
        if spec.id == "emb2":
            # A layer with several letters for a key is kept in its old form, in which others count.
            tokens = (*tokens[:2], "A", *tokens[3:5], "B", *tokens[6:8], "C", *tokens[9:])
        known = [token for field, token in zip(spec.fields, tokens, strict=False) if not field.since]
        for count in range(LEAST.get(spec.id, 1), len(known) + 1):
            texts.append(f"{spec.id};{sequence.encode(known[:count], ';')}")
    return texts


def written(referee: Engine, folder: Path, texts: list[str]) -> list[str]:
    """Return what the engine writes for each text of a trait."""
    game = referee.open(write_module(folder / "m.vmod"))
    pieces = [
        Piece.build(str(1000 + number), [Trait(text), basic_piece(str(number), map="Main Map", x=number)])
        for number, text in enumerate(texts)
    ]
    assert game.load(write_save(folder / "g.vsav", GameSetup(tuple(pieces)))), game.last
    found: dict[int, str] = {}
    for command in read_saved_text(game.restore_text()).commands():
        piece = read_piece(command) if isinstance(command, AddPiece) else None
        if isinstance(piece, Piece):
            found[int(piece.id or 0) - 1000] = settle_keys(piece.types[0])
    return [found[number] for number in range(len(texts))]


def test_the_engine_agrees_on_which_texts_are_one_trait(referee: Engine, tmp_path: Path) -> None:
    texts = [*cut_short(), *(text for pair in SAME for text in pair)]
    again = written(referee, tmp_path, texts)
    assert [(text, new) for text, new in zip(texts, again, strict=True) if not same_type(text, new)] == []
    for one, other in combinations(range(len(texts)), 2):
        if texts[one].partition(";")[0] == texts[other].partition(";")[0]:
            ours = same_type(texts[one], texts[other])
            assert ours == (again[one] == again[other]), (texts[one], texts[other], again[one], again[other])

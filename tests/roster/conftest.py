"""A small roster of its own, so that errata of the real game never break a test of the machinery."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from trc_module.resources import data_dir
from trc_module.roster import Roster, load_roster

UNITS = """\
# comment
id        , side   , nation , formation, name, type    , size , stacks, combat, move, setup, area, arrival, month  , option, source, doubt, note
ger-47-pz , axis   , german ,          , 47  , armor   , corps, corps , 7     , 7   , C    , AGC , start  ,        ,       , transcribed:TRC4
ger-3-inf , axis   , german ,          , 3   , infantry, corps, corps , 4     , 4   ,      , west edge, 9 , first  ,       , transcribed:TRC4; combat move = rulebook:21.4

rus-1-para, russian, russian,          , 1   , paratroop, corps, corps, 1     , 2   ,      , Moscow, 4   , unknown,       , transcribed:TRC4, combat = a blot; read twice
ger-stuka , axis   , german , luftwaffe, Stuka, air    , none , none  , -     , ?   ,      , stukas, start,        , 26.5  , rulebook:15.6; move = missing:card, , "one, of three"
"""  # noqa: E501
MARKERS = """\
id   , side, kind, front, back , count, box        , option, source, doubt, note
turn , both, turn, Axis , Russian, 1  , turn-record,       , rulebook:2.1
flag , both, control, Axis, Russian,  ,            ,       , derived:ours
"""

Write = Callable[[str, str], Path]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with two units, two markers and nothing else."""
    place = tmp_path / "game"
    place.mkdir()
    for name in ("game.toml", "vocabulary.toml"):
        shutil.copy(data_dir() / "trc" / name, place)
    (place / "units.csv").write_text(UNITS, encoding="utf-8")
    (place / "markers.csv").write_text(MARKERS, encoding="utf-8")
    return place


@pytest.fixture
def write(folder: Path) -> Write:
    """Return a function that writes a file into the data folder or beside it."""

    def write_file(name: str, text: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file


@pytest.fixture(scope="session")
def shipped() -> Roster:
    """Return the roster that we ship."""
    return load_roster(data_dir() / "trc")

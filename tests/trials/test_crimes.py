"""Crimes follow from the acts of a game; what an audit does not name of them has a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.trials.kit_crimes import FOLDER, PAGE, reasons
from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import load_inputs
from trc_module.rules.engine import check
from trc_module.rules.finder import known_game
from trc_module.rules.record import read_record
from trc_module.rules.record.reader import read_act
from trc_module.rules.record.writer import action_text
from trc_module.systems.kit import KitGame
from trc_module.trials.crimes import Crime, Criminal
from trc_module.trials.logs import Logs
from trc_module.trials.play import Played
from trc_module.trials.ways_to_break import WaysToBreak

_LEAST = 42
"""The least number of kinds that an audit names."""


@pytest.fixture
def bfm(monkeypatch: pytest.MonkeyPatch) -> Iterator[KitGame]:
    monkeypatch.setenv(GAMES_PATH, str(FOLDER.parent))
    known_game.cache_clear()
    game = find_game("bfm")
    assert isinstance(game, KitGame)
    yield game
    known_game.cache_clear()


def _rows() -> list[list[str]]:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")][1:]


def test_each_kind_that_is_not_named_has_a_reason_and_no_reason_is_left_over() -> None:
    missed = {f"{verb}, {way}, against {rule}": why for verb, way, rule, told, why in _rows() if told != "named"}
    assert missed == reasons()
    assert len(_rows()) - len(missed) >= _LEAST


def test_the_page_counts_its_rows() -> None:
    rows = _rows()
    named = sum(row[3] == "named" for row in rows)
    text = f"{len(rows)} kinds against {len({row[2] for row in rows})} rules: {named} named by the rule that they break"
    assert text in PAGE.read_text(encoding="utf-8")


POSITION = """\
game: bfm
scenario: none
at: turn 1 german combat
on 0304: ger-24-pz
on 0305: ger-6
on 0310: ger-35
on 0404: sov-16
on 0507: sov-33
"""


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        (
            "attack 1: ger-24-pz ger-6 x sov-16",
            {
                "with attackers from afar": "attack 1: ger-24-pz ger-6 ger-35 x sov-16",
                "with attackers of the other side": "attack 1: ger-24-pz ger-6 sov-33 x sov-16",
                "without one of the attackers": "attack 1: ger-24-pz x sov-16",
                "with defenders from afar": "attack 1: ger-24-pz ger-6 x sov-16 sov-33",
                "with defenders of the other side": "attack 1: ger-24-pz ger-6 x sov-16 ger-35",
            },
        ),
        (
            "reduce 1: sov-16",
            {"with another own unit": "reduce 1: sov-33", "with an enemy unit": "reduce 1: ger-24-pz"},
        ),
    ],
)
def test_an_act_is_done_otherwise_in_one_respect(bfm: KitGame, text: str, ways: dict[str, str]) -> None:
    state = read_record(POSITION, "a position", lambda name, options: bfm).start
    changed = {
        each.way: action_text(bfm, each.act)
        for each in WaysToBreak(bfm, random.Random(2)).changes(state, read_act(bfm, text))
    }
    assert changed == ways


def test_a_way_is_changed_at_its_end_and_never_at_its_beginning(bfm: KitGame) -> None:
    state = read_record(POSITION, "a position", lambda name, options: bfm).start
    changes = WaysToBreak(bfm, random.Random(1)).changes(state, read_act(bfm, "move ger-35 0310 0209 0208"))
    found = {each.way: action_text(bfm, each.act) for each in changes}
    assert found["one hex less"] == "move ger-35 0310 0209"
    assert found["one hex further, into a hex beside it"].startswith("move ger-35 0310 0209 0208 ")
    assert len(found["four hexes further"].split()) == len(["move", "ger-35", "0310", "0209", "0208"]) + 4
    assert found["with an enemy unit"].split()[1] in ("sov-16", "sov-33")


BEFORE = POSITION.replace("combat", "panzers")
ACTS = """\
end
attack 1: ger-24-pz ger-6 x sov-16
roll 1: 6
lose 1: sov-16
end
move ger-35 0310 0209
end
"""


@pytest.fixture
def crimes(bfm: KitGame) -> dict[tuple[str, str], Crime]:
    """The crimes of a short game, the first of each kind of act in each way."""
    game, state = Played(), read_record(BEFORE, "a position", lambda name, options: bfm).start
    for line in ACTS.splitlines():
        act = read_act(bfm, line)
        assert bfm.precondition_error(state, act) == ""
        assert list(check(bfm, state, act)) == []
        game.acts.append(act)
        game.before.append(state)
        state = bfm.apply(state, act)
    found: dict[tuple[str, str], Crime] = {}
    for crime in Criminal(bfm, 1).crimes(game):
        found.setdefault((crime.kind.verb, crime.kind.way), crime)
    return found


def test_a_crime_breaks_one_rule_and_is_named(
    bfm: KitGame, crimes: dict[tuple[str, str], Crime], tmp_path: Path
) -> None:
    logs = Logs(bfm, load_inputs(bfm, FOLDER), tmp_path)
    for verb, way, rule in (
        ("roll", "done again", "5.3"),
        ("lose", "left out", "5.4"),
        ("attack", "with attackers from afar", "5.1"),
    ):
        crime = crimes[verb, way]
        assert crime.kind.rule == rule
        assert {finding.rule for finding in logs.told(crime.start, crime.acts) if finding.accuses} == {rule}


def test_what_a_log_cannot_show_is_not_told(bfm: KitGame, crimes: dict[tuple[str, str], Crime], tmp_path: Path) -> None:
    logs, crime = Logs(bfm, load_inputs(bfm, FOLDER), tmp_path), crimes["lose", "done again"]
    assert not any(finding.accuses for finding in logs.told(crime.start, crime.acts))

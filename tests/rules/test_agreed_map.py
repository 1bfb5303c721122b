"""Players who agree on a stand-in map and track: what is assumed of them carries a verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from trc_module.board import load_board
from trc_module.cli.main import group
from trc_module.facts.source import AGREED, Fact, Source, Trust
from trc_module.resources import data_dir
from trc_module.rules.finder import find_game
from trc_module.rules.options import AGREED_MAP

TOO_FAR = """\
game: m41
at: turn 2 german movement mud
on B1: ger-2-pzgr
on E5: rus-20-army

move ger-2-pzgr B1 B2 B3 B4 B5 B6
end
"""


def run(*words: object) -> Result:
    return CliRunner().invoke(group, list(map(str, words)), catch_exceptions=False)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agreed")
    (folder / "x.game").write_text(TOO_FAR, encoding="utf-8")
    assert run("compose", folder / "x.game", "-o", folder / "x.vlog").exit_code == 0
    return folder / "x.vlog"


def test_a_doubt_that_rests_on_the_stand_in_becomes_a_violation(log: Path) -> None:
    before, after = run("audit", log), run("audit", log, "--options", AGREED_MAP)
    assert "step 5: doubt M41-OPM-3: " in before.output
    assert "agreed-map" not in before.output
    assert "step 5: violation M41-OPM-3: " in after.output
    assert "rests on" not in after.output
    assert after.output.split("\n\n")[1] == (
        "Judged as played on this module's map and turn track (agreed-map): what is assumed of them is taken as agreed."
    )
    trees = [json.loads(run("audit", log, "--json", *more).stdout) for more in ((), ("--options", AGREED_MAP))]
    assert [tree["agreedMap"] for tree in trees] == [False, True]


def test_the_page_and_several_audits_know_it(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    run("audit", log, "--options", AGREED_MAP, "--html", page)
    assert "on this module&#39;s map and track, as agreed" in page.read_text(encoding="utf-8")
    told = [run("audits", log, "--jobs", 1, *more).exit_code for more in ((), ("--options", AGREED_MAP))]
    assert told == [1, 1]


@pytest.mark.parametrize("name", ["trc", "nr", "m41", "trp"])
def test_nothing_of_map_and_track_is_assumed_then_and_nothing_else_changes(name: str) -> None:
    game, agreed = find_game(name), find_game(name, frozenset({AGREED_MAP}))
    pairs = list(zip(game.board.facts(), agreed.board.facts(), strict=True))
    assert [fact for fact in agreed.board.facts() if fact.source.trust is Trust.ASSUMED] == []
    # A coast rests on what fills the hexes beside it.
    assert [fact for fact in agreed.board.facts() if "assumed:" in fact.doubt] == []
    kept = [pair for pair in pairs if pair[0].source.kind != "assumed" and "assumed:" not in pair[0].doubt]
    assert [one for one, other in kept if one != other] == []
    assert all(one.statement == other.statement for one, other in pairs)
    # Counters and rules are what they were.
    assert agreed.roster == game.roster
    assert agreed.title == game.title


def test_an_owners_word_is_not_agreed_on_and_no_file_says_agreed() -> None:
    fact = Fact("x", Source("assumed", "y"), "a doubt")
    assert (fact.agreed(), fact.agreed().trust.carries_violation) == (Fact("x", Source(AGREED, "y")), True)
    for kind in ("owner", "transcribed", "missing"):
        assert Fact("x", Source(kind)).agreed() == Fact("x", Source(kind))
    with pytest.raises(ValueError, match="a source, one of"):
        Source.parse("agreed:by both")
    assert load_board(data_dir() / "m41", agreed=True).legend.source.kind == AGREED

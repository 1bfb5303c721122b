"""Hints name the attacks that promise most; a review holds what came against what was to be expected."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.opponent.mailed import audited, first_log, inputs
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.hints import hints, told
from trc_module.opponent.review import Fought, Review, review
from trc_module.opponent.review_page import review_page, review_text
from trc_module.report.swings import swings
from trc_module.rules.clock import Clock
from trc_module.rules.finder import find_game, known_game
from trc_module.rules.record import read_record

POSITION = """game: trc
scenario: campaign
at: turn 3 axis impulse 1 movement clear
control: Minsk russian, Brest axis
on O22: ger-41-pz ger-12-inf ger-13-inf
on O21: ger-2-inf ger-5-inf
on P21: ger-39-pz ger-46-pz
on O19: rus-5-cav
on Q20: rus-6-cav
on A9: rus-31-inf
"""


def test_a_place_with_a_name_comes_before_others_and_what_is_far_is_left_out() -> None:
    start = read_record(POSITION, "x", find_game).start
    game = find_game("trc")
    found = hints(game, start, "axis")
    names = game.board.grid.name
    assert [names(hint.at) for hint in found] == ["O19", "Q20"]
    first = found[0]
    assert first.defenders == ("rus-5-cav",)
    assert {unit for unit, _ in first.attackers} <= {
        f"ger-{n}" for n in ("41-pz", "39-pz", "46-pz", "12-inf", "13-inf", "2-inf", "5-inf")
    }
    assert sum(faces for _, faces, _ in first.chances) == 6
    assert hints(game, start, "axis", 1) == found[:1]


def test_a_side_without_an_attack_that_promises_anything_has_no_hint() -> None:
    text = POSITION.replace(
        "on O22: ger-41-pz ger-12-inf ger-13-inf\non O21: ger-2-inf ger-5-inf\non P21: ger-39-pz ger-46-pz\n",
        "on O20: ger-2-inf\n",
    )
    start = read_record(
        text.replace("on O19: rus-5-cav", "on O19: rus-24-inf rus-16-inf rus-20-inf"), "x", find_game
    ).start
    assert hints(find_game("trc"), start, "axis") == []


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (
            """game: m41
at: turn 2 german movement good
on B1: ger-4-army
on C1: ger-2-pzgr ger-2-army
on C2: rus-43-army
on E5: rus-50-army
""",
            [
                "E5 at 2:1: ger-2-pzgr from E4.",
                "  On the average they lose 1.0 of strength, you 0.3; 100% that the hex is cleared.",
                "C2 at 3:2: ger-2-pzgr from C1, ger-2-army from C1.",
                "  On the average they lose 1.0 of strength, you 0.6; 100% that the hex is cleared.",
            ],
        ),
        (
            """game: trp
at: turn 2 axis moves good
on J16: ger-3-pz ger-17-army ger-49-mtn
on J18: sov-5-kav
""",
            [
                "J18, odds not known: ger-17-army from J17, ger-3-pz from J17.",
                "  On the average they lose 0.5 of strength, you 0.3; 50% that the hex is cleared.",
            ],
        ),
    ],
)
def test_a_game_whose_results_have_no_order_has_the_attacks_of_its_fair_player(record: str, said: list[str]) -> None:
    read = read_record(record, "x", find_game)
    name = read.game.board.grid.name
    found = hints(read.game, read.start, read.start.clock.side)
    lines = [
        line
        for hint in found
        for line in told(
            hint, [unit for unit, _ in hint.attackers], name(hint.at), [name(at) for _, at in hint.attackers]
        )
    ]
    assert lines == said


@pytest.mark.parametrize("name", ["trc", "nr"])
def test_each_phase_of_battles_is_held_against_what_was_to_be_expected(
    name: str, parts: ModuleInputs, tmp_path: Path
) -> None:
    mine = parts if name == "trc" else inputs(name)
    scenario = "breaking-storm" if name == "trc" else "campaign"
    first_log(mine, tmp_path / "x.vlog", scenario, 3, mine.game.sides[1])
    audit = audited(mine, tmp_path / "x.vlog", scenario=scenario)
    found = review(audit, times=3)
    assert found.points
    assert found.fought
    assert [one.clock for one in found.fought] == [
        clock for clock, state in audit.phases if mine.game.sequence.kind_of(clock) == "fight" and state.battles
    ]
    last = found.fought[-1]
    assert last.actual == mine.game.score(dict(audit.phases)[last.clock]).points
    assert review(audit, times=3) == found


CLOCK = Clock(2, "axis", 1, "combat", "impulse")


def test_it_says_where_the_game_turned() -> None:
    fought = (Fought(CLOCK, 0, 1.0, 1.5), Fought(Clock(2, "russian", 1, "combat", "impulse"), 1.5, 1.0, -4.0))
    found = Review(("axis", "russian"), True, fought)
    assert list(review_text(found))[1:] == [
        "turn 2 axis impulse 1 combat: expected 1.0, actual 1.5 (+0.5)",
        "turn 2 russian impulse 1 combat: expected 1.0, actual -4.0 (-5.0)",
        "The game turned most in turn 2 russian impulse 1 combat: 5.0 worse for Axis than was to be expected.",
    ]
    page = review_page(found)
    assert "<title>2 russian 1: expected 1.0, actual -4.0</title>" in page
    assert page.count('<th scope="row">') == 2


def test_a_game_without_battles_has_no_chart() -> None:
    page = review_page(Review(("axis", "russian"), False, ()))
    assert "<svg" not in page
    assert "turned most" not in page


def test_a_chart_holds_values_below_zero() -> None:
    drawn = swings(["a", "b"], [0.0, -2.0], [1.0, -3.0])
    assert '<text class="tick" x="40" y="274.0">-3</text>' in drawn
    assert drawn.count('class="swing up"') == 1
    assert drawn.count('class="swing down"') == 1


@pytest.mark.parametrize(
    ("name", "scenario", "seed"), [("m41", "campaign", 3), ("trp", "22jun41", 3), ("bfm", "campaign", 1)]
)
def test_every_game_has_a_review_with_a_chart(
    name: str, scenario: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(GAMES_PATH, str(Path(__file__).parents[1] / "systems" / "kit"))
    known_game.cache_clear()
    mine = inputs(name)
    first_log(mine, tmp_path / "x.vlog", scenario, seed, mine.game.sides[1])
    audit = audited(mine, tmp_path / "x.vlog", scenario=scenario)
    found = review(audit, times=1)
    assert found.fought
    assert {one.clock.side for one in found.fought} == {mine.game.sides[0]}
    assert found.points == (mine.game.score(audit.end).points is not None)
    page = review_page(found)
    assert page.count('<th scope="row">') == page.count("<title>") - page.count("<head>") == len(found.fought)

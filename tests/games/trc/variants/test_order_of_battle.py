"""28.4: Flak, staffs, a panzer corps, Guards armies, and the corps that goes west."""

from __future__ import annotations

import pytest

from tests.games.trc.play import findings, position, told
from trc_module.games.trc import load

JANUARY = "options: 28.4\nat: turn {turn} axis impulse {impulse} movement snow\non L30: {there}\n" + (
    "box axis motorization: ger-38-pz\n"
)
STEP = "options: 28.4\nat: turn 14 russian impulse 1 movement clear\nbefore: lost archangel\n"
WEST = "options: 28.4\nat: turn {turn} {side} impulse 2 end clear\ncontrol: Warsaw axis\n"


def test_flak_that_was_lost_stays_lost() -> None:
    text = "options: 28.4\nat: turn 13 axis impulse 1 movement clear\n"
    text += "box axis replacement-pool: {flak}\nreplace {flak} E33"
    assert "violation 28.4.1b" in told(text.format(flak="ger-1-flak"))
    assert "violation 28.4.1b" in told(text.format(flak="ger-2-flak"))


def test_an_arrival_that_stands_on_a_card_we_lack_is_skipped() -> None:
    text = "options: 28.4\nat: turn 13 axis impulse 1 movement clear\nenter ger-1-flak E33"
    assert told(text) == ["skipped 20.0a"]


def test_the_staffs_come_in_in_berlin_or_by_the_edge_if_it_is_lost() -> None:
    text = "options: 28.4\nat: turn 24 axis impulse 2 movement clear\n{more}box axis off-map-units: ger-hq-vistula\n"
    text += "enter ger-hq-vistula {at}"
    assert told(text.format(more="", at="J33")) == []
    assert told(text.format(more="", at="K26")) == ["violation 28.4.2a"]


def test_the_38th_is_renamed_in_january_1945() -> None:
    def renamed(old: str, there: str = "ger-38-inf ger-13-inf", turn: int = 23, impulse: int = 1) -> list[str]:
        moment = JANUARY.format(there=there, turn=turn, impulse=impulse)
        return told(f"{moment}motorize {old} ger-38-pz")

    assert renamed("ger-38-inf") == []
    assert renamed("ger-13-inf") == ["violation 28.4.3"]
    assert renamed("ger-13-inf", there="ger-13-inf") == []
    assert renamed("ger-12-inf", there="ger-12-inf ger-13-inf") == ["violation 28.4.3"]
    assert renamed("ger-38-inf", turn=22) == ["violation 28.4.3"]
    assert renamed("ger-38-inf", turn=24) == ["doubt 28.4.3"]
    assert renamed("ger-38-inf", impulse=2) == ["doubt 28.4.3"]
    assert told(JANUARY.format(there="ger-38-inf", turn=23, impulse=1) + "enter ger-38-pz E33") == ["violation 28.4.3"]


def test_the_other_exchanges_are_as_they_were() -> None:
    text = (
        "options: 28.4\nat: turn 14 axis impulse 1 movement clear\non Y20: {old}\nbox axis motorization: ger-11-mot\n"
    )
    assert told(text.format(old="ger-12-inf") + "motorize ger-12-inf ger-11-mot") == []
    assert told(text.format(old="ger-13-inf") + "motorize ger-13-inf ger-11-mot") == ["violation 23.2a"]


def test_the_3rd_and_4th_ss_change_places() -> None:
    units, basic = load(frozenset({"28.4"})).units, load().units
    assert [(units[u].combat, units[u].move) for u in ("ger-3-ss-pz", "ger-4-ss-pz")] == [(6, 7), (7, 7)]
    assert [(basic[u].combat, basic[u].move) for u in ("ger-3-ss-pz", "ger-4-ss-pz")] == [(7, 7), (6, 7)]


def test_a_guards_army_costs_the_difference() -> None:
    eighth = "on R9: {worker} rus-62-inf\nmotorize rus-62-inf rus-8gd-inf"
    assert told(STEP + eighth.format(worker="rus-worker-a2")) == []
    assert told(STEP.replace("14", "8") + eighth.format(worker="rus-worker-a1")) == ["violation 28.4.5b"]
    end = position(STEP + eighth.format(worker="rus-worker-a2"))
    assert end.place("rus-62-inf") == "removed"
    assert end.forces["russian"].stack(end.place("rus-worker-a2") or "") == ("rus-worker-a2", "rus-8gd-inf")


def test_replacements_and_guards_draw_on_the_same_points() -> None:
    both = STEP.replace("14", "8") + "on R9: rus-worker-a2 rus-62-inf\nbox russian replacement-pool: rus-1-cav\n"
    assert told(both + "motorize rus-62-inf rus-8gd-inf\nreplace rus-1-cav R9") == ["violation 28.4.5b"]
    assert told(both + "replace rus-1-cav R9\nmotorize rus-62-inf rus-8gd-inf") == ["violation 28.4.5b"]


def test_a_price_that_rests_on_an_assumed_factor_is_a_doubt() -> None:
    tenth = STEP.replace("14", "8") + "on R9: rus-worker-a1 rus-30-inf\nmotorize rus-30-inf rus-10gd-inf"
    assert told(tenth) == ["doubt 28.4.5b"]


def test_each_guards_army_has_its_own_place() -> None:
    wrong = STEP + "on R9: rus-worker-moscow rus-16-inf\nmotorize rus-16-inf rus-10gd-inf"
    assert "violation 28.4.5a" in told(wrong)
    pooled = (
        STEP + "on R9: rus-worker-moscow\nbox russian replacement-pool: rus-62-inf\nmotorize rus-62-inf rus-8gd-inf"
    )
    assert told(pooled) == ["doubt 28.4.5a"]


def test_the_12th_ss_goes_west_by_the_end_of_october_1944() -> None:
    def end(turn: int, side: str, *, gone: bool = False) -> list[str]:
        text = WEST.format(turn=turn, side=side) + "on L26: ger-12-ss-inf\n"
        return told(text + ("withdraw ger-12-ss-inf\n" if gone else "") + "end")

    assert end(20, "axis") == []
    assert end(21, "axis") == ["doubt 28.4.6a"]
    assert end(21, "axis", gone=True) == []
    assert end(21, "russian") == ["violation 28.4.6a"]
    assert end(20, "axis", gone=True) == ["violation 20.9.1a"]


def test_a_four_four_goes_for_it_if_it_is_lost() -> None:
    lost = WEST.format(turn=21, side="{side}") + "on L26: {there}\nbox axis replacement-pool: ger-12-ss-inf\n{acts}end"
    assert told(lost.format(side="axis", there="ger-12-inf", acts="withdraw ger-12-inf\n")) == []
    assert told(lost.format(side="axis", there="ger-12-inf", acts="")) == ["doubt 28.4.6b"]
    assert told(lost.format(side="russian", there="ger-12-inf", acts="")) == ["violation 28.4.6b"]
    assert told(lost.format(side="axis", there="ger-13-inf", acts="")) == ["note 28.4.6b"]
    wrong = lost.format(side="axis", there="ger-13-inf ger-12-inf", acts="withdraw ger-13-inf because 28.4\n")
    assert told(wrong) == ["violation 28.4.6b"]


def test_armies_that_come_by_exchange_wait_in_a_box_that_their_side_has() -> None:
    options = frozenset({"28.4"})
    game = load(options)
    waiting = game.start("campaign", options).forces["russian"].places
    assert {waiting[unit] for unit in ("rus-10gd-inf", "rus-11gd-inf")} == {"optional"}
    assert "optional" in game.boxes["russian"]


@pytest.mark.parametrize(("turn", "late"), [(21, False), (22, True)])
def test_who_stays_past_october_1944_is_told_anew_when_the_month_is_over(turn: int, late: bool) -> None:
    text = f"options: 28.4\nat: turn {turn} axis impulse 2 end clear\non L26: ger-12-ss-inf\nend\n"
    [found] = [finding for finding in findings(text) if finding.rule == "28.4.6a"]
    assert found.dedup_key == ("axis", "28.4.6a", late, "axis")

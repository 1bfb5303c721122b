"""28.6, part III: what comes to Russia instead of Africa and the Ardennes, and what leaves it for them."""

from __future__ import annotations

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.turn.status_sheet import due

GAME = load(frozenset({"28.6"}))


def tunisia(turn: int, weather: str = "clear") -> str:
    before = "before: choice tunisia yes, surrendered italy turn 10\n"
    return f"options: 28.6\nat: turn {turn} axis impulse 1 movement {weather}\n{before}"


def bulge(turn: int, impulse: int = 1) -> str:
    return f"options: 28.6\nat: turn {turn} axis impulse {impulse} movement clear\nbefore: choice bulge yes\n"


HG = "box axis warsaw-garrison: ger-hg-pz\n"


def test_hermann_goering_comes_in_january_1943_by_the_west_edge() -> None:
    assert told(f"{tunisia(11, 'snow')}{HG}enter ger-hg-pz E33") == []
    assert told(f"{tunisia(10)}{HG}enter ger-hg-pz E33")[:1] == ["violation 20.8"]
    assert told(f"{tunisia(11, 'snow')}{HG}enter ger-hg-pz L26") == ["violation 28.6-TT-3"]
    plain = "options: 28.6\nat: turn 11 axis impulse 1 movement snow\n"
    assert told(f"{plain}{HG}enter ger-hg-pz E33")[:1] == ["violation 20.8"]
    released = tunisia(20).replace("turn 10\n", "turn 10, triggered warsaw-garrison\n")
    assert told(f"{released}{HG}enter ger-hg-pz L26") == []
    assert told(f"{released.replace('triggered', 'perhaps')}{HG}enter ger-hg-pz L26") == []
    assert [one.unit for one in due(GAME, position(f"{tunisia(11, 'snow')}{HG}mark weather-drm 0"))] == ["ger-hg-pz"]


def test_the_corps_of_may_1944_leave_a_year_earlier() -> None:
    units = "on Y20: ger-1-ss-pz ger-2-ss-pz ger-41-pz\n"
    gone = "withdraw ger-1-ss-pz\nwithdraw ger-2-ss-pz\n"
    assert told(f"{tunisia(13)}{units}{gone}end") == []
    assert told(f"{tunisia(13)}{units}withdraw ger-1-ss-pz\nwithdraw ger-41-pz\nend") == ["violation 20.9.2b"]
    assert told(f"{tunisia(13)}{units}end")[:1] == ["violation 28.6-TT-4"]
    assert told(f"{tunisia(19)}{units}end") == []
    assert told(f"{tunisia(19)}{units}withdraw ger-1-ss-pz") == ["violation 20.9.1a"]
    after = position(f"{tunisia(13)}{units}{gone}end")
    assert [after.place(unit) for unit in ("ger-1-ss-pz", "ger-2-ss-pz")] == ["turn-23", "turn-23"]
    assert ("won", "russian", "20.9.2d") in position(f"{tunisia(13)}{units}end").marks


def test_one_armor_corps_more_in_1943() -> None:
    withdrawn = "turn 10, withdrawn ger-1-ss-pz 20.9, withdrawn ger-2-ss-pz 20.9\n"
    pool = "box axis replacement-pool: ger-41-pz ger-56-pz ger-46-pz\n"
    two = "replace ger-41-pz E33\nreplace ger-56-pz E33\n"
    start = tunisia(13).replace("turn 10\n", withdrawn) + pool
    assert told(start + two) == []
    assert told(f"{start}{two}replace ger-46-pz E33") == ["violation 21.4a"]


def test_panzers_come_back_in_october_1944() -> None:
    boxes = "box axis turn-23: ger-1-ss-pz\nbox axis withdrawn: ger-41-pz ger-12-inf\n" + HG
    both = "enter ger-1-ss-pz E33\nenter ger-41-pz F33\nenter ger-hg-pz G33"
    assert told(f"{bulge(21, 2)}{boxes}{both}") == []
    assert told(f"{bulge(21)}{boxes}enter ger-41-pz E33") == ["violation 28.6-PB-2"]
    assert told(f"{bulge(20, 2)}{boxes}enter ger-1-ss-pz E33")[:1] == ["violation 20.9.2c"]
    assert told(f"{bulge(21)}{boxes}enter ger-hg-pz G33")[:1] == ["violation 20.8"]
    assert told(f"{bulge(21, 2)}{boxes}enter ger-12-inf E33")[:1] == ["violation 20.9.1b"]
    plain = bulge(21, 2).replace("before: choice bulge yes\n", "")
    assert told(f"{plain}{boxes}enter ger-1-ss-pz E33") == ["violation 20.9.2c"]


def test_replacements_in_november_1944() -> None:
    pool = "box axis replacement-pool: ger-13-inf ger-17-inf\n"
    assert told(f"{bulge(22)}{pool}replace ger-13-inf E33") == []
    assert told(f"{bulge(22).replace('bulge yes', 'bulge no')}{pool}replace ger-13-inf E33") == ["violation 21.2a"]
    assert told(f"{bulge(23)}{pool}replace ger-13-inf E33") == ["violation 21.2a"]

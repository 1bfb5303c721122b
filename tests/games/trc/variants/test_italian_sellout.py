"""28.6, part III: Rommel in Russia, and two panzer corps for France."""

from __future__ import annotations

from tests.games.trc.play import position, told
from trc_module.games.trc import load
from trc_module.games.trc.players.option_actions import DUE, further, stays
from trc_module.games.trc.victory.score import standing_of
from trc_module.rules.record.writer import action_text

MAY = (
    "options: 28.6\nscenario: campaign\nat: turn 7 axis impulse 1 movement clear\n"
    "before: choice italian-sellout yes, surrendered italy turn 1\n"
)
EDGE = "on E33: ger-41-pz ger-56-pz ger-46-pz\n"
NONE = MAY.replace("scenario: campaign\n", "")


def test_the_africa_corps_comes_with_the_choice_alone() -> None:
    july = "options: 28.6\nat: turn 2 axis impulse 1 movement clear\n"
    chosen = july + "before: choice italian-sellout yes, surrendered italy turn 1\n"
    assert told(f"{chosen}enter ger-dak-pz E33") == []
    assert told(f"{july}enter ger-dak-pz E33") == ["undecided 28.6-IS-2"]
    assert told(f"{july}before: choice italian-sellout no\nenter ger-dak-pz E33") == ["violation 28.6-IS-2"]
    assert told(f"{chosen.replace('turn 2', 'turn 1')}enter ger-dak-pz E33") == ["violation 20.0b"]


def test_two_corps_leave_from_the_west_edge() -> None:
    two = "withdraw ger-41-pz because 28.6-IS-3\nwithdraw ger-56-pz because 28.6-IS-3\n"
    assert told(f"{NONE}{EDGE}{two}end") == []
    assert told(f"{NONE}{EDGE}withdraw ger-41-pz\nwithdraw ger-56-pz\nend") == []
    assert told(f"{NONE}{EDGE}{two}withdraw ger-46-pz because 28.6-IS-3") == ["violation 28.6-IS-3"]
    inland = NONE + "on Y20: ger-41-pz\n"
    assert told(f"{inland}withdraw ger-41-pz because 28.6-IS-3") == ["violation 28.6-IS-3"]
    infantry = NONE + "on E33: ger-12-inf\n"
    assert told(f"{infantry}withdraw ger-12-inf because 28.6-IS-3") == ["violation 28.6-IS-3"]
    assert told(f"{infantry}withdraw ger-12-inf")[:1] == ["violation 20.9.1a"]


def test_who_keeps_them_loses_the_game() -> None:
    one = f"{NONE}{EDGE}withdraw ger-41-pz\nend\n"
    assert told(one)[:1] == ["violation 28.6-IS-3"]
    assert told(f"{one}win russian because 28.6-IS-3") == ["violation 28.6-IS-3"]
    lost = position(one)
    assert ("won", "russian", "28.6-IS-3") in lost.marks
    kept = position(f"{NONE}{EDGE}withdraw ger-41-pz\nwithdraw ger-56-pz\nend")
    assert not [mark for mark in kept.marks if mark[0] == "won"]
    assert "won" not in {mark[0] for mark in position(f"{NONE.replace('turn 7', 'turn 8')}{EDGE}end").marks}


def test_the_standing_names_the_condition() -> None:
    game = load(frozenset({"28.6"}))
    told_ = " ".join(standing_of(game, position(f"{MAY}{EDGE}withdraw ger-41-pz")).conditions)
    assert "only 1 of two panzer corps have left for France" in told_


def test_players_of_self_play_send_the_two_corps_nearest_to_the_edge_home_in_time() -> None:
    game = load(frozenset({"28.6"}))

    def owed(turn: int) -> list[str]:
        units = "on E33: ger-41-pz\non M26: ger-56-pz\non O24: ger-46-pz\n"
        state = position(MAY.replace("turn 7", f"turn {turn}") + units)
        assert [stays(game, state, unit) for unit in ("ger-41-pz", "ger-46-pz")] == [4 <= turn <= 7, False]
        return [action_text(game, act) for act in further(game, state, DUE)]

    home = "move ger-56-pz M26 L27 K27 J28 J29 J30 J31 J32"
    assert owed(3) == owed(8) == []
    assert owed(4) == owed(6) == [home]
    assert owed(7) == ["withdraw ger-41-pz because 28.6-IS-3", home]
    begin = position("options: 28.6\nat: turn 1 axis impulse 1 movement clear\n")
    assert "choose axis italian-sellout yes" in [action_text(game, act) for act in further(game, begin, DUE)]


def test_a_corps_that_comes_no_nearer_to_the_edge_stays_where_it_is() -> None:
    game = load(frozenset({"28.6"}))

    def moves(enemy: str) -> list[str]:
        state = position(f"{MAY.replace('impulse 1', 'impulse 2')}on M26: ger-56-pz\n{enemy}")
        return [action_text(game, act).split()[0] for act in further(game, state, DUE)]

    assert moves("") == ["move"]
    assert moves("on M25: rus-24-inf\n") == []


def test_a_third_corps_that_is_withdrawn_does_not_go_to_france() -> None:
    text = (
        "options: 28.6\nat: turn 7 axis impulse 1 movement clear\n"
        "before: choice italian-sellout yes, surrendered italy turn 1\non E33: ger-41-pz ger-56-pz\n"
        "on F33: ger-39-pz\nwithdraw ger-41-pz\nwithdraw ger-56-pz\n"
    )
    assert told(text) == []
    assert told(text + "withdraw ger-39-pz\n") == ["violation 20.9.1a"]

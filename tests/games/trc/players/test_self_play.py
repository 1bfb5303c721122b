"""Games that the engine plays against itself: legal, whole in every position, and the same by the same seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from tests.games.trc.play import GAME, position
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc.players.battles import Battles
from trc_module.games.trc.players.evaluation import Taste
from trc_module.hexgrid import Hex
from trc_module.rules import legal_actions
from trc_module.rules.actions import Action, Attack, End, Lose, Retreat, Setup
from trc_module.rules.engine import Referee
from trc_module.rules.invariants import broken, round_trip
from trc_module.rules.record import read_record, record_text, try_record
from trc_module.rules.selfplay import LiveObserver, record_of, self_play
from trc_module.rules.state import State


@pytest.fixture(scope="module")
def game_of_a_turn() -> list[tuple[State, Action, State]]:
    state = GAME.start("campaign", frozenset())
    found = []
    for told, after in self_play(GAME, state, GAME.player("random", 4), 1):
        found.append((state, told.action, after))
        state = after
    return found


def test_every_position_of_it_is_whole(game_of_a_turn: list[tuple[State, Action, State]]) -> None:
    assert [text for _, _, after in game_of_a_turn for text in broken(GAME, after)] == []


def test_positions_between_phases_are_the_same_when_written_and_read(
    game_of_a_turn: list[tuple[State, Action, State]],
) -> None:
    ends = [after for _, act, after in game_of_a_turn if isinstance(act, End)]
    assert len(ends) == 11
    assert [text for after in ends[::3] for text in round_trip(GAME, after)] == []


def test_what_is_chosen_is_listed_as_legal(game_of_a_turn: list[tuple[State, Action, State]]) -> None:
    listed = {Setup: 0, Retreat: 0, Lose: 0}
    for before, act, _ in game_of_a_turn:
        if type(act) in (Retreat, Lose):
            options = list(legal_actions(GAME, before, type(act)))
            assert any(option == act or (isinstance(act, Lose) and option.unit == act.unit) for option in options)  # type: ignore[attr-defined]
            listed[type(act)] += 1
    before, first, _ = game_of_a_turn[0]
    assert first in list(legal_actions(GAME, before, Setup))
    assert listed[Retreat] > 0
    assert listed[Lose] > 0


def test_its_record_is_the_same_game(game_of_a_turn: list[tuple[State, Action, State]]) -> None:
    start, acts = game_of_a_turn[0][0], [act for _, act, _ in game_of_a_turn]
    record = read_record(record_text(record_of(GAME, start, acts)), "a game", find_game)
    assert (record.start, record.lines) == (start, record_of(GAME, start, acts).lines)
    trial = try_record(record, "a game")
    assert trial.violations == ()
    assert trial.end.forces == game_of_a_turn[-1][2].forces


def test_a_seed_is_a_game(game_of_a_turn: list[tuple[State, Action, State]]) -> None:
    start = GAME.start("campaign", frozenset())
    again = self_play(GAME, start, GAME.player("random", 4), 1)
    assert [next(again)[0].action for _ in range(120)] == [act for _, act, _ in game_of_a_turn[:120]]


def test_who_is_no_player_is_told_who_is() -> None:
    with pytest.raises(UserError, match="There is no player 'grandmaster'; there are random, greedy"):
        GAME.player("grandmaster", 1)


def test_a_unit_that_is_in_two_forces_and_a_box_that_is_none_are_noticed() -> None:
    start = GAME.start("campaign", frozenset())
    wrong = start.with_unit("russian", "ger-41-pz", Hex(0)).with_unit("axis", "ger-56-pz", "pocket")
    assert sorted(broken(GAME, wrong)) == [
        "ger-41-pz is among the russian forces.",
        "ger-56-pz is in the box 'pocket', which the axis side has not.",
    ]


class BestFirst(Taste):
    """Fights the battles with the best odds first."""

    def battles(self, steps: Sequence[int]) -> list[int]:
        return sorted(range(len(steps)), key=lambda i: -steps[i])


def test_who_can_attack_only_in_supply_does_so_before_those_fight_who_hold_the_city() -> None:
    # Without ger-5-inf nobody has Kaunas, and ger-52-mot, which has 3 against 18, would be halved (17.3.1).
    text = "control: Kaunas axis\non J21: ger-5-inf\non K21: ger-52-mot\n"
    text += "on J20: rus-10-tank\non K20: rus-27-inf\non L21: rus-8-inf\n"
    for weather, expected in (("snow", ["ger-52-mot", "ger-5-inf"]), ("light-mud", ["ger-5-inf", "ger-52-mot"])):
        referee = Referee(GAME, position(text, f"turn 4 axis impulse 1 combat {weather}"))
        assert _attackers_in_order(referee) == expected


def test_who_can_attack_only_the_unsupplied_does_so_before_those_fight_who_bar_the_way_of_supply() -> None:
    # Were rus-4-para lost, Kaunas would supply ger-24-pz and ger-57-pz: 14, not 7, against the 2 of rus-2-cav.
    text = "control: Kaunas axis\non J21: ger-13-inf\non L22: ger-24-pz ger-57-pz\n"
    text += "on K20: rus-4-para\non M21: rus-2-cav\n"
    referee = Referee(GAME, position(text, "turn 10 russian impulse 1 combat snow"))
    assert _attackers_in_order(referee) == ["rus-2-cav", "rus-4-para"]


def test_who_can_attack_only_in_supply_does_so_before_any_retreat_may_cut_it() -> None:
    # ger-52-mot has 3 against 18 and would be halved; rus-5-inf may retreat to where it cuts the way.
    text = "control: Kaunas axis\non K21: ger-52-mot\non J20: rus-10-tank\non K20: rus-27-inf\non L21: rus-8-inf\n"
    text += "on P20: ger-41-pz ger-24-pz\non P19: rus-5-inf\n"
    referee = Referee(GAME, position(text, "turn 4 axis impulse 1 combat snow"))
    assert _attackers_in_order(referee) == ["ger-52-mot", "ger-24-pz", "ger-41-pz"]


def _attackers_in_order(referee: Referee) -> list[str]:
    found: list[str] = []
    for act in Battles(GAME, BestFirst(GAME, Random(1)), LiveObserver(referee)).acts():
        referee.act(act)
        found += act.attackers if isinstance(act, Attack) else ()
    return found

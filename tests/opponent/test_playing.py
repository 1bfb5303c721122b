"""A part of a turn, played by one side: nothing that its player wants to do gets lost on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from tests.games.trp.form import fill
from trc_module.games.nr.acts.combat import Shatter
from trc_module.games.nr.cards.grants import DISCARDING, WITHDRAWING, with_demand
from trc_module.games.nr.marks import Grant
from trc_module.games.trc.marks import Won
from trc_module.games.trp.actions import Ask, Decline, FallBack, Spend, Stand, StateResult, Survive
from trc_module.games.trp.game import load
from trc_module.opponent.playing import PlayedPart, play_part
from trc_module.rules.actions import Action, Attack, Claim, End, Lose, Retreat, RollCombat, Withdraw
from trc_module.rules.engine import Referee
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game
from trc_module.rules.players import Observer, Opponent
from trc_module.rules.record import Expect, read_record
from trc_module.rules.state import State
from trc_module.systems.cards import ANY_CARD, Play
from trc_module.systems.steps import Reduce


class Watched:
    """A player whose acts are written down: those that belong to others, and those that stay his own."""

    def __init__(self, player: Opponent) -> None:
        self._player = player
        self.wanted: list[tuple[State, Action]] = []

    def plays(self, side: str, cards: Mapping[str, Sequence[str]]) -> None:
        """Play one side."""
        self._player.plays(side, cards)

    def answer(self, look: Observer, options: Sequence[Action]) -> Action | None:
        """Choose as the player does."""
        return self._player.answer(look, options)

    def acts(self, look: Observer) -> Iterator[Action]:
        """Yield his acts."""
        for act in self._player.acts(look):
            self.wanted.append((look(), act))
            yield act


@pytest.mark.parametrize(
    ("name", "scenario", "parts"),
    [("trc", "breaking-storm", 4), ("nr", "campaign", 10), ("m41", "campaign", 8), ("trp", "22jun41", 4)],
)
def test_every_act_that_a_player_wants_is_done_or_asked_for(name: str, scenario: str, parts: int) -> None:
    game = find_game(name)
    state, rng = game.start(scenario, frozenset()), random.Random(2)
    players = {side: Watched(game.opponent("fair", 2, 1.0)) for side in game.sides}
    side, fought, left_out = state.clock.side, 0, []
    for _ in range(parts):
        player = players[side]
        player.wanted.clear()
        part = play_part(game, state, side, player, lambda faces: rng.randint(1, faces))
        done = {id(position) for position, _ in part.acts}
        fought += sum(isinstance(act, Attack) for _, act in part.acts)
        # The last act that he wants may be the other's, and is asked for then.
        wanted = player.wanted[:-1] if part.asked else player.wanted
        mine = [(position, act) for position, act in wanted if position.clock.side == side]
        left_out += [act for position, act in mine if id(position) not in done]
        assert part.end is not None
        state = part.end
        side = next((game.decides(state, act) for act in part.asked), state.clock.side)
    assert left_out == []
    assert fought


def test_a_game_that_is_won_meanwhile_is_claimed_before_anything_else() -> None:
    text = (
        "game: trc\nscenario: breaking-storm\nat: turn 3 axis impulse 2 combat clear\n"
        "on O22: ger-41-pz ger-12-inf\non O21: rus-24-inf\non R9: rus-worker-moscow\n"
    )
    start = read_record(text, "x", find_game).start.with_mark(Won("axis", "27.2d"))
    game = find_game("trc")
    part = play_part(game, start, "axis", game.opponent("fair", 1, 1.0), lambda faces: 1)
    assert [act for _, act in part.acts] == [Claim("axis", "27.2d")]


def test_units_of_a_country_that_has_fallen_are_taken_off_by_whoever_s_phase_it_is() -> None:
    text = "game: nr\nat: turn 9 soviet combat\non O10: sov-south\non Q8: rum-3\n"
    start, game = read_record(text, "x", find_game).start, find_game("nr")
    part = play_part(game, start, "soviet", game.opponent("fair", 1, 1.0), lambda faces: 1)
    assert ("soviet", Withdraw("rum-3")) in [(position.clock.side, act) for position, act in part.acts]
    assert part.end is not None
    assert part.end.place("rum-3") == "removed"


def test_an_event_takes_off_what_its_own_side_chooses() -> None:
    text = "game: nr\nat: turn 9 soviet combat\non O10: sov-south\non Q8: rum-3\n"
    state, game = read_record(text, "x", find_game).start, find_game("nr")
    assert game.decides(state, Withdraw("rum-3")) == "soviet"
    granted = state.with_mark(Grant(WITHDRAWING, "axis", "1", "phase", "-", "card-1"))
    assert game.decides(granted, Withdraw("rum-3")) == "axis"


def test_what_our_data_lack_does_not_stop_a_game() -> None:
    header = "game: trc\nscenario: fall-blau\nat: turn 7 axis impulse 1 weather clear\n"
    text = f"{header}on O22: ger-41-pz\non R9: rus-24-inf\n"
    start, game = read_record(text, "x", find_game).start, find_game("trc")
    told = Referee(game, start).act(End())
    assert {each.verdict for each in told.findings} == {Verdict.SKIPPED}
    part = play_part(game, start, "axis", game.opponent("fair", 1, 1.0), lambda faces: 1)
    assert part.end is not None
    assert part.end.clock.side == "russian"


def test_who_struck_back_is_asked_for_his_part_of_an_exchange() -> None:
    text = (
        "game: nr\nat: turn 5 soviet combat\non K11: sov-moscow\non L11: ger-17 ger-6\n\ntarget ger-17\n"
        "attack 1: sov-moscow x ger-17 ger-6\nroll 1: 6\nattack 2: ger-17 ger-6 x sov-moscow\nroll 2: 3 = EX\n"
    )
    record, game = read_record(text, "x", find_game), find_game("nr")
    referee = Referee(game, record.start)
    for act in record.entries:
        assert not isinstance(act, Expect)
        assert referee.act(act).findings == ()
    part = play_part(game, referee.state, "soviet", game.opponent("fair", 1, 1.0), lambda faces: 1)
    assert part.asked == (Reduce(2, "ger-17"), Reduce(2, "ger-6"))


def after(text: str, game: Game | None = None) -> State:
    """Return the position after the acts of a record."""
    record = read_record(text, "x", find_game if game is None else lambda *_: game)
    state = record.start
    for act in record.entries:
        assert not isinstance(act, Expect)
        state = record.game.apply(state, act)
    return state


def part_of(text: str, side: str) -> PlayedPart:
    """Return the part of The Russian Portfolio that a side plays after a record, its dice falling as ones."""
    game = find_game("trp")
    return play_part(game, after(text), side, game.opponent("fair", 1, 1.0), lambda faces: 1)


TWO = "game: trp\nat: turn 2 axis attacks good\non K17: ger-3-pz\non K18: sov-8-army sov-3-mex\n"


@pytest.mark.parametrize(
    ("result", "acts"),
    [
        ("DE", [Lose(1, "sov-8-army"), Lose(1, "sov-3-mex")]),
        ("S", [Spend("sov-8-army"), Spend("sov-3-mex")]),
    ],
)
def test_what_has_to_be_done_with_all_of_several_units_is_no_choice(result: str, acts: list[Action]) -> None:
    part = part_of(f"{TWO}attack 1: ger-3-pz x sov-8-army sov-3-mex\nroll 1: 5\nresult 1: {result}\n", "axis")
    assert {act for _, act in part.acts} >= set(acts)
    assert [act for act in part.asked if not isinstance(act, FallBack)] == []


def test_who_has_to_discard_as_well_is_not_asked_for_what_is_no_choice() -> None:
    text = "game: nr\nat: turn 2 axis combat\nhand: axis 6, soviet 4\non L15: ger-6 ger-9\non L16: sov-south\n\n"
    fought = "target sov-south\nattack 1: ger-6 ger-9 x sov-south\nroll 1: 6\nretreat 1: sov-south L16 K17 J16\n"
    state = with_demand(after(f"{text}{fought}"), "soviet", DISCARDING, 1, "card-1")
    part = play_part(find_game("nr"), state, "axis", find_game("nr").opponent("fair", 1, 1.0), lambda faces: 1)
    assert part.acts[0][1] == Shatter(1, "sov-south")
    assert part.asked == (Play("soviet", ANY_CARD, "discard"),)


def test_a_die_of_a_unit_of_the_other_side_is_thrown_and_not_asked_for() -> None:
    text = "game: trp\nat: turn 2 axis attacks good\non B10: ger-3-pz\non A10: sov-8-army\n"
    part = part_of(f"{text}attack 1: ger-3-pz x sov-8-army\nroll 1: 5\nresult 1: D4\n", "axis")
    assert [act for _, act in part.acts][:1] == [Survive(1, "sov-8-army", 1)]


def test_the_defender_of_an_exchange_is_asked_whether_he_declines_it(tmp_path: Path) -> None:
    game = load(frozenset(), fill(tmp_path))
    text = "game: trp\nat: turn 2 axis attacks mud\non K17: ger-3-pz ger-4-pzgr\non K18: sov-8-army\n"
    fought = "attack 1: ger-3-pz ger-4-pzgr x sov-8-army\nodds 1: 3-1\nask axis\n"
    state = after(f"{text}{fought}", game)
    part = play_part(game, state, "axis", game.opponent("fair", 1, 1.0), lambda faces: 2)
    assert part.acts[-1][1] == StateResult(1, "X")
    assert part.asked == (Decline(1),)
    assert part.end is not None
    declined = game.apply(part.end, Decline(1))
    assert {type(act) for act in game.in_between(declined)} == {Retreat}
    on = play_part(game, part.end, "axis", game.opponent("fair", 1, 1.0), lambda faces: 2)
    assert [act.unit for _, act in on.acts if isinstance(act, Lose)][-1] == "sov-8-army"


def test_orders_are_asked_for_before_the_first_die_falls() -> None:
    part = part_of(f"{TWO}attack 1: ger-3-pz x sov-8-army sov-3-mex\n", "axis")
    assert part.acts[-1][1] == Ask("axis")
    assert [act for act in part.asked if isinstance(act, Stand)] == [Stand("sov-8-army"), Stand("sov-3-mex")]
    assert part.end is not None
    on = play_part(find_game("trp"), part.end, "axis", find_game("trp").opponent("fair", 1, 1.0), lambda faces: 1)
    assert [type(act) for _, act in on.acts][:1] == [RollCombat]

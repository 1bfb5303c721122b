"""What a reader makes of small phases, made by hand: the evidence that a game is given, and what is told besides."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

from tests.auditing.readings import change
from tests.auditing.steps import clock_of, log_of, phase, step
from tests.reading.phases import TOY
from trc_module.auditing.evidence import CandidateReading
from trc_module.auditing.phases import Phase
from trc_module.auditing.reading import Reader
from trc_module.hexgrid import Hex
from trc_module.replay.events import PropertySet, Step
from trc_module.rules.actions import End
from trc_module.rules.clock import FIGHT, MOVE, Clock
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.interpretation import Die, Episode, Inferred, Interpretation, PieceTrack, Possible, Unexplained
from trc_module.rules.state import State


class Heard:
    """A game that notes what it is given."""

    def __init__(self) -> None:
        game: Any = copy(TOY)
        self.episodes: list[Episode] = []
        self.traces: list[Unexplained] = []
        hears, guesses = TOY.ways_to_read, TOY.guess

        def ways_to_read(state: State, episode: Episode) -> Any:
            self.episodes.append(episode)
            return hears(state, episode)

        def guess(state: State, heard: Any, traces: Unexplained) -> Any:
            self.traces.append(traces)
            return guesses(state, heard, traces)

        vars(game).update(ways_to_read=ways_to_read, guess=guess)
        parts = SimpleNamespace(game=game, roster=game.roster, board=game.board)
        self.reader = Reader(log_of(parts=parts, is_foreign=lambda piece: False))


def state_at(clock: Clock) -> State:
    state = replace(TOY.start("campaign", frozenset()), clock=clock)
    for unit, at in (("red-1", 1), ("red-2", 1), ("blue-1", 2), ("blue-2", 3)):
        state = state.with_unit(unit.partition("-")[0], unit, Hex(at))
    return state


def read(told: Phase, *beside: Phase, heard: Heard | None = None) -> list[CandidateReading]:
    return list((heard or Heard()).reader.readings(told, state_at(told.clock), beside))


def findings(reading: CandidateReading) -> list[str]:
    return [f"{one.verdict.value} {one.rule}" for each in reading.interpretations for one in each.findings]


def die(number: int, pips: int, name: str = "Die_result") -> Step:
    return step(number, events=[PropertySet(name, "", str(pips))])


@pytest.mark.parametrize("ends", [True, False])
def test_a_game_is_told_whether_the_log_goes_on_after_a_phase(ends: bool) -> None:
    heard, told = Heard(), phase(FIGHT, step(1, "ATT b=1 u=red-1"))
    told.next = clock_of(MOVE, "blue") if ends else None
    read(told, heard=heard)
    assert {episode.ended for episode in heard.episodes} == {ends}
    assert {traces.ended for traces in heard.traces} == {ends}


def test_a_game_is_told_where_units_are_elsewhere() -> None:
    heard = Heard()
    went = {"red-1": (1, 7), "red-2": (1, 8)}
    read(phase(FIGHT, step(1, goes=went), step(2, goes={"red-2": (8, 1)})), heard=heard)
    assert {tuple(traces.elsewhere.items()) for traces in heard.traces} == {(("red-1", Hex(7)),)}


def test_a_game_is_told_which_dice_no_line_explains() -> None:
    heard = Heard()
    plain, own = step(1, "DIE die=3"), step(2, "ROLL b=1 die=4")
    read(phase(FIGHT, step(3, "ATT b=1 u=red-1"), step(4, "DEF b=1 u=blue-1"), own, plain, die(5, 6)), heard=heard)
    assert {tuple((one.step, one.pips, one.verb) for one in episode.dice) for episode in heard.episodes} == {
        ((1, 3, "DIE"), (5, 6, ""))
    }
    assert {tuple(one.step for one in traces.dice) for traces in heard.traces} == {(1, 5)}


def test_a_die_of_chat_counts_where_battles_are_fought() -> None:
    for kind, expected in ((FIGHT, [(1, 5)]), (MOVE, [])):
        heard = Heard()
        read(phase(kind, step(1, words="dice server: 5")), heard=heard)
        assert [(one.step, one.pips) for one in heard.episodes[0].dice] == expected


@pytest.mark.parametrize(
    ("steps", "lines"),
    [
        ([step(1, "LOSS b=1 u=red-1", goes={"red-1": (1, "lost")})], ["LOSS"]),
        # A loss is judged in any case; another fate whose counter stayed on the map is set aside.
        ([step(1, "LOSS b=1 u=red-1")], ["LOSS"]),
        # What became of a counter that was put back is no more told of; how it went is.
        (
            [step(1, "LOSS b=1 u=red-1", goes={"red-1": (1, "lost")}), step(2, goes={"red-1": ("lost", 1)})],
            [],
        ),
        (
            [step(1, "REDUCE b=1 u=red-1", goes={"red-1": (1, "lost")}), step(2, goes={"red-1": ("lost", 1)})],
            ["REDUCE"],
        ),
        ([step(1, "DRAW side=red count=1")], ["DRAW"]),
    ],
)
def test_lines_that_count(steps: Sequence[Step], lines: Sequence[str]) -> None:
    heard = Heard()
    read(phase(FIGHT, *steps), heard=heard)
    assert [one.says.verb for one in heard.episodes[0].lines] == lines


def test_lines_say_who_made_them_and_whether_their_marker_went() -> None:
    reader = Reader(log_of(), withdrawn=[(1, "RETREAT", "A1")])
    made = step(1, "RETREAT b=1 u=red-1 at=A1 by=Blue", "RETREAT b=1 u=red-2 at=A2", by="red")
    assert [(one.by, one.withdrawn) for one in reader.lines_of(made)] == [("blue", True), ("red", False)]


def test_whoever_came_out_of_a_box_and_went_on_at_once_may_have_slipped() -> None:
    heard = Heard()
    out, on = step(3, "ARRIVE u=red-1", goes={"red-1": ("pool", 1)}), {"red-1": (1, 2)}

    def suspects(*steps: Step) -> list[str]:
        told = phase(MOVE, *steps, side="blue")
        (reading, *_) = read(told, heard=heard)
        return list(heard.reader.suspects(told, replace_tracks(reading)))

    assert suspects(out, step(4, goes=on)) == ["red-1"]
    assert suspects(out, step(5, goes=on)) == []
    assert suspects(out, step(4, goes={"red-2": (1, 2)})) == []
    assert suspects(out, step(4, "RETREAT b=1 u=red-1", goes=on)) == []


def replace_tracks(reading: CandidateReading) -> CandidateReading:
    """Return a reading that is made from the ways of its counters."""
    return structs.replace(reading, tracks=reading.evidence.tracks)


def fights(*shown: tuple[str, str, int]) -> list[int]:
    """Return the steps of the lines of the battles that follow on red's movement, of phases with a line each."""
    reader = Reader(log_of())
    reader.ahead = [
        phase(kind, step(number, "ATT b=1 u=red-1"), side=side, turn=turn)
        for number, (kind, side, turn) in enumerate(shown, 2)
    ]
    return [one.step for one in reader.fought(phase(MOVE))]


def test_battles_that_follow_on_a_movement_are_those_of_its_side_and_turn() -> None:
    assert fights((FIGHT, "red", 1)) == [2]
    assert fights((MOVE, "red", 1), (FIGHT, "red", 1)) == [3]
    assert fights((FIGHT, "blue", 1)) == []
    assert fights((FIGHT, "red", 2)) == []
    assert fights((MOVE, "blue", 1), (FIGHT, "red", 1)) == []
    assert Reader(log_of()).fought(phase(FIGHT)) == ()


def test_with_the_first_movement_the_set_up_is_over() -> None:
    first = Phase(TOY.sequence.first(1), [step(1, goes={"red-1": ("levies", 1)})])
    for kind, set_up in ((FIGHT, True), (MOVE, False)):
        heard = Heard()
        heard.reader.has_read(phase(kind))
        (reading, *_) = read(first, heard=heard)
        assert reading.evidence.set_up is set_up


def test_of_each_change_there_is_a_note_or_what_is_told_instead() -> None:
    heard = Heard()
    (first, *_) = read(phase(FIGHT, step(1, "ATT b=1 u=red-1")), heard=heard)
    told = (1, Finding("log.roll", Verdict.UNDECIDED, "It is told."))
    changes = [change("A note."), replace(change("Another."), told=told)]
    (again, *_) = heard.reader.changed(first.evidence, changes)
    texts = [str(one.sentence) for each in again.interpretations for one in each.findings if one.rule == "log.read"]
    assert (texts, again.told) == (["A note."], (told,))


def test_what_no_line_explains_is_told_by_where_it_led() -> None:
    def of_track(*places: Any) -> str:
        track = PieceTrack("red-1", tuple(places), (3,), "red")
        read_ = heard.reader._of_track(clock_of(FIGHT), track, False)
        return "; ".join(str(one) for one in read_.findings)

    heard = Heard()
    assert of_track(Hex(1), "lost") == (
        "undecided log.box: red-1 went from 0102 to the box 'lost'; the log does not say why."
    )
    assert of_track("lost", Hex(1)).startswith("undecided log.box: red-1 went from the box 'lost' to 0102;")
    assert of_track(None, Hex(1)).startswith("undecided log.box: red-1 went from beside the map to 0102;")
    assert of_track(Hex(1), Hex(2), Hex(1)) == "note log.back: red-1 was moved and put back."
    assert of_track(Hex(1), None) == "undecided log.place: red-1 was put outside all hexes and boxes."


def test_what_needs_no_line_is_that_unless_it_led_nowhere() -> None:
    heard = Heard()
    vars(heard.reader.game)["unsaid"] = lambda track: Interpretation((9,))
    for goal, steps in ((2, (9,)), (1, (3,))):
        track = PieceTrack("red-1", (Hex(1), Hex(goal)), (3,))
        assert heard.reader._of_track(clock_of(FIGHT), track, False).steps == steps


def test_a_die_that_a_battle_explains_is_none_of_unknown_purpose() -> None:
    for dice, told in (((), ["undecided log.roll"]), ((Die(1, 3, "DIE"),), [])):
        heard = Heard()
        vars(heard.reader.game)["guess"] = lambda state, done, traces, dice=dice: Inferred(dice=dice)
        (reading, *_) = read(phase(FIGHT, step(1, "DIE die=3")), heard=heard)
        assert findings(reading) == told


@pytest.mark.parametrize(("after", "steps"), [(2, (3,)), (3, (3,)), (4, (3, 4))])
def test_what_a_way_may_have_been_counts_after_its_die(after: int, steps: tuple[int, ...]) -> None:
    heard = Heard()

    def guess(state: State, done: Any, traces: Unexplained) -> Inferred:
        return Inferred(possible=tuple(Possible(track, (End(),), after) for track in traces.tracks))

    vars(heard.reader.game)["guess"] = guess
    (reading, *_) = read(phase(FIGHT, step(3, goes={"red-1": (1, 2)})), heard=heard)
    assert [(one.steps, one.actions) for one in reading.interpretations] == [(steps, (End(),))]


def in_game(game: str, told: Phase, *units: tuple[str, str, int]) -> CandidateReading:
    """Return the first reading of a phase of a game with some units on hexes."""
    log = log_of(game)
    state = replace(log.parts.game.start("campaign", frozenset()), clock=told.clock)
    for side, unit, at in units:
        state = state.with_unit(side, unit, Hex(at))
    reader = Reader(log)
    reader.has_read(told)
    return next(reader.readings(told, state))


def test_a_line_is_set_aside_that_sends_a_unit_off_the_map_whose_counter_stays() -> None:
    said = step(1, "SURRENDER u=fin", "POINTS at=2")
    for goes, idle in (({}, ["SURRENDER"]), ({"fin": (700, "destroyed")}, [])):
        done = step(1, goes=goes)
        told = phase(MOVE, replace_changes(said, done), game="nr")
        reading = in_game("nr", told, ("axis", "fin", 700))
        assert [one.says.verb for one in reading.evidence.idle] == idle


def replace_changes(said: Step, done: Step) -> Step:
    return structs.replace(said, changes=done.changes)


def test_a_victory_at_once_is_claimed_in_vain_in_movement_alone() -> None:
    said = step(1, "ATT b=1 u=ger-41-pz"), step(2, "DEF b=1 u=rus-24-inf"), step(3, "AV b=1")
    for kind, withdrawn in ((MOVE, True), (FIGHT, False)):
        told = phase(kind, *said, game="trc")
        reading = in_game("trc", told, ("axis", "ger-41-pz", 700), ("russian", "rus-24-inf", 701))
        assert [one.withdrawn for one in reading.evidence.lines if one.says.verb == "AV"] == [withdrawn]

"""Foreign turn trackers: their states as moments of the game, and how a draft reads them."""

from __future__ import annotations

import pytest

from tests.profiles.standin import TRC4
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.draft import Draft
from trc_module.profiles.outline import Level, Tracker
from trc_module.profiles.trackers import draft_tracker, read_moment, read_values, shown
from trc_module.profiles.words import Words
from trc_module.rules.clock import Clock

FIRST = ("May", "June", "1941")


@pytest.mark.parametrize(
    ("turn", "side", "impulse"), [(1, "axis", 1), (1, "axis", 2), (4, "axis", 1), (5, "russian", 2), (12, "russian", 1)]
)
def test_a_tracker_of_years_months_and_impulses(
    turn: int, side: str, impulse: int, drafts: dict[str, Draft], parts: ModuleInputs
) -> None:
    spec = drafts["TRC4"].spec.tracker
    assert spec is not None
    found = shown(spec, TRC4.levels(turn, side, impulse), parts.game.sequence, parts.last_turn)
    assert found is not None
    assert (found.clock, found.phase_told) == (Clock(turn, side, impulse, "movement"), False)


def test_a_turn_before_the_first_and_a_state_of_another_form_show_nothing(
    drafts: dict[str, Draft], parts: ModuleInputs
) -> None:
    spec = drafts["TRC4"].spec.tracker
    assert spec is not None
    assert shown(spec, TRC4.levels(-1, "axis", 1), parts.game.sequence, parts.last_turn) is None
    assert shown(spec, "0|7;0;false", parts.game.sequence, parts.last_turn) is None
    assert read_values("no tracker", 1) is None


def test_a_tracker_that_counts_turns_alone_begins_them_with_movement(
    drafts: dict[str, Draft], parts: ModuleInputs
) -> None:
    spec = drafts["Russian Front 41-45"].spec.tracker
    assert spec is not None
    assert (spec.moments, spec.first_turn) == ({}, ["1"])
    found = shown(spec, "0|3;0;false;-1", parts.game.sequence, parts.last_turn)
    assert found is not None
    assert found.clock == Clock(3, "axis", 1, "movement")


def test_the_moments_of_a_list_are_named_and_others_are_told(parts: ModuleInputs, words: Words) -> None:
    values = ("Axis First Movement", "Axis First Combat", "Weather", "Bookkeeping")
    tracker = Tracker("TurnTracker1", "T", (Level("Turn", 1, ()), Level("Phase", 0, values)))
    spec, unknown = draft_tracker(tracker, FIRST, parts.game.sequence, words)
    assert spec is not None
    assert spec.moments == {
        "Axis First Movement": "axis 1 movement",
        "Axis First Combat": "axis 1 combat",
        "Weather": "weather",
    }
    assert unknown == ["Bookkeeping"]


def test_a_tracker_without_turns_is_none(parts: ModuleInputs, words: Words) -> None:
    tracker = Tracker("TurnTracker0", "T", (Level("Weather", 0, ("Clear", "Mud")),))
    assert draft_tracker(tracker, FIRST, parts.game.sequence, words) == (None, ["Clear", "Mud"])


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("axis 2", Clock(3, "axis", 2, "movement")),
        ("russian 2 combat", Clock(3, "russian", 2, "combat")),
        ("weather", Clock(3, "axis", 1, "weather")),
        ("axis 3", None),
    ],
)
def test_moments_in_words(text: str, clock: Clock | None, parts: ModuleInputs) -> None:
    found = read_moment(text, 3, parts.game.sequence)
    assert (found.clock if found is not None else None) == clock


@pytest.mark.parametrize("digits", ["²", "9" * 5000])
def test_digits_that_python_reads_no_number_of_name_no_impulse(parts: ModuleInputs, digits: str) -> None:
    found = [read_moment(f"axis {impulse}", 3, parts.game.sequence) for impulse in (digits, "")]
    assert found[0] == found[1] is not None

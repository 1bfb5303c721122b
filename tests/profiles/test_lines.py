"""Plain lines in chat: which phase and weather they tell."""

from __future__ import annotations

import pytest

from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.lines import Plain, phase_of, read_plain, turn_word_told
from trc_module.profiles.words import Words
from trc_module.rules.clock import Clock

NOW = Clock(3, "axis", 1, "movement")


@pytest.mark.parametrize("text", ["2-1 please", "phase combat", "weather: who? " * 9, "phase:", "my phase: x"])
def test_ordinary_chat_is_no_plain_line(text: str) -> None:
    assert read_plain(text, "weather") is None


def test_where_turns_have_no_word_a_line_about_one_is_ordinary_chat() -> None:
    assert read_plain("weather: snow") is None
    assert read_plain("phase: combat") == Plain("phase", "combat")


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("phase: combat", Clock(3, "axis", 1, "combat")),
        ("Phase: Combat!", Clock(3, "axis", 1, "combat")),
        ("phase: movement", NOW),
        ("phase: axis 2 movement", Clock(3, "axis", 2, "movement")),
        ("phase: russian second impulse combat", Clock(3, "russian", 2, "combat")),
        ("phase: soviet 1", Clock(3, "russian", 1, "movement")),
        ("phase: turn 5 axis 1", Clock(5, "axis", 1, "movement")),
        ("phase: turn 2 russian 2 combat", Clock(2, "russian", 2, "combat")),
        ("phase: weather", Clock(4, "axis", 1, "weather")),
        ("phase: end", Clock(3, "axis", 2, "end")),
        ("phase: bridge building", None),
    ],
)
def test_a_phase_in_words(text: str, clock: Clock | None, parts: ModuleInputs, words: Words) -> None:
    line = read_plain(text)
    assert line is not None
    assert phase_of(line, NOW, parts.game.sequence, words) == clock


def test_movement_after_combat_is_the_next_impulse(parts: ModuleInputs, words: Words) -> None:
    combat = Clock(3, "axis", 1, "combat")
    assert phase_of(Plain("phase", "movement"), combat, parts.game.sequence, words) == Clock(3, "axis", 2, "movement")


@pytest.mark.parametrize(
    ("text", "weather"), [("snow", "snow"), ("Light Mud", "light-mud"), ("mud", "mud"), ("fog", None)]
)
def test_a_weather_in_words(text: str, weather: str | None, words: Words) -> None:
    line = read_plain(f"weather: {text}", "weather")
    assert line is not None
    assert turn_word_told(line, words) == weather

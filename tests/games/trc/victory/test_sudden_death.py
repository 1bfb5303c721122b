"""Objectives of sudden death that an unknown route leaves open."""

from __future__ import annotations

from tests.games.trc.play import GAME, findings, position
from trc_module.games.trc.victory.sudden_death import axis_objectives_of_1945, russian_objectives_of_1945


def test_objectives_that_a_way_not_known_decides_are_open() -> None:
    def met(rest: str) -> tuple[bool | None, ...]:
        state = position(rest + "on R9: rus-3-inf\n", "turn 23 russian impulse 2 end snow")
        goals = axis_objectives_of_1945(GAME, state)[-2:] + russian_objectives_of_1945(GAME, state)[-2:]
        return tuple(goal.met for goal in goals)

    # All German cities and one well for the Axis; one German city and all wells for the Russian.
    assert met("") == (True, True, False, False)
    assert met(f"before: unsure-control {GAME.hex_name(GAME.places['Berlin'])}\n") == (None, True, None, False)
    lost = "control: Berlin russian, Konigsberg none, Breslau axis\n"
    assert met(lost) == (False, True, True, False)


def test_sudden_death_that_hangs_on_a_way_not_known_is_undecided() -> None:
    six = "Kiev axis, Kalinin axis, Leningrad axis, Rostov axis, Kharkov axis, Stalino axis"
    text = f"control: {six}\nbefore: unsure-control W19\nend\n"
    found = [f for f in findings(text, "turn 5 russian impulse 2 end snow") if f.verdict.value == "undecided"]
    assert [finding.rule for finding in found] == ["25.2.2"]
    assert "Kiev" in found[0].sentence

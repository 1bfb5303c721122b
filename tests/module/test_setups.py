"""The set-ups that the module offers, before the rules."""

from __future__ import annotations

from trc_module.module.inputs import ModuleInputs
from trc_module.module.setups import setup_state, setups, suggested_deployment
from trc_module.module.texts import load_texts
from trc_module.resources import data_dir
from trc_module.rules.actions import End, Setup
from trc_module.rules.engine import Referee
from trc_module.systems.weather import modifier_of


def test_the_suggested_deployment_is_legal_and_leaves_nobody_behind(parts: ModuleInputs) -> None:
    game = parts.game
    referee = Referee(game, game.start("campaign", frozenset()))
    deployment = suggested_deployment(parts)
    at_start = {unit for unit in game.side_of if referee.state.place(unit) == "at-start"}
    assert set(deployment) == at_start
    found = [f for unit, hex_ in deployment.items() for f in referee.act(Setup(unit, hex_)).findings]
    assert found + list(referee.act(End()).findings) == []


def test_the_scenarios_that_share_the_campaigns_start_have_a_deployment_as_well(parts: ModuleInputs) -> None:
    assert [setup.file for setup in setups(parts)] == [
        "campaign.vsav",
        "campaign-deployed.vsav",
        "barbarossa.vsav",
        "barbarossa-deployed.vsav",
        "breaking-storm.vsav",
        "breaking-storm-deployed.vsav",
        "fall-blau.vsav",
        "zitadelle.vsav",
        "bagration.vsav",
    ]


def test_a_later_scenario_begins_on_its_own_turn_with_its_own_modifier(parts: ModuleInputs) -> None:
    (setup,) = [setup for setup in setups(parts) if setup.scenario.id == "bagration"]
    state = setup_state(parts, setup)
    assert (state.clock.turn, state.clock.phase, modifier_of(state)) == (19, "weather", 1)


def test_in_german_a_scenarios_card_is_called_otherwise_than_the_map() -> None:
    words = load_texts("de", data_dir() / "trc").words
    for key in ("setup.card", "note.card", "note.missing"):
        assert "Szenariokarte" in words[key]
        assert " Karte" not in words[key]

from __future__ import annotations

from tests.replay.script import Script
from trc_module.report.summary import summary_text, summary_tree


def test_a_game_is_told_turn_by_turn(script: Script) -> None:
    audit = script.audit()
    (turn,) = summary_tree(audit)["turns"]
    assert (turn["turn"], turn["weather"], turn["battles"], turn["losses"]) == (1, "clear", [], {})
    assert turn["moves"] == {"axis": 2, "russian": 1}
    assert turn["units"] == {"axis": 3, "russian": 1}
    assert turn["control"].keys() == {"axis", "russian"}
    assert summary_text(audit).splitlines()[:5] == [
        "game.vlog",
        "",
        "Turn 1, clear",
        "  axis: 2 moves",
        "  russian: 1 move",
    ]


def test_a_battle_is_told_with_its_die_and_its_losses(script: Script) -> None:
    del script.steps[:]
    script.turn(1, "axis", 1, "combat")
    for line in ("ATT b=1 u=ger-41-pz", "ATT b=1 u=ger-56-pz", "DEF b=1 u=rus-3-inf", "ROLL b=1 die=6 result=DE"):
        script.say(line)
    script.say("LOSS b=1 u=rus-3-inf").move("rus-3-inf", "russian replacement-pool")
    (turn,) = summary_tree(script.audit())["turns"]
    (battle,) = turn["battles"]
    assert (battle["attackers"], battle["defenders"], battle["die"]) == (["ger-41-pz", "ger-56-pz"], ["rus-3-inf"], 6)
    assert turn["losses"] == {"russian": ["rus-3-inf"]}

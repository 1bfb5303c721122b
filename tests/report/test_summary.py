from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay.script import Script
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.report.as_json import audit_tree
from trc_module.report.summary import SummaryWords, summary_text, summary_tree
from trc_module.report.summary_page import summary_page
from trc_module.report.text import audit_text
from trc_module.report.tongue import ENGLISH
from trc_module.rules.record import read_record


def test_a_game_is_told_turn_by_turn(script: Script) -> None:
    audit = script.audit()
    (turn,) = summary_tree(audit)["turns"]
    assert (turn["turn"], turn["weather"], turn["losses"]) == (1, "clear", {})
    assert [(each["side"], each["part"], each["battles"]) for each in turn["parts"]] == [("axis", 1, [])]
    assert turn["moves"] == {"axis": 2, "russian": 1}
    assert turn["units"] == {"axis": 3, "russian": 1}
    assert turn["control"].keys() == {"axis", "russian"}
    assert summary_text(audit).splitlines()[:4] == [
        "game.vlog",
        "",
        "Turn 1, clear",
        "  Axis impulse 1, moves: Axis 2, Russian 1",
    ]


def test_a_battle_is_told_with_its_die_and_its_losses(script: Script) -> None:
    del script.steps[:]
    script.turn(1, "axis", 1, "combat")
    for line in ("ATT b=1 u=ger-41-pz", "ATT b=1 u=ger-56-pz", "DEF b=1 u=rus-3-inf", "ROLL b=1 die=6 result=DE"):
        script.say(line)
    script.say("LOSS b=1 u=rus-3-inf").move("rus-3-inf", "russian replacement-pool")
    (turn,) = summary_tree(script.audit())["turns"]
    (battle,) = turn["parts"][0]["battles"]
    assert (battle["attackers"], battle["defenders"], battle["die"]) == (["ger-41-pz", "ger-56-pz"], ["rus-3-inf"], 6)
    assert turn["losses"] == {"russian": ["rus-3-inf"]}


GAME = """\
game: trc
at: turn 2 axis impulse 1 movement clear
on Y17: ger-41-pz ger-56-pz ger-47-pz
on X17: rus-6-tank
on Y20: ger-57-pz ger-48-pz
on X20: rus-3-cav
av 1: ger-41-pz ger-56-pz ger-47-pz x rus-6-tank
end
attack 2: ger-57-pz ger-48-pz x rus-3-cav
roll 2: 3
lose 2: rus-3-cav
end
"""


def test_a_result_that_no_line_says_is_that_of_the_table(parts: ModuleInputs, tmp_path: Path) -> None:
    path = tmp_path / "game.vlog"
    compose(parts, read_record(GAME, "game", find_game), path, "1")
    audit = audit_log(open_log(path, parts))
    assert summary_text(audit).splitlines()[2:7] == [
        "Turn 2, clear",
        "  Axis impulse 1",
        "    battle 1: 41st Panzer Corps, 56th Panzer Corps, 47th Panzer Corps against 6th Tank Corps "
        "(automatic victory)",
        "    battle 2: 57th Panzer Corps, 48th Panzer Corps against 3rd Cavalry Corps (at 6-1, die 3, D1)",
        "    Russian lost: 6th Tank Corps, 3rd Cavalry Corps",
    ]
    page = summary_page(audit)
    assert ": <span>at</span> <span>6-1,</span> <span>die</span> <span>3,</span> <span>D1</span></li>" in page
    assert page.count("<svg") == 6


def _first_winter(script: Script, *lines: str) -> Script:
    """Bring a log of the first turn, in which the Russian holds everything, to the check of the first winter."""
    script.turn(6, "axis", 1, "weather")
    for line in lines:
        script.say(line)
    return script


def test_who_has_won_is_told_with_the_rule(script: Script) -> None:
    audit = _first_winter(script, "WIN side=russian because=25.2.2").audit()
    said = "The Russian side has won by 25.2.2: it has achieved all objectives of Sudden Death."
    assert summary_tree(audit)["won"] == [
        {
            "side": "russian",
            "rule": "25.2.2",
            "why": "it has achieved all objectives of Sudden Death",
            "claimed": True,
            "unknown": "",
            "text": said,
        }
    ]
    assert summary_text(audit).splitlines()[-2:] == ["", said]
    assert said in audit_text(audit, audit.findings).splitlines()
    assert [(won["side"], won["rule"]) for won in audit_tree(audit, ())["won"]] == [("russian", "25.2.2")]
    assert f'<p class="won">{said}</p>' in summary_page(audit)


def test_a_victory_that_nobody_claims_is_told_too(script: Script) -> None:
    (winner,) = summary_tree(_first_winter(script).audit())["won"]
    assert (winner["side"], winner["rule"], winner["claimed"]) == ("russian", "25.2.2", False)


def test_nobody_has_won_a_game_that_goes_on(script: Script) -> None:
    audit = script.audit()
    assert summary_tree(audit)["won"] == []
    assert "won" not in summary_text(audit)
    assert "has won" not in audit_text(audit, audit.findings)
    assert audit_tree(audit, ())["won"] == []
    assert '<p class="won">' not in summary_page(audit)


LATE = """\
game: trc
at: turn 5 russian impulse 2 end snow
on R9: rus-3-inf
end
"""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "Whether the Russian side has won by 25.2.2 depends on how the game stood before the log begins."),
        (
            "win russian because 25.2.2",
            "The Russian side has won by 25.2.2: it has achieved all objectives of Sudden Death.",
        ),
    ],
    ids=["nobody claims it", "it is claimed"],
)
def test_a_victory_in_a_log_that_begins_late_is_certain_only_if_it_is_claimed(
    parts: ModuleInputs, tmp_path: Path, line: str, said: str
) -> None:
    path = tmp_path / "late.vlog"
    compose(parts, read_record(LATE + line, "late", find_game), path, "1")
    assert summary_text(audit_log(open_log(path, parts))).splitlines()[-1] == said


def test_a_result_that_nobody_knows_is_called_so() -> None:
    battle = {"odds": "", "die": 4, "result": ""}
    assert SummaryWords({}, ENGLISH).outcome(battle) == "die 4, result unknown"


RIDES = """\
game: trc
at: turn 2 axis impulse 1 movement clear
on E30: ger-12-inf
on Y20: ger-57-pz
rail ger-12-inf E30 > E28
move ger-57-pz Y20 Y19
end
"""


def test_every_way_in_which_units_move_is_counted_and_told_by_the_verbs_of_a_record(
    parts: ModuleInputs, tmp_path: Path
) -> None:
    path = tmp_path / "game.vlog"
    compose(parts, read_record(RIDES, "game", find_game), path, "1")
    audit = audit_log(open_log(path, parts))
    (turn,) = summary_tree(audit)["turns"]
    assert turn["moves"] == {"axis": 2, "russian": 0}
    assert turn["parts"][0]["acts"] == {"axis": {"rail": 1, "move": 1}}
    assert summary_text(audit).splitlines()[3:5] == ["  Axis impulse 1, moves: Axis 2", "    Axis: rail 1, move 1"]


def test_the_verbs_that_move_a_unit_follow_from_the_table_of_acts() -> None:
    moving = {each.verb for each in find_game("trc").statements if each.moves_a_unit}
    assert {"move", "strategic", "rail", "rail-free", "sea", "drop", "enter", "replace", "evacuate"} <= moving
    assert not moving & {"retreat", "remnant", "convert", "fortify", "withdraw", "eliminate"}
    moving = {each.verb for each in find_game("nr").statements if each.moves_a_unit}
    assert moving == {"setup", "enter", "replace", "move", "detrain", "cadre"}

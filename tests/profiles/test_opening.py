"""Logs of other modules, judged: legal games accuse nobody, crimes are found, and what is not known is open."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.profiles.standin import OTHER, TRC4, StandIn
from trc_module.auditing.audit import Audit, audit_log
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs
from trc_module.profiles.opening import open_foreign
from trc_module.rules.finding import Verdict
from trc_module.rules.record import Record, read_record

ANCHORS = """
on R9: rus-worker-moscow
on W19: rus-worker-kiev
on E10: rus-worker-leningrad
on AA14: rus-worker-kharkov
"""
"""Pieces by which the hexes of a map are found."""
MOVEMENT = f"at: turn 2 axis impulse 1 movement clear{ANCHORS}"


def audited(
    module: StandIn,
    record: Record | str,
    parts: ModuleInputs,
    profile: Path | None,
    folder: Path,
    *,
    phases: bool = True,
    weather: bool = True,
) -> Audit:
    """Return the audit of a record that was played in another module."""
    if isinstance(record, str):
        record = read_record(f"game: trc\n{record}", "a story", find_game)
    path = folder / "theirs.vlog"
    module.write_log(parts, record, path, phases=phases, weather=weather)
    return audit_log(open_foreign([path], parts, profile)[0])


def accused(audit: Audit) -> list[tuple[str, str]]:
    return [(noted.finding.rule, noted.finding.sentence) for noted in audit.findings if noted.finding.accuses]


@pytest.mark.parametrize("phases", [False, True])
@pytest.mark.parametrize("module", [TRC4, OTHER], ids=["short", "long"])
def test_a_legal_game_accuses_nobody(
    module: StandIn,
    phases: bool,
    three_turns: Record,
    parts: ModuleInputs,
    profiles: dict[str, Path],
    tmp_path: Path,
) -> None:
    audit = audited(module, three_turns, parts, profiles[module.name], tmp_path, phases=phases)
    assert accused(audit) == []
    assert len(audit.acts) > 400


def test_the_profile_that_comes_with_us_is_found_by_the_module_s_name(
    three_turns: Record, parts: ModuleInputs, tmp_path: Path
) -> None:
    audit = audited(TRC4, three_turns, parts, None, tmp_path)
    foreign = audit.log.foreign
    assert accused(audit) == []
    assert foreign is not None
    assert (foreign.module, foreign.profile) == ("TRC4 1.3b06", "trc4.toml")
    assert re.match(r"The hexes of the map were found by 2\d of \d\d pieces that", foreign.judged[0])
    assert foreign.open[-1] == "The map of the 4th edition differs in CC24, DD24, F25: what is found there is a doubt."


@pytest.mark.parametrize(
    ("story", "rule"),
    [
        (f"{MOVEMENT}on P20: ger-41-pz\nmove ger-41-pz P20 O20 N21 M21 M22 M23 M24 N25 O24\nend\n", "4.1.2c"),
        (f"{MOVEMENT}on P20: ger-1-inf\nmove ger-1-inf P20 P21 P22 P23 P24\nend\n", "8.2a"),
        (f"{MOVEMENT}on P20: ger-41-pz\non P18: rus-3-inf\nmove ger-41-pz P20 P19 Q18 Q17\nend\n", "7.2"),
        (f"{MOVEMENT}on P20: ger-1-inf ger-2-inf ger-5-inf\non P21: ger-4-inf\nmove ger-4-inf P21 P20\nend\n", "6.1b"),
        (f"{MOVEMENT}on A30: ger-1-inf\nmove ger-1-inf A30 A29\nend\n", "8.5"),
    ],
)
def test_a_crime_of_movement_is_found(
    story: str, rule: str, parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    found = accused(audited(TRC4, story, parts, profiles["TRC4"], tmp_path))
    assert rule in {number for number, _ in found}


def test_a_unit_that_goes_on_in_a_hex_of_another_edition_is_a_doubt(parts: ModuleInputs, tmp_path: Path) -> None:
    way = "DD24 DD25 DD26 DD27 DD28 CC27 BB28 AA27 Z28 Y27"
    story = f"{MOVEMENT}on DD24: ger-41-pz\nmove ger-41-pz {way}\nend\n"
    audit = audited(TRC4, story, parts, None, tmp_path)
    told = [noted.finding for noted in audit.findings if noted.finding.rule == "4.1.2c"]
    assert [finding.verdict for finding in told] == [Verdict.DOUBT]
    assert told[0].sentence.endswith("The map of the 4th edition differs in DD24.")


WEATHER = f"at: turn 3 axis impulse 1 weather clear{ANCHORS}on P20: ger-41-pz\nweather 4\nend\n"
FAR = "move ger-41-pz P20 P19 P18 P17 P16 P15 P14\nend\n"


def test_what_depends_on_a_weather_that_nobody_told_is_undecided(
    parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    audit = audited(TRC4, WEATHER + FAR, parts, profiles["TRC4"], tmp_path, weather=False)
    assert accused(audit) == []
    undecided = [noted.finding for noted in audit.findings if noted.finding.verdict is Verdict.UNDECIDED]
    assert any("depends on the weather" in finding.sentence for finding in undecided)
    assert audit.log.foreign is not None
    assert any("The weather of turn 3 is unknown" in sentence for sentence in audit.log.foreign.open)


def test_a_weather_that_a_player_told_decides_it(
    parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    audit = audited(TRC4, WEATHER + FAR, parts, profiles["TRC4"], tmp_path)
    assert audit.log.foreign is not None
    assert list(audit.log.foreign.turn_words) == [3]
    undecided = [n.finding for n in audit.findings if n.finding.verdict is Verdict.UNDECIDED]
    assert not any("depends on the weather" in finding.sentence for finding in undecided)


def test_pieces_that_may_be_units_leave_everything_open(
    three_turns: Record, parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    text = profiles["TRC4"].read_text(encoding="utf-8")
    partly = tmp_path / "partly.toml"
    partly.write_text(re.sub(r'"ge-inf-04".*\n', "", text), encoding="utf-8")
    audit = audited(TRC4, three_turns, parts, partly, tmp_path)
    assert accused(audit) == []
    assert audit.log.foreign is not None
    assert audit.log.foreign.strangers == ("ge-inf-04",)


def test_a_map_whose_hexes_cannot_be_found_is_told(
    parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    story = "at: turn 2 axis impulse 1 movement clear\non P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"
    with pytest.raises(UserError, match=r"expected pieces by which the hexes of 'TRC Map' can be found"):
        audited(TRC4, story, parts, profiles["TRC4"], tmp_path)


@pytest.mark.parametrize("points", ['"A1" = [100, 100]', '"A1" = [100, 100]\n"QQ33" = [200, 100]'])
def test_points_that_fit_no_grid_are_told(
    points: str, three_turns: Record, parts: ModuleInputs, profiles: dict[str, Path], tmp_path: Path
) -> None:
    text = profiles["TRC4"].read_text(encoding="utf-8")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(text.replace("y0 = 75.0", f"y0 = 75.0\n[map.hexes]\n{points}"), encoding="utf-8")
    with pytest.raises(UserError, match=r"expected two hexes or more under \[map.hexes\] that fit the grid"):
        audited(TRC4, three_turns, parts, wrong, tmp_path)


def test_a_module_without_a_profile_says_how_to_make_one(parts: ModuleInputs, tmp_path: Path) -> None:
    story = f"{MOVEMENT}on P20: ger-41-pz\nmove ger-41-pz P20 P19\nend\n"
    with pytest.raises(UserError, match=r"'Russian Front 41-45', which has no profile. `trc-module profile"):
        audited(OTHER, story, parts, None, tmp_path)
    with pytest.raises(UserError, match=r"of your own, name the folder that its folder lies in: --games-path FOLDER.$"):
        audited(OTHER, story, parts, None, tmp_path)

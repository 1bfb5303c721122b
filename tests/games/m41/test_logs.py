"""Logs of Moscow 1941: games of self-play composed and audited, from the beginning or midway, and crimes named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from trc_module.cli.main import group
from trc_module.games import find_game
from trc_module.rules.actions import End
from trc_module.rules.record import record_text
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import record_of, self_play

GAME = find_game("m41")

OWN = {
    # An example whose log does not tell what happened before it: here the log shows the whole of it.
    "M41-REP-3": """\
at: turn 1 german weather good
on B1: ger-4-army
on C2: rus-16-army
status: rus-16-army disrupted
box russian lost: rus-20-army
end
attack 1: ger-4-army x rus-16-army
end
end
fire 1: attack 6 1
lose 1: rus-16-army
advance 1: ger-4-army disrupted B1 C2
end
end
end
end
end
end
end
replace rus-20-army disrupted C7
replace rus-16-army disrupted C7
""",
    "M41-VIC-1": "at: turn 1 german movement good\non B5: ger-3-pzgr\n"
    + 16 * "end\n"
    + "win german because M41-VIC-1\n",
    "M41-VIC-2": "at: turn 1 german movement good\non B5: rus-western\n"
    + 8 * "end\n"
    + "win russian because M41-VIC-2\n",
}
END = "end\n"
VERDICTS = ("violation", "doubt")


def audited(folder: Path, record: str) -> dict[str, Any]:
    """Compose a log from a record and audit it; return the report."""
    (folder / "a.game").write_text(record, encoding="utf-8")
    made = CliRunner().invoke(group, ["compose", str(folder / "a.game"), "-o", str(folder / "a.vlog")])
    assert made.exit_code == 0, made.output
    report: dict[str, Any] = json.loads(CliRunner().invoke(group, ["audit", str(folder / "a.vlog"), "--json"]).output)
    return report


def played(seed: int) -> list[Any]:
    return list(self_play(GAME, GAME.start("campaign", frozenset()), GAME.player("", seed), 6))


@pytest.mark.parametrize("seed", range(3))
def test_a_random_game_is_audited_without_a_finding(tmp_path: Path, seed: int) -> None:
    acts = [told.action for told, _ in played(seed)]
    report = audited(tmp_path, record_text(record_of(GAME, GAME.start("campaign", frozenset()), acts)))
    assert report["game"] == "m41"
    assert [finding for finding in report["findings"] if finding["verdict"] != "note"] == []
    assert len(report["acts"]) == len(acts)


@pytest.mark.parametrize("seed", range(3))
def test_the_second_half_of_a_game_brings_no_accusation(tmp_path: Path, seed: int) -> None:
    told = played(seed)
    ends = [place for place, (each, _) in enumerate(told) if isinstance(each.action, End)]
    middle = ends[len(ends) // 2]
    acts = [each.action for each, _ in told[middle + 1 :]]
    report = audited(tmp_path, record_text(record_of(GAME, told[middle][1], acts)))
    assert [finding for finding in report["findings"] if finding["verdict"] in VERDICTS] == []


@pytest.mark.parametrize("rule", GAME.book.under(""), ids=lambda rule: rule.number)
def test_the_crime_of_each_rule_is_named_in_its_log(tmp_path: Path, rule: Rule) -> None:
    for example in rule.examples:
        if not example.broken:
            continue
        told = [(each.verdict.value, each.rule) for statement in example.broken for each in statement.told]
        acts = [line for line in example.illegal.splitlines() if not line.startswith("expect")]
        record = OWN.get(rule.number) or "\n".join([*acts, ""])
        report = audited(tmp_path, f"game: m41\n{record}")
        found = [(each["verdict"], each["rule"]) for each in report["findings"] if each["verdict"] in VERDICTS]
        assert found == told


TURN_1_ENDS = "game: m41\nat: turn 1 russian check good\non A1: ger-9-army\nbox german air: ger-2-fk\nend\n"
TURN_2_BEGINS = "game: m41\nat: turn 2 german weather good\non A1: ger-9-army\nbox german air: ger-2-fk\n"


@pytest.mark.parametrize(
    ("acts", "told"),
    [
        ("withdraw ger-2-fk\nweather good\nend\nend\n", []),
        ("weather good\nend\nwithdraw ger-2-fk\nend\n", [("note", "M41-AIR-4")]),
        ("weather good\nend\nend\n", [("violation", "M41-AIR-4")]),
    ],
    ids=["first step", "late", "never"],
)
def test_a_german_takes_the_fliegerkorps_off_when_his_next_log_begins(
    tmp_path: Path, acts: str, told: list[tuple[str, str]]
) -> None:
    logs = []
    for name, record in (("a", TURN_1_ENDS), ("b", TURN_2_BEGINS + acts)):
        (tmp_path / f"{name}.game").write_text(record, encoding="utf-8")
        logs.append(str(tmp_path / f"{name}.vlog"))
        CliRunner().invoke(group, ["compose", str(tmp_path / f"{name}.game"), "-o", logs[-1]])
    for heard in (logs, logs[1:]):
        report = json.loads(CliRunner().invoke(group, ["audit", *heard, "--json"]).output)
        assert [(each["verdict"], each["rule"]) for each in report["findings"]] == told


CAME_BACK = """
game: m41
at: turn 4 russian replacement snow
box russian lost: rus-20-army rus-western
on A1: ger-4-army
on B7: rus-16-army
replace rus-20-army disrupted A4
replace rus-western disrupted A5
end
"""


def test_who_was_last_in_empty_cities_before_a_late_log_is_asked_once(tmp_path: Path) -> None:
    found = audited(tmp_path, CAME_BACK)["findings"]
    assert [(each["verdict"], each["rule"], each["sentence"]) for each in found if each["rule"] == "M41-REP-5"] == [
        (
            "undecided",
            "M41-REP-5",
            "rus-20-army came back in A4; who was last there is unknown. The same is open in step 4.",
        ),
        ("note", "M41-REP-5", "rus-western came back in A5; who was last there is unknown."),
    ]


@pytest.mark.parametrize(
    ("city", "lost", "expected"),
    [("C5", "ger-3-pzgr", []), ("A3", "ger-3-pzgr", ["M41-REP-5"]), ("A3", "", [])],
    ids=["far beyond", "where one may have been lost", "where none stands"],
)
def test_no_german_has_been_far_beyond_the_line_before_the_first_blitzkrieg(
    city: str, lost: str, expected: list[str], tmp_path: Path
) -> None:
    boxes = "box russian lost: rus-20-army\n" + f"box german lost: {lost}\n" * bool(lost)
    at = f"game: m41\nat: turn 1 german combat good\n{boxes}on A1: ger-4-army\n"
    back = f"on B7: rus-16-army\n{8 * END}replace rus-20-army disrupted {city}\nend\n"
    found = audited(tmp_path, at + back)["findings"]
    assert [each["rule"] for each in found if each["verdict"] == "undecided"] == expected

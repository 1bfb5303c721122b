from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from lxml import etree

from tests.replay.script import Script
from trc_module.auditing.audit import Audit
from trc_module.cli.commands.audit import command as audit_command
from trc_module.cli.commands.record import command as record_command
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.report.formats import format_audit
from trc_module.report.text import audit_text
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record, try_record

TEXT = """\
{path}: 8 steps, 4 acts; Axis player (Axis), Russian player (Russian).

Turn 1, Axis impulse 1, movement
  step 5 I18 Z5: violation 4.1.2c: 57th Panzer Corps (ger-57-pz) moved at least 22 hexes from I18 to Z5; in impulse 1 \
of a clear turn it may move only 7.
      move ger-57-pz I18 > Z5
      legal: the move could have ended in K12.
  step 6: violation 2.1a: 3rd Army (rus-3-inf) is Russian, but the Axis player acted with it.
      move rus-3-inf K18 L18

Turn 1, Axis impulse 1, combat
  step 8: undecided log.roll: A 4 was rolled in the combat phase; the log does not say what for.

2 violations, 1 undecided, 1 note (audit --notes lists it).
Read more with: trc-module rule 2.1a (or 4.1.2c)"""


def test_text_groups_by_turn_and_phase_and_ends_with_the_count_and_a_pointer(audit: Audit) -> None:
    assert audit_text(audit, audit.findings) == TEXT.format(path=audit.log.path)


def test_notes_are_listed_on_request(audit: Audit) -> None:
    text = audit_text(audit, audit.findings, notes=True)
    assert "  step 4: note log.back: 56th Panzer Corps (ger-56-pz) was moved and put back." in text.splitlines()
    assert "2 violations, 1 undecided, 1 note." in text.splitlines()


def test_a_clean_log_says_so(script: Script) -> None:
    del script.steps[2:]
    audit = script.audit()
    assert audit_text(audit, audit.findings).splitlines()[-1] == "No violations found."


def test_json_has_the_published_form(audit: Audit) -> None:
    tree = json.loads(format_audit(audit, audit.findings, "json"))
    schema = json.loads(files("trc_module.report").joinpath("audit.schema.json").read_text("utf-8"))
    assert list(_violations(tree, schema, schema)) == []
    assert tree["acts"][0] == {
        "steps": [1, 2],
        "turn": 1,
        "side": "axis",
        "part": 1,
        "phase": "movement",
        "text": "move ger-41-pz J20 K20 L20",
    }
    found = tree["findings"][1]
    assert (found["rule"], found["verdict"], found["steps"], found["hexes"]) == (
        "4.1.2c",
        "violation",
        [5],
        ["I18", "Z5"],
    )


def test_the_schema_is_no_rubber_stamp(audit: Audit) -> None:
    schema = json.loads(files("trc_module.report").joinpath("audit.schema.json").read_text("utf-8"))
    tree = json.loads(format_audit(audit, audit.findings, "json"))
    tree["findings"][0]["verdict"] = "guilty"
    del tree["acts"][0]["text"]
    tree["password"] = "secret"
    assert sorted(_violations(tree, schema, schema)) == [
        "/: password is not expected",
        "/acts/0: text is missing",
        "/findings/0/verdict: guilty",
    ]


def _violations(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> Any:
    """Yield the parts of a value that a schema forbids; as much of JSON Schema as ours uses."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    allowed = schema.get("type", [])
    allowed = [allowed] if isinstance(allowed, str) else allowed
    if allowed and not isinstance(value, tuple(kinds[kind] for kind in allowed)):
        yield f"{at or '/'}: {value!r} is no {allowed}"
    if value not in schema.get("enum", [value]) or value != schema.get("const", value):
        yield f"{at}: {value}"
    if isinstance(value, dict):
        yield from (f"{at or '/'}: {key} is missing" for key in schema.get("required", ()) if key not in value)
        for key, item in value.items():
            if key in schema.get("properties", {}):
                yield from _violations(item, schema["properties"][key], root, f"{at}/{key}")
            elif schema.get("additionalProperties") is False:
                yield f"{at or '/'}: {key} is not expected"
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _violations(item, schema.get("items", {}), root, f"{at}/{index}")


def test_sarif_names_rule_step_and_level(audit: Audit) -> None:
    run = json.loads(format_audit(audit, audit.findings, "sarif"))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert rules == ["2.1a", "4.1.2c", "log.back", "log.roll"]
    assert [(r["ruleId"], r["level"], r.get("kind")) for r in run["results"]] == [
        ("log.back", "none", "informational"),
        ("4.1.2c", "error", None),
        ("2.1a", "error", None),
        ("log.roll", "none", "open"),
    ]
    assert all(rules[r["ruleIndex"]] == r["ruleId"] for r in run["results"])
    place = run["results"][1]["locations"][0]
    assert place["physicalLocation"] == {"artifactLocation": {"uri": "game.vlog"}, "region": {"startLine": 5}}
    assert [result["message"]["text"] for result in run["results"][2:]] == [
        "3rd Army (rus-3-inf) is Russian, but the Axis player acted with it.",
        "A 4 was rolled in the combat phase; the log does not say what for.",
    ]


def test_sarif_writes_a_file_name_as_a_uri(script: Script, tmp_path: Path) -> None:
    script.path = tmp_path / "Zug 3, März #2 50%.vlog"
    audit = script.audit()
    result = json.loads(format_audit(audit, audit.findings, "sarif"))["runs"][0]["results"][0]
    location = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert location == {"uri": "Zug%203%2C%20M%C3%A4rz%20%232%2050%25.vlog"}


def test_junit_has_a_case_an_act_and_fails_those_that_break_a_rule(audit: Audit) -> None:
    suite = etree.fromstring(format_audit(audit, audit.findings, "junit").encode())
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("6", "2", "0")
    cases = [(case.get("name"), [child.tag for child in case]) for case in suite]
    assert cases == [
        ("step 2: move ger-41-pz J20 K20 L20", []),
        ("step 4: ger-56-pz was moved and put back.", ["system-out"]),
        ("step 5: move ger-57-pz I18 > Z5", ["failure"]),
        ("step 6: move rus-3-inf K18 L18", ["failure"]),
        ("step 7: end", []),
        ("step 8: A 4 was rolled in the combat phase; the log does not say what for.", ["system-out"]),
    ]
    failure = suite[3][0]
    sentence = "3rd Army (rus-3-inf) is Russian, but the Axis player acted with it."
    assert (failure.get("message"), failure.text) == (sentence, f"violation 2.1a: {sentence}")
    assert suite[1][0].text == "note log.back: 56th Panzer Corps (ger-56-pz) was moved and put back."


def test_json_names_counters_by_id_alone(audit: Audit) -> None:
    tree = json.loads(format_audit(audit, audit.findings, "json"))
    assert tree["findings"][2]["sentence"] == "rus-3-inf is Russian, but the Axis player acted with it."


def test_the_record_of_a_log_is_judged_as_the_log_was(script: Script, audit: Audit) -> None:
    result = CliRunner().invoke(record_command, [str(script.write())])
    assert "# step 8: A 4 was rolled in the combat phase; the log does not say what for." in result.output
    trial = try_record(read_record(result.output, "record", find_game), "record")
    accused = [f.rule for o in trial.outcomes for f in o.told.findings]
    assert accused == [n.finding.rule for n in audit.findings if n.finding.verdict is Verdict.VIOLATION]


def run(*words: object) -> tuple[int, str]:
    result = CliRunner().invoke(audit_command, [str(word) for word in words], catch_exceptions=False)
    return result.exit_code, result.output


def test_the_exit_code_tells_whether_a_rule_is_broken(script: Script) -> None:
    path = script.write()
    assert run(path)[0] == 1
    assert run(path, "--ignore", "4.1", "--ignore", "2.1")[0] == 0
    assert run(path, "--since", "7")[0] == 0
    assert run(path, "--since", "7", "--strict")[0] == 1


def test_rules_are_selected_by_prefix(script: Script) -> None:
    code, output = run(script.write(), "--select", "2")
    assert code == 1
    assert output.splitlines()[-2:] == [
        "1 violation; left out: 1 violation, 1 undecided.",
        "Read more with: trc-module rule 2.1a",
    ]


def test_an_audit_is_written_to_a_file_whole_or_not_at_all(script: Script, tmp_path: Path) -> None:
    target = tmp_path / "audit.json"
    code, output = run(script.write(), "--json", "-o", target)
    assert (code, output) == (1, f"Wrote {target}.\n")
    assert json.loads(target.read_text(encoding="utf-8"))["format"] == "trc-module audit"


@pytest.mark.parametrize("content", [b"", b"no zip at all"])
def test_what_is_no_log_ends_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.vlog"
    path.write_bytes(content)
    with pytest.raises(UserError) as caught:
        run(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_game_in_several_logs_is_reported_by_file_and_step(script: Script, tmp_path: Path) -> None:
    path = script.write()
    relogged = script
    relogged.path = tmp_path / "later.vlog"
    relogged.move("ger-41-pz", "Z5")
    later = relogged.write()
    code, text = run(later, path, "--notes")
    assert code == 1
    assert text.splitlines()[0].startswith("game.vlog, later.vlog: 9 steps")
    assert "  game.vlog:5 I18 Z5: violation 4.1.2c:" in text
    tree = json.loads(run(later, path, "--json")[1])
    schema = json.loads(files("trc_module.report").joinpath("audit.schema.json").read_text("utf-8"))
    assert list(_violations(tree, schema, schema)) == []
    assert [(log["file"], log["steps"]) for log in tree["logs"]] == [("game.vlog", 8), ("later.vlog", 9)]
    found = next(f for f in tree["findings"] if f["steps"] == [9])
    assert found["at"] == [{"file": "later.vlog", "step": 9}]
    run_ = json.loads(run(later, path, "--format", "sarif")[1])["runs"][0]
    place = run_["results"][-1]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "later.vlog"}, "region": {"startLine": 9}}

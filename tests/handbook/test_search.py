"""What the handbook's search looks through, and in which order it finds things."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from handbook.search import EVIDENCE, ordered, with_places, write_search
from trc_module.games import find_game
from trc_module.report.search_index import SearchEntry, rule_entries, task_entries

ROOT = Path(__file__).parents[2]
PAGES = [
    {"location": "commands.html#trc-module-rule", "title": "trc-module rule", "text": "Explain"},
    {"location": "findings.html", "title": "How to read a finding", "text": "zoc"},
    *({"location": f"{page}#x", "title": "x", "text": "zone of control"} for page in EVIDENCE),
]
RULE = SearchEntry("rule", "7.2", "A unit stops in an enemy zone of control", "It goes no further.", "trc")
TASK = SearchEntry("task", "", "audit a log", "trc-module audit game.vlog")


def test_rules_count_most_then_tasks_then_commands_and_evidence_is_left_out() -> None:
    docs = list(ordered(PAGES, [RULE], [TASK]))
    assert [(doc["location"], doc.get("boost", 1)) for doc in docs] == [
        ("commands.html#trc-module-rule", 10),
        ("findings.html", 1),
        ("tasks.html#task-1", 30),
        ("rules/trc/7.2.html", 100),
    ]
    assert docs[-1]["title"] == "7.2 A unit stops in an enemy zone of control"
    # Players say zoc, the title does not.
    assert docs[-1]["tags"] == ["zoc", "zocs"]
    assert docs[-2]["title"] == "Audit a log"


def test_every_page_of_evidence_is_there_and_every_task_has_its_place() -> None:
    written = {path.name for path in (ROOT / "docs").glob("*.md")} | {"changelog.md"}
    assert {page.replace(".html", ".md") for page in EVIDENCE} <= written
    rows = "<tr><th>you want to</th></tr>" + "<tr>\n<td>a</td></tr>" * len(task_entries())
    placed = with_places(rows)
    assert placed.count('<tr id="task-') == len(task_entries())
    assert "<tr><th>" in placed


def test_both_files_of_the_index_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    for name, begins in (("search_index.json", ""), ("search_index.js", "var __index = ")):
        content = begins + json.dumps({"config": {}, "docs": PAGES})
        (tmp_path / "search" / name).write_text(content, encoding="utf-8")
    count = write_search(tmp_path, ["m41"])
    assert count == 2 + len(task_entries()) + len(list(rule_entries(find_game("m41"))))
    plain = (tmp_path / "search" / "search_index.json").read_text(encoding="utf-8")
    assert (tmp_path / "search" / "search_index.js").read_text(encoding="utf-8") == f"var __index = {plain}"
    assert len(json.loads(plain)["docs"]) == count


def test_an_index_of_another_form_is_refused(tmp_path: Path) -> None:
    (tmp_path / "search").mkdir()
    (tmp_path / "search" / "search_index.json").write_text('{"docs": []}', encoding="utf-8")
    (tmp_path / "search" / "search_index.js").write_text("other", encoding="utf-8")
    with pytest.raises(ValueError, match="expected it to begin with 'var __index = '"):
        write_search(tmp_path, ["m41"])

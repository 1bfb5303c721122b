"""The handbook's search: the rules by number and title first, then tasks, commands and pages; evidence is left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from trc_module.games import find_game
from trc_module.gamespec import find_spec
from trc_module.report.rulebook.pages import page_of
from trc_module.report.search_index import SearchEntry, rule_entries, task_entries
from trc_module.rules.rule_search import SHORT

EVIDENCE = ("self-play.html", "crimes.html", "mutations.html", "changelog.html")
"""Pages that show how well it all holds: whoever looks a word up wants none of their thousand lines."""
_COMMANDS = "commands.html"
_TASKS = "tasks.html"
_RULE, _TASK, _COMMAND = 100, 30, 10
"""How much more each counts than a page. A word in a title counts a thousand times one in a text [Material]."""
_ROW = re.compile(r"<tr>(?=\s*<td)")
_SCRIPT = "var __index = "


def write_search(site: Path, games: Sequence[str]) -> int:
    """Put the rules of some games and the tasks into the index of a site that was built; return the number of entries.

    ValueError if the site has no such index.
    """
    folder = site / "search"
    index = json.loads((folder / "search_index.json").read_text(encoding="utf-8"))
    rules = [entry for name in games for entry in rule_entries(find_game(name))]
    index["docs"] = list(ordered(index["docs"], rules, task_entries()))
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    (folder / "search_index.json").write_text(text, encoding="utf-8")
    # The same for a page from a disk, which may read no file but a script.
    script = folder / "search_index.js"
    if not script.read_text(encoding="utf-8").startswith(_SCRIPT):
        raise ValueError(f"{script}: expected it to begin with {_SCRIPT!r}")
    script.write_text(f"{_SCRIPT}{text}", encoding="utf-8")
    return len(index["docs"])


def ordered(
    docs: Iterable[dict[str, Any]], rules: Iterable[SearchEntry], tasks: Iterable[SearchEntry]
) -> Iterator[dict[str, Any]]:
    """Yield what is searched: pages without evidence, commands before them, rules and tasks before both."""
    for doc in docs:
        page = doc["location"].partition("#")[0]
        if page in EVIDENCE:
            continue
        yield {**doc, "boost": _COMMAND} if page == _COMMANDS else doc
    for number, task in enumerate(tasks, 1):
        title = f"{task.title[:1].upper()}{task.title[1:]}"
        yield {"location": f"{_TASKS}#{task_id(number)}", "title": title, "text": task.text, "boost": _TASK}
    for rule in rules:
        spec = find_spec(rule.game)
        short = sorted(word for word, meant in SHORT.items() if meant in rule.title.casefold())
        yield {
            "location": f"rules/{rule.game}/{page_of(rule.name)}",
            "title": f"{rule.name} {rule.title}",
            "text": f"{rule.text} ({spec.title})",
            "boost": _RULE,
            **({"tags": short} if short else {}),
        }


def with_places(html: str) -> str:
    """Return the page of tasks with a place for each, to which the search leads."""
    numbers = iter(range(1, html.count("<tr>") + 1))
    return _ROW.sub(lambda _: f'<tr id="{task_id(next(numbers))}">', html)


def task_id(number: int) -> str:
    """Return the name of the place of a task on its page."""
    return f"task-{number}"

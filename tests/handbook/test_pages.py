"""Sources of the handbook: pages, commands, links. The whole site is built by `python dev.py docs`."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import click
import pytest

from handbook.commands import command_page, write_manual
from handbook.hooks import on_config
from handbook.links import broken_links
from trc_module.cli.groups import GROUPS, subcommands
from trc_module.cli.main import group

ROOT = Path(__file__).parents[2]
_LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")


def test_every_command_and_option_is_on_the_page() -> None:
    page = command_page()
    context = click.Context(group, info_name="trc-module")
    for name, command in subcommands(context, group).items():
        assert f"\n### trc-module {name}\n" in page
        for inner in subcommands(click.Context(command, info_name=name), command):
            assert f" {inner}\n" in page
        for param in command.params:
            if isinstance(param, click.Option) and "--help" not in param.opts:
                assert param.opts[0] in page
    titles = re.findall(r"^## (.*)$", page, re.MULTILINE)
    assert titles[-2:] == ["Completion", "Manual pages"]
    assert titles[:-2] == [title for title, names in GROUPS.items() if set(names) & set(group.list_commands(context))]
    # What stands in angle brackets or between stars is no markup.
    assert "<" not in re.sub(r"```.*?```|`[^`]*`|&lt;", "", page, flags=re.DOTALL)


def test_every_command_has_its_manual_page_with_whole_sentences(tmp_path: Path) -> None:
    pytest.importorskip("click_man")
    context = click.Context(group, info_name="trc-module")
    count = write_manual(tmp_path)
    assert count > len(subcommands(context, group)) + 5
    page = (tmp_path / "trc-module.1").read_text(encoding="utf-8")
    assert "Judge the log FILE (.vlog) of a game, or the chain of logs that make a game, given in any order." in page
    assert (tmp_path / "trc-module-archive-search-unit.1").is_file()


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_of_the_repositorys_own_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert [link for link in _LINK.findall(text) if not (ROOT / link).exists()] == []


def test_the_readme_is_short_and_names_the_two_commands() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) < 120
    assert [line.strip() for line in lines if line.startswith("    python dev.py")] == [
        "python dev.py demo",
        "python dev.py test",
    ]


def test_a_page_that_the_list_does_not_name_comes_under_more(tmp_path: Path) -> None:
    for name in ("index.md", "new.md"):
        (tmp_path / name).write_text("# A page\n", encoding="utf-8")
    config = {"docs_dir": str(tmp_path), "nav": [{"Start": "index.md"}]}
    assert on_config(config)["nav"] == [{"Start": "index.md"}, {"More": ["new.md"]}]


def test_links_that_lead_nowhere_and_requests_to_the_network_are_found(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "other.html").write_text('<h2 id="here">x</h2><a href="../a.html">a</a>', encoding="utf-8")
    (tmp_path / "a.html").write_text(
        '<a href="sub/other.html#here">ok</a><a href="sub/other.html#gone">no</a><a href="b.html">no</a>'
        '<a href="sub/">no</a><a href="https://vassalengine.org">ok</a><script src="https://x.org/x.js"></script>'
        '<img src="none.png"><a href="mailto:a@b.c">ok</a>',
        encoding="utf-8",
    )
    assert list(broken_links(tmp_path)) == [
        "a.html: sub/other.html#gone leads to no place on its page",
        "a.html: b.html leads nowhere",
        "a.html: sub/ leads to a folder, which a page from disk cannot open",
        "a.html: https://x.org/x.js would be fetched from the network",
        "a.html: none.png leads nowhere",
    ]


def test_the_tasks_promise_no_more_of_the_app_than_it_does() -> None:
    tasks = (ROOT / "docs" / "tasks.md").read_text(encoding="utf-8")
    (row,) = [line for line in tasks.splitlines() if "trc-module app" in line]
    for word in ("print", "archive", "rulebook", "all of this"):
        assert word not in row


def test_evidence_is_a_summary_whose_tables_are_data_files() -> None:
    for name in ("crimes", "mutations"):
        page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        assert len(page.splitlines()) < 80, name
        for link in re.findall(rf"\]\(({name}/[^)]+)\)", page):
            assert (ROOT / "docs" / link).is_file(), link
    with (ROOT / "docs" / "mutations" / "modules.csv").open(encoding="utf-8", newline="") as file:
        modules = list(csv.DictReader(file))
    sums = [sum(int(row[name]) for row in modules) for name in ("mutants", "noticed", "without end", "change nothing")]
    page = (ROOT / "docs" / "mutations.md").read_text(encoding="utf-8")
    assert f"| **all** | {' | '.join(map(str, sums))} |" in page

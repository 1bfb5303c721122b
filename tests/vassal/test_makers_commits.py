"""The benchmark of makers' commits: what went with a commit, from a repository of our own making."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.makers_commits import LIST, find_clone, measure
from tests.vassal.lint.small_module import PIXEL

BUILD_FILE = (
    '<VASSAL.build.GameModule name="m" version="1" VassalVersion="3.6.0" nextPieceSlotId="9">'
    '<VASSAL.build.widget.PieceSlot entryName="A" gpid="1">+/null/piece;;;{};A/null;0;0;1;0'
    "</VASSAL.build.widget.PieceSlot>"
    "</VASSAL.build.GameModule>"
)


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false")
    done = subprocess.run(["git", "-C", str(folder), *who, *words], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_what_a_commit_mended_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "maker+module"
    (folder / "src/images").mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "src/images/a.gif").write_bytes(PIXEL)
    commits = []
    for image in ("A.gif", "a.gif"):
        (folder / "src/buildFile.xml").write_text(BUILD_FILE.format(image), encoding="utf-8")
        git(folder, "add", "-A")
        git(folder, "commit", "-q", "-m", "fix the picture")
        commits.append(git(folder, "rev-parse", "HEAD"))
    clone = find_clone(tmp_path, "maker/module")
    assert clone is not None
    row = measure(clone, "maker/module", commits[1], tmp_path)
    assert row is not None
    assert ([f"{f.code} {f.message}" for f in row.gone], row.come, row.named) == (
        ["VM151 the picture 'A.gif' is not in the module", "VM152 nothing names this picture"],
        (),
        True,
    )
    # Before its first commit there was nothing.
    assert measure(clone, "maker/module", commits[0], tmp_path) is None
    assert find_clone(tmp_path, "maker/other") is None


def test_the_list_names_commits_and_no_more() -> None:
    head, *rows = LIST.read_text(encoding="utf-8").splitlines()
    assert head == "repository\tcommit"
    assert len(rows) >= 40
    assert all(len(row.split("\t")) == 2 and len(row.split("\t")[1]) == 40 for row in rows)
    assert len(set(rows)) == len(rows)

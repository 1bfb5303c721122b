"""What lint says before makers mend: `python -m benchmarks.makers_commits CLONES`.

`makers_commits.tsv` lists public commits of module makers whose message says "fix" and which change the build file of a
module that lies unpacked in the repository. CLONES is a folder with clones of these repositories, each at
`OWNER/NAME` or `OWNER+NAME`; those that are not there are left out. For each commit the module before and after it is
linted; what is found before and not after is what lint would have told the maker. Nothing of the repositories is kept.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from trc_module.errors import UserError
from trc_module.vassal.archive import Archive
from trc_module.vassal.lint import Finding, Severity, lint

LIST = Path(__file__).with_suffix(".tsv")
BUILD_FILES = ("buildFile.xml", "buildFile")
HEAD = 1 << 18
"""Bytes of a large file that are taken; the size of a picture stands in its head."""


@dataclass(frozen=True, slots=True)
class Row:
    """A commit, and what of the module's findings went with it and came with it."""

    repository: str
    commit: str
    before: int
    gone: tuple[Finding, ...]
    come: tuple[Finding, ...]

    @property
    def named(self) -> bool:
        """Whether an error or a warning went with the commit."""
        return any(finding.severity is not Severity.NOTE for finding in self.gone)


class Clone:
    """A clone of a repository; it is only read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def git(self, *words: str) -> bytes:
        """Return what a command of git prints; CalledProcessError if it fails."""
        return subprocess.run(["git", "-C", str(self._folder), *words], capture_output=True, check=True).stdout

    def parent(self, commit: str) -> str:
        """Return the first commit before another."""
        return self.git("rev-parse", f"{commit}^").decode().strip()

    def files(self, commit: str) -> Iterator[tuple[str, str]]:
        """Yield the name and the object of each file of a commit."""
        for line in self.git("ls-tree", "-r", "-z", commit).decode("utf-8", "surrogateescape").split("\0"):
            if line:
                about, _, name = line.partition("\t")
                kind, object_ = about.split()[1:3]
                if kind == "blob":
                    yield name, object_

    def contents(self, objects: list[str]) -> Iterator[bytes]:
        """Yield the contents of objects in their order; of one that the clone lacks, nothing."""
        done = subprocess.run(
            ["git", "-C", str(self._folder), "cat-file", "--batch"],
            input="".join(f"{each}\n" for each in objects).encode(),
            capture_output=True,
            check=True,
        ).stdout
        at = 0
        for _ in objects:
            end = done.index(b"\n", at)
            head = done[at:end].split()
            at = end + 1
            if head[-1] == b"missing":
                yield b""
                continue
            size = int(head[2])
            yield done[at : at + size]
            at += size + 1


def find_clone(clones: Path, repository: str) -> Clone | None:
    """Return the clone of a repository, None if it is not there."""
    for name in (repository, repository.replace("/", "+")):
        for folder in (clones / name, clones / name / "repo"):
            if folder.is_dir() and ((folder / ".git").exists() or (folder / "HEAD").exists()):
                return Clone(folder)
    return None


def module_of(clone: Clone, commit: str, path: Path) -> Path | None:
    """Pack the module of a commit, None if it has none: the folder with the build file, and all below it."""
    files = dict(clone.files(commit))
    found = sorted(
        (name for name in files if PurePosixPath(name).name in BUILD_FILES), key=lambda name: name.count("/")
    )
    if not found:
        return None
    folder = found[0].removesuffix(PurePosixPath(found[0]).name)
    inside = {name.removeprefix(folder): object_ for name, object_ in files.items() if name.startswith(folder)}
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in zip(inside, clone.contents(list(inside.values())), strict=True):
            whole = PurePosixPath(name).suffix.lower() not in (".png", ".jpg", ".jpeg", ".gif", ".bmp")
            archive.writestr(name, content if whole else content[:HEAD])
    return path


def findings(path: Path) -> list[Finding] | None:
    """Return what lint says of a module; None of one that cannot be read."""
    try:
        with Archive(path) as archive:
            return lint(archive)
    except UserError:
        return None


def measure(clone: Clone, repository: str, commit: str, folder: Path) -> Row | None:
    """Lint a module before and after a commit; None if it was none, or could not be read, on either side."""
    try:
        packed = [module_of(clone, each, folder / f"{n}.vmod") for n, each in enumerate((clone.parent(commit), commit))]
    except subprocess.CalledProcessError:
        # The first commit of a repository, or one that the clone has not.
        return None
    before, after = (None if path is None else findings(path) for path in packed)
    if before is None or after is None:
        return None
    return Row(repository, commit, len(before), _without(before, after), _without(after, before))


def _without(some: list[Finding], others: list[Finding]) -> tuple[Finding, ...]:
    counted = Counter(_key(other) for other in others)
    left = []
    for finding in some:
        if counted[_key(finding)]:
            counted[_key(finding)] -= 1
        else:
            left.append(finding)
    return tuple(left)


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.code, finding.place, finding.message


def rows(clones: Path) -> Iterator[Row]:
    """Yield what came of each commit of the list whose repository is there."""
    with LIST.open(encoding="utf-8", newline="") as stream:
        listed = list(csv.DictReader(stream, delimiter="\t"))
    for each in listed:
        clone = find_clone(clones, each["repository"])
        if clone is not None:
            with tempfile.TemporaryDirectory() as folder:
                row = measure(clone, each["repository"], each["commit"], Path(folder))
            if row is not None:
                yield row


def main() -> None:
    """Print a line for each commit, and the sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clones", type=Path)
    parser.add_argument("--findings", action="store_true", help="print what went and what came")
    arguments = parser.parse_args()
    measured = []
    for row in rows(arguments.clones):
        measured.append(row)
        codes = Counter(finding.code for finding in row.gone if finding.severity is not Severity.NOTE)
        told = ", ".join(f"{code} x {count}" for code, count in sorted(codes.items()))
        print(f"{row.repository} {row.commit}: {row.before} before; went: {told or 'only notes' if row.gone else '-'}")
        if arguments.findings:
            for sign, found in (("-", row.gone), ("+", row.come)):
                for finding in found[:12]:
                    print(f"    {sign} {finding}")
    named = sum(row.named for row in measured)
    some = sum(bool(row.gone) for row in measured)
    print(f"{len(measured)} commits: an error or a warning went with {named}, a note or more with {some}.")


if __name__ == "__main__":
    main()

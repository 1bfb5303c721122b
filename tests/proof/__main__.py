"""Show all of it again by one commit: `nice python -m tests.proof --share 0.01 --write docs/proof.md`.

Every part tries its share of what is asked (tests/proof/parts.toml); two processes at most. What they tell is kept in
build/proof by the commit, so that parts may be run one after the other. Exit code 1 if a part has found something.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

from tests.proof.page import page
from tests.proof.part import Part, Run, parts, run

KEPT = Path("build/proof")


def main() -> int:
    """Run the parts that are asked for, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="the share of what is asked that each part tries")
    parser.add_argument("--part", action="append", default=[], help="run the parts whose names have these words alone")
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="parts at once")
    parser.add_argument("--write", type=Path, help="write the page")
    given = parser.parse_args()
    commit = _git("rev-parse", "--short=8", "HEAD") + ("" if not _git("status", "--porcelain") else ", changed since")
    KEPT.mkdir(parents=True, exist_ok=True)
    kept = KEPT / "runs.json"
    runs = {each.what: each for each in _read(kept) if each.commit == commit}
    asked = [part for part in parts() if not given.part or any(words in part.what for words in given.part)]

    def tell(part: Part) -> None:
        found = run(part, given.share, commit, KEPT)
        runs[part.what] = found
        kept.write_text(json.dumps([asdict(each) for each in runs.values()], indent=1), encoding="utf-8")
        print(f"{found.what}: {found.n} {part.unit}, exit code {found.code}, {found.seconds} s", flush=True)
        for line in found.told:
            print(f"    {line}", flush=True)

    with ThreadPoolExecutor(given.jobs) as pool:
        list(pool.map(tell, asked))
    if given.write:
        given.write.write_text(page(parts(), runs, commit, _machine()), encoding="utf-8")
    return 1 if any(each.code for each in runs.values()) else 0


def _read(kept: Path) -> list[Run]:
    if not kept.is_file():
        return []
    return [Run(**{**each, "told": tuple(each["told"])}) for each in json.loads(kept.read_text(encoding="utf-8"))]


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()


def _machine() -> str:
    system = f"{platform.system()} {platform.machine()}"
    return f"{system}, {os.cpu_count()} cores, Python {platform.python_version()}"


if __name__ == "__main__":
    raise SystemExit(main())

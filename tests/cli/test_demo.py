from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

# It builds the module with all its pictures: in the process of the other tests that build.
pytestmark = pytest.mark.xdist_group("builds")

ROOT = Path(__file__).parents[2]


def test_the_demo_names_exactly_the_three_errors_of_its_record(tmp_path: Path, module_file: Path) -> None:
    # What the module of the session has drawn already is drawn no more.
    assert module_file.is_file()
    words = [sys.executable, "-m", "trc_module", "demo", "-o", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stderr == ""
    assert done.returncode == 0
    told = [line.split("violation ")[1].split(":")[0] for line in done.stdout.splitlines() if "violation " in line]
    assert told == ["4.1.2c", "7.2", "6.1b"]
    assert sorted(path.name for path in tmp_path.glob("*.v*")) == ["opening.vlog", "trc-1.0.0.vmod"]

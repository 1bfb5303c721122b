"""`python dev.py package`: build sdist and wheel, check them, and try the wheel where nothing of the project is.

The wheel goes into an environment of its own in another folder. There the main job runs: build the module, compose a
log, audit it, have a rule explained, export data, begin a game, open the app.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "build" / "dist"
_KEPT = ("PATH", "HOME", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "PIP_INDEX_URL", "PIP_CERT")
"""The environment variables that a fresh user has too; none leads back to the project."""


def main() -> int:
    """Build, check and try; return 0 if all went well."""
    shutil.rmtree(DIST, ignore_errors=True)
    _run([sys.executable, "-m", "build", "--no-isolation", "--outdir", DIST, ROOT], ROOT)
    sdist, wheel = next(DIST.glob("*.tar.gz")), next(DIST.glob("*.whl"))
    _run([sys.executable, "-m", "twine", "check", "--strict", sdist, wheel], ROOT)
    _check_contents(sdist, wheel)
    with tempfile.TemporaryDirectory(prefix="trc-module-elsewhere-") as name:
        _try(wheel, Path(name))
    size = f"{wheel.stat().st_size / 1e6:.1f} MB"
    print(f"{wheel}: {size}; built, checked, and tried in an environment of its own.")
    return 0


def _check_contents(sdist: Path, wheel: Path) -> None:
    """Make sure that the wheel holds data, art and licence, and that the sdist holds what the wheel is built from."""
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    data = {path.relative_to(ROOT).as_posix() for name in ("data", "source_art") for path in _files(ROOT / name)}
    missing = sorted(path for path in data if f"trc_module/_bundled/{path}" not in held)
    wrong = sorted(name for name in held if name.startswith(("tests/", "benchmarks/", "handbook/", "docs/")))
    with tarfile.open(sdist) as tar:
        inside = {name.partition("/")[2] for name in tar.getnames()}
    missing += sorted(path for path in (*data, "pyproject.toml", "README.md", "LICENSE") if path not in inside)
    if missing or wrong or not any(name.endswith("/licenses/LICENSE") for name in held):
        sys.exit(f"The packages lack {missing[:9]}, and the wheel should not hold {wrong[:9]}.")


def _files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts]


def _try(wheel: Path, folder: Path) -> None:
    """Install the wheel, and do the main job with it."""
    home = folder / "environment"
    venv.create(home, with_pip=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    _run(
        [scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{wheel}[app]"], folder
    )
    work = folder / "work"
    work.mkdir()
    program = scripts / "trc-module"
    for words, told in (
        (["--version"], "trc-module, version"),
        (["demo"], "the three errors of the record and nothing else."),
        (["audit", "build/opening.vlog", "--html", "report.html"], "3 violations."),
        (["rule", "zoc"], "7.2 "),
        (["rulebook", "book"], "pictures."),
        (["map", "--around", "Kiev", "-o", "kiev.png", "--no-cache"], "kiev.png: written"),
        (["data", "export", "mine", "units.csv"], "mine: 1 file"),
        (["lint", "--data", "mine"], "0 errors"),
        (["new-game", "three-hills", "--title", "Three Hills"], "files"),
    ):
        output = _run([program, *words], work, codes=(0, 1))
        if told not in output:
            sys.exit(f"trc-module {' '.join(words)}: expected {told!r} in what it prints, found:\n{output}")
    where = _run([scripts / "python", "-c", "import trc_module; print(trc_module.__file__)"], work).strip()
    if not Path(where).resolve().is_relative_to(home.resolve()):
        sys.exit(f"The wheel was tried with the program in {where}.")
    _open_app(program, work)


def _open_app(program: Path, work: Path) -> None:
    """Start the app, and ask its page for an answer."""
    import re
    import time
    import urllib.request

    log = work / "app.txt"
    with log.open("w", encoding="utf-8") as file:
        app = subprocess.Popen([program, "app", "build", "--no-browser"], cwd=work, env=_environment(work), stdout=file)
    try:
        for _ in range(150):
            time.sleep(0.2)
            found = re.search(r"http://\S+", log.read_text(encoding="utf-8"))
            if found or app.poll() is not None:
                break
        if found is None:
            sys.exit(f"trc-module app printed no address:\n{log.read_text(encoding='utf-8')}")
        with urllib.request.urlopen(found[0].rstrip(".")) as answer:
            page = answer.read().decode("utf-8")
        if "opening.vlog" not in page and "<html" not in page:
            sys.exit(f"The app's page says:\n{page[:2000]}")
    finally:
        app.terminate()
        app.wait(20)


def _environment(work: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.upper() in _KEPT}
    return {**kept, "TRC_MODULE_CACHE": str(work.parent / "cache"), "PYTHONUTF8": "1"}


def _run(words: Sequence[object], folder: Path, codes: tuple[int, ...] = (0,)) -> str:
    """Run a command and return what it printed; end with it if its exit code is none of those."""
    environment = dict(os.environ) if folder == ROOT else _environment(folder / "work")
    text = [str(word) for word in words]
    done = subprocess.run(
        text, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode not in codes:
        sys.exit(f"{' '.join(text)}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())

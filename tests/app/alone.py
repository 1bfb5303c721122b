"""Test of the one file that starts the app: it starts from an empty folder and with nothing of Python around it.

python -m tests.app.alone build/app/trc-module-app
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

_PATIENCE = 90
"""Seconds that the file may take to unpack itself and to answer."""


def tried(program: Path) -> str:
    """Start the program, ask it for its page and its games, drop a log, and say what came of it."""
    opening = _log()
    with tempfile.TemporaryDirectory() as folder:
        kept = ("SYSTEMROOT", "TEMP", "TMP", "LANG", "LC_ALL")
        home = {"HOME": folder, "USERPROFILE": folder, "TRC_MODULE_CACHE": folder}
        environment = {**{name: os.environ[name] for name in kept if name in os.environ}, **home}
        version = subprocess.run(
            [str(program), "--version"], env=environment, capture_output=True, text=True, check=False
        )
        if not version.stdout.startswith("trc-module, version "):
            return f"{program.name} --version printed {version.stdout + version.stderr!r}."
        begun = time.monotonic()
        command = [str(program), "--no-browser"]
        with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                address = process.stdout.readline().strip()
                if not address.startswith("http://127.0.0.1:"):
                    return f"{program.name} printed no address, but {address!r}."
                page = _ask(address)
                took = time.monotonic() - begun
                if b"<title>trc-module" not in page:
                    return "The first page is not the app's."
                found = json.loads(_ask(f"{address}api/drop?name=opening.vlog", opening))
                game = _ask(f"{address}game/{found['game']}/")
                if b'id="findings"' not in game:
                    return "The page of a game is not an audit's."
                question = {"step": 0, "unit": "ger-24-pz"}
                answer = json.loads(_ask(f"{address}game/{found['game']}/api/reach", json.dumps(question).encode()))
                if not answer.get("answered"):
                    return f"It does not answer where a unit may go: {answer}"
            finally:
                process.terminate()
                process.wait(20)
        size = program.stat().st_size / 1e6
        print(f"{program}: {size:.0f} MB; first page {took:.1f} s after the start; a log audited, a question answered.")
        return ""


def _ask(address: str, body: bytes | None = None) -> bytes:
    with urllib.request.urlopen(urllib.request.Request(address, body), timeout=_PATIENCE) as answer:
        content: bytes = answer.read()
        return content


def _log() -> bytes:
    """Return the log of the demo."""
    from trc_module.games import find_game
    from trc_module.module.compose import compose
    from trc_module.module.inputs import load_inputs
    from trc_module.resources import data_dir
    from trc_module.rules.record import load_record

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "opening.vlog"
        record = load_record(data_dir() / "trc" / "games" / "opening.game", find_game)
        compose(load_inputs(record.game, data_dir() / "trc"), record, path, "0.0.1")
        return path.read_bytes()


if __name__ == "__main__":
    wrong = tried(Path(sys.argv[1]).resolve())
    if wrong:
        sys.exit(f"tests.app.alone: {wrong}")

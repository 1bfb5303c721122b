"""Work with other data than the program's own, in a process that has read none yet.

What judges reads its data once and keeps them; so other data need another process. That it is started as a program of
its own lets any worker start it: those of Dask may have no children by `multiprocessing`.
"""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from trc_module.archive.packed import MOST_OF_DATA, unpack
from trc_module.errors import UserError
from trc_module.gamespec import GAMES_PATH, find_spec, read_spec
from trc_module.module.table_file import TABLE_FILE, read_table
from trc_module.resources import use_data

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class DataFiles:
    """A game's files of data as an archive keeps them: 'data units.csv', 'correction units.csv', packed by zlib."""

    rules: str
    """The name of the game."""
    files: tuple[tuple[str, bytes], ...]

    def unpack(self, folder: Path) -> Path | None:
        """Write the files into `folder/data`; return the folder of corrected data, None if there are none.

        What no verdict depends on, as the words of a rulebook, is as it is today, and so is the code of the rules.

        Raises:
            UserError: There is no such game, or the data name other rules or another recipe than it has.
        """
        ours = folder / "data" / self.rules
        kept = {Path(name).suffix for name, _ in self.files}
        shutil.copytree(
            find_spec(self.rules).folder,
            ours,
            ignore=shutil.ignore_patterns(*(f"*{end}" for end in kept)),
        )
        places = {"data": ours, "correction": folder / "correction"}
        for name, packed in self.files:
            what, _, inside = name.partition(" ")
            path = places[what] / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(unpack(packed, MOST_OF_DATA))
        # Both are modules of Python's, which are run.
        for found, known in zip(_programs(ours), _programs(find_spec(self.rules).folder), strict=True):
            if found != known:
                raise UserError(f"Expected data with the rules of {self.rules!r}, found '{found}'.")
        return places["correction"] if places["correction"].is_dir() else None


def run_apart(data: Path, work: Callable[[], Result]) -> Result:
    """Return what some work returns in a new process, for which `data` is the folder of all games' data.

    Raises:
        MemoryError: The process had too little memory.
        RuntimeError: The process came to no result.
    """
    here = str(Path(__file__).resolve().parents[2])
    paths = [here, *filter(None, [os.environ.get("PYTHONPATH")])]
    # The one game that is judged lies in the folder, whichever folder it comes from.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), GAMES_PATH: ""}
    words = [sys.executable, "-m", __name__, str(data)]
    done = subprocess.run(words, input=pickle.dumps(work), env=environment, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise RuntimeError(f"the process that judged with other data ended with code {done.returncode}")
    result, error = pickle.loads(done.stdout)
    if error == MemoryError.__name__:
        raise MemoryError
    if error:
        raise RuntimeError(f"the process that judged with other data ended with {error}")
    found: Result = result
    return found


def _programs(folder: Path) -> tuple[str, str]:
    """Return what a game's data name as its program: the package of its rules, and the recipe of its module."""
    package = read_spec(folder).package
    return package, read_table(folder).recipe if (folder / TABLE_FILE).is_file() else ""


def main() -> None:
    """Do the work that stands in the standard input, with the data of the folder that is named."""
    use_data(Path(sys.argv[1]))
    # Other output must not be mixed with the result.
    out, sys.stdout = sys.stdout, sys.stderr
    work = pickle.load(sys.stdin.buffer)
    try:
        answer = pickle.dumps((work(), ""))
    except Exception as error:
        # Whoever has asked tells it in a sentence.
        answer = pickle.dumps((None, type(error).__name__))
    out.buffer.write(answer)


if __name__ == "__main__":
    main()

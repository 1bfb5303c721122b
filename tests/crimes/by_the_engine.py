"""Crimes as the real engine logs them: `python -m tests.crimes.by_the_engine` writes the logs and what is told of them.

Of each kind of crime one is taken out of self-played games, with the legal acts of its phase before it. The engine
loads the position with which that phase began, and steps through the acts while it writes a log of its own: each
command is carried out by VASSAL and written by VASSAL. `logs.tar.xz` holds the logs (their texts in clear, which is
how they share what they have in common), `logs.txt` what an audit has to say of each, to be read by somebody when
either changes. Dice are in the lines alone: VASSAL writes no more of another's.
"""

from __future__ import annotations

import argparse
import io
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.crimes.crime import BOOK, named
from tests.crimes.trial import TELLING, plant
from tests.referee.engine import Engine, Game
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc import Trc
from trc_module.module.compose import compose
from trc_module.module.parts import ModuleParts, load_parts
from trc_module.replay.audit import Audit, audit_log
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, End
from trc_module.rules.selfplay import record_of
from trc_module.rules.state import State
from trc_module.vassal.obfuscation import reveal_bytes
from trc_module.vassal.saves import SAVED_GAME

HERE = Path(__file__).parent
LOGS, TOLD = HERE / "logs.tar.xz", HERE / "logs.txt"
VERSION = "0.0.1"
GAMES, TURNS = range(1, 4), 5
LONGEST = 60
"""Acts that a log may hold before its crime, where its phase alone does not show it."""


@dataclass(frozen=True)
class Case:
    """A crime: its name, the rules that may be named, the position before its phase, and the acts, the crime last."""

    name: str
    expected: str
    start: State
    acts: tuple[Action, ...]

    @property
    def file(self) -> str:
        """Return what its log is called."""
        return f"{self.name.replace(',', '').replace(' ', '-')}.vlog"


def cases(game: Trc, parts: ModuleParts, folder: Path) -> Iterator[tuple[Case, Path]]:
    """Yield a case of every kind that a log can show, with the log that we compose of it."""
    found: dict[str, tuple[Case, Path]] = {}

    def enter(name: str, planted: tuple[str, tuple[Action, ...]], before: list[Action]) -> None:
        if name in found:
            return
        expected, crime = planted
        # A phase is judged when it is over.
        tail = () if isinstance(crime[-1], End) else (End(),)
        for start, since in beginnings(game, before):
            case = Case(name, expected, start, (*since, *crime, *tail))
            path = folder / case.file
            if is_told(case, path):
                found[name] = case, path
                return

    def is_told(case: Case, path: Path) -> bool:
        try:
            compose(parts, record_of(game, case.start, case.acts), path, VERSION)
            audit = audit_log(open_log(path, parts))
        except UserError:
            return False
        return any(named(case.expected, n.finding.rule) and n.finding.verdict in TELLING for n in audit.findings)

    plant(game, GAMES, TURNS, 2, enter)
    yield from (found[name] for name in BOOK if name in found)


def beginnings(game: Trc, before: Sequence[Action]) -> Iterator[tuple[State, tuple[Action, ...]]]:
    """Yield positions with which a log may begin, each with the acts since: the last phase's, then the last turn's."""
    state = game.start("campaign", frozenset())
    turn, phase = (state, 0), (state, 0)
    for number, act in enumerate(before, 1):
        clock = state.clock
        state = game.apply(state, act)
        if isinstance(act, End):
            phase = state, number
            if state.clock.turn != clock.turn:
                turn = state, number
    yield phase[0], tuple(before[phase[1] :])
    if turn != phase and len(before) - turn[1] < LONGEST:
        yield turn[0], tuple(before[turn[1] :])


def logged(engine: Game, composed: Path, path: Path) -> None:
    """Let the engine step through a log and write its own meanwhile."""
    assert engine.load(composed, side="Axis"), engine.last
    engine.begin_log(path)
    while engine.steps_left:
        engine.step()
    engine.end_log()


def told(audit: Audit) -> list[str]:
    """Return what an audit has to say, a line for each finding."""
    return [f"  {n.steps[-1] if n.steps else 'start'} {n.finding}" for n in audit.findings]


def main() -> None:
    """Write the logs and what is told of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--told-only", action="store_true", help="audit the logs that are there, and write only that")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, Trc)
    parts = load_parts(game, data_dir() / "trc")
    if not given.told_only:
        write_logs(game, parts)
    with tempfile.TemporaryDirectory() as folder:
        lines = every_audit(kept_logs(Path(folder)), parts)
        TOLD.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_logs(game: Trc, parts: ModuleParts) -> None:
    """Write all logs into one archive."""
    from tests.referee.server import find_parts
    from trc_module.module.build import build_module

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        found = list(cases(game, parts, folder))
        build_module(parts, folder / "trc.vmod", VERSION, folder / "cache")
        engine = Engine(find_parts())
        table = engine.open(folder / "trc.vmod", draw_palettes=False)
        with tarfile.open(LOGS.with_suffix(".new"), "w:xz", preset=9) as archive:
            for number, (case, composed) in enumerate(found):
                path = folder / f"engine-{number}.vlog"
                logged(table, composed, path)
                keep(path, case.file, archive)
                print(case.name, flush=True)
        engine.close()
    LOGS.with_suffix(".new").replace(LOGS)


def keep(path: Path, name: str, archive: tarfile.TarFile) -> None:
    """Put a log into the archive, its text in clear."""
    with zipfile.ZipFile(path) as log:
        for member in log.namelist():
            content = reveal_bytes(log.read(member)) if member == SAVED_GAME else log.read(member)
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def kept_logs(folder: Path) -> list[Path]:
    """Write the logs of the archive into a folder, and return their paths by name."""
    paths: dict[str, Path] = {}
    with tarfile.open(LOGS) as archive:
        for entry in archive:
            name, member = entry.name.split("/")
            path = paths.setdefault(name, folder / name)
            content = archive.extractfile(entry)
            assert content is not None
            with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as log:
                log.writestr(member, content.read())
    return sorted(paths.values())


def every_audit(logs: Iterable[Path], parts: ModuleParts) -> Iterator[str]:
    """Yield the name of each log and what an audit of it has to say."""
    for path in logs:
        yield path.stem
        yield from told(audit_log(open_log(path, parts)))


if __name__ == "__main__":
    main()

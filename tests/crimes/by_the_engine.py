"""Crimes as the real engine logs them: `python -m tests.crimes.by_the_engine` writes the logs and what is told of them.

Of each kind of crime one is taken out of self-played games, with the legal acts of its phase before it. The engine
loads the position with which that phase began, and steps through the acts while it writes a log of its own: each
command is carried out by VASSAL and written by VASSAL. `logs.tar.xz` holds the logs (their texts in clear, which is
how they share what they have in common), `logs.txt` what an audit has to say of each, to be read by somebody when
either changes. Dice are in the lines alone: VASSAL writes no more of another's.
"""

from __future__ import annotations

import argparse
import csv
import io
import tarfile
import tempfile
import tomllib
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.crimes.crime import named
from tests.crimes.occasions import LATE, Occasion, occasions
from tests.crimes.trial import TELLING, judged
from tests.referee.engine import Engine, Game
from trc_module.auditing.audit import audit_log
from trc_module.errors import UserError
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import End
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import record_of
from trc_module.vassal.obfuscation import reveal_bytes
from trc_module.vassal.saves import SAVED_GAME, read_saved_game

HERE = Path(__file__).parent
LOGS, TOLD = HERE / "logs.tar.xz", HERE / "logs.txt"
PLANTED, WITHOUT = HERE / "planted.csv", HERE / "without_log.toml"
VERSION = "0.0.1"
TRIES = 4
"""The number of failed attempts after which a kind is given up."""


@dataclass(frozen=True)
class Play:
    """A self-played game in which crimes are sought: its seed, its turns, and whether they are those of later years."""

    seed: int
    turns: int
    late: bool


PLAYS = (Play(4, 7, late=False), Play(7, 25, late=True))


@dataclass(frozen=True)
class Case:
    """A crime in a log: its kind, the rules that may be named, and the first step of it."""

    kind: str
    rules: str
    step: int
    decided: bool = True
    """False if an audit names the rule, but leaves it undecided: what came before the log might excuse it."""

    @property
    def stem(self) -> str:
        """Return what its log is called."""
        return stem_of(self.kind)


def stem_of(kind: str) -> str:
    """Return what the log of a kind of crime is called."""
    return kind.replace(",", "").replace(" ", "-")


def cases(game: TrcGame, parts: ModuleInputs, folder: Path, play: Play) -> Iterator[Case]:
    """Yield a case of every kind that a game has an occasion for and a log can show; the logs are in the folder."""
    found: set[str] = set()
    undecided: dict[str, Case] = {}
    vain = Counter[str]()

    def wanted(kind: str) -> bool:
        return (kind in LATE) is play.late and kind not in found and vain[kind] < TRIES

    for occasion in occasions(game, "campaign", play.seed, play.turns, wanted):
        if not wanted(occasion.name):
            continue
        case = composed(game, parts, folder, occasion)
        if case is not None and case.decided:
            found.add(occasion.name)
            yield case
            continue
        vain[occasion.name] += 1
        if case is not None:
            undecided[occasion.name] = case
    yield from (case for kind, case in undecided.items() if kind not in found)


def composed(game: TrcGame, parts: ModuleInputs, folder: Path, occasion: Occasion) -> Case | None:
    """Put a crime into a log; None if the referee does not name it, or an audit of the log does not."""
    rules, crime = occasion.planted
    said = judged(game, occasion.state, crime)
    if said is None or not any(named(rules, finding.rule) for finding in said.about):
        return None
    # A phase is judged when it is over.
    tail = () if isinstance(crime[-1], End) else (End(),)
    undecided = None
    path, trial = (folder / f"{stem_of(occasion.name)}{end}" for end in (".vlog", ".trial"))
    for start, since in occasion.beginnings:
        try:
            compose(parts, record_of(game, start, since), trial, VERSION)
            case = Case(occasion.name, rules, len(read_saved_game(trial).steps) + 1)
            compose(parts, record_of(game, start, (*since, *crime, *tail)), trial, VERSION)
            told = told_of(trial, parts)
        except UserError:
            continue
        if is_told(case, told):
            trial.replace(path)
            return case
        case = replace(case, decided=False)
        if undecided is None and is_told(case, told):
            trial.replace(path)
            undecided = case
    return undecided


@dataclass(frozen=True)
class Told:
    """A finding of an audit: the step it is about (0: the position with which the log begins), and its line."""

    step: int
    verdict: str
    rule: str
    line: str


def told_of(path: Path, parts: ModuleInputs) -> list[Told]:
    """Return what an audit has to say of a log."""
    return [
        Told(n.steps[-1] if n.steps else 0, n.finding.verdict.value, n.finding.rule, str(n.finding))
        for n in audit_log(open_log(path, parts)).findings
    ]


def is_told(case: Case, told: Sequence[Told]) -> bool:
    """Tell whether a crime is named under its rule where it is, and nobody is accused before it."""
    telling = {verdict.value for verdict in TELLING}
    verdicts = telling if case.decided else {Verdict.UNDECIDED.value}
    here = any(one.verdict in verdicts and one.step >= case.step and named(case.rules, one.rule) for one in told)
    return here and all(one.step >= case.step for one in told if one.verdict in telling)


def logged(engine: Game, composed: Path, path: Path) -> None:
    """Let the engine step through a log and write its own meanwhile."""
    assert engine.load(composed, side="Axis"), engine.last
    engine.begin_log(path)
    while engine.steps_left:
        engine.step()
    engine.end_log()


def main() -> None:
    """Write the logs and what is told of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--told-only", action="store_true", help="audit the logs that are there, and write only that")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    parts = load_inputs(game, data_dir() / "trc")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if not given.told_only:
            found = [case for play in PLAYS for case in cases(game, parts, folder, play)]
            write_logs(parts, found, folder)
            write_planted(found)
        kept = folder / "kept"
        kept.mkdir()
        lines = every_audit(kept_logs(kept), parts)
        TOLD.write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_logs(parts: ModuleInputs, found: Iterable[Case], folder: Path) -> None:
    """Let the engine step through the composed logs of a folder, and keep its own logs in one archive."""
    from tests.referee.server import find_parts
    from trc_module.module.build import build_module

    build_module(parts, folder / "trc.vmod", VERSION, folder / "cache")
    engine = Engine(find_parts())
    table = engine.open(folder / "trc.vmod", draw_palettes=False)
    with tarfile.open(LOGS.with_suffix(".new"), "w:xz", preset=9) as archive:
        for number, case in enumerate(sorted(found, key=lambda case: case.stem)):
            path = folder / f"engine-{number}.vlog"
            logged(table, folder / f"{case.stem}.vlog", path)
            keep(path, f"{case.stem}.vlog", archive)
            print(case.kind, flush=True)
    engine.close()
    LOGS.with_suffix(".new").replace(LOGS)


def write_planted(found: Iterable[Case]) -> None:
    """Write which crimes are in the logs: the kind, the rules that may be named, the first step."""
    with PLANTED.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["kind", "rules", "step", "verdict"])
        rows.writerows(
            [case.kind, case.rules, case.step, "told" if case.decided else "undecided"]
            for case in sorted(found, key=lambda case: case.stem)
        )


def planted() -> list[Case]:
    """Return the crimes in the logs that are kept."""
    with PLANTED.open(encoding="utf-8", newline="") as file:
        return [
            Case(row["kind"], row["rules"], int(row["step"]), row["verdict"] == "told") for row in csv.DictReader(file)
        ]


def told_lines(text: str) -> dict[str, list[Told]]:
    """Return what is told of each log, by its name, as `logs.txt` has it."""
    found: dict[str, list[Told]] = {}
    here: list[Told] = []
    for line in text.splitlines():
        if not line.startswith("  "):
            here = found[line] = []
            continue
        step, verdict, rest = line.split(maxsplit=2)
        rule = rest.partition(": ")[0]
        here.append(Told(0 if step == "start" else int(step), verdict, rule, f"{verdict} {rest}"))
    return found


def without() -> dict[str, str]:
    """Return for each kind of crime of which there is no log why there is none."""
    groups = tomllib.loads(WITHOUT.read_text(encoding="utf-8"))["reason"]
    return {kind: group["why"] for group in groups for kind in group["kinds"]}


def keep(path: Path, name: str, archive: tarfile.TarFile) -> None:
    """Put a log into the archive, its text in clear."""
    with zipfile.ZipFile(path) as log:
        for member in log.namelist():
            content = reveal_bytes(log.read(member)) if member == SAVED_GAME else log.read(member)
            entry = tarfile.TarInfo(f"{name}/{member}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def kept_logs(folder: Path, kept: Path = LOGS) -> list[Path]:
    """Write the logs of an archive into a folder, and return their paths by name."""
    paths: dict[str, Path] = {}
    with tarfile.open(kept) as archive:
        for entry in archive:
            name, member = entry.name.split("/")
            path = paths.setdefault(name, folder / name)
            content = archive.extractfile(entry)
            assert content is not None
            with zipfile.ZipFile(path, "a", zipfile.ZIP_STORED) as log:
                log.writestr(member, content.read())
    return sorted(paths.values())


def every_audit(logs: Iterable[Path], parts: ModuleInputs) -> Iterator[str]:
    """Yield the name of each log and what an audit of it has to say."""
    for path in logs:
        yield path.stem
        yield from (f"  {one.step or 'start'} {one.line}" for one in told_of(path, parts))


if __name__ == "__main__":
    main()

"""Another maker's module played in the real engine: five legal turns, twenty unusual legal acts, twenty crimes.

    python -m tests.profiles.by_the_engine [--turns 5] [--seed 116]

The stand-in TRC4 (`standin`) is opened in VASSAL. Every drag, die, tracker step and typed line is the engine's own, and
so is the log. The acts are the examples of the rulebook files, named by the rule: that which keeps it is an unusual
legal act, that which breaks it a crime. `by_the_engine.tar.xz` keeps the logs, for machines without an engine.
"""

from __future__ import annotations

import argparse
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tests.crimes.by_the_engine import keep
from tests.profiles.many import played, written_profiles
from tests.profiles.standin import TRC4, StandIn
from tests.referee.engine import Engine, Game
from tests.referee.server import find_parts
from trc_module.auditing.audit import Audit, audit_log
from trc_module.games import find_game
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.profiles.opening import open_foreign
from trc_module.resources import data_dir
from trc_module.rules.record import Record, read_record
from trc_module.vassal.commands import ChangeProperty, Chat, MovePiece, SetTurn, walk
from trc_module.vassal.metadata import Metadata
from trc_module.vassal.saves import read_saved_game, step_commands, write_saved_game

HERE = Path(__file__).parent
LOGS = HERE / "by_the_engine.tar.xz"
CRIMES = (
    "3.7h", "4.1.2c", "4.2.1b", "4.2.3a", "4.2.3b", "5.4", "8.5.1a", "11.1b", "11.1f", "12.5c", "18.3b",
    "18.4b", "19.3", "21.2a", "21.2b", "21.2c", "21.4e", "21.5", "22.6b", "22.8c", "24.4b",
)  # fmt: skip
"""Rules that are broken by what the table alone shows."""
LEGAL = (
    "7.3", "8.3a", "8.5.2b", "8.6b", "9.3.3a", "9.3.4b", "10.3.1a", "10.3.2a", "13.3-A1", "13.3-EXa", "13.3-D1",
    "13.4c", "13.4d", "13.5c", "13.6", "13.7a", "14.2b", "16.1a", "16.3a", "18.3a", "21.2a", "21.4e", "22.6b",
)  # fmt: skip
"""Rules with an example that looks odd and is legal: a bent retreat, a ride off the map, a sea move, a drop."""
ANCHORS = {
    "R9": "rus-worker-moscow",
    "W19": "rus-worker-kiev",
    "E10": "rus-worker-leningrad",
    "AA14": "rus-worker-kharkov",
}
"""Pieces by which the hexes of a map are found."""


def story(text: str) -> Record:
    """Return an example of a rulebook file as a record in which the anchors stand too."""
    lines = text.split("\n")
    begin = next(number for number, line in enumerate(lines) if line.startswith("at:"))
    more = [
        f"on {place}: {unit}"
        for place, unit in ANCHORS.items()
        if unit not in text and not re.search(rf"^on {place}:", text, re.MULTILINE)
    ]
    return read_record("\n".join(["game: trc", *lines[: begin + 1], *more, *lines[begin + 1 :]]), "a story", find_game)


def stories() -> Iterator[tuple[str, Record]]:
    """Yield the name and the record of every example: `crime-21.5`, `legal-13.4c`."""
    rules = find_game("trc").book.rules
    for number in CRIMES:
        yield f"crime-{number}", story(next(e.illegal for e in rules[number].examples if e.broken))
    for number in LEGAL:
        yield f"legal-{number}", story(rules[number].examples[0].legal)


def write_module(module: StandIn, parts: ModuleInputs, path: Path) -> Path:
    """Write the stand-in as a module file that VASSAL opens."""
    data = (
        f'<data version="1"><version>{module.version}</version><extra1/><extra2/><VassalVersion>3.5.8</VassalVersion>'
        f"<dateSaved>0</dateSaved><description/><name>{module.name}</name></data>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("moduledata", data)
        archive.writestr("buildFile.xml", module.build_file(parts))
    return path


def play(game: Game, module: StandIn, parts: ModuleInputs, record: Record, path: Path) -> None:
    """Play a record in the engine, as its players would in this module, and keep the log that the engine writes."""
    wanted = path.with_suffix(".wanted")
    module.write_log(parts, record, wanted, phases=True)
    composed = read_saved_game(wanted)
    start = path.with_suffix(".vsav")
    data = Metadata(name=module.name, version=module.version, vassal_version="3.5.8")
    write_saved_game(start, composed.initial, [], save_data=Metadata(vassal_version="3.5.8"), module_data=data)
    assert game.load(start, side="Axis")
    game.begin_log(path)
    shown = next((one.state for node in composed.initial for one in walk(node) if isinstance(one, SetTurn)), "")
    for node in composed.steps:
        for command in step_commands(node):
            match command:
                case MovePiece():
                    game.move(command.id or "", command.new_map or "", command.new_x, command.new_y)
                case ChangeProperty(new=die):
                    game.load_dice(int(die or "0"))
                    game.press("1d6")
                case SetTurn(state=state) if state != shown:
                    game.next_turn()
                    shown = state
                case Chat(text=text) if " - " in text:
                    game.say(text.partition(" - ")[2])
    game.end_log()
    wanted.unlink()
    start.unlink()


def audited(path: Path, parts: ModuleInputs, profile: Path) -> Audit:
    """Return the audit of a log of the stand-in."""
    return audit_log(open_foreign([path], parts, profile)[0])


def main() -> None:
    """Play everything in the engine, keep the logs, and print what their audits accuse."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seed", type=int, default=116)
    given = parser.parse_args()
    own = find_game("trc")
    parts = load_inputs(own, data_dir() / own.name)
    folder = Path(tempfile.mkdtemp(prefix="theirs-"))
    logs = folder / "logs"
    logs.mkdir()
    engine = Engine(find_parts())
    try:
        game = engine.open(write_module(TRC4, parts, folder / "trc4.vmod"))
        print("the engine says of the module:", game.report.complaints)
        for name, record in (*stories(), ("game", played(given.seed, given.turns, "greedy"))):
            play(game, TRC4, parts, record, logs / f"{name}.vlog")
    finally:
        engine.close()
    with tarfile.open(LOGS, "w:xz") as archive:
        for path in sorted(logs.glob("*.vlog")):
            keep(path, path.name, archive)
    profile = written_profiles(parts, folder)[TRC4.name]
    for path in sorted(logs.glob("*.vlog")):
        audit = audited(path, parts, profile)
        found = sorted({noted.finding.rule for noted in audit.findings if noted.finding.accuses})
        print(f"{path.stem}: {len(audit.acts)} acts; {' '.join(found) or 'nobody is accused'}")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()

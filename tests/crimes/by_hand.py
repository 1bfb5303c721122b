"""Plays made with the engine's own hands, a crime in each: `python -m tests.crimes.by_hand` plays them all.

And the first turn of a game in which there is none, from the set-up on, each side in a log of its own.

`by_hand.toml` says of each what is done and, from the rules alone, all that an audit has to say of it. The engine
loads a position that we composed; from there on every drag, key, button and die is its own, and so is the log.
Where a play needs a certain number, the engine's dice are told what to show. `by_hand.tar.xz` keeps the logs.

A play's acts are statements of a record, and three more kinds of line: `* drag ger-41-pz to K20` is what hands do
that no statement says, `until turn 5 russian impulse 1 movement` passes the phases to that moment (the weather is
rolled where it has a die), and `! violation 9.3.2b` is what is to be told of the last step before it, `!-2 ...` of
the second before that. `by_hand.csv` has the same with the steps as they were counted in the engine's log.
"""

from __future__ import annotations

import argparse
import csv
import shutil
import tarfile
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.crimes.by_the_engine import VERSION, keep, kept_logs, stem_of
from tests.crimes.hands import ANY, Hands
from tests.referee.engine import Engine
from trc_module.auditing.audit import audit_chain, audit_log
from trc_module.games import find_game
from trc_module.games.trc import TrcGame
from trc_module.games.trc.data import AXIS, RUSSIAN
from trc_module.games.trc.module.tables import charts_of
from trc_module.games.trc.players import played_on
from trc_module.module.inputs import ModuleInputs, load_inputs
from trc_module.replay.chain import join_logs
from trc_module.replay.gamelog import open_log
from trc_module.resources import data_dir
from trc_module.rules.actions import Action, End
from trc_module.rules.record import Expect, read_record
from trc_module.rules.selfplay import self_play
from trc_module.rules.state import State

HERE = Path(__file__).parent
PLAYS, LOGS, STEPS = HERE / "by_hand.toml", HERE / "by_hand.tar.xz", HERE / "by_hand.csv"
OPENING = ("opening-axis", "opening-russian")
"""The logs of a game's first turn, in which nothing is wrong."""
SEED = 3
WORD, TOLD, UNTIL = "* ", "!", "until "
"""The beginnings of lines that are no statements of a record."""


@dataclass(frozen=True)
class Play:
    """A crime, done by hand: its kind, why it is one, where it begins, what is done, by whom."""

    kind: str
    why: str
    start: str
    acts: str
    by: str

    @property
    def stem(self) -> str:
        """Return what its log is called."""
        return stem_of(self.kind)


def plays() -> list[Play]:
    """Return the plays of the table."""
    entries = tomllib.loads(PLAYS.read_text(encoding="utf-8"))["play"]
    return [Play(e["kind"], e["why"], e["start"].strip(), e["acts"].strip(), e.get("by", "Axis")) for e in entries]


def opening(hands: Hands, seed: int, paths: Sequence[Path]) -> None:
    """Play the set-up and the whole first turn of a legal game, each side in a log of its own.

    Who plays is `self_play`, whose acts are legal by the referee's word, so that nothing is to be told of them.
    """
    game = hands.parts.game
    assert isinstance(game, TrcGame)
    hands.begin(f"{game.scenarios_by_name['campaign'].name}: units in their boxes", "Axis")
    hands.game.begin_log(paths[0])
    state = game.start("campaign", frozenset())
    for told, after in self_play(game, state, game.player("random", seed), 1, played_on):
        hands.do(state, told.action)
        if (state.clock.side, after.clock.side) == (AXIS, RUSSIAN):
            hands.game.end_log()
            hands.go_on(paths[0], "Russian")
            hands.game.begin_log(paths[1])
        state = after
    hands.game.end_log()


def told_by(play: Play) -> Iterator[str]:
    """Yield what a play says is to be told, without the steps: `violation 9.3.2b`."""
    lines = (line for line in play.acts.splitlines() if line.startswith(TOLD))
    yield from (line.partition(" ")[2] for line in lines)


def played(hands: Hands, play: Play, path: Path) -> list[str]:
    """Let the engine's hands make a play, keep its log, and return what is to be told of it: `step verdict rule`.

    Step 0 is the position with which the log begins.
    """
    told = sorted(_performed(hands, play, path))
    hands.game.end_log()
    return told


def _performed(hands: Hands, play: Play, path: Path) -> Iterator[str]:
    header = f"game: trc\nscenario: campaign\n{play.start}\n"
    lines = play.acts.splitlines()
    said = "\n".join("" if line.startswith((WORD, TOLD, UNTIL)) else line for line in lines)
    record = read_record(header + said, play.kind, find_game)
    acts = {line.number - header.count("\n") - 1: line.entry for line in record.lines}
    state = record.start
    hands.sit_down(state, play.by, path.parent)
    hands.game.begin_log(path)
    for number, line in enumerate(lines):
        entry = acts.get(number)
        if line.startswith(WORD):
            hands.by_word(line.removeprefix(WORD))
        elif line.startswith(TOLD):
            back, _, words = line.removeprefix(TOLD).partition(" ")
            yield f"{hands.game.steps_logged + int(back or 0)} {words}"
        elif line.startswith(UNTIL):
            state = _passed(hands, state, line.removeprefix(UNTIL))
        elif entry is not None:
            assert not isinstance(entry, Expect)
            state = _done(hands, state, entry)


def _done(hands: Hands, state: State, act: Action) -> State:
    hands.do(state, act)
    return hands.parts.game.apply(state, act)


def _passed(hands: Hands, state: State, moment: str) -> State:
    charts, waiting = charts_of(hands.parts), 0
    while str(state.clock) != moment:
        assert state.clock.turn <= max(charts.turns), moment
        turn = charts.turns[state.clock.turn]
        if state.clock.phase == "weather" and charts.weather.automatic(turn) is None:
            hands.pass_on(waiting)
            waiting = 0
            hands.roll("WEATHER", ANY)
        waiting += 1
        state = hands.parts.game.apply(state, End())
    hands.pass_on(waiting)
    return state


def told(path: Path, parts: ModuleInputs) -> list[str]:
    """Return what an audit says of a log, as `played` says what should be told."""
    return sorted(line.partition(": ")[0] for line in sentences(path, parts))


def sentences(path: Path, parts: ModuleInputs) -> list[str]:
    """Return what an audit says of a log, in words."""
    return [f"{n.steps[-1] if n.steps else 0} {n.finding}" for n in audit_log(open_log(path, parts)).findings]


def told_of_chain(paths: Sequence[Path], parts: ModuleInputs) -> list[str]:
    """Return what an audit says of several logs of one game, in words."""
    return [str(noted.finding) for noted in audit_chain(join_logs([open_log(path, parts) for path in paths])).findings]


def write_logs(
    parts: ModuleInputs, chosen: Iterable[Play], module: Path, archive: Path, *, with_opening: bool
) -> dict[str, list[str]]:
    """Play, keep the logs in an archive, and return what is to be told of each by its kind."""
    from tests.referee.server import find_parts

    right: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as name, tarfile.open(archive, "w:xz", preset=9) as kept:
        engine = Engine(find_parts())
        hands = Hands(parts, engine.open(module, draw_palettes=False))
        for play in sorted(chosen, key=lambda play: play.stem):
            path = Path(name) / f"{play.stem}.vlog"
            right[play.kind] = played(hands, play, path)
            keep(path, path.name, kept)
            print(play.kind, flush=True)
        if with_opening:
            paths = [Path(name) / f"{stem}.vlog" for stem in OPENING]
            opening(hands, SEED, paths)
            for path in paths:
                keep(path, path.name, kept)
        engine.close()
    return right


def differing(parts: ModuleInputs, archive: Path, right: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield a report of each log of which an audit tells otherwise than it should."""
    kinds = {stem_of(kind): kind for kind in right}
    with tempfile.TemporaryDirectory() as name:
        logs = {path.stem: path for path in kept_logs(Path(name), archive)}
        clean = [logs.pop(stem) for stem in OPENING if stem in logs]
        if clean and (found := told_of_chain(clean, parts)):
            yield "\n  ".join(["the opening, of which nothing is to be told", *found])
        for path in logs.values():
            kind = kinds[path.stem]
            if told(path, parts) != right[kind]:
                yield "\n  ".join([kind, f"to be told: {'; '.join(right[kind]) or 'nothing'}", *sentences(path, parts)])


def to_be_told() -> dict[str, list[str]]:
    """Return what is to be told of each log that is kept, by its kind."""
    found: dict[str, list[str]] = {}
    with STEPS.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            lines = found.setdefault(row["kind"], [])
            if row["step"]:
                lines.append(f"{row['step']} {row['verdict']} {row['rule']}")
    return found


def write_steps(right: Mapping[str, list[str]]) -> None:
    """Write what is to be told of each log; of one of which nothing is a row without a step."""
    with STEPS.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["kind", "step", "verdict", "rule"])
        for kind, lines in right.items():
            rows.writerows([kind, *line.split()] for line in lines or ["  "])


def main() -> int:
    """Play all, or those of some kinds, and say what is told otherwise than it should be."""
    from trc_module.module.build import build_module

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help="parts of kinds' names; nothing is kept then")
    parser.add_argument("--told-only", action="store_true", help="audit the logs that are kept, and play nothing")
    parser.add_argument("--module", type=Path, help="a module that is built already")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, TrcGame)
    parts = load_inputs(game, data_dir() / "trc")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = folder / LOGS.name if given.kinds else LOGS
        if given.told_only:
            right = to_be_told()
        else:
            module = given.module or folder / "trc.vmod"
            if given.module is None:
                build_module(parts, module, VERSION, folder / "cache")
            chosen = [play for play in plays() if not given.kinds or any(part in play.kind for part in given.kinds)]
            right = write_logs(parts, chosen, module, folder / "new.tar.xz", with_opening=not given.kinds)
            shutil.move(folder / "new.tar.xz", archive)
            if not given.kinds:
                write_steps(right)
        wrong = list(differing(parts, archive, right))
    print("\n".join(wrong) or "All is told as it should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

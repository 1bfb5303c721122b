"""Other games' plays by the engine's own drags and keys: `python -m tests.untidy.other_by_hand` (needs the engine).

`other_by_hand.toml` has them: the position with which a play begins, what hands do in it, and what an audit may say
beside notes, from the rules alone. `other_by_hand.tar.xz` keeps the logs. `--told-only` audits them and plays nothing;
the names of games, or parts of the names of plays, choose some of them, and then nothing is kept.
"""

from __future__ import annotations

import argparse
import shutil
import tarfile
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tests.crimes.by_the_engine import VERSION, keep, kept_logs, stem_of
from tests.referee.engine import Engine
from tests.untidy.other_hands import OtherHands
from tests.untidy.other_plays import SILENT, parts_of
from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.build import build_module
from trc_module.replay.gamelog import open_log
from trc_module.rules.record import read_record

HERE = Path(__file__).parent
PLAYS, LOGS = HERE / "other_by_hand.toml", HERE / "other_by_hand.tar.xz"


@dataclass(frozen=True)
class Play:
    """A play: its game and name, where it begins, what is done, and what is to be told of it beside notes."""

    game: str
    name: str
    side: str
    start: str
    hands: tuple[str, ...]
    told: tuple[str, ...]

    @property
    def stem(self) -> str:
        """Return what its log is called."""
        return stem_of(f"{self.game} {self.name}")


@lru_cache(maxsize=1)
def plays() -> tuple[Play, ...]:
    """Return the plays of the table, in its order."""
    table = tomllib.loads(PLAYS.read_text(encoding="utf-8"))
    return tuple(
        Play(
            game,
            name,
            (start := starts[each["start"]])["by"],
            start["text"].strip(),
            tuple(line.strip() for line in each["hands"].strip().splitlines()),
            tuple(sorted(each.get("told", ()))),
        )
        for game, (starts, entries) in ((g, (t["start"], t["play"])) for g, t in table.items())
        for name, each in entries.items()
    )


def told(path: Path, game: str) -> list[str]:
    """Return what an audit says of a log beside notes, in words."""
    findings = audit_log(open_log(path, parts_of(game))).findings
    return sorted(str(noted.finding) for noted in findings if noted.finding.verdict not in SILENT)


def named(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return the verdicts and rules of what was told."""
    return tuple(sentence.split(": ")[0] for sentence in sentences)


def write_logs(chosen: Sequence[Play], archive: Path) -> None:
    """Play, and keep the logs in an archive."""
    from tests.referee.server import find_parts

    with tempfile.TemporaryDirectory() as folder, tarfile.open(archive, "w:xz", preset=9) as kept:
        for game in dict.fromkeys(play.game for play in chosen):
            parts, module = parts_of(game), Path(folder) / f"{game}.vmod"
            build_module(parts, module, VERSION, Path(folder) / "cache")
            engine = Engine(find_parts())
            hands = OtherHands(parts, engine.open(module, draw_palettes=False))
            for play in sorted((play for play in chosen if play.game == game), key=lambda play: play.stem):
                header = f"game: {game}\nscenario: {parts.game.scenarios[0]}\n{play.start}\n"
                record = read_record(header, play.name, find_game)
                path = Path(folder) / f"{play.stem}.vlog"
                hands.sit_down(record.start, play.side, Path(folder))
                hands.game.begin_log(path)
                for line in play.hands:
                    hands.by_word(line)
                hands.game.end_log()
                keep(path, path.name, kept)
                print(play.game, play.name, flush=True)
            engine.close()


def audited(archive: Path, chosen: Sequence[Play]) -> Iterator[tuple[Play, list[str]]]:
    """Yield each play with what an audit says of its log beside notes."""
    with tempfile.TemporaryDirectory() as folder:
        logs = {path.stem: path for path in kept_logs(Path(folder), archive)}
        yield from ((play, told(logs[play.stem], play.game)) for play in chosen)


def main() -> int:
    """Play all, or those of some games or names, and say of which too little or too much is told."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="games, or parts of plays' names; nothing is kept then")
    parser.add_argument("--told-only", action="store_true", help="audit the logs that are kept, and play nothing")
    given = parser.parse_args()
    chosen = [
        play
        for play in plays()
        if not given.names or play.game in given.names or any(name in play.name for name in given.names)
    ]
    with tempfile.TemporaryDirectory() as folder:
        archive = LOGS
        if not given.told_only:
            archive = Path(folder) / LOGS.name
            write_logs(chosen, archive)
            if not given.names:
                archive = Path(shutil.move(archive, LOGS))
        wrong = [
            "\n  ".join([f"{play.game}: {play.name}", f"to be told: {'; '.join(play.told) or 'nothing'}", *lines])
            for play, lines in audited(archive, chosen)
            if named(lines) != play.told
        ]
    print("\n".join(wrong) or "All is told as it should be.")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

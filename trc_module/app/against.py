"""Games against the program: begun here, kept in a folder each, and answered as soon as a log is saved there.

Such a folder holds the first save, the player's logs under any name, the program's answers, and `opponent.json`, which
says what the game is and what has been answered.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from trc_module.archive.files import Opener
from trc_module.archive.sightings import digest_of
from trc_module.auditing.audit import audit_chain
from trc_module.errors import UserError
from trc_module.files import write_file
from trc_module.gamespec import find_spec
from trc_module.memory import nothing_collected
from trc_module.module.inputs import load_inputs
from trc_module.opponent.beginning import begin, scenarios_of, side_named
from trc_module.opponent.keeping import secret_of
from trc_module.opponent.levels import level_of
from trc_module.opponent.replying import Replied, reply
from trc_module.replay.chain import join_logs
from trc_module.rules.finder import find_game
from trc_module.version import __version__

FILE, FIRST, PREFIX = "opponent.json", "first.vsav", "against-trc-module"
SECONDS = 20.0
"""How long the level that looks ahead may think before an impulse."""
MOST = 200
"""Games against the program in a folder, and logs in one of them."""


@dataclass(slots=True)
class Answered:
    """What became of one log of the player."""

    log: str
    digest: str
    answer: str = ""
    """The file name of the program's log; '' if there is none."""
    sentences: list[str] = field(default_factory=list)
    question: str = ""
    error: str = ""
    """Why there is no answer."""


@dataclass(slots=True)
class Series:
    """A game against the program."""

    folder: Path
    game: str
    scenario: str
    side: str
    """The program's side."""
    level: str
    answers: list[Answered] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name of its folder."""
        return self.folder.name

    def own(self) -> set[str]:
        """Return the names of the program's logs."""
        return {each.answer for each in self.answers if each.answer}

    def logs(self) -> list[Path]:
        """Return all logs in the folder, the oldest first."""
        found = [path for path in self.folder.iterdir() if path.suffix.lower() == ".vlog" and path.is_file()]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name))[:MOST]

    def unanswered(self) -> list[tuple[Path, str]]:
        """Return the player's logs that have not been answered or refused yet, with their digests."""
        known = {each.digest for each in self.answers}
        mine = [(path, digest_of(path.read_bytes())) for path in self.logs() if path.name not in self.own()]
        return [(path, digest) for path, digest in mine if digest not in known]

    def kept(self) -> bytes:
        """Return what `opponent.json` holds."""
        tree = {key: value for key, value in asdict(self).items() if key != "folder"}
        return json.dumps(tree, indent=1).encode()


class Against:
    """The games against the program in the folders of the app."""

    def __init__(
        self, folders: Sequence[Path], games: Sequence[str], opener: Opener, overlay: Path | None = None
    ) -> None:
        """Know where games are kept and which can be begun; `overlay` is an owner's folder of corrected data."""
        self._folders, self._games, self._opener = tuple(folders), tuple(games), opener
        self._overlay = overlay
        self._working = threading.Lock()

    @cached_property
    def choices(self) -> list[dict[str, Any]]:
        """The games that can be begun, each with its scenarios, sides and levels."""
        found = []
        for name in self._games:
            spec, game = find_spec(name), find_game(name, overlay=self._overlay)
            if not spec.module:
                continue
            found.append(
                {
                    "game": name,
                    "title": spec.title,
                    "scenarios": scenarios_of(game),
                    "sides": list(game.sides),
                    "levels": list(game.opponents),
                    "level": level_of(game, ""),
                }
            )
        return found

    def begin(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Write the first save of a game, and return the game as a page shows it; UserError if it cannot be begun."""
        words = {key: str(asked.get(key, "")) for key in ("game", "scenario", "mine", "level")}
        if words["game"] not in self._games:
            raise UserError("There is no such game here.")
        if not self._folders:
            raise UserError("No folder was named in which the game could be kept: start the app with one.")
        spec, game = find_spec(words["game"]), find_game(words["game"], overlay=self._overlay)
        parts = load_inputs(game, spec.folder)
        mine = side_named(parts, words["mine"])
        side = next(each for each in game.sides if each != mine)
        level = level_of(game, words["level"])
        with self._working:
            folder = self._new_folder(words["game"], words["scenario"])
            begin(parts, words["scenario"], side, secret_of(None), folder / FIRST, __version__, folder.name)
            series = Series(folder, game.name, words["scenario"], side, level)
            # Where the program has something to do first, it does it at once.
            self._answer(series, folder / FIRST, digest_of((folder / FIRST).read_bytes()))
        return shown(series)

    def _new_folder(self, game: str, scenario: str) -> Path:
        stem = f"{PREFIX}-{game}-{''.join(c for c in scenario if c.isalnum() or c == '-')}"
        for number in range(1, MOST + 1):
            folder = self._folders[0] / f"{stem}-{number}"
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            except OSError as error:
                raise UserError(f"{folder}: {error.strerror or error}.") from None
            return folder
        raise UserError(f"There are {MOST} games of this scenario already: remove some folders.")

    def answer_new(self) -> bool:
        """Answer each log that is new in the folders of games against the program; tell whether there was one."""
        with self._working:
            found = False
            for series in self.all():
                for path, digest in series.unanswered():
                    self._answer(series, path, digest)
                    found = True
        return found

    @nothing_collected()
    def _answer(self, series: Series, path: Path, digest: str) -> None:
        told = Answered(path.name, digest)
        output = self._output(series)
        for files in self._chains(series, path):
            try:
                done = self._replied(series, files, output)
            except UserError as error:
                told.error = told.error or " ".join(map(str, error.args)).replace(f"{series.folder}/", "")
                continue
            told.answer, told.sentences, told.question = output.name, list(done.sentences), done.question
            told.error = ""
            break
        if path.name != FIRST or told.answer:
            series.answers.append(told)
        write_file(series.folder / FILE, series.kept())

    def _replied(self, series: Series, files: Sequence[Path], output: Path) -> Replied:
        audit = audit_chain(join_logs(self._opener(files, frozenset(), self._overlay, None)))
        return reply(audit, output, __version__, secret_of(None), side=series.side, level=series.level, seconds=SECONDS)

    @staticmethod
    def _chains(series: Series, path: Path) -> Iterator[list[Path]]:
        """Yield the logs that may make the game up to one: without those that were refused, else with them.

        A log that broke a rule is mailed again, as another; one that ended too early is gone on from.
        """
        refused = {each.log for each in series.answers if each.error}
        until = path.stat().st_mtime_ns
        logs = [log for log in series.logs() if log.name in series.own() or log.stat().st_mtime_ns <= until]
        first = [series.folder / FIRST]
        yield [*first, *(log for log in logs if log.name not in refused)]
        if refused:
            yield [*first, *logs]

    @staticmethod
    def _output(series: Series) -> Path:
        numbers = range(1, MOST + 2)
        return next(path for n in numbers if not (path := series.folder / f"answer-{n}.vlog").exists())

    def all(self) -> Iterator[Series]:
        """Yield the games against the program, by the names of their folders; one that cannot be read is left out."""
        for folder in self._folders:
            found = sorted(folder.glob(f"{PREFIX}-*/{FILE}"))
            for path in found[:MOST]:
                try:
                    tree = json.loads(path.read_bytes())
                    answers = [Answered(**each) for each in tree.pop("answers")]
                    yield Series(path.parent, answers=answers, **tree)
                except (OSError, ValueError, TypeError, KeyError, AttributeError):
                    continue


def shown(series: Series) -> dict[str, Any]:
    """Return a game against the program as a page shows it."""
    last = series.answers[-1] if series.answers else None
    return {
        "name": series.name,
        "folder": str(series.folder),
        "title": find_spec(series.game).title,
        "scenario": series.scenario,
        "side": series.side,
        "level": series.level,
        "answers": [each.answer for each in series.answers if each.answer],
        "last": asdict(last) if last is not None else None,
    }

"""Blind records: short records whose expectations were written from the rulebook before anything judged them.

A file `GAME/*.records` holds many. `== ` begins one, with its name; its header ends at a blank line; then each act is a
line, with what is expected of it behind `=>`, in the words of `expect`. Without that the act is expected to be legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trc_module.games import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.record import read_record
from trc_module.rules.record.trial import Trial, try_record

FOLDER = Path(__file__).parent
GAMES = ("nr", "m41", "trp", "trc")


@dataclass(frozen=True, slots=True)
class BlindRecord:
    """A record with its name, in the text form that records have."""

    game: str
    name: str
    text: str

    def tried(self) -> Trial:
        """Judge it."""
        return try_record(read_record(self.text, self.name, find_game), self.name)

    def unmet(self, trial: Trial) -> list[str]:
        """Return what is not as expected; a legal act is not doubted, and nothing about it is undecided."""
        wanted = [line for line in self.text.splitlines() if line.startswith("expect ")]
        doubted = (
            f"'{act.text}' (line {act.line}) is legal: {finding}"
            for act, expected in zip(trial.outcomes, wanted, strict=True)
            for finding in (act.told.findings if expected == "expect ok" else ())
            if finding.verdict in (Verdict.DOUBT, Verdict.UNDECIDED)
        )
        return [*map(str, trial.unmet), *doubted]


def blind_records(game: str) -> Iterator[BlindRecord]:
    """Yield the records of a game."""
    for path in sorted((FOLDER / game).glob("*.records")):
        for part in f"\n{path.read_text(encoding='utf-8')}".split("\n== ")[1:]:
            name, _, body = part.partition("\n")
            header, _, acts = body.partition("\n\n")
            lines = [f"game: {game}", header]
            for line in acts.splitlines():
                act, _, expected = line.partition("=>")
                if act.strip() and not act.startswith("#"):
                    lines += [act.strip(), f"expect {expected.strip() or 'ok'}"]
            yield BlindRecord(game, f"{game}: {name.strip()}", "\n".join(lines))

"""The folder of a tournament: what is in it, read and written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from trc_module.errors import UserError
from trc_module.facts.toml_file import line_of
from trc_module.files import new_folder, write_file
from trc_module.gamespec import GameSpec
from trc_module.printable import printable
from trc_module.report.rulings import FILE as RULINGS
from trc_module.report.rulings import HEAD, Ruling, Rulings, read_rulings, ruling_text
from trc_module.tournament import pairings as rows
from trc_module.tournament.pairings import Pairing, pairings_text, read_pairings
from trc_module.tournament.players import FILE as PLAYERS
from trc_module.tournament.players import Player, Players, player_text, quoted, read_players
from trc_module.tournament.settings import FILE as SETTINGS
from trc_module.tournament.settings import Settings, System, read_settings

ARCHIVE, GAMES = "archive.db", "games"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as its folder has it."""

    folder: Path
    settings: Settings
    players: Players
    pairings: tuple[Pairing, ...]
    rulings: Rulings

    @property
    def archive(self) -> Path:
        """Return the file of the archive, which may not be there yet."""
        return self.folder / ARCHIVE

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of all players, in their first ranking."""
        return tuple(each.name for each in self.players.all)

    @property
    def rounds(self) -> int:
        """Return the number of the last round that is paired, 0 before the first."""
        return max((each.round for each in self.pairings), default=0)


def read_tournament(folder: Path) -> Tournament:
    """Read a tournament.

    Raises:
        UserError: A file is missing or wrong; what is wrong in any of them is told, a sentence each.
    """
    settings = read_settings(folder)
    faults: list[str] = []
    players = _tried(faults, lambda: read_players(folder))
    rulings = _tried(faults, lambda: read_rulings(folder))
    pairings = None if players is None else _tried(faults, lambda: read_pairings(folder, settings, players))
    if faults or players is None or rulings is None or pairings is None:
        raise UserError(*faults)
    return Tournament(folder, settings, players, pairings, rulings)


def _tried(faults: list[str], read: Callable[[], T]) -> T | None:
    try:
        return read()
    except UserError as error:
        faults += map(str, error.args)
        return None


def make(folder: Path, spec: GameSpec, name: str, system: System, rounds: int, players: Sequence[str]) -> None:
    """Make the folder of a new tournament.

    Raises:
        UserError: The folder holds something already, a player is named twice, or the game has not two sides.
    """
    if len(spec.sides) != 2:
        raise UserError(f"A tournament is of games between two sides; {spec.title} has {len(spec.sides)}.")
    with new_folder(folder) as draft:
        write_file(draft / SETTINGS, encoded(_settings_text(spec, name, system, rounds)))
        entries = [player_text(Player(player)) for player in players]
        write_file(draft / PLAYERS, encoded("\n".join(entries or [_NO_PLAYER])))
        (draft / GAMES).mkdir()
        try:
            read_players(draft)
        except UserError as error:
            raise UserError(*(str(each).replace(str(draft), str(folder)) for each in error.args)) from None
        read_settings(draft)


_NO_PLAYER = """# [[player]]
# name = "Ann Lee"
# aliases = ["annlee"]      # as logs call her
# zone = "Europe/Berlin"
# email = "ann@example.org" # no report has it
# language = "de"
"""


def _settings_text(spec: GameSpec, name: str, system: System, rounds: int) -> str:
    sides = ", ".join(f'"{side}"' for side in spec.side_ids)
    return f"""# The tournament. docs/tournament.md tells what each line may be.
name = {quoted(name)}
game = "{spec.name}"
sides = [{sides}]
scenario = ""
options = []
system = "{system}"
rounds = {rounds}
language = "en"
custom = ""
tie-breaks = ["buchholz", "sonneborn-berger", "head-to-head"]

[points]
win = 1
draw = 0.5
loss = 0
bye = 1

[rating]
system = "area"

[limits]
answer-days = 7

# [[round]]
# number = 1
# begins = 2026-03-01
# ends = 2026-04-30
"""


def encoded(text: str) -> bytes:
    """Return a text as a file holds it.

    Raises:
        UserError: Somebody's name holds bytes that are no letters, which a file in UTF-8 cannot keep.
    """
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        near = printable(text[max(0, error.start - 20) : error.end])
        raise UserError(f"Expected words in UTF-8, found '{near}'.") from None


def write_pairings(tournament: Tournament, pairings: Sequence[Pairing]) -> None:
    """Write the pairings anew, without a row lost.

    Raises:
        UserError: The file cannot be written.
    """
    text = pairings_text(tournament.settings, pairings)
    write_file(tournament.folder / rows.FILE, encoded(text))


def add_player(tournament: Tournament, player: Player) -> None:
    """Write one more player at the end of the file.

    Raises:
        UserError: There is one of that name or alias, or the system takes nobody in once it has begun.
    """
    path = tournament.folder / PLAYERS
    system = tournament.settings.system
    if tournament.rounds and system in ("round-robin", "knock-out"):
        raise UserError(f"A {system} is paired for the players with whom it began: nobody can come later.")
    for name in (player.name, *player.aliases):
        known = tournament.players.called(name)
        if known is not None:
            line = line_of(path, ["player", tournament.players.all.index(known), "name"])
            raise UserError(f"{path}, line {line}: '{name}' is a name of '{known.name}' already.")
    before = path.read_text(encoding="utf-8").rstrip("\n")
    write_file(path, encoded(f"{before}\n\n{player_text(player)}".lstrip("\n")))


def add_ruling(tournament: Tournament, ruling: Ruling) -> None:
    """Write one more ruling at the end of the file.

    Raises:
        UserError: There is one on that finding.
    """
    path = tournament.folder / RULINGS
    if ruling.finding in tournament.rulings.by_finding:
        line = tournament.rulings.lines[ruling.finding]
        raise UserError(f"{path}, line {line}: finding {ruling.finding} is ruled upon already; change it there.")
    before = path.read_text(encoding="utf-8") if path.exists() else HEAD
    write_file(path, encoded(f"{before.rstrip()}\n\n{ruling_text(ruling)}"))

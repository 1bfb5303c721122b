"""Folders of small tournaments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from trc_module.archive.table import GameRow
from trc_module.tournament.folder import Tournament, read_tournament

HEAD = "game,round,axis,russian,bid,log,result,by,points,turn,date,judges,why\n"


def folder_of(
    path: Path, players: Sequence[str] = ("Ann", "Bert", "Carl", "Dora"), rows: Iterable[str] = (), settings: str = ""
) -> Path:
    """Write a tournament; a row of pairings is without the columns that it leaves empty at its end."""
    path.mkdir(exist_ok=True)
    system = "" if "system =" in settings else 'system = "swiss"\n'
    text = f'name = "Spring"\ngame = "trc"\nsides = ["axis", "russian"]\n{system}{settings}'
    (path / "tournament.toml").write_text(text, encoding="utf-8")
    listed = "\n".join(f'[[player]]\nname = "{name}"\n' for name in players)
    (path / "players.toml").write_text(listed, encoding="utf-8")
    lines = [row + "," * (12 - row.count(",")) for row in rows]
    if lines:
        (path / "pairings.csv").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def tournament_of(path: Path, *args: object, **words: object) -> Tournament:
    return read_tournament(folder_of(path, *args, **words))  # type: ignore[arg-type]


def game_row(name: str, axis: str = "", russian: str = "", winner: str = "", **more: object) -> GameRow:
    """Return a game as an archive has it."""
    seats = (("axis", axis), ("russian", russian))
    values: dict[str, object] = {
        "name": name,
        "logs": (f"{name}.vlog",),
        "rules": "trc",
        "players": tuple(seat for seat in seats if seat[1]),
        "scenario": "campaign",
        "options": "",
        "turn": 5,
        "winner": winner,
        "won_by": "27.2b" if winner else "",
        "points": None,
        "rolls": 10,
        "luck": (),
        "violations": 0,
        "doubts": 0,
        "undecided": 0,
        "skipped": 0,
        "error": "",
        "pinned": False,
        **more,
    }
    return GameRow(**values)  # type: ignore[arg-type]

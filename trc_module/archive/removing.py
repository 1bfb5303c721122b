"""Taking games or files out of an archive."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from trc_module.archive.store import Store
from trc_module.archive.writing import forget_log
from trc_module.errors import UserError
from trc_module.files import real_path


def remove(store: Store, names: Sequence[str]) -> tuple[int, int]:
    """Remove games by name and files by path, with all that is kept of them; return how many games and logs went.

    Of a game of which only some logs are removed the others stay, and are judged again by the next addition.

    Raises:
        UserError: There is none of that name; nothing is removed then.
    """
    with store.writing():
        logs: set[int] = set()
        games: set[int] = set()
        for name in names:
            logs |= _logs_of(store, name)
        for log in sorted(logs):
            row = store.one("SELECT game FROM log WHERE id = ?", log)
            if row is not None and row[0] is not None:
                games.add(row[0])
            forget_log(store, log)
        return len(games), len(logs)


def games_named(store: Store, names: Sequence[str]) -> set[int]:
    """Return the numbers of some games, by name or by the path of a log; all if none is named.

    Raises:
        UserError: There is none of that name.
    """
    if not names:
        return {row[0] for row in store.rows("SELECT id FROM game")}
    logs = {log for name in names for log in _logs_of(store, name)}
    marks = ", ".join(map(str, logs))
    return {row[0] for row in store.rows(f"SELECT DISTINCT game FROM log WHERE game IS NOT NULL AND id IN ({marks})")}


def _logs_of(store: Store, name: str) -> set[int]:
    games = [row[0] for row in store.rows("SELECT id FROM game WHERE name = ?", name)]
    if not games and len(name) >= _LEAST:
        prefix = name.replace("%", "").replace("_", "")
        games = [row[0] for row in store.rows("SELECT id FROM game WHERE name LIKE ? || '%'", prefix)]
    if len(games) > 1:
        raise UserError(f"'{name}' begins the names of {len(games)} games: give more of its digits.")
    if games:
        return {row[0] for row in store.rows("SELECT id FROM log WHERE game = ?", games[0])}
    path = str(real_path(Path(name)))
    found = {row[0] for row in store.rows("SELECT log FROM source WHERE path = ?", path)}
    if not found:
        raise UserError(f"There is no game or file '{name}' in this archive; 'table' lists its games.")
    return found


_LEAST = 4
"""As many digits of a game's name are enough, if no other begins with them."""

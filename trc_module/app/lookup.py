"""Search on the pages: rules of the games, told in the page's language, and tasks with their commands."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from trc_module.errors import UserError
from trc_module.gamespec import find_spec
from trc_module.report.search_index import SearchIndex, index_of

_MOST = 40
"""Things found that are shown."""
_LONGEST = 200
"""Letters of what is looked for."""


class SearchIndexes:
    """The search of one run of the app: an index for each language, of all its games and of each of them."""

    def __init__(self, games: Sequence[str]) -> None:
        self._games = tuple(games)
        self._indexes: dict[tuple[str, str], SearchIndex] = {}
        self._making = threading.Lock()

    def search(self, sought: str, language: str, game: str = "") -> dict[str, Any]:
        """Return what words or a number find, in one game or in all.

        Raises:
            UserError: There is no such game, or what is looked for is too long.
        """
        if len(sought) > _LONGEST:
            raise UserError(f"At most {_LONGEST} letters can be looked for.")
        if game and game not in self._games:
            raise UserError("There is no such game here.")
        found = self._index(game, language).search(sought)
        shown = [
            {
                "kind": entry.kind,
                "name": entry.name,
                "title": entry.title,
                "text": entry.text,
                "game": find_spec(entry.game).title if entry.game else "",
            }
            for entry in found[:_MOST]
        ]
        return {"found": shown, "more": len(found) - len(shown)}

    def _index(self, game: str, language: str) -> SearchIndex:
        with self._making:
            found = self._indexes.get((game, language))
            if found is None:
                found = self._indexes[game, language] = _made((game,) if game else self._games, language)
            return found


def _made(names: Sequence[str], language: str) -> SearchIndex:
    from trc_module.report.tongue import tongue_of
    from trc_module.rules.finder import find_game

    specs = [spec for spec in map(find_spec, names) if spec.has_rules]
    tongues = {spec.name: tongue_of(language, spec.folder) for spec in specs}
    return index_of([find_game(spec.name) for spec in specs], tongues)

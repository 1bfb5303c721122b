"""The crimes planted in a game of the kit, as docs/crimes-of-a-kit-game.md tells: `python -m tests.trials.kit_crimes`.

Each kind is named by an audit, or there is a reason in reasons.toml why it is not.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from trc_module.facts.parsing import parse_toml
from trc_module.games import find_game
from trc_module.gamespec import GAMES_PATH
from trc_module.module.inputs import load_inputs
from trc_module.rules.finder import known_game
from trc_module.trials.crimes import CrimeKind, CrimeTold, Planted, planted
from trc_module.trials.logs import Logs
from trc_module.trials.play import played

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "tests" / "systems" / "kit" / "bfm"
PAGE = ROOT / "docs" / "crimes-of-a-kit-game.md"
REASONS = Path(__file__).parent / "reasons.toml"
GAMES, TURNS, SEED = 3, 2, 1

_INTRODUCTION = """\
# Crimes planted in a game of the kit

`trc-module test` plants crimes in games that it has played at random: each kind of act in each way in which it breaks
one rule and no other. The ways follow from what a record says of an act: by another unit, in another hex, one hex
further, with a unit more, for another battle, left out, done twice, in the next phase. So they are those of any game,
and a game that you add is measured like this one. Of each kind two crimes at most are planted, the second if the first
is not named.

The game is the introductory one of the tests, whose rules are data ([what the kit can say](rules-as-data.md)). Made by
`python -m tests.trials.kit_crimes`, which plays {games} games of {turns} turns.

{count} kinds against {rules} rules: {named} named by the rule that they break. The others have a reason.

"""


def reasons() -> Mapping[str, str]:
    """Return why kinds of crimes are not named, by their words."""
    return {
        str(kind): str(entry["because"])
        for entry in parse_toml(REASONS.read_text(encoding="utf-8"))["reason"]
        for kind in entry["kinds"]
    }


def all_planted(games: int = GAMES) -> Mapping[CrimeKind, Planted]:
    """Plant the crimes, and return what became of them."""
    os.environ[GAMES_PATH] = str(FOLDER.parent)
    known_game.cache_clear()
    game = find_game("bfm")
    with tempfile.TemporaryDirectory() as place:
        logs = Logs(game, load_inputs(game, FOLDER), Path(place))
        return planted(game, logs, [played(game, SEED + number, TURNS) for number in range(games)], SEED)


def page(found: Mapping[CrimeKind, Planted]) -> str:
    """Return the page; KeyError for a kind that is not named and has no reason."""
    named = sum(each.told is CrimeTold.NAMED for each in found.values())
    text = _INTRODUCTION.format(
        games=GAMES, turns=TURNS, count=len(found), rules=len({kind.rule for kind in found}), named=named
    )
    return text + "\n".join(_rows(found)) + "\n"


def _rows(found: Mapping[CrimeKind, Planted]) -> Iterator[str]:
    yield "| act | way | rule | an audit | why |\n|---|---|---|---|---|"
    why = reasons()
    for kind, each in found.items():
        because = "" if each.told is CrimeTold.NAMED else why[str(kind)]
        yield f"| {kind.verb} | {kind.way} | {kind.rule} | {each.told.value} | {because} |"


if __name__ == "__main__":
    all_ = all_planted()
    for kind, each in all_.items():
        if each.told is not CrimeTold.NAMED:
            print(f"{kind}: {each.what}: {each.told.value}: {each.instead}")
    PAGE.write_text(page(all_), encoding="utf-8")

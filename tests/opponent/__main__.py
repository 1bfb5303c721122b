"""Games by mail as strangers begin them: `python -m tests.opponent [--game nr] [--scenario campaign] [--turns 2]`.

Each scenario of each game is begun by `reply --begin` for either side and answered to and fro, each answer to the last
log alone, for so many turns (`--whole`: until the game is over). `--games 3 --first 7` plays games 7, 8 and 9, whose
dice are not the same; `--keep FOLDER` keeps the logs of those in which something was found. Every answer is audited by
itself, and all together at the end; the cards must lie on the table as the position counts them. Exit code 1 if
anything was found.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tests.opponent.mailed import VERSION, answered, audited, inputs
from trc_module.auditing.audit import Audit, audit_chain
from trc_module.errors import UserError
from trc_module.gamespec import game_names
from trc_module.module.inputs import ModuleInputs
from trc_module.opponent.beginning import begin, scenarios_of
from trc_module.opponent.game_so_far import side_first
from trc_module.opponent.replying import Replied
from trc_module.opponent.table import EndOfLog, GoingOn
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.systems.cards import CARDS, held_by

MOST = 500
"""Answers of a game after which it is taken for one that does not go on."""
SECONDS = 2.0
"""The time that a player who looks ahead may think about a phase: enough to look at some plans."""


def told(audit: Audit) -> list[str]:
    """Return all that an audit says beside notes, and beside what our data lack."""
    quiet = (Verdict.NOTE, Verdict.SKIPPED)
    return [str(noted.finding) for noted in audit.findings if noted.finding.verdict not in quiet]


def cards_apart(parts: ModuleInputs, path: Path, done: Replied) -> Iterator[str]:
    """Yield what the table shows of the cards otherwise than the position counts them."""
    end = EndOfLog(path)
    counters = parts.recipe.card_counters(GoingOn(parts, open_log(path, parts), end), parts)
    places = {} if counters is None else counters.places()
    for side in parts.game.sides if places else ():
        held = sum(place == side for place in places.values())
        if held != held_by(done.end, side):
            yield f"{side} holds {held} cards on the table, {held_by(done.end, side)} by the position"
    pile = {card for card, place in places.items() if place == "pile"}
    if places and pile != set(CARDS.of(done.end).played):
        yield f"the pile holds {sorted(pile)}, by the position {sorted(CARDS.of(done.end).played)}"


def played(
    parts: ModuleInputs, scenario: str, side: str, number: int, turns: int | None, level: str, folder: Path
) -> Iterator[str]:
    """Play a game to and fro, and yield what is found in it; the first line of all says how far it came.

    `turns` is None for a game that is played until it is over.
    """
    game, logs, found = parts.game, [folder / "0.vsav"], []
    secret = f"s{number}"
    state = begin(parts, scenario, side, secret, logs[0], VERSION, str(number))
    last, acts, over = (None if turns is None else state.clock.turn + turns), 0, False
    whose = side_first(game, audited(parts, logs[0], scenario=scenario).end)
    while (last is None or state.clock.turn < last) and len(logs) < MOST:
        path = folder / f"{len(logs)}.vlog"
        try:
            done = answered(parts, path, logs[-1], side=whose, secret=secret, level=level, seconds=SECONDS)
        except UserError as refused:
            over = "game is over" in str(refused.args[0])
            if not over and "still open" not in str(refused.args[0]):
                found.append(f"{path.name}: refused: {' '.join(map(str, refused.args))}")
            break
        found += (f"{path.name}: {text}" for text in cards_apart(parts, path, done))
        # What its player knew when he began: the ways of the other side are known to him as far as its log shows them.
        known = next((position for position, _ in done.part.acts), done.end)
        alone = audit_chain(audited(parts, path, scenario=scenario).chain, known=known)
        found += (f"{path.name} alone: {text}" for text in told(alone))
        if not done.part.acts and not done.question and whose == done.end.clock.side:
            found.append(f"{path.name}: nobody goes on in {done.end.clock}")
            break
        logs.append(path)
        state, acts = done.end, acts + len(done.part.acts)
        whose = next((game.decides(state, act) for act in done.part.asked), state.clock.side)
    found += (f"all logs: {text}" for text in told(audited(parts, *logs, scenario=scenario)))
    yield f"{len(logs) - 1} answers, {acts} acts, to {state.clock}{', over' if over else ''}"
    yield from found


def main() -> int:
    """Play the games, and tell of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--scenario", default="")
    parser.add_argument("--turns", type=int, default=2)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--level", default="")
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    bad = 0
    for name in [given.game] if given.game else game_names():
        parts = inputs(name)
        for scenario in [given.scenario] if given.scenario else scenarios_of(parts.game):
            for number, side in product(range(given.first, given.first + given.games), parts.game.sides):
                turns = None if given.whole else given.turns
                with tempfile.TemporaryDirectory() as folder:
                    first, *found = played(parts, scenario, side, number, turns, given.level, Path(folder))
                    if found and given.keep:
                        shutil.copytree(folder, given.keep / f"{name}-{scenario}-{number}-{side}", dirs_exist_ok=True)
                print(f"{name} {scenario} {number}, the program begins as {side}: {first}", flush=True)
                for text in found:
                    print(f"    {text}", flush=True)
                bad += bool(found)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())

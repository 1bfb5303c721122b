"""The acts and the last position of a game, from its record or from its logs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit
    from trc_module.hexgrid import Hex
    from trc_module.rules.actions import Attack
    from trc_module.rules.game import Game
    from trc_module.rules.orders import Acted
    from trc_module.rules.record.reader import FindGame
    from trc_module.rules.state import State


_HEADER, _HEAD = re.compile(rb"(?:#[^\n]*\n|\s)*+(?:game|scenario|options|at):"), 4000
"""The pattern of a record's beginning, and the number of bytes in which it must be found."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as far as its files go."""

    game: Game
    end: State
    """The position with which the files end."""
    acts: tuple[Acted, ...]
    phases: tuple[State, ...] = ()
    """The first position, and that at the end of each phase that has ended."""


def is_record(path: Path) -> bool:
    """Tell whether a file is a record: by its name (.game), or because it begins as one."""
    if path.suffix == ".game":
        return True
    try:
        with path.open("rb") as file:
            return _HEADER.match(file.read(_HEAD)) is not None
    except OSError:
        # The reader of the file reports what is wrong with it.
        return False


def of_record(path: Path, find_game: FindGame) -> Played:
    """Return the game of a record, which `find_game` finds; UserError if it cannot be read."""
    from trc_module.errors import UserError
    from trc_module.rules.actions import Action, Attack, End
    from trc_module.rules.orders import Acted
    from trc_module.rules.record import load_record

    record = load_record(path, find_game)
    game, state = record.game, record.start
    acts = []
    phases = [state]
    for line in record.lines:
        act = line.entry
        if not isinstance(act, Action):
            continue
        wrong = game.precondition_error(state, act)
        if wrong:
            raise UserError(f"{path}, line {line.number}: {wrong}.")
        odds = (act.odds or game.odds(state, act)) if isinstance(act, Attack) else ""
        at = _places(state, act) if isinstance(act, Attack) else ()
        acts.append(Acted(state.clock, act, odds, at, line.number))
        if isinstance(act, End):
            phases.append(state)
        state = game.apply(state, act)
    return Played(game, state, tuple(acts), tuple(phases))


def of_audit(audit: Audit) -> Played:
    """Return the game of an audit."""
    from trc_module.rules.actions import Attack
    from trc_module.rules.orders import Acted

    # A phase that has ended keeps its battles; the last one may not have ended.
    ends = {**dict(audit.phases), audit.end.clock: audit.end}

    def acts() -> Iterator[Acted]:
        for done in audit.acts:
            if done.action is None:
                continue
            act = done.action
            if isinstance(act, Attack):
                at = _attacked_hexes(ends.get(done.clock), act)
                yield Acted(done.clock, act, act.odds or done.odds, at, done.steps[-1] if done.steps else 0)
            else:
                yield Acted(done.clock, act)

    phases = (audit.start, *(state for _, state in audit.phases))
    return Played(audit.log.parts.game, audit.end, tuple(acts()), phases)


def _attacked_hexes(state: State | None, act: Attack) -> tuple[Hex, ...]:
    """Return the hexes that an attack was made on, as the position at the end of its phase remembers them."""
    battles = [battle for battle in state.battles if battle.number == act.number] if state is not None else []
    if not battles:
        return ()
    places = battles[-1].places
    return tuple(dict.fromkeys(places[unit] for unit in act.defenders if unit in places))


def _places(state: State, act: Attack) -> tuple[Hex, ...]:
    places = (state.place(unit) for unit in act.defenders)
    return tuple(dict.fromkeys(at for at in places if at is not None and not isinstance(at, str)))

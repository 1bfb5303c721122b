"""Who uses a key, and what a menu calls it: two commands with one key would both be carried out.

VASSAL hands a key to every selected counter, and what the units of a side can do is one prototype that all of them
share: a command of other types is hidden from a unit's menu, but its key acts all the same. So commands of one side
need keys of their own whichever types they are for, and so do those of units and of markers, which lie in one stack.
Only units of different sides, which are never in one stack, may have one key for different things.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from trc_module.declarations import Grammar
from trc_module.facts import Problem
from trc_module.facts.toml_file import line_of
from trc_module.module.keys import Keys
from trc_module.module.table.commands import (
    IN_BATTLE,
    LAST_FACE,
    OF_MARKERS,
    MenuCommand,
    keys_of,
    marker_commands,
    unit_commands,
)
from trc_module.module.table_file import TABLE_FILE, CommandData, TableFile
from trc_module.roster import Roster
from trc_module.vassal.values import Key

STACK = "counters of one stack"
"""What units of any side and markers are."""
_OWN = "the module's own '{}'"
"""What a command is called that no line of the table is for."""


@dataclass(frozen=True, slots=True)
class _Use:
    """A command of a counter, the key that it answers to, and the entry of the table it comes from, if any."""

    called: str
    key: Key
    entry: str
    """What its menu says; empty if it has no entry."""
    data: CommandData | None = None

    of: str = "units"
    """Whose it is: units, or markers of a kind."""

    def is_of(self, side: str, type_: str) -> bool:
        """Tell whether units of a side and a type have it."""
        return self.data is None or self.data.is_of(side, type_)

    def is_of_side(self, side: str) -> bool:
        """Tell whether any units of a side have it."""
        return self.data is None or side in (self.data.sides or (side,))

    def does_as(self, other: _Use) -> bool:
        """Tell whether both do one thing, so that it does no harm if both act.

        Which way they turn a counter does not count: that part of a command acts on units of its own types alone.
        """
        if self.data is None or other.data is None:
            return self.called == other.called
        one, two = (
            (use.data.verb, use.data.fixed, use.data.box, use.data.status, use.data.places)
            for use in (self, other)
            if use.data is not None
        )
        return one == two


def key_problems(
    table: TableFile, grammar: Grammar, roster: Roster, folder: Path, words: Mapping[str, str]
) -> Iterator[Problem]:
    """Yield an error for each two commands of a counter with one key [VASSAL.counters.Decorator.keyEvent] or one name.

    A piece hands a key on through all its traits, and each that knows the key acts on it; the keyboard and the menu
    hand it to all pieces that are selected [VASSAL.counters.KeyBuffer]. `words` are the texts of a language. DataError
    as in `unit_commands`.
    """
    keys = keys_of(table.command, grammar)
    told: set[tuple[str, str]] = set()
    units = [_use(command, keys, words) for command in unit_commands(table, grammar, folder)]
    units += [_own(name, keys, words) for name in ("trail", "moved", *(("this-battle",) if table.pool else ()))]
    restore = _Use(_OWN.format("restore"), LAST_FACE, words["menu.restore"])
    flip = _own("flip", keys, words)
    kinds = sorted({(unit.side, unit.type, bool(unit.faces)) for unit in roster.units.values()})
    for side, type_, has_steps in kinds:
        # One with steps gets back what a hand has turned by mistake, another is turned over.
        have = [*(use for use in units if use.is_of(side, type_)), restore if has_steps else flip]
        yield from _clashes(have, f"{side} {type_} units", table, folder, told)
    for side in dict.fromkeys(side for side, _, _ in kinds):
        have = [use for use in units if use.is_of_side(side)]
        yield from _together(have, f"{side} units", table, folder, told)
    stacked = [*units, *([] if all(has_steps for _, _, has_steps in kinds) else [flip])]
    for kind in sorted({marker.kind for marker in roster.markers.values()}):
        have = _of_markers(table, grammar, roster, folder, kind, words)
        yield from _clashes(have, f"markers of the kind {kind}", table, folder, told)
        stacked += have
    yield from _together(stacked, STACK, table, folder, told)


def _of_markers(
    table: TableFile, grammar: Grammar, roster: Roster, folder: Path, kind: str, words: Mapping[str, str]
) -> list[_Use]:
    """Return the commands of markers of a kind, those of the module's own among them."""
    keys = keys_of(table.command, grammar)
    markers = [marker for marker in roster.markers.values() if marker.kind == kind]
    have = [_use(command, keys, words, kind) for command in marker_commands(table, grammar, folder, kind)]
    if any(marker.count != 1 for marker in markers):
        have += [_own(name, keys, words) for name in sorted(OF_MARKERS)]
    if any(marker.back for marker in markers):
        have.append(_own("flip", keys, words))
    return have


def _use(command: MenuCommand, keys: Keys, words: Mapping[str, str], of: str = "units") -> _Use:
    called = f"{command.verb.name} ({command.name})"
    entry = "" if command.name in IN_BATTLE else command.text(words)
    return _Use(called, keys.command(command.name), entry, command.data, of)


def _own(name: str, keys: Keys, words: Mapping[str, str]) -> _Use:
    return _Use(_OWN.format(name), keys.command(name), words[f"menu.{name}"])


def _clashes(
    have: Sequence[_Use], of: str, table: TableFile, folder: Path, told: set[tuple[str, str]]
) -> Iterator[Problem]:
    """Yield what two commands of one kind of counter share, each pair once."""
    file = TABLE_FILE.as_posix()
    for one, other in combinations(have, 2):
        shares_key, shares_entry = one.key == other.key, one.entry and one.entry == other.entry
        if not (shares_key or shares_entry) or (one.called, other.called) in told:
            continue
        told.add((one.called, other.called))
        line = _line(one, other, table, folder)
        both = f"{one.called} and {other.called} of {of}"
        if shares_key:
            message = f"{both} have one key, {_shown(one.key)}: expected another for one of them"
            yield Problem("one-key", message, file, line=line)
        else:
            message = f"{both} are both called '{one.entry}' in the menu: expected another text for one of them"
            yield Problem("one-name", message, file, line=line)


def _together(
    have: Sequence[_Use], of: str, table: TableFile, folder: Path, told: set[tuple[str, str]]
) -> Iterator[Problem]:
    """Yield what different counters share that may be selected together, each pair once."""
    for one, other in combinations(have, 2):
        pair = (one.called, other.called)
        same_counters = one.of == other.of == "units" and of == STACK
        if one.key != other.key or one.does_as(other) or same_counters or pair in told:
            continue
        told.add(pair)
        message = (
            f"{one.called} and {other.called} of {of} have one key, {_shown(one.key)}, which reaches all selected "
            "counters, so that both are carried out: expected another for one of them"
        )
        yield Problem("one-key", message, TABLE_FILE.as_posix(), line=_line(one, other, table, folder))


def _shown(key: Key) -> str:
    return f"Ctrl+{chr(key.code)}" if key.code else key.name


def _line(one: _Use, other: _Use, table: TableFile, folder: Path) -> int | None:
    """Return the line of the entry that names the key, the later if both do; that of an entry if none does."""
    places = [index for index, data in enumerate(table.command) for use in (one, other) if use.data is data]
    naming = [index for index in places if table.command[index].key]
    best = max(naming or places, default=None)
    if best is None:
        return None
    return line_of(folder / TABLE_FILE, ["command", best, *(["key"] if naming else [])])

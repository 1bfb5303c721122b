"""The policy by which a game's logs are read: its grammar, and what the commands of its module do besides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from trc_module.declarations import Grammar
from trc_module.declarations.policy import PlainDice, Policy, TurnKey, policy_of
from trc_module.facts.toml_file import read_toml
from trc_module.systems.keys_of_table import TABLE_FILE, declared, tables

_ARRAYS = ("command", "button")
"""The parts of that file whose entries fix fields of lines."""


def reading_policy(
    grammar: Grammar,
    folder: Path,
    plain: PlainDice,
    chosen: Collection[str],
    statuses: Sequence[str] = (),
    named: Sequence[str] = (),
    bases: Sequence[str] = (),
) -> Policy:
    """Return the policy of a game with a folder of data.

    `plain` are the dice of its battles beside the one of the role ROLL, `chosen` the silent keys by which players
    choose freely, `statuses` the words of units' statuses in the order of their numbers, `named` the table's results,
    `bases` the boxes from which aircraft fly.
    """
    path = folder / TABLE_FILE
    table = read_toml(path) if path.is_file() else {}
    fixed: dict[str, list[Mapping[str, str]]] = {}
    for name in _ARRAYS:
        for entry in tables(table, name):
            values = entry.get("fixed")
            if isinstance(values, dict):
                fixed.setdefault(str(entry.get("verb")), []).append({k: str(v) for k, v in values.items()})
    return policy_of(
        grammar,
        fixed=fixed,
        turns=list(_turns(grammar, table)),
        plain=plain,
        chosen=chosen,
        statuses=statuses,
        named=named,
        bases=bases,
    )


def _turns(grammar: Grammar, table: Mapping[str, Any]) -> Iterator[TurnKey]:
    """Yield the keys that turn a counter or change its status, and leave it where it is."""
    named = declared(table)
    for each in grammar.verbs.values():
        for press in each.presses if each.name not in named else ():
            if press.face and not press.box:
                yield TurnKey(each.name, press.face, sides=press.sides)
    for command in tables(table, "command"):
        verb, face, status = str(command.get("verb")), command.get("face"), command.get("status")
        if verb not in grammar.verbs or command.get("box") or not (face or isinstance(status, dict)):
            continue
        fixed = command.get("fixed")
        yield TurnKey(
            verb,
            str(face or ""),
            {str(k): str(v) for k, v in status.items()} if isinstance(status, dict) else {},
            tuple(map(str, command.get("sides", ()))),
            {str(k): str(v) for k, v in fixed.items()} if isinstance(fixed, dict) else {},
        )

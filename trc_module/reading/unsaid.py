"""What a key that was not pressed would have said: the fields that its line may have had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from trc_module.declarations.policy import RESULT, Silent
from trc_module.reading.battle import Fight
from trc_module.reading.evidence import Evidence
from trc_module.rules.state import UnitId


def is_of_no_battle(silent: Silent) -> bool:
    """Tell whether a key names two units and no battle: what an aircraft does for another unit."""
    return "x" in silent.keys and "b" not in silent.keys


def tells_a_result(silent: Silent) -> bool:
    """Tell whether a key says what came of a die: nothing came of a battle for which none was rolled."""
    return any(RESULT in choice for choice in silent.choices)


def of_a_part(silent: Silent, fields: Mapping[str, str]) -> bool:
    """Tell whether a key says something of a part of a battle's units alone: few battles have such a part."""
    return tells_a_result(silent) and not parts_of(silent).isdisjoint(fields)


def parts_of(silent: Silent) -> set[str]:
    """Return the fields that a line need not have: a result may be that of some of a battle's defenders alone."""
    return {key for choice in silent.choices for key in choice} - set(silent.keys)


def fields_of(evidence: Evidence, fight: Fight, silent: Silent) -> Iterable[dict[str, str]]:
    """Yield the fields that such a line may have had."""
    fields = evidence.grammar.verbs[silent.verb].fields
    boxed = [unit for unit in evidence.boxed if unit not in fight.units]
    values: list[list[str]] = []
    for key in silent.keys:
        if key == "b":
            values.append([fight.number])
        elif key == "u":
            # A key that names another unit beside its own is one of those that wait in boxes.
            values.append(boxed if "x" in silent.keys else [*fight.attackers, *fight.defenders])
        elif key == "x":
            values.append([unit for unit in _flying(evidence, fight) if unit in evidence.boxed])
    keys = [key for key in silent.keys if key in ("b", "u", "x")]
    for chosen in product(*values):
        named = dict(zip(keys, chosen, strict=True))
        for choice in silent.choices:
            if "u" in named and "x" in named and evidence.side_of[named["u"]] == evidence.side_of[named["x"]]:
                continue
            told = {**named, **choice}
            yield {field.key: told[field.key] for field in fields if field.key in told}


def _flying(evidence: Evidence, fight: Fight) -> Iterable[UnitId]:
    """Return the units of a battle; of one that has none, those that lines name beside their own: they fly for them."""
    return fight.units or dict.fromkeys(line.says.get("x") or "" for line in evidence.lines)

"""The dice of a game as text and JSON: every roll, and what chance has to say of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

from msgspec import Struct

from trc_module.auditing.audit import Audit
from trc_module.auditing.dice import DieRoll
from trc_module.printable import joined
from trc_module.replay.chain import Link
from trc_module.replay.dice_statistics import face_test, holm, mean_test, repeat_test, runs_test
from trc_module.report.tongue import ENGLISH, Tongue

_SMALLEST = 12
"""The number of rolls that a group needs to be tested: fewer say nothing, and every test weakens the others."""
_REMARKABLE = Fraction(1, 100)
"""The corrected p-value under which a test is mentioned as one to look at."""
_TESTS: tuple[tuple[str, Callable[[Sequence[int]], Fraction]], ...] = (
    ("mean", mean_test),
    ("commonest face", face_test),
    ("runs of high and low", runs_test),
    ("repeats", repeat_test),
)


class Test(Struct, frozen=True):
    """One test of one group of rolls: its exact p-value, and the same corrected for all tests that were made."""

    group: str
    name: str
    rolls: int
    p: Fraction
    corrected: Fraction


def tests_of(rolls: Sequence[DieRoll]) -> tuple[Test, ...]:
    """Test all rolls, those of each side and those of each purpose, as far as there are enough of them."""
    made = [
        (group, name, len(pips), test(pips))
        for group, pips in _groups(rolls).items()
        if len(pips) >= _SMALLEST
        for name, test in _TESTS
    ]
    corrected = holm([p for *_, p in made])
    return tuple(Test(*test, better) for test, better in zip(made, corrected, strict=True))


def _groups(rolls: Sequence[DieRoll]) -> dict[str, list[int]]:
    groups: dict[str, list[int]] = {"all": []}
    for roll in rolls:
        for group in ("all", f"by {roll.by}" if roll.by else "", f"for {roll.purpose}"):
            if group:
                groups.setdefault(group, []).append(roll.pips)
    return groups


def dice_text(audit: Audit) -> str:
    """Return the dice of a game as text."""
    rolls = audit.dice.rolls
    counting = audit.dice.counting
    parts = [joined(_provenance_lines(audit))]
    if not rolls:
        return "\n\n".join([*parts, "No die was rolled."])
    parts.append(joined(_roll_line(audit, roll) for roll in rolls))
    table = [f"{group}: {_counts(pips)}" for group, pips in _groups(counting).items() if pips]
    parts.append(joined(table))
    if mailed := mailed_lines(audit):
        parts.append(joined(mailed))
    findings = [f"{audit.chain.label(step)}: {finding}" for step, finding in audit.dice.findings]
    parts += [joined(findings)] if findings else []
    parts.append(_verdict(tests_of(counting)))
    return "\n\n".join(parts)


def mailed_lines(audit: Audit, tongue: Tongue = ENGLISH) -> list[str]:
    """Return what became of the dice that a server mailed; nothing without any."""
    if not audit.mailed:
        return []
    return [tongue.say("Dice by mail"), *(f"  {tongue.marked(die.finding.sentence)}" for die in audit.mailed)]


def dice_tree(audit: Audit) -> dict[str, Any]:
    """Return the dice of a game as plain data."""
    return {
        "rolls": [
            {
                "step": roll.step,
                "at": audit.chain.label(roll.step),
                "die": roll.die,
                "pips": roll.pips,
                "by": roll.by,
                "purpose": roll.purpose,
                "about": roll.about,
                "undone": roll.undone,
                **({"source": roll.source} if roll.source else {}),
            }
            for roll in audit.dice.rolls
        ],
        "tests": [
            {
                "group": test.group,
                "test": test.name,
                "rolls": test.rolls,
                "p": float(test.p),
                "corrected": float(test.corrected),
            }
            for test in tests_of(audit.dice.counting)
        ],
        "files": [_provenance(audit, index, link) for index, link in enumerate(audit.chain.links)],
    }


def _roll_line(audit: Audit, roll: DieRoll) -> str:
    about = f" {roll.about}" if roll.about else ""
    gone = f", taken back in {audit.chain.label(roll.undone)}" if roll.undone else ""
    return (
        f"{audit.chain.label(roll.step)}: {roll.pips} ({roll.die}) for {roll.purpose}{about} by {roll.by or '?'}{gone}"
    )


def _counts(pips: Sequence[int]) -> str:
    counted = Counter(pips)
    faces = " ".join(f"{face}:{counted[face]}" for face in range(1, 7))
    return f"{len(pips)} roll{'' if len(pips) == 1 else 's'}, mean {sum(pips) / len(pips):.2f}, {faces}"


def _verdict(tests: Sequence[Test]) -> str:
    if not tests:
        return f"Too few rolls to say anything of chance (fewer than {_SMALLEST})."
    told = [test for test in tests if test.corrected < _REMARKABLE]
    count = f"{len(tests)} tests"
    if not told:
        return f"{count}: consistent with fair dice."
    lines = [f"{count}. Fair dice would show something as uneven as this in a whole game's tests:"]
    for test in told:
        lines.append(
            f"  {test.name}, {test.group} ({test.rolls} rolls): in about 1 of {int(1 / test.corrected)} games "
            f"(p = {float(test.p):.2g}, corrected {float(test.corrected):.2g})"
        )
    lines.append("That is a reason to look at the rolls and proves nothing: among many games some are as uneven.")
    return "\n".join(lines)


def _provenance_lines(audit: Audit) -> Iterator[str]:
    for index, link in enumerate(audit.chain.links):
        facts = _provenance(audit, index, link)
        yield (
            f"{facts['file']}: module {facts['module'] or '?'}, VASSAL {facts['vassal'] or '?'}, saved "
            f"{facts['saved'] or '?'}; pieces made {facts['first-piece'] or '?'} to {facts['last-piece'] or '?'}"
        )


def _provenance(audit: Audit, index: int, link: Link) -> dict[str, Any]:
    """Return what a file says of its own making; VASSAL's piece ids are the milliseconds at which they were made."""
    saved = link.execution.log.saved
    made = [int(id_) for id_ in link.execution.table.pieces if id_.isascii() and id_.isdecimal() and len(id_) < 15]
    return {
        "file": audit.chain.name(index),
        "module": saved.module_data.version if saved.module_data else None,
        "vassal": saved.save_data.vassal_version if saved.save_data else None,
        "saved": _time(saved.save_data.date_saved if saved.save_data else None),
        "first-piece": _time(min(made, default=None)),
        "last-piece": _time(max(made, default=None)),
    }


def _time(milliseconds: int | None) -> str | None:
    if milliseconds is None or not 0 <= milliseconds < 253402300800000:
        return None
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")

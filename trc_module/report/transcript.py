"""A log of any game as text and JSON: what was done step by step, and its dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from trc_module.printable import printable
from trc_module.replay.transcript import ChatRoll, Transcript


def transcript_text(transcript: Transcript) -> str:
    """Return what was said, reported and moved, a step a paragraph; steps that were taken back are marked."""
    lines = [_head(transcript), ""]
    for passage in transcript.passages:
        who = f" {printable(passage.by)}" if passage.by else ""
        gone = f", taken back in {passage.undone}" if passage.undone else ""
        first, *others = [printable(line) for line in passage.lines]
        lines.append(f"{passage.step}{who}{gone}: {first}")
        lines += [f"    {line}" for line in others]
    return "\n".join(lines if transcript.passages else [*lines, "No step of it says or moves anything."])


def transcript_tree(transcript: Transcript) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        **_about(transcript),
        "steps": [
            {"step": each.step, "by": each.by, "lines": list(each.lines), "undone": each.undone}
            for each in transcript.passages
        ],
    }


def rolls_text(transcript: Transcript) -> str:
    """Return every roll, and how often each result came by who rolled and what."""
    if not transcript.rolls:
        return f"{_head(transcript)}\n\nNo die was rolled, or in a form that is not known here."
    rolls = "\n".join(_roll_line(roll) for roll in transcript.rolls)
    return "\n\n".join((_head(transcript), rolls, "\n".join(_group_lines(transcript)), _NO_TESTS))


_NO_TESTS = "What a roll was for, and how likely it was, is not known for this game."


def rolls_tree(transcript: Transcript) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        **_about(transcript),
        "rolls": [
            {
                "step": r.step,
                "die": r.name,
                "results": list(r.results),
                **({"faces": list(r.faces)} if r.faces else {}),
                "by": r.by,
                "undone": r.undone,
            }
            for r in transcript.rolls
        ],
    }


def _about(transcript: Transcript) -> dict[str, Any]:
    module = transcript.module
    return {
        "file": transcript.path.name,
        "module": {"name": module.name if module else None, "version": module.version if module else None},
        "players": [{"name": player.name, "side": player.side} for player in transcript.players],
    }


def _head(transcript: Transcript) -> str:
    module = transcript.module
    whose = f"{module.name}, version {module.version or '?'}" if module and module.name else "module not named"
    players = ", ".join(f"{player.name or '?'} ({player.side or '?'})" for player in transcript.players)
    cut = "" if transcript.ended else "; cut short: it has no end"
    return printable(f"{transcript.path.name}: {whose}{f'; {players}' if players else ''}{cut}")


def _roll_line(roll: ChatRoll) -> str:
    gone = f", taken back in {roll.undone}" if roll.undone else ""
    return printable(f"{roll.step}: {roll.name}: {', '.join(roll.shown)} by {roll.by or '?'}{gone}")


def roll_groups(
    transcript: Transcript,
) -> Iterator[tuple[tuple[str, str], list[ChatRoll], float | None, Counter[str]]]:
    """Yield the rolls that count by what was rolled and by whom, the mean of the sums, and how often each face came.

    The faces are left out where it is not known how many each die has; words on dice have no mean.
    """
    groups: dict[tuple[str, str], list[ChatRoll]] = {}
    for roll in transcript.rolls:
        if roll.undone is None:
            groups.setdefault((roll.name, roll.by), []).append(roll)
    for what, own in groups.items():
        words = any(roll.faces for roll in own)
        mean = None if words else sum(sum(roll.results) for roll in own) / len(own)
        known = words or all(roll.sides for roll in own)
        yield what, own, mean, Counter(shown for roll in own for shown in roll.shown) if known else Counter()


def _group_lines(transcript: Transcript) -> Iterator[str]:
    for (name, by), own, mean, faces in roll_groups(transcript):
        many = f"{len(own)} roll{'' if len(own) == 1 else 's'}"
        sums = "" if mean is None else f", mean of the sum {mean:.2f}"
        spread = f"; {', '.join(f'{face} x {count}' for face, count in sorted_faces(faces))}" if faces else ""
        yield printable(f"{name} by {by or '?'}: {many}{sums}{spread}")


def sorted_faces(faces: Counter[str]) -> list[tuple[str, int]]:
    """Return what dice showed and how often: numbers in their order, before words."""
    return sorted(faces.items(), key=lambda item: (not _is_number(item[0]), _is_number(item[0]) and int(item[0]), item))


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()

"""The review of a game in words, and as an HTML page that needs nothing but itself."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from trc_module.opponent.review import Review
from trc_module.report.environment import filled
from trc_module.report.swings import swings


def note_of(found: Review) -> str:
    """Return what the numbers are."""
    first = found.sides[0].capitalize()
    what = "Victory points" if found.points else f"Strength on the map, {first}'s less that of the others,"
    return (
        f"{what} after each phase of battles, more being better for {first}. What was to be expected: the phase played "
        "again from its beginning, by the program and with other dice, on the average."
    )


def turning_of(found: Review) -> str:
    """Return where the game differed most from what was to be expected; '' if there were no battles."""
    one = found.turning
    if one is None or not one.luck:
        return ""
    first = found.sides[0].capitalize()
    better = "better" if one.luck > 0 else "worse"
    return f"The game turned most in {one.clock}: {abs(one.luck):.1f} {better} for {first} than was to be expected."


def review_text(found: Review) -> Iterator[str]:
    """Yield the review line by line."""
    yield note_of(found)
    for one in found.fought:
        yield f"{one.clock}: expected {one.expected:.1f}, actual {one.actual:.1f} ({one.luck:+.1f})"
    if told := turning_of(found):
        yield told


def review_page(found: Review) -> str:
    """Return the page: a chart, and a table of all phases of battles."""
    labels = [
        f"{one.clock.turn} {one.clock.side}" + f" {one.clock.part}" * bool(one.clock.part_word) for one in found.fought
    ]
    chart = swings(labels, [one.expected for one in found.fought], [one.actual for one in found.fought])
    return filled(
        "review.html",
        note=note_of(found),
        turning=turning_of(found),
        chart=Markup(chart) if labels else "",
        fought=found.fought,
    )

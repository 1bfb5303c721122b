"""The reference of the game record: `python -m trc_module.games.record_docs`.

What a game's records can say is written out of its statements, so that the page cannot fall behind the reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from trc_module.games.finder import find_game
from trc_module.rules.game import Game

PAGE = Path("docs") / "record.md"

_INTRODUCTION = """\
# The game record

A position and what is done in it, as plain text: what a player without VASSAL sends by mail, what `trc-module check`
judges, what `trc-module compose` turns into a log, and what the rules' own tests are written in. UTF-8, one statement a
line; `#` starts a comment; blank lines are free. Unit ids are in small letters, hexes in capitals. The file ends in
`.game`. Reading and writing are inverse: a record that was read and written again is the same text.

A line that cannot be read is an error that names the line and what was expected there (exit code 2); no line is ever
skipped.

The lists below are made by `python -m trc_module.games.record_docs` from what the reader reads.

## The header

The header comes before the first act and says in what position play begins.

    game: trc                                    which game; the one line that must be there
    scenario: campaign                           whose start it is; 'none', or absent: an empty map
    options: 26.5, 26.7, C61b                    the optional rules agreed on, and readings of gaps chosen otherwise
    at: turn 2 axis impulse 1 movement clear     turn, side, impulse, phase, weather
    drm: +1                                      the running modifier of the weather die
    control: Riga axis, S11 none                 places whose holder differs from the scenario's start
    rail: axis K21 K20 J20                       rail hexes that differ from the scenario's start
    on I18: ger-41-pz ger-56-pz                  a stack, bottom first
    box axis replacement-pool: ger-3-pz          units in a box beside the map
    used: axis rail 2                            counters that limit later acts
    before: pinned ger-5-inf                     earlier acts that still matter

With `scenario: campaign` and neither `on` nor `box` lines all units wait in the boxes of the set-up. With such lines,
units that the header does not name are out of play.
"""

_TESTS = """\
## Tests

A record may say what it expects of the act above:

    expect ok               nothing is broken
    expect 8.3              at least one violation is found, and each is of 8.3 or a part of it
    expect 6.1|6.2          each falls under one of these
    expect undecided 9.4.4  that verdict is given on that rule

`trc-module check` then exits with 0 if every expectation is met and with 1 if not. In a record without any it prints
the findings and exits with 1 if a rule is broken. An act that breaks a rule is still carried out.
"""


def record_reference(game: Game) -> str:
    """Return the whole page as Markdown."""
    return "\n".join((_INTRODUCTION, *_words(game), *_acts(game), _TESTS))


def _words(game: Game) -> Iterator[str]:
    yield f"### Words of {game.title}\n"
    yield f"* Scenarios: {_listed(game.scenarios)}."
    for system in game.systems:
        if system.moment:
            yield f"* {system.moment.removeprefix('the ').capitalize()}: {_listed(system.moment_words)}."
    phases = dict.fromkeys(step.phase for step in game.sequence.steps)
    yield f"* Phases: {_listed(phases)}; sides: {_listed(game.sides)}."
    for side, boxes in game.boxes.items():
        # One box a turn would fill the page.
        plain = sorted(box for box in boxes if not box.rsplit("-", 1)[-1].isdigit())
        turned = sorted({box.rsplit("-", 1)[0] + "-N" for box in boxes if box.rsplit("-", 1)[-1].isdigit()})
        yield f"* Boxes, {side}: {_listed([*plain, *turned])}."
    yield f"* `used:` counts {_listed(sorted(game.counters))}."
    yield "* Readings that `options:` can choose otherwise (`trc-module rule NUMBER` explains them):"
    for reading in game.readings.values():
        if reading.switch:
            yield f"    * `{reading.switch}` ({reading.rule}): {reading.alternative}"
    yield "* `before:` remembers"
    for word, meaning in sorted(game.marks.items()):
        yield f"    * `{word}` and {meaning}"
    for word, meaning in sorted(game.traces.items()):
        yield f"    * `{word}` and hexes: {meaning}"
    yield ""


def _acts(game: Game) -> Iterator[str]:
    yield "## Acts\n"
    yield "`UNIT...` stands for one or more; what is in brackets may be left out; `>` before a hex of a path means"
    yield "that the way there is not known, and is legal if any way is.\n"
    yield "| statement | rules |"
    yield "|---|---|"
    for syntax in game.statements:
        text = str(syntax).replace("|", "\\|")
        yield f"| `{text}` | {syntax.section} |"
    yield ""


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    PAGE.write_text(record_reference(find_game("trc")), encoding="utf-8", newline="\n")

"""The reference of the game record: `python -m trc_module.games.record_docs`.

What a game's records can say is written out of its statements, so that the page cannot fall behind the reader. The
page's head, with a header as an example, is written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from trc_module.gamespec import FILE, first_game
from trc_module.resources import data_dir
from trc_module.rules.finder import find_game
from trc_module.rules.finding import Verdict
from trc_module.rules.game import Game

PAGE = Path("docs") / "record.md"

_LISTS = "### Words of "
"""The beginning of the first generated heading: the page above it is written by hand."""

_TESTS = """\
## Tests

A record may say what it expects of the act above:

    expect ok               nothing is broken
    expect 8.3              at least one violation is found, and each is of 8.3 or a part of it
    expect 6.1|6.2          each falls under one of these
{verdicts}

`trc-module check` then exits with 0 if every expectation is met and with 1 if not. In a record without any it prints
the findings and exits with 1 if a rule is broken. An act that breaks a rule is still carried out.
"""

_MEANINGS = {
    Verdict.DOUBT: "it seems broken, by data or a reading that may be wrong",
    Verdict.UNDECIDED: "the record does not say enough",
    Verdict.SKIPPED: "a datum is missing, or the rule is not known to us",
    Verdict.NOTE: "something legal is worth mentioning",
}


def our_games() -> tuple[str, ...]:
    """Return the names of the games that come with the program, the first one first."""
    names = sorted(path.parent.name for path in data_dir().glob(f"*/{FILE}"))
    return (first_game(), *(name for name in names if name != first_game()))


def record_reference(games: Sequence[Game], page: str) -> str:
    """Return the whole page as Markdown: what was written by hand at the head of `page`, and our lists anew."""
    lists = [line for game in games for line in (*_words(game), *_acts(game))]
    return page.partition(_LISTS)[0] + "\n".join((*lists, _TESTS.format(verdicts="\n".join(_verdicts()))))


def _verdicts() -> Iterator[str]:
    for verdict in Verdict:
        if verdict is not Verdict.VIOLATION:
            said = f"expect {verdict.value} 9.4.4"
            yield f"    {said:<24}that verdict is given on that rule: {_MEANINGS[verdict]}"


def _words(game: Game) -> Iterator[str]:
    yield f"{_LISTS}{game.title}\n"
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
    if game.counters:
        yield f"* `used:` counts {_listed(sorted(game.counters))}."
    switches = [reading for reading in game.readings.values() if reading.switch]
    if switches:
        yield "* Readings that `options:` can choose otherwise (`trc-module rule NUMBER` explains them):"
    for reading in switches:
        yield f"    * `{reading.switch}` ({reading.rule}): {reading.alternative}"
    yield "* `before:` remembers"
    for word, meaning in sorted(game.marks.items()):
        yield f"    * `{word}` and {meaning}"
    for word, meaning in sorted(game.traces.items()):
        yield f"    * `{word}` and hexes: {meaning}"
    yield ""


def _acts(game: Game) -> Iterator[str]:
    yield f"### Acts of {game.title}\n"
    yield "`UNIT...` stands for one or more units; what is in brackets may be left out; `>` before a hex means"
    yield "that the log does not show how the unit came there: the act is legal if one of the ways is.\n"
    yield "| statement | rules |"
    yield "|---|---|"
    for syntax in game.statements:
        text = str(syntax).replace("|", "\\|")
        yield f"| `{text}` | {syntax.section} |"
    yield ""


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


if __name__ == "__main__":
    text = record_reference([find_game(name) for name in our_games()], PAGE.read_text(encoding="utf-8"))
    PAGE.write_text(text, encoding="utf-8", newline="\n")

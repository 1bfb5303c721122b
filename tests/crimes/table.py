"""The summary of the crimes, as docs/crimes.md has it, and their table, as docs/crimes/kinds.csv."""

from __future__ import annotations

from pathlib import Path

from tests.crimes.trial import Tally
from trc_module.spreadsheet import as_csv

DATA = Path("crimes")
"""The folder beside the page in which the tables lie."""
KINDS, ROWS = DATA / "kinds.csv", DATA / "rows.csv"
COLUMNS = ("crime", "planted", "found", "named right", "doubts", "false alarms", "named instead")

HEAD = """# Crimes planted in legal games

Each kind is one way to break a rule. It was planted in games that the engine played against itself, which are legal
by its own word; then the referee was asked about it. What such games have seldom or never an occasion for, and most
of what breaks options, was planted in positions of a few units instead, drawn at random for it: which units, where,
when, and with which dice (`tests/crimes/stages`). *Named right*: every finding about the act bears the number of the
rule that was broken, or of one of those between which the rulebook leaves the choice. *Doubts*: named right, but only
as a doubt, because a datum behind the verdict is doubtful. *False alarms*: findings about legal acts before it.

`python -m tests.crimes --games 2 --turns 4 --each 1 --logs 1` puts one of each kind into a log and audits that. A log
shows drags and no intentions: a drag over a wrong hex may have been corrected, counters gathered twice are gathered
once, a move outside its phase may be anything. What has such an innocent reading is not told there.

Made by `python -m tests.crimes --games {games} --turns {turns} --each {each} --write docs/crimes.md`:
in {games} games of {turns} turns or fewer each kind was planted where there was an occasion, against each rule at most
{each} times a game or once more; some of those against options in as many games that are played with options, of seven
turns or fewer; and what needs positions of its own in {drawn} of them. The numbers of each kind are in
[kinds.csv](crimes/kinds.csv), of each row of the ledger in [rows.csv](crimes/rows.csv).
"""


def kinds(tallies: dict[str, Tally]) -> str:
    """Return what became of each kind of crime, as a data file."""
    return as_csv(
        COLUMNS,
        (
            (
                name,
                tally.planted,
                tally.found,
                tally.right,
                tally.doubted,
                tally.false,
                ", ".join(rule for rule, _ in tally.rules.most_common(3)),
            )
            for name, tally in tallies.items()
        ),
    )


def summary(tallies: dict[str, Tally], games: int, turns: int, each: int) -> str:
    """Return the page's beginning: how it was done, the sums, and each kind of which not all was named right."""
    lines = [HEAD.format(games=games, turns=turns, each=each, drawn=games * each)]
    planted = sum(tally.planted for tally in tallies.values())
    found = sum(tally.found for tally in tallies.values())
    right = sum(tally.right for tally in tallies.values())
    false = sum(tally.false for tally in tallies.values())
    share = f"{100 * right / planted:.1f} %" if planted else "none"
    sums = f"{found} found, {right} named right ({share}), {false} false alarms."
    lines.append(f"{planted} crimes of {len(tallies)} kinds: {sums}")
    wrong = {name: tally for name, tally in tallies.items() if tally.right < tally.planted or tally.false}
    if wrong:
        lines += ["", "Not all was named right of:", ""]
    for name, tally in wrong.items():
        instead = f" (named {', '.join(rule for rule, _ in tally.rules.most_common(3))})" if tally.rules else ""
        lines.append(f"* {name}: {tally.right} of {tally.planted}{instead}, {tally.false} false alarms")
    never = sum(not tally.planted for tally in tallies.values())
    if never:
        lines += ["", f"For {never} of the kinds these games had no occasion."]
    return "\n".join(lines)

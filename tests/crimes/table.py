"""The table of crimes, as docs/crimes.md has it."""

from __future__ import annotations

from tests.crimes.trial import Tally

HEAD = """# Crimes planted in legal games

Each line is one way to break a rule. It was planted in games that the engine played against itself, which are legal
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
turns or fewer; and what needs positions of its own in {drawn} of them.
"""


def table(tallies: dict[str, Tally], games: int, turns: int, each: int) -> str:
    """Return the page: a table by crime, and the sums."""
    lines = [HEAD.format(games=games, turns=turns, each=each, drawn=games * each)]
    lines.append("| crime | planted | found | named right | doubts | false alarms | named instead |")
    lines.append("|---|--:|--:|--:|--:|--:|---|")
    for name, tally in tallies.items():
        instead = ", ".join(rule for rule, _ in tally.rules.most_common(3))
        numbers = (tally.planted, tally.found, tally.right, tally.doubted, tally.false)
        lines.append(f"| {name} | {' | '.join(map(str, numbers))} | {instead} |")
    planted = sum(tally.planted for tally in tallies.values())
    found = sum(tally.found for tally in tallies.values())
    right = sum(tally.right for tally in tallies.values())
    false = sum(tally.false for tally in tallies.values())
    share = f"{100 * right / planted:.1f} %" if planted else "none"
    lines.append("")
    sums = f"{found} found, {right} named right ({share}), {false} false alarms."
    lines.append(f"{planted} crimes of {len(tallies)} kinds: {sums}")
    return "\n".join(lines)

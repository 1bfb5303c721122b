"""Check all counts, or write them anew: `python -m tests.counts [--game trc] [--write] [--referee 300]`.

`--write` chooses twenty positions of the kept game, the first of each step and others evenly; a game that has no kept
one plays two turns against itself. `--referee` also asks the slow referee about so many moves by lot in each position
of The Russian Campaign where units move.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.counts.counting import FOLDER, LONGEST, ONE, TWO, counted, disagreements, kept_game, kept_rows, position
from trc_module.games import find_game, game_names
from trc_module.rules.actions import Action
from trc_module.rules.clock import MOVE
from trc_module.rules.record import Record, record_text
from trc_module.rules.selfplay import record_of, self_play

POSITIONS = 20
HEAD = "# How many acts are legal after so many acts of {name}.game; a tilde: it takes long.\n"


def chosen(record: Record) -> list[int]:
    """Return the positions that are counted: where steps begin, as many as fit, else others evenly."""
    state, begins = record.start, [0]
    for number, line in enumerate(record.lines[:-1], 1):
        assert isinstance(line.entry, Action)
        after = record.game.apply(state, line.entry)
        if after.clock != state.clock:
            begins.append(number)
        state = after
    if len(begins) >= POSITIONS:
        return [begins[i * len(begins) // POSITIONS] for i in range(POSITIONS)]
    evenly = (i * len(record.lines) // (2 * POSITIONS) for i in range(2 * POSITIONS))
    more = [number for number in evenly if number not in begins]
    return sorted([*begins, *more[:: max(1, len(more) // (POSITIONS - len(begins)))][: POSITIONS - len(begins)]])


def write(name: str) -> None:
    """Write the counts of a game anew, and a game to count in if there is none."""
    game, path = find_game(name), FOLDER / f"{name}.game"
    if not path.exists():
        scenario = (
            "campaign" if "campaign" in game.scenarios else next(each for each in game.scenarios if each != "none")
        )
        start = game.start(scenario, frozenset())
        acts = (told.action for told, _ in self_play(game, start, game.player("greedy", 7), 2))
        path.write_text(record_text(record_of(game, start, acts)), encoding="utf-8")
    record = kept_game(name)
    rows = []
    for after in chosen(record):
        begun = time.process_time()
        rows.append(counted(record, after, ONE))
        each, many = (
            time.process_time() - begun,
            sum(int(word.rpartition(" ")[2]) for word in rows[-1].counts.split(", ")),
        )
        if each * many <= LONGEST:
            rows.append(counted(record, after, TWO))
        print(rows[-1].text(), flush=True)
    text = HEAD.format(name=name) + "".join(f"{row.text()}\n" for row in rows)
    (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")


def wrong(name: str, pairs: int) -> list[str]:
    """Return what differs from the kept counts, and between the two referees."""
    record, found = kept_game(name), []
    for row in kept_rows(name):
        now = counted(record, row.after, row.what)
        if now.counts != row.counts:
            found.append(f"{name} {row.text()}; now {now.counts}")
        state = position(record, row.after)
        if pairs and name == "trc" and row.what == ONE and record.game.sequence.kind_of(state.clock) == MOVE:
            found += [f"{name} {row.after}: {text}" for text in disagreements(record, row.after, pairs, row.after)]
    return found


def main() -> None:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names())
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--referee", type=int, default=0, metavar="MOVES")
    given = parser.parse_args()
    found: list[str] = []
    for name in [given.game] if given.game else game_names():
        if given.write:
            write(name)
        else:
            found += wrong(name, given.referee)
    print("\n".join(found) or "No count differs.")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

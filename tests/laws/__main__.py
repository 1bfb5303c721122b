"""The laws of verdicts, tried on games by the dozen: `nice python -m tests.laws --keys --game nr --games 20`.

`--keys`: logs in which one key that only says something is left out, pressed twice, or one step early or late; nobody
may be accused. What was tried is kept in build/laws; `--write docs/self-play.md` puts the matrix of all that is kept
there. `--cut`: logs that begin in the midst of a game accuse of nothing of which the whole does not. `--join`: the same
without logs, from so many acts on, all forgotten that no counter shows. `--order`: counters go late to their boxes,
and are read in the order of their steps. `--behind`: the last movers of a phase are dragged when the tracker shows the
battles already. `--keep`: every act of a tidy log is judged, no die is used twice, and no battle invented. `--mend`:
nobody is accused under a repair who is not accused without it. `--excuse`: one act is done otherwise, and of what the
referee of records names the audit of the tidy log says something. Exit code 1 if anything was found.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from tests.laws import keys
from tests.laws.behind import late_movers
from tests.laws.conserving import not_conserved
from tests.laws.cutting import PhaseByPhase, tails
from tests.laws.excusing import done_otherwise
from tests.laws.joining import falsely_accused_in_play
from tests.laws.ordering import late_removals
from tests.laws.page import cells, matrix, put_into
from tests.laws.playing import NAMES, Told, audited, says_only, told
from tests.laws.repairing import newly_accused_in_play
from tests.untidy.habits import LATE, TIDY, Rates
from trc_module.auditing.audit import CHECKED
from trc_module.auditing.order import OrderError

KEPT = Path("build/laws")


def main() -> int:
    """Try the law that was asked for, and tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    law = parser.add_mutually_exclusive_group(required=True)
    law.add_argument("--keys", action="store_true", help="one key otherwise")
    law.add_argument("--cut", action="store_true", help="logs cut off at their beginning")
    law.add_argument("--join", action="store_true", help="games joined in the middle, without a log")
    law.add_argument("--order", action="store_true", help="the order of a counter's steps")
    law.add_argument("--behind", action="store_true", help="the last movers of a phase behind the tracker")
    law.add_argument("--mend", action="store_true", help="a repair accuses nobody")
    law.add_argument("--excuse", action="store_true", help="one act done otherwise")
    law.add_argument("--keep", action="store_true", help="nothing lost and nothing invented")
    parser.add_argument("--game", choices=NAMES, action="append", help="the game; all unless it is given")
    parser.add_argument("--games", type=int, default=4, help="how many games of each")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first")
    parser.add_argument("--turns", type=int, default=2, help="how many turns a log tells")
    parser.add_argument("--lead", type=int, default=0, help="how many turns are played before the log begins")
    parser.add_argument("--each", type=int, default=2, help="how many keys of a verb, phases or removals of a game")
    parser.add_argument("--within", type=int, default=3, help="how often a phase is cut")
    parser.add_argument("--untidy", action="store_true", help="the player is untidy")
    parser.add_argument("--late", action="store_true", help="the player is late with the turn tracker")
    parser.add_argument("--verb", action="append", default=[], help="try this key alone")
    parser.add_argument("--examples", action="store_true", help="with --keys: the rulebook's examples, and no games")
    parser.add_argument("--write", type=Path, help="put the matrix of keys into this page")
    given = parser.parse_args()
    os.environ[CHECKED] = "1" if given.order else ""
    tried, found = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        for name in given.game or NAMES:
            for played in _played(given, name, Path(folder)):
                for wrong in _tried(given, played, Path(folder)):
                    tried[name] += 1
                    found[name] += bool(wrong)
                    if wrong:
                        print(f"{name} {played.seed}+{played.lead} {wrong}", flush=True)
    print(", ".join(f"{name}: {found[name]} of {number}" for name, number in tried.items()))
    if given.keys:
        games = tuple(given.game or NAMES)
        known = {name: says_only(name) for name in games}
        lines = list(matrix(cells(one for name in games for one in _kept(name)), games, known))
        print("\n".join(lines))
        if given.write:
            put_into(given.write, lines)
    return 1 if found.total() else 0


def _played(given: argparse.Namespace, name: str, folder: Path) -> Iterator[Told]:
    """Yield the games of a name, or its rulebook's examples."""
    if given.examples:
        yield from keys.of_examples(name, folder, frozenset(given.verb))
        return
    for seed in range(given.first, given.first + given.games):
        yield told(name, seed, given.turns, folder, given.lead)


def _tried(given: argparse.Namespace, played: Told, folder: Path) -> Iterator[str]:
    """Yield of each log that is made of a game what is wrong with its audit; '' for nothing."""
    rates = Rates() if given.untidy else LATE if given.late else TIDY
    if given.keys:
        yield from _of_keys(given, played, folder)
    elif given.cut:
        for tail in tails(played, folder, given.each, given.within, rates):
            yield f"from {tail.phase}, without {tail.cut} steps: {tail.accused[0]}" if tail.accused else ""
    elif given.behind:
        for one in late_movers(played, folder, given.each):
            found = (*one.accused, *one.left_open)
            yield f"{one.clock}, {', '.join(one.units)} late: {found[0]}" if found else ""
    elif given.excuse:
        for done in done_otherwise(played, folder, given.each):
            passed = done.outcome == "passed over"
            text = f"{done.clock}, {done.kind}: {done.was} => {done.done}: {', '.join(done.rules)}"
            yield text if passed else ""
    elif given.join:
        yield from falsely_accused_in_play(played, given.each)
        yield ""
    elif given.mend:
        yield "; ".join(newly_accused_in_play(played, folder, rates))
    elif given.keep:
        yield "; ".join(not_conserved(played, folder, rates))
    elif rates is not TIDY:
        yield _out_of_order(played, folder, rates)
    else:
        for late in late_removals(played, folder, given.each):
            yield f"{late.clock}, {late.unit} {late.by} steps late: {late.broken}" if late.broken else ""


def _out_of_order(played: Told, folder: Path, rates: Rates) -> str:
    try:
        audited(played, folder / "order.vlog", PhaseByPhase(played, rates))
    except OrderError as error:
        return str(error)
    return ""


def _of_keys(given: argparse.Namespace, played: Told, folder: Path) -> Iterator[str]:
    """Try the keys of a game, keep what was tried, and yield what is accused."""
    KEPT.mkdir(parents=True, exist_ok=True)
    with (KEPT / f"keys-{played.name}.jsonl").open("a", encoding="utf-8") as stream:
        for one in keys.tried(played, folder, given.each, frozenset(given.verb)):
            stream.write(json.dumps(asdict(one)) + "\n")
            stream.flush()
            yield f"{one.verb} {one.way}, {one.clock}: {one.line}: {one.accused[0]}" if one.accused else ""


def _kept(name: str) -> Iterator[keys.Try]:
    """Yield the last try of each key of a game that was kept."""
    path = KEPT / f"keys-{name}.jsonl"
    last: dict[tuple[object, ...], keys.Try] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        held = json.loads(line)
        one = keys.Try(**{**held, "accused": tuple(held["accused"])})
        last[one.game, one.seed, one.lead, one.way, one.clock, one.line] = one
    yield from last.values()


if __name__ == "__main__":
    raise SystemExit(main())

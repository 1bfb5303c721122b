"""Play random games with random options: `python -m tests.option_games --games 2000 --turns 6 --into games.jsonl`."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

from tests.option_games.playing import WITH_LINES, WITHOUT_LINES, Played, play
from trc_module.rules.registry import in_order


def read(path: Path) -> list[Played]:
    """Read the games that were played."""
    if not path.exists():
        return []
    return [Played(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines() if line]


def told(games: Iterable[Played]) -> str:
    """Say what was played."""
    played = list(games)
    turns, acts = sum(one.turns for one in played), sum(one.acts for one in played)
    faulty = [one for one in played if one.faults]
    options: Counter[str] = Counter(number for one in played for number in one.options)
    kinds: Counter[str] = Counter()
    for one in played:
        kinds.update(one.kinds)
    scenarios = Counter(one.scenario for one in played)
    lines = [
        f"{len(played)} games, {turns} turns, {acts} acts; {len(faulty)} with a fault.",
        *_of_logs(played),
        "Scenarios: " + ", ".join(f"{name} {n}" for name, n in sorted(scenarios.items())) + ".",
        "Games with each option: " + ", ".join(f"{o} {options[o]}" for o in sorted(options, key=in_order)) + ".",
        "Acts: " + ", ".join(f"{kind} {n}" for kind, n in sorted(kinds.items())) + ".",
    ]
    for one in faulty:
        lines.append(f"seed {one.seed} ({one.scenario}; {', '.join(one.options)}): {one.faults[0]}")
    for one in played:
        if one.alarms:
            lines.append(f"log of seed {one.seed}, {one.log} ({one.scenario}): {one.alarms[0]}")
    return "\n".join(lines)


def _of_logs(games: Iterable[Played]) -> Iterator[str]:
    for kind in (WITH_LINES, WITHOUT_LINES):
        logs = [one for one in games if one.log == kind]
        alarmed = sum(bool(one.alarms) for one in logs)
        if logs:
            judged = sum(one.judged for one in logs)
            yield f"Logs {kind}: {len(logs)}, in which {judged} acts were judged; {alarmed} with a false alarm."


def main() -> int:
    """Play the games that have not been played yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--first", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--always", action="append", default=[], help="an option that is in every game")
    parser.add_argument("--turns", type=int, default=6, help="turns of a game at most; it has two or more")
    parser.add_argument(
        "--into", type=Path, help="a file of a line for each game; games that stand there are not played"
    )
    parser.add_argument("--logs", type=int, default=0, help="of every how manieth game the log is audited; 0: of none")
    parser.add_argument("--show", type=Path, help="say what such a file holds")
    given = parser.parse_args()
    if given.show:
        print(told(read(given.show)))
        return 0
    games = read(given.into) if given.into else []
    done = {one.seed for one in games}
    with tempfile.TemporaryDirectory() as owners:
        for seed in range(given.first, given.first + given.games):
            if seed in done:
                continue
            log = (WITH_LINES, WITHOUT_LINES)[seed // given.logs % 2] if given.logs and seed % given.logs == 0 else ""
            one = play(seed, given.turns, Path(owners), frozenset(given.always), log)
            games.append(one)
            if given.into:
                with given.into.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(one)) + "\n")
            for fault in (*one.faults[:1], *one.alarms[:1]):
                print(f"seed {seed}{', log ' + log if log else ''}, {one.seconds} s: {fault}", flush=True)
    print(told(games))
    return 1 if any(one.faults or one.alarms for one in games) else 0


raise SystemExit(main())

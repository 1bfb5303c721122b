"""Thousands of untidy turns: `nice python -m tests.untidy --turns 10000 --kept build/untidy.jsonl`."""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.long_play.game import ERRORS, is_victory, plan_of
from tests.untidy.habits import HALF, Rates, Untidy
from tests.untidy.writing import write
from trc_module.cli.logs import nothing_collected, open_logs
from trc_module.games import find_game
from trc_module.games.trc import Trc
from trc_module.games.trc.play import played_on
from trc_module.module.parts import ModuleParts, load_parts
from trc_module.replay.audit import audit_chain
from trc_module.replay.chain import join
from trc_module.resources import data_dir
from trc_module.rules.finding import Verdict
from trc_module.rules.selfplay import record_of, self_play


def play(game: Trc, parts: ModuleParts, seed: int, longest: int, rates: Rates, keep: Path | None) -> dict[str, Any]:
    """Play a game, write its log untidily, audit it, and return what was found."""
    plan = plan_of(seed, "both", longest, ())
    state = game.start(plan.scenario, frozenset())
    player = game.player(plan.level, plan.seed)
    last = state.clock.turn + plan.lead - 1
    acts = []
    if plan.lead:
        for _, state in self_play(game, state, player, last, played_on):
            pass
    begins = state
    final = max(game.scenarios_by_name[plan.scenario].last_turn, last + 1)
    for told, state in self_play(game, begins, player, min(last + plan.turns, final), played_on if plan.on else None):
        acts.append(told.action)
    untidy = Untidy(game, random.Random(f"untidy {seed}"), rates)
    found: dict[str, Any] = {"seed": seed, "turns": max(1, state.clock.turn - begins.clock.turn)}
    with tempfile.TemporaryDirectory() as folder:
        path = (keep or Path(folder)) / f"untidy-{seed}.vlog"
        write(parts, record_of(game, begins, acts), path, untidy)
        began = time.process_time()
        with nothing_collected():
            audit = audit_chain(join(open_logs([path])))
        found["seconds"] = round(time.process_time() - began, 3)
    told_ = [n for n in audit.findings if not (plan.on and is_victory(n.finding.rule))]
    lines = {
        v: [f"{n.steps[-1] if n.steps else 0} {n.clock}: {n.finding}" for n in told_ if n.finding.verdict is v]
        for v in Verdict
    }
    found["accused"] = [*lines[Verdict.VIOLATION], *lines[Verdict.DOUBT]]
    found["undecided"] = lines[Verdict.UNDECIDED]
    found["notes"] = len(lines[Verdict.NOTE])
    found["habits"] = untidy.done
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--to", type=int, default=12, help="the most turns of a game")
    parser.add_argument("--half", action="store_true", help="half of the lines are missing")
    parser.add_argument("--kept", type=Path, default=Path("build/untidy.jsonl"))
    parser.add_argument("--logs", type=Path, help="a folder in which the logs are kept")
    given = parser.parse_args()
    game = find_game("trc")
    assert isinstance(game, Trc)
    parts = load_parts(game, data_dir() / game.name)
    given.kept.parent.mkdir(parents=True, exist_ok=True)
    found = [json.loads(line) for line in given.kept.read_text().splitlines()] if given.kept.exists() else []
    done = {one["seed"] for one in found}
    seed, turns = given.first, sum(one["turns"] for one in found)
    with given.kept.open("a", encoding="utf-8") as stream:
        while turns < given.turns:
            if seed not in done:
                try:
                    one = play(game, parts, seed, given.to, HALF if given.half else Rates(), given.logs)
                except ERRORS as error:
                    one = {
                        "seed": seed,
                        "turns": 1,
                        "accused": [f"{type(error).__name__}: {error}"],
                        "undecided": [],
                        "notes": 0,
                        "seconds": 0,
                        "habits": {},
                    }
                found.append(one)
                turns += one["turns"]
                stream.write(json.dumps(one) + "\n")
                stream.flush()
                if sys.stderr.isatty() or one["accused"]:
                    print(f"{turns} turns; game {seed}: {'; '.join(one['accused'][:2])}", file=sys.stderr)
            seed += 1
    rules = Counter(text.split(": ")[1].split()[1] for one in found for text in one["accused"])
    unsure = Counter(text.split(": ")[1].split()[1] for one in found for text in one["undecided"])
    print(f"{len(found)} games, {turns} turns, audits of {sum(o['seconds'] for o in found):.0f} s")
    print(
        f"accused: {sum(bool(o['accused']) for o in found)} games, {sum(len(o['accused']) for o in found)} findings: {rules.most_common(12)}"
    )
    print(f"undecided: {sum(len(o['undecided']) for o in found)}: {unsure.most_common(12)}")
    print(
        f"notes: {sum(o['notes'] for o in found)}; habits: {Counter(k for o in found for k, n in o['habits'].items() for _ in range(n))}"
    )
    return 1 if any(one["accused"] for one in found) else 0


if __name__ == "__main__":
    raise SystemExit(main())

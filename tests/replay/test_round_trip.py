"""A record composed into a log and read back: the examples of every rule, act for act."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from trc_module.auditing.audit import audit_log
from trc_module.games import find_game
from trc_module.module.compose import compose
from trc_module.module.inputs import ModuleInputs
from trc_module.replay.gamelog import open_log
from trc_module.rules.finding import Verdict
from trc_module.rules.record import Expect, NumberedLine, Record, action_text, read_record
from trc_module.rules.registry import Rule
from trc_module.rules.selfplay import self_play

GAME = find_game("trc")
BOOK = GAME.book
OF_A_KIND = 6
"""The number of examples of each kind of act that are tried; all of them pass, and take half a minute."""


def examples() -> Iterator[tuple[Rule, str]]:
    """Yield examples until there are enough of every kind of act."""
    seen: Counter[str] = Counter()
    for rule in BOOK.under(""):
        for text in (rule.legal, rule.illegal):
            verbs = {line.split()[0].rstrip(":") for line in text.splitlines() if line.split() and ": " not in line}
            verbs |= {
                line.split()[0] for line in text.splitlines() if line.startswith(("attack", "av", "roll", "lose"))
            }
            if any(seen[verb] < OF_A_KIND for verb in verbs - {"expect", "end"}):
                seen.update(verbs)
                yield rule, text


EXAMPLES = list(examples())

READ_OTHERWISE = {
    # A drag outside a movement phase may be anything: the log does not say what.
    ("4.0a", "move ger-41-pz P20 P19"),
    ("12.1c", "move ger-41-pz P20 P19"),
    # Whoever joins a second battle before the first is rolled for has left the first.
    ("12.2b", "attack 1: ger-41-pz x rus-24-inf"),
}
PUT_RIGHT = {"20.1.2a", "20.1.2b"}
"""Rules whose illegal example looks like a counter that was first put in a wrong place, and then where it belongs."""
SUNK = re.compile(r"eliminate \S+ because 10\.4")
_WAY = re.compile(r"(move|rail|rail-free|strategic|retreat \d+:) (\S+) (\S+)( .*)? (\S+)")


def ends_of_ways(acts: list[str]) -> list[tuple[str, ...]]:
    """Keep of each way over the map where it begins and ends, and put ways together that follow each other.

    A drag is no path, and several drags of one unit are one move, by rail if it went by rail at first.
    """
    told: list[tuple[str, ...]] = []
    for act in acts:
        way = _WAY.fullmatch(act.removesuffix(" off"))
        if way is None:
            told.append((act,))
            continue
        verb, unit, start, _, goal = way.groups()
        if told and told[-1][1:2] == (unit,) and told[-1][-1] == start:
            verb, _, start, _ = told.pop()
        told.append((verb, unit, start, goal))
    return told


@pytest.mark.parametrize(("rule", "text"), EXAMPLES, ids=lambda value: value.number if isinstance(value, Rule) else "")
def test_an_example_is_read_out_of_its_log_as_it_was_written(
    parts: ModuleInputs, tmp_path: Path, rule: Rule, text: str
) -> None:
    record = read_record("game: trc\n" + text, f"rule {rule.number}", find_game)
    written = [action_text(record.game, entry) for entry in record.entries if not isinstance(entry, Expect)]
    path = tmp_path / "example.vlog"
    compose(parts, record, path, "1")
    audit = audit_log(open_log(path, parts))
    if text == rule.illegal and rule.number in PUT_RIGHT:
        assert not any(noted.finding.accuses for noted in audit.findings)
        return
    read = [done.text for done in audit.acts]
    # A composed log takes sunk counters off at once, which a record may leave to the rules.
    read = [act for act in read if act in written or not SUNK.fullmatch(act)]
    kept = [act for act in written if text != rule.illegal or (rule.number, act) not in READ_OTHERWISE]
    assert ends_of_ways(read) == ends_of_ways(kept)


@pytest.mark.parametrize("seed", [1, 13])
def test_nobody_is_accused_of_a_legal_game_whether_he_declared_or_not(
    parts: ModuleInputs, tmp_path: Path, seed: int
) -> None:
    game = parts.game
    start = game.start("campaign", frozenset())
    acts = [told.action for told, _ in self_play(game, start, game.player("random", seed), 2)]
    record = Record(game, start, tuple(NumberedLine(number, action) for number, action in enumerate(acts, 1)))
    for declared in (True, False):
        path = tmp_path / "game.vlog"
        compose(parts, record, path, "1", declared=declared)
        findings = [noted.finding for noted in audit_log(open_log(path, parts)).findings]
        assert [str(f) for f in findings if f.verdict in (Verdict.VIOLATION, Verdict.DOUBT)] == []
        if declared:
            assert {finding.verdict for finding in findings} <= {Verdict.NOTE}


@pytest.mark.parametrize(
    ("header", "ride"),
    [
        # PP6 is no nearer to U1 than QQ6 is, so that QQ6 looks like a stop made by mistake.
        ("on R9: rus-stalin", "rail rus-stalin R9 R8 S7 S6 S5 S4 T4 T3 U2 U1 > QQ6 PP6 PP5"),
        ("on FF18: rus-2-cav", "rail rus-2-cav FF18 FF19 GG19 HH21 HH22 II22 JJ23"),
    ],
    ids=["the edge", "the strait"],
)
def test_a_ride_over_the_edge_of_the_map_or_a_strait_is_read_as_it_was_dragged(
    parts: ModuleInputs, tmp_path: Path, header: str, ride: str
) -> None:
    text = f"game: trc\nat: turn 2 russian impulse 1 movement clear\n{header}\n{ride}\nend\n"
    compose(parts, read_record(text, "x", find_game), tmp_path / "ride.vlog", "1")
    audit = audit_log(open_log(tmp_path / "ride.vlog", parts))
    read = audit.acts[0].action
    assert read is not None
    assert action_text(GAME, read) == ride
    assert [str(noted.finding) for noted in audit.findings] == []

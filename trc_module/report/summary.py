"""An after-action report: what was done in each turn, what it cost, and who held what at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from trc_module.printable import joined, printable
from trc_module.replay.audit import Audit, Done
from trc_module.report.ground import ground_held
from trc_module.rules.actions import Attack, Eliminate, Lose, Move, Roll, Surrender
from trc_module.rules.state import State


def summary_tree(audit: Audit) -> dict[str, Any]:
    """Return the report as plain data, turn by turn."""
    turns = sorted({done.clock.turn for done in audit.acts} | {clock.turn for clock, _ in audit.phases})
    ends = {clock.turn: state for clock, state in audit.phases}
    ends[audit.end.clock.turn] = audit.end
    return {
        "files": [audit.chain.name(index) for index in range(len(audit.chain.links))],
        "players": [{"name": player.name, "side": player.side} for player in audit.players],
        "turns": [_turn(audit, turn, ends.get(turn, audit.end)) for turn in turns],
    }


def summary_text(audit: Audit) -> str:
    """Return the report as text."""
    tree = summary_tree(audit)
    parts = [printable(", ".join(tree["files"]))]
    for turn in tree["turns"]:
        lines = [f"Turn {turn['turn']}" + (f", {turn['weather']}" if turn["weather"] else "")]
        lines += [f"  {side}: {count} move{'' if count == 1 else 's'}" for side, count in turn["moves"].items()]
        for battle in turn["battles"]:
            told = (("at ", battle["odds"]), ("die ", battle["die"]), ("", battle["result"]))
            result = ", ".join(f"{word}{value}" for word, value in told if value)
            who = f"{' '.join(battle['attackers'])} against {' '.join(battle['defenders'])}"
            lines.append(f"  battle {battle['number']}: {who}" + (f" ({result})" if result else ""))
        lines += [f"  {side} lost: {' '.join(units)}" for side, units in turn["losses"].items()]
        lines.append("  on the map: " + ", ".join(f"{side} {count}" for side, count in turn["units"].items()))
        lines.append("  hexes behind the front: " + ", ".join(f"{side} {n}" for side, n in turn["ground"].items()))
        lines.append("  places held: " + ", ".join(f"{side} {count}" for side, count in turn["control"].items()))
        parts.append(joined(lines))
    return "\n\n".join(parts)


def _turn(audit: Audit, turn: int, end: State) -> dict[str, Any]:
    acts = [done for done in audit.acts if done.clock.turn == turn]
    side_of = audit.log.parts.game.side_of
    moves = Counter(side_of[done.action.unit] for done in acts if isinstance(done.action, Move))
    losses: dict[str, list[str]] = {}
    for unit in _lost(acts):
        if unit in side_of:
            losses.setdefault(side_of[unit], []).append(unit)
    sides = audit.log.parts.game.sides
    return {
        "turn": turn,
        "weather": end.weather,
        "moves": {side: moves[side] for side in sides},
        "battles": list(_battles(acts)),
        "losses": losses,
        "units": {side: sum(not isinstance(p, str) for p in end.forces[side].places.values()) for side in sides},
        "ground": ground_held(audit.log.parts.board, end, sides),
        "control": {side: sum(holder == side for holder in end.control.values()) for side in sides},
    }


def _lost(acts: list[Done]) -> Iterator[str]:
    for done in acts:
        match done.action:
            case Lose(unit=unit) | Eliminate(unit=unit):
                yield unit
            case Surrender(who=unit):
                yield unit


def _battles(acts: list[Done]) -> Iterator[dict[str, Any]]:
    # A number stands for another battle in every phase.
    rolls = {(done.clock, done.action.number): done.action for done in acts if isinstance(done.action, Roll)}
    for done in acts:
        if isinstance(done.action, Attack):
            roll = rolls.get((done.clock, done.action.number))
            yield {
                "number": done.action.number,
                "attackers": list(done.action.attackers),
                "defenders": list(done.action.defenders),
                "odds": (roll.odds if roll else "") or done.odds,
                "die": roll.die if roll else None,
                "result": roll.result if roll else "",
            }

"""An after-action report: what was done in each turn, what it cost, and who held what at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from trc_module.auditing.audit import Audit
from trc_module.auditing.judged import Done
from trc_module.printable import as_heading, joined, printable
from trc_module.report.ground import ground_held
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.report.victory import winner_text, winner_tree, winners
from trc_module.roster import Unit
from trc_module.rules.actions import Attack, Eliminate, Lose, RollCombat, Setup, Surrender
from trc_module.rules.battles import WON, Battle
from trc_module.rules.clock import Clock, part_title
from trc_module.rules.state import State
from trc_module.systems.turn_words import turn_words


def summary_tree(audit: Audit, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """Return the report as plain data, turn by turn; what it says of the winner is in the tongue."""
    turns = sorted({done.clock.turn for done in audit.acts} | {clock.turn for clock, _ in audit.phases})
    ends = {clock.turn: state for clock, state in audit.phases}
    ends[audit.end.clock.turn] = audit.end
    return {
        "files": [audit.chain.name(index) for index in range(len(audit.chain.links))],
        "players": [{"name": player.name, "side": player.side} for player in audit.players],
        "won": [{**winner_tree(winner), "text": winner_text(winner, tongue)} for winner in winners(audit)],
        "turns": [_turn(audit, turn, ends.get(turn, audit.end)) for turn in turns],
    }


def summary_text(audit: Audit, tongue: Tongue = ENGLISH) -> str:
    """Return the report as text."""
    tree, words = summary_tree(audit, tongue), SummaryWords(audit.log.parts.roster.units, tongue)
    say = tongue.say
    parts = [printable(", ".join(tree["files"]))]
    for turn in tree["turns"]:
        lines = [words.turn(turn)]
        for part in turn["parts"]:
            lines += _part_lines(part, words)
        lines.append(f"  {say('on the map')}: {words.counts(turn['units'])}")
        lines.append(f"  {say('hexes behind the front')}: {words.counts(turn['ground'])}")
        lines.append(f"  {say('places held')}: {words.counts(turn['control'])}")
        parts.append(joined(lines))
    if tree["won"]:
        parts.append(joined(winner["text"] for winner in tree["won"]))
    return "\n\n".join(parts)


class SummaryWords:
    """The words of a report in a language: units by their names, sides, results."""

    def __init__(self, units: Mapping[str, Unit], tongue: Tongue) -> None:
        self._tongue = tongue
        self._units = tongue.units(units)
        self.say = tongue.say

    def turn(self, turn: dict[str, Any]) -> str:
        """Return the head of a turn, with what holds in it: 'Turn 3, light mud'."""
        return ", ".join((self.say("Turn {turn}", turn=turn["turn"]), *map(self._tongue.place, turn["words"])))

    def row(self, turn: dict[str, Any]) -> str:
        """Return the number of a turn, with what holds in it: '3, light mud'."""
        return ", ".join((str(turn["turn"]), *map(self._tongue.place, turn["words"])))

    def side(self, side: str) -> str:
        """Return what a side is called."""
        return self._tongue.place(side.capitalize())

    def part(self, part: dict[str, Any]) -> str:
        """Return how a part of a side's turn is headed."""
        title: str = part["title"]
        said = title if self._tongue.is_english else self._tongue.phrase(title.lower())
        return as_heading(said)

    def verb(self, verb: str) -> str:
        """Return the verb of a record in words."""
        return self._tongue.place(verb)

    def units(self, units: Iterable[str]) -> list[str]:
        """Return what players call units."""
        return [(known.spoken if (known := self._units.get(unit)) else "") or unit for unit in units]

    def named(self, units: Iterable[str]) -> str:
        """Return units as a list of words."""
        return ", ".join(self.units(units))

    def counts(self, counts: Mapping[str, int]) -> str:
        """Return a count for each side."""
        return ", ".join(f"{self.side(side)} {count}" for side, count in counts.items())

    def outcome(self, battle: dict[str, Any]) -> str:
        """Return the odds, the die and the result of a battle in words, as far as they are known."""
        if battle["result"] == WON:
            return self.say("automatic victory")
        told = [self.say("at {odds}", odds=battle["odds"])] if battle["odds"] else []
        told += [self.say("die {die}", die=battle["die"])] if battle["die"] else []
        return ", ".join([*told, battle["result"] or self.say("result unknown")])


def _part_lines(part: dict[str, Any], words: SummaryWords) -> Iterator[str]:
    moves = words.counts({side: count for side, count in part["moves"].items() if count})
    yield f"  {words.part(part)}" + (f", {words.say('moves')}: {moves}" if moves else "")
    for side, acts in part["acts"].items():
        if acts.keys() - {"move"}:
            yield f"    {words.side(side)}: " + ", ".join(f"{words.verb(verb)} {n}" for verb, n in acts.items())
    for battle in part["battles"]:
        attackers, defenders = words.named(battle["attackers"]), words.named(battle["defenders"])
        who = words.say("{attackers} against {defenders}", attackers=attackers, defenders=defenders)
        yield f"    {words.say('battle {number}', number=battle['number'])}: {who} ({words.outcome(battle)})"
    for side, units in part["losses"].items():
        yield f"    {words.say('{side} lost', side=words.side(side))}: {words.named(units)}"


def _turn(audit: Audit, turn: int, end: State) -> dict[str, Any]:
    acts = [done for done in audit.acts if done.clock.turn == turn]
    sides, told = audit.log.parts.game.sides, turn_words(audit.log.parts.game, end)
    by_part: dict[tuple[int, str, int], list[Done]] = {}
    for done in acts:
        by_part.setdefault(_key(done.clock), []).append(done)
    parts = [_part(audit, side, part, own) for (_, side, part), own in by_part.items()]
    losses = {side: [u for each in parts for u in each["losses"].get(side, ())] for side in sides}
    return {
        "turn": turn,
        **told,
        "words": [word for word in told.values() if word],
        "parts": parts,
        "moves": {side: sum(each["moves"][side] for each in parts) for side in sides},
        "losses": {side: units for side, units in losses.items() if units},
        "units": {side: sum(not isinstance(p, str) for p in end.forces[side].places.values()) for side in sides},
        "ground": ground_held(audit.log.parts.board, end, sides),
        "control": {side: sum(holder == side for holder in end.control.values()) for side in sides},
    }


def _part(audit: Audit, side: str, part: int, acts: list[Done]) -> dict[str, Any]:
    """Return what was done in one part of a side's turn; `acts` are those of it, in their order."""
    game = audit.log.parts.game
    moves, done_by = _acts_of_units(audit, acts)
    fought = _fought(audit, acts[0].clock)
    losses: dict[str, list[str]] = {}
    surrendered = (unit for battle in fought.values() if battle.result == WON for unit in battle.defenders)
    for unit in dict.fromkeys((*surrendered, *_lost(acts))):
        if unit in game.side_of:
            losses.setdefault(game.side_of[unit], []).append(unit)
    return {
        "side": side,
        "part": part,
        "title": part_title(audit.log.parts.game.sequence, side, part),
        "moves": {side: moves[side] for side in game.sides},
        "acts": {side: dict(done_by[side]) for side in game.sides if side in done_by},
        "battles": list(_battles(acts, fought)),
        "losses": losses,
    }


def _acts_of_units(audit: Audit, acts: list[Done]) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """Return how often units of each side moved, by whatever means, and how often they did what, by a record's verbs.

    What was done in battles, and losses, are told elsewhere.
    """
    game = audit.log.parts.game
    moves: Counter[str] = Counter()
    done_by: dict[str, Counter[str]] = {}
    for action in (done.action for done in acts):
        if action is None or isinstance(action, Setup | Eliminate | Surrender):
            continue
        syntax = next(each for each in game.statements if each.makes(action))
        side = game.side_of.get(getattr(action, "unit", ""))
        if side is None or not syntax.acts_with_a_unit:
            continue
        done_by.setdefault(side, Counter())[syntax.verb] += 1
        moves[side] += syntax.moves_a_unit
    return moves, done_by


def _lost(acts: list[Done]) -> Iterator[str]:
    for done in acts:
        match done.action:
            case Lose(unit=unit) | Eliminate(unit=unit):
                yield unit
            case Surrender(who=unit):
                yield unit


def _fought(audit: Audit, clock: Clock) -> dict[int, Battle]:
    """Return the battles of such a part by number, as they stood when it ended."""
    states = (*audit.phases, (audit.end.clock, audit.end))
    return {b.number: b for at, state in states if _key(at) == _key(clock) for b in state.battles}


def _battles(acts: list[Done], fought: Mapping[int, Battle]) -> Iterator[dict[str, Any]]:
    rolled = {done.action.number: done for done in acts if isinstance(done.action, RollCombat)}
    rolls = {number: done.action for number, done in rolled.items() if isinstance(done.action, RollCombat)}
    attacks = {done.action.number: done for done in acts if isinstance(done.action, Attack)}
    for number, battle in fought.items():
        if number not in attacks and battle.result == WON:
            yield _battle(number, battle.attackers, battle.defenders, "", None, WON)
    for number, done in attacks.items():
        assert isinstance(done.action, Attack)
        roll = rolls.get(number)
        known = fought[number].result if number in fought else ""
        result = (roll.result if roll else "") or (known if known.isalnum() else "")
        odds = (roll.odds or rolled[number].odds if roll else "") or done.odds
        yield _battle(number, done.action.attackers, done.action.defenders, odds, roll.die if roll else None, result)


def _battle(
    number: int, attackers: Sequence[str], defenders: Sequence[str], odds: str, die: int | None, result: str
) -> dict[str, Any]:
    return {
        "number": number,
        "attackers": list(attackers),
        "defenders": list(defenders),
        "odds": odds,
        "die": die,
        "result": result,
    }


def _key(clock: Clock) -> tuple[int, str, int]:
    return clock.turn, clock.side, clock.part

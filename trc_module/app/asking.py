"""Questions of a page about a position, answered as plain data; hexes by their printed names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from trc_module.app.languages import LANGUAGES
from trc_module.app.opened import OpenGame
from trc_module.errors import UserError
from trc_module.hexgrid import Hex, HexSet
from trc_module.report.counter_names import CounterNames
from trc_module.report.tongue import tongue_of
from trc_module.rules.finding import Finding
from trc_module.rules.places import Place
from trc_module.rules.questions import Odds, Overlay, Reason, Supposed, Ways
from trc_module.rules.state import State

_MOST_EDITS = 400
_MOST_NAMED = 60
"""Units or hexes of one question."""


@dataclass(frozen=True)
class AskedQuestion:
    """A question: the game, the position that it is about, and its other fields, checked as they are read."""

    game: OpenGame
    fields: Mapping[str, Any]

    @property
    def step(self) -> int:
        """Return the step; UserError if the game has no such step."""
        step = self.fields.get("step", 0)
        if not isinstance(step, int) or not 0 <= step <= len(self.game.audit.steps):
            raise UserError("This game has no such step.")
        return step

    def state(self) -> State:
        """Return the position after the step, with what was put elsewhere by hand."""
        state = self.game.positions.at(self.step)
        for unit, place in self.edits():
            state = self.game.questions.put(state, unit, place)
        return state

    def edits(self) -> Iterable[tuple[str, Place | None]]:
        """Yield which units were put where, None for off the table."""
        given = self.fields.get("edits", [])
        if not isinstance(given, list) or len(given) > _MOST_EDITS:
            raise UserError(f"At most {_MOST_EDITS} units can be put elsewhere.")
        for edit in given:
            if not isinstance(edit, list) or len(edit) != 2:
                raise UserError("That is not a change of a position.")
            unit, name = edit
            yield self.known(unit), None if name is None else self._place(unit, name)

    def _place(self, unit: str, name: Any) -> Place:
        game = self.game.audit.log.parts.game
        if isinstance(name, str) and name in game.boxes[game.side_of[unit]]:
            return name
        return self.named_hex(name)

    def unit(self) -> str:
        """Return the unit that is asked about."""
        return self.known(self.fields.get("unit"))

    def units(self, key: str) -> tuple[str, ...]:
        """Return the units of a field, each once."""
        return tuple(dict.fromkeys(self.known(unit) for unit in self._list(key)))

    def known(self, unit: Any) -> str:
        """Return a unit; UserError if the game has none of that name."""
        if not isinstance(unit, str) or unit not in self.game.audit.log.parts.game.side_of:
            raise UserError("There is no such unit in this game.")
        return unit

    def hex(self, key: str) -> Hex:
        """Return the hex of a field."""
        return self.named_hex(self.fields.get(key))

    def hexes(self, key: str) -> tuple[Hex, ...]:
        """Return the hexes of a field, each once."""
        return tuple(dict.fromkeys(self.named_hex(name) for name in self._list(key)))

    def named_hex(self, name: Any) -> Hex:
        """Return a hex by its name; UserError if the map has none."""
        found = self.game.audit.log.parts.board.grid.find(name) if isinstance(name, str) else None
        if found is None:
            raise UserError("There is no such hex on this map.")
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """Return the words of a field."""
        return tuple(word for word in self._list(key) if isinstance(word, str))

    def word(self, key: str) -> str:
        """Return the word of a field, '' if it has none."""
        found = self.fields.get(key, "")
        return found if isinstance(found, str) else ""

    def _list(self, key: str) -> list[Any]:
        given = self.fields.get(key, [])
        if not isinstance(given, list) or len(given) > _MOST_NAMED:
            raise UserError("That is not a question of this page.")
        return given


class Teller:
    """Answers as plain data: hexes by name, counters as players call them, rules with their explanations."""

    def __init__(self, game: OpenGame, fields: Mapping[str, Any]) -> None:
        self._parts = game.audit.log.parts
        language = fields.get("lang", "")
        self.tongue = tongue_of(language if language in LANGUAGES else "en", self._parts.folder)
        self._units = self.tongue.units(self._parts.roster.units)
        self._grid = self._parts.board.grid
        self._book = self._parts.game.book.rules

    def names(self, members: HexSet) -> list[str]:
        """Return the hexes of a set."""
        return list(self._grid.names(members))

    def path(self, hexes: Iterable[Hex]) -> list[str]:
        """Return hexes in their order."""
        return [self._grid.name(at) for at in hexes]

    def text(self, sentence: str) -> str:
        """Return a sentence with counters called as players call them, in the page's language if it is known there."""
        return CounterNames(self._units)(self.tongue.sentence(sentence) or sentence)

    def rule(self, number: str) -> dict[str, str]:
        """Return a rule with its title and its explanation."""
        known = self._book.get(number)
        title = self.tongue.title(number, known.title) if known else ""
        return {"rule": number, "title": title, "text": self.tongue.explained(number, known.text) if known else ""}

    def reason(self, reason: Reason) -> dict[str, str]:
        """Return a reason."""
        known = self._book.get(reason.rule)
        # Where a reason only says what its rule says, the rule's title in the language is it.
        says = f"{self.rule(reason.rule)['title']}." if known and reason.words == f"{known.title}." else reason.words
        return {**self.rule(reason.rule), "words": self.text(says), **({"side": reason.side} if reason.side else {})}

    def reasons(self, reasons: Iterable[Reason]) -> list[dict[str, str]]:
        """Return reasons."""
        return [self.reason(reason) for reason in reasons]

    def findings(self, found: Iterable[Finding]) -> list[dict[str, Any]]:
        """Return the texts of rules."""
        return [
            {
                **self.rule(finding.rule),
                "verdict": finding.verdict.value,
                "words": self.text(finding.sentence),
                "legal": self.text(finding.legal),
                "rests": [str(fact) for fact in finding.facts if not fact.trust.carries_violation],
            }
            for finding in found
        ]

    def unit(self, unit: str) -> dict[str, str]:
        """Return a unit: id, what players call it, side."""
        known = self._parts.roster.units[unit]
        return {"id": unit, "name": self._units[unit].spoken or unit, "side": known.side}


_Answer = Callable[[OpenGame, Mapping[str, Any]], Any]


def _to_move(asked: AskedQuestion, state: State, side: str, unit: str = "") -> Supposed | None:
    return asked.game.questions.to_move(state, side, unit)


def reach(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer where a unit may go."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    unit = asked.unit()
    side = game.audit.log.parts.game.side_of[unit]
    supposed = _to_move(asked, asked.state(), side, unit)
    if supposed is None:
        return {"answered": False}
    at = supposed.state.place(unit)
    if at is None or isinstance(at, str):
        raise UserError("This unit is not on the map.")
    found = game.questions.reach(supposed.state, unit)
    if found is None:
        return {"answered": False}
    return {
        "answered": True,
        "unit": tell.unit(unit),
        "at": game.audit.log.parts.board.grid.name(at),
        "clock": str(supposed.state.clock),
        "supposed": tell.text(supposed.words),
        "ways": [_ways(tell, ways) for ways in found.ways],
        "attacks": tell.names(found.attacks),
        "attacksAfter": tell.names(found.attacks_after),
        "notes": tell.reasons(found.notes),
    }


def _ways(tell: Teller, ways: Ways) -> dict[str, Any]:
    return {
        "manner": ways.manner,
        "ends": tell.names(ways.ends),
        "doubtful": tell.names(ways.doubtful),
        "crowded": tell.names(ways.crowded),
        "off": [tell.text(off) for off in ways.off],
        "closed": tell.text(ways.closed),
    }


def way(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer how a unit comes to a hex, or what forbids it."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    unit, goal = asked.unit(), asked.hex("goal")
    supposed = _to_move(asked, asked.state(), game.audit.log.parts.game.side_of[unit], unit)
    at = None if supposed is None else supposed.state.place(unit)
    if supposed is None or at is None or isinstance(at, str):
        return {"answered": False}
    found = game.questions.way(supposed.state, unit, goal, asked.word("manner") or "land")
    if found is None:
        return {"answered": False}
    return {
        "answered": True,
        "goal": game.audit.log.parts.board.grid.name(goal),
        "manner": found.manner,
        "path": tell.path(found.hexes),
        "held": tell.reasons(found.held),
        "against": tell.findings(found.against),
    }


def odds(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer what an attack is worth, and what the best one would be."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    attackers, targets, support = asked.units("attackers"), asked.hexes("targets"), asked.words("support")
    sides = game.audit.log.parts.game.side_of
    state = asked.state()
    side = sides[attackers[0]] if attackers else asked.word("side")
    if side not in game.audit.log.parts.game.sides:
        raise UserError("There is no such side in this game.")
    expect_enemies(game, state, side, attackers, targets)
    fight = game.questions.to_fight(state, side)
    if fight is None:
        return {"answered": False}
    found = game.questions.odds(fight.state, attackers, targets, support) if attackers else None
    near = game.questions.may_join(fight.state, side, targets)
    return {
        "answered": found is not None or (not attackers and near is not None),
        "clock": str(fight.state.clock),
        "supposed": tell.text(fight.words),
        "near": [{**tell.unit(unit), "at": tell.path((at,))[0]} for unit, at in near or ()],
        "odds": None if found is None else _odds(tell, found),
    }


def best(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer what the best attack on some hexes would be."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    attackers, targets, support = asked.units("attackers"), asked.hexes("targets"), asked.words("support")
    state, side = asked.state(), asked.word("side")
    if side not in game.audit.log.parts.game.sides:
        raise UserError("There is no such side in this game.")
    expect_enemies(game, state, side, attackers, targets)
    supposed = _to_move(asked, state, side)
    found = None if supposed is None else game.questions.best(supposed.state, attackers, targets, support)
    if found is None or supposed is None:
        return {"answered": False}
    return {
        "answered": True,
        "supposed": tell.text(supposed.words),
        "odds": tell.text(found.odds),
        "attackers": [{**tell.unit(unit), "at": tell.path((at,))[0]} for unit, at in found.attackers],
        "added": [
            {**tell.unit(one.unit), "at": tell.path((one.at,))[0], "odds": tell.text(one.odds), "moves": one.moves}
            for one in found.added
        ],
        "notes": tell.reasons(found.notes),
    }


def expect_enemies(game: OpenGame, state: State, side: str, attackers: Sequence[str], targets: Sequence[Hex]) -> None:
    """Refuse an attack by units of several sides or beside the map, and one on hexes without an enemy."""
    parts = game.audit.log.parts
    if any(parts.game.side_of[unit] != side for unit in attackers):
        raise UserError("The attackers are of more than one side.")
    if any(isinstance(at, str) or at is None for at in map(state.place, attackers)):
        raise UserError("An attacker is not on the map.")
    foes = [other for other in parts.game.sides if other != side]
    empty = [at for at in targets if not any(state.forces[foe].stack(at) for foe in foes)]
    if not targets or empty:
        where = parts.board.grid.name(empty[0]) if empty else ""
        raise UserError(f"There is no enemy unit in {where}." if where else "Choose an enemy hex first.")


def _odds(tell: Teller, found: Odds) -> dict[str, Any]:
    return {
        "odds": tell.text(found.odds),
        "attack": found.attack,
        "defence": found.defence,
        "attacking": [_term(tell, term) for term in found.attacking],
        "defending": [_term(tell, term) for term in found.defending],
        "terrain": [
            {"at": tell.path((ground.at,))[0], "times": ground.times, "why": tell.reasons(ground.why)}
            for ground in found.terrain
        ],
        "steps": tell.reasons(found.steps),
        "outcomes": [
            {"result": one.result, "faces": one.faces, "of": one.of, "meaning": tell.text(one.meaning)}
            for one in found.outcomes
        ],
        "supports": [
            {"key": one.key, "words": tell.text(one.words), "against": tell.findings(one.against)}
            for one in found.supports
        ],
        "against": tell.findings(found.against),
        "notes": tell.reasons(found.notes),
    }


def _term(tell: Teller, term: Any) -> dict[str, Any]:
    return {
        **tell.unit(term.unit),
        "at": tell.path((term.at,))[0],
        "printed": term.printed,
        "counts": term.counts,
        "why": tell.reasons(term.why),
    }


def overlay(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer what an overlay shows."""
    asked, tell = AskedQuestion(game, fields), Teller(game, fields)
    key = asked.word("key")
    found = game.questions.overlay(asked.state(), key) if key in game.questions.overlays else None
    return {"answered": False} if found is None else {"answered": True, **_overlay(tell, found)}


def _overlay(tell: Teller, found: Overlay) -> dict[str, Any]:
    areas = [
        {"words": tell.text(area.words), "hexes": tell.names(area.hexes), "side": area.side, "doubtful": area.doubtful}
        for area in found.areas
    ]
    return {"key": found.key, "areas": areas, "lines": tell.reasons(found.lines)}


def position(game: OpenGame, fields: Mapping[str, Any]) -> Any:
    """Answer which units are where in a position with changes, and what it takes from the record."""
    asked = AskedQuestion(game, fields)
    state = asked.state()
    grid = game.audit.log.parts.board.grid
    at = {
        unit: grid.name(place) if not isinstance(place, str) else place
        for force in state.forces.values()
        for unit, place in force.places.items()
    }
    return {"clock": str(state.clock), "units": at}


ANSWERS: Mapping[str, _Answer] = {
    "reach": reach,
    "way": way,
    "odds": odds,
    "best": best,
    "overlay": overlay,
    "position": position,
}


def facts_of(game: OpenGame, language: str = "en") -> dict[str, Any]:
    """Return what the page's scripts need to know of a game."""
    parts = game.audit.log.parts
    tongue = tongue_of(language, parts.folder)
    board, grid = parts.board, parts.board.grid
    named = {grid.name(at): tongue.place(name) for name, at in parts.game.places.items()}
    terrain = {grid.name(at): kind.value for at, kind in board.terrain.items()}
    return {
        "sides": [{"id": side, "title": tongue.place(side.capitalize())} for side in parts.game.sides],
        "sideOf": dict(parts.game.side_of),
        "names": {unit.id: unit.spoken or unit.id for unit in tongue.units(parts.roster.units).values()},
        "places": named,
        "terrain": terrain,
        "terrains": list(board.legend.terrain),
        "game": parts.game.name,
        "overlays": list(game.questions.overlays),
        "orders": parts.game.orders is not None,
    }

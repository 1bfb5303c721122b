"""What the program says of its acts: a sentence for each decision, by what the map shows of it."""

from __future__ import annotations

from trc_module.hexgrid import Hex, hexes
from trc_module.module.recipe import ModuleInputs
from trc_module.rules.actions import (
    Action,
    Attack,
    Claim,
    Eliminate,
    Enter,
    Lose,
    Move,
    Replace,
    Retreat,
    Setup,
    Surrender,
    Withdraw,
)
from trc_module.rules.game import in_words
from trc_module.rules.record.writer import action_text
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.cards import ANY_CARD, Play


class GameWords:
    """The sentences of a game, in the module's names of counters."""

    def __init__(self, parts: ModuleInputs, side: str) -> None:
        self._side = side
        self._parts, self._game, self._board = parts, parts.game, parts.board
        self._named = {at: name for name, at in self._game.places.items()}

    def name(self, unit: UnitId) -> str:
        """Return what players call a unit."""
        found = self._parts.roster.units.get(unit)
        return self._parts.recipe.called(found, self._parts) if found is not None else unit

    def names(self, units: tuple[UnitId, ...]) -> str:
        """Return what players call some units."""
        return in_words(map(self.name, units))

    def place(self, at: Place | None) -> str:
        """Return a hex with the name of its place, or a box."""
        if at is None or isinstance(at, str):
            return at or "nowhere"
        name = self._board.grid.name(at)
        return f"{self._named[at]} ({name})" if at in self._named else name

    def of(self, state: State, act: Action) -> str:
        """Return the sentence of an act; '' for one that says enough by itself."""
        match act:
            case Move():
                return self._move(state, act.unit, act.trail.hexes[-1])
            case Attack():
                return self._attack(state, act)
            case Lose() | Eliminate():
                return f"I lose {self.name(act.unit)}." if self._own(act.unit) else ""
            case Retreat():
                where = "I go back with" if self._own(act.unit) else "I drive back"
                return f"{where} {self.name(act.unit)} to {self.place(act.trail.hexes[-1])}."
            case Enter() | Replace() | Setup():
                at = act.hex if isinstance(act, Setup) else act.place
                return f"{self.name(act.unit)} comes to {self.place(at)}."
            case Withdraw():
                return f"I withdraw {self.name(act.unit)}, as I have to."
            case Surrender():
                return f"{self.name(act.who)} surrenders ({act.because})."
            case Claim():
                return f"{act.side.capitalize()} has won ({act.because})."
        return ""

    def choice(self, state: State, act: Action) -> str:
        """Return an act as one of those that the other side chooses from."""
        if isinstance(act, Setup):
            return "set up the units of your side"
        if isinstance(act, Lose):
            return f"lose {self.name(act.unit)} in battle {act.number}"
        if isinstance(act, Retreat):
            return f"go back with {self.name(act.unit)} to {self.place(act.trail.hexes[-1])}"
        if isinstance(act, Play) and act.card == ANY_CARD:
            return f"{act.purpose} a card of your choice"
        return self._told(act)

    def _told(self, act: Action) -> str:
        """Return an act as a record has it, with the names of its units."""
        units = self._parts.roster.units
        words = action_text(self._game, act).split()
        return " ".join(self.name(word) if word in units else word for word in words)

    def _own(self, unit: UnitId) -> bool:
        return self._game.side_of.get(unit) == self._side

    def _attack(self, state: State, act: Attack) -> str:
        places = dict.fromkeys(self.place(state.place(unit)) for unit in act.defenders)
        odds = act.odds or self._game.odds(state, act)
        return (
            f"{self.names(act.attackers)} {'attacks' if len(act.attackers) == 1 else 'attack'} "
            f"{self.names(act.defenders)} in {in_words(places)}{f' at {odds}' if odds else ''}."
        )

    def _move(self, state: State, unit: UnitId, goal: Hex) -> str:
        name, side, at = self.name(unit), self._game.side_of[unit], state.place(unit)
        foes = self._beside(state, side, goal)
        near = self._beside(state, side, at) if isinstance(at, int) else ()
        held = state.control.get(goal)
        if goal in self._named and held != side:
            return f"{name} goes for {self.place(goal)}."
        if foes:
            return f"{name} goes to {self.place(goal)}, against {self.names(foes[:2])}."
        if near:
            return f"{name} withdraws before {self.names(near[:2])} to {self.place(goal)}."
        if goal in self._named:
            return f"{name} holds {self.place(goal)}."
        return f"{name} goes to {self.place(goal)}{self._towards(goal)}."

    def _beside(self, state: State, side: str, at: Hex) -> tuple[UnitId, ...]:
        found: list[UnitId] = []
        for other, force in state.forces.items():
            if other != side:
                for near in hexes(self._board.grid.neighbours[at]):
                    found += force.stack(near)
        return tuple(found)

    def _towards(self, goal: Hex) -> str:
        if not self._named:
            return ""
        grid = self._board.grid
        near = min(self._named, key=lambda at: (grid.distance(goal, at), at))
        return f", near {self._named[near]}" if grid.distance(goal, near) <= _NEAR else ""


_NEAR = 3
"""Hexes within which a place is named."""

"""Answers about attacks: the number of dice that each side fires, the part of each unit, and the probable hits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from trc_module.games.m41.data import M41
from trc_module.games.m41.firepower import Firepower
from trc_module.games.m41.supply import line_hexes, unit_supplied
from trc_module.games.m41.words import AIR, DISRUPTED
from trc_module.hexgrid import Hex
from trc_module.rules.actions import Attack
from trc_module.rules.battles import Battle, next_number
from trc_module.rules.engine import check
from trc_module.rules.frozen import FrozenMap
from trc_module.rules.questions import Odds, Outcome, Overlay, Reason, SupportOffer, Supposed, Term
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.bringing_up import BestBySearch
from trc_module.systems.dice_pools import ATTACK, DEFEND
from trc_module.systems.questions import CONTROL, POINTS, SUPPLY, assumed
from trc_module.systems.statuses import status_of

_WHO = {ATTACK: "attackers", DEFEND: "defenders"}
_FACES = 6
_BASE = "air"
"""The box in which air units lie that have not flown."""


class M41Questions(BestBySearch):
    """The answers of Moscow 1941."""

    overlays: Sequence[str] = (SUPPLY, CONTROL, POINTS)

    def overlay(self, state: State, key: str) -> Overlay | None:
        """Return who is in supply by land, or what every game shows."""
        game: M41 = self.game
        if key != SUPPLY:
            return super().overlay(state, key)
        lost = [unit for side in game.sides for unit in _on_map(state, side) if not unit_supplied(game, state, unit)]
        return self.supply_told(state, lost, (), {side: line_hexes(game, state, side) for side in game.sides})

    def to_fight(self, state: State, side: str) -> Supposed | None:
        """Return the position as it is when a side says next whom it attacks: it does so while it moves."""
        return self.to_move(state, side)

    def odds(
        self, state: State, attackers: Sequence[UnitId], targets: Sequence[Hex], support: Iterable[str]
    ) -> Odds | None:
        """Return what each side of an attack fires in the first round, legal or not; None without defenders."""
        game: M41 = self.game
        defenders = self.defenders(state, targets)
        if not defenders:
            return None
        flying = [unit for unit in _air(game, state) if unit in support]
        act = Attack(next_number(state.battles), (*attackers, *flying), defenders)
        # An air unit counts as standing in the enemy's hex.
        places = {unit: _place(state, unit, targets[0]) for unit in (*act.attackers, *defenders)}
        battle = Battle(act.number, act.attackers, defenders, FrozenMap(places))
        ours, theirs = (Firepower(game, state, battle, role) for role in (ATTACK, DEFEND))
        return Odds(
            attackers=tuple(attackers),
            targets=tuple(targets),
            odds=f"{ours.dice}:{theirs.dice}",
            attack=ours.dice,
            defence=theirs.dice,
            attacking=tuple(_terms(ours)),
            defending=tuple(_terms(theirs)),
            terrain=(),
            steps=(*_steps(ours), *_steps(theirs)),
            outcomes=(*_outcomes(ours), *_outcomes(theirs)),
            supports=tuple(SupportOffer(unit, game.units[unit].spoken or unit) for unit in _air(game, state)),
            against=tuple(check(game, state, act)),
            notes=tuple(_notes(ours, theirs)),
        )


def _on_map(state: State, side: str) -> list[UnitId]:
    return [unit for unit, at in state.forces[side].places.items() if isinstance(at, int)]


def _place(state: State, unit: UnitId, target: Hex) -> Hex:
    at = state.place(unit)
    return at if isinstance(at, int) else target


def _air(game: M41, state: State) -> list[UnitId]:
    """Return the air units that the side to play has ready."""
    places = state.forces[state.clock.side].places
    return [unit for unit, at in places.items() if game.units[unit].type == AIR and at == _BASE]


def _terms(power: Firepower) -> Iterator[Term]:
    """Yield what each unit fires, those on the ground first."""
    game = power.game
    for unit in power.ground:
        if game.units[unit].type != AIR:
            counts, printed = power.factor(unit), game.units[unit].combat
            yield Term(unit, power.battle.places[unit], printed, counts, tuple(_why(power, unit, counts)))
    for unit in power.air:
        yield Term(unit, power.battle.places[unit], game.units[unit].combat, power.air_factor(unit))


def _why(power: Firepower, unit: UnitId, counts: int) -> Iterator[Reason]:
    """Yield why a unit on the ground fires otherwise than printed."""
    if status_of(power.state, unit) == DISRUPTED:
        yield Reason("M41-DIS-1", "It is disrupted and does not fire.")
    elif counts > (power.game.units[unit].combat or 0):
        yield Reason("M41-OPC-2", "Shock armies fire two dice in the first round.")
    elif counts < (power.game.units[unit].combat or 0):
        yield Reason("M41-TER-2", "Panzers that attack into a forest off the road fire one die.")


def _steps(power: Firepower) -> Iterator[Reason]:
    who = _WHO[power.role]
    if power.role == DEFEND and power.is_strike:
        yield Reason("M41-AIR-1", "Defenders do not fire at air units that attack alone.")
        return
    needs = power.needs(power.dice)
    many = "die" if power.dice == 1 else "dice"
    yield Reason(
        "M41-OPC-4",
        Sentence(
            "The {who} roll {dice} {many}; {set} or more hits.",
            who,
            power.dice,
            many,
            max(set(needs), key=needs.count, default=0),
        ),
    )
    if power.bonus:
        yield Reason("M41-TER-2", Sentence("Terrain gives them {bonus} of these.", power.bonus))
    if power.own_dice:
        yield Reason("M41-TER-2", Sentence("The city gives them {own_dice} of these.", power.own_dice))
    if power.unsupplied:
        yield Reason(
            "M41-OPC-4",
            Sentence(
                "{unsupplied} of these are of units out of supply: {needs} or more hits.", power.unsupplied, needs[0]
            ),
        )


def _outcomes(power: Firepower) -> Iterator[Outcome]:
    """Yield how likely each number of hits is: of all rolls of the dice, those that score so many."""
    rolls = [1]
    for need in power.needs(power.dice):
        hitting = _FACES + 1 - need
        missed = [number * (_FACES - hitting) for number in (*rolls, 0)]
        rolls = [miss + hit * hitting for miss, hit in zip(missed, (0, *rolls), strict=True)]
    who = _WHO[power.role]
    for hits, faces in enumerate(rolls):
        words = Sentence("the {who} score {hits} {word}", who, hits, "hit" if hits == 1 else "hits")
        yield Outcome(f"{who[0].upper()} {hits}", faces, sum(rolls), words)


def _notes(ours: Firepower, theirs: Firepower) -> Iterator[Reason]:
    yield Reason(
        "", "Both sides fire at once; this is the first round. Air units that support and are intercepted do not fire."
    )
    if ours.in_mud_or_snow is None or theirs.in_mud_or_snow is None:
        yield Reason("", "The weather is not known; the full firing rate is assumed.")
    facts = (*ours.facts(), *theirs.facts(), *ours.rate_facts(), *theirs.rate_facts())
    yield from assumed(facts)

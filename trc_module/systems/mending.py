"""Battles whose lines are incomplete, late or wrong: the lines as they may have been meant, the likeliest first.

What the table shows decides: a battle has a die, its attackers stand beside its defenders, who is lost or goes back has
fought in it. Nothing here judges: the referee of the log takes the reading that breaks the fewest rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, islice, permutations

from trc_module.declarations import ATTACK, DEFEND, FATE, PLAIN_DIE, ROLL, Declaration, Grammar
from trc_module.digits import is_number
from trc_module.hexgrid import Hex, hexes
from trc_module.reading.battle import DECLARING, Fight
from trc_module.reading.testimony import stays_out
from trc_module.rules.actions import Attack
from trc_module.rules.interpretation import Episode, Line, PieceTrack
from trc_module.rules.state import Place, State, UnitId
from trc_module.systems.fired_dice import dealt, sides_of
from trc_module.systems.ground import SystemGame

_MOST = 32
"""The greatest number of readings of one phase."""
_MOST_OF_A_BATTLE = 12
"""The greatest number of ways to complete the units of one battle."""
_MOST_DICE = 24
"""The greatest number of ways to assign the plain dice of a phase."""
_MOST_DEALT = 720
"""The greatest number of such ways among which those are looked for that fit the order of the steps."""


@dataclass(frozen=True, slots=True)
class Mended:
    """The lines of a phase of battles as they may have been meant, and the ways of counters that they govern."""

    lines: tuple[Line, ...]
    tracks: tuple[PieceTrack, ...]
    loose: tuple[PieceTrack, ...] = ()
    """The whole ways of units whose lines are set aside."""
    dice: frozenset[int] = frozenset()
    """The steps of plain dice that are read as those of battles."""


@dataclass(frozen=True, slots=True)
class _Slot:
    """A die that a battle lacks: the line by which it would have been rolled."""

    verb: str
    fields: Mapping[str, str]
    fight: Fight


@dataclass(frozen=True, slots=True)
class PlainDice:
    """The dice of a game's battles beside the die of the role ROLL, for which a plain die may have been rolled."""

    asked: Mapping[str, str] = field(default_factory=dict)
    """The verbs of the dice that lines ask for, by the verbs of those lines."""
    fired: tuple[str, ...] = ()
    """The verbs by which a side of a battle fires, first the one of a single die."""
    roles: tuple[str, ...] = ()
    """The words by which those lines name the sides of a battle, the attackers first."""
    hit: tuple[str, ...] = ()
    """The verbs by which the other side takes a hit."""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """How often each side of a battle fires at most, by the phase."""


class Mender:
    """Mends the lines of one phase of battles."""

    def __init__(
        self,
        game: SystemGame,
        state: State,
        episode: Episode,
        boxes: Mapping[tuple[str, UnitId], str],
        dice: PlainDice,
        possible: Callable[[Attack], bool],
    ) -> None:
        """Look at a phase; `boxes` has the box into which a line about a unit's fate puts it, by verb and unit.

        `possible` tells whether an attack fits where its units are.
        """
        self.game = game
        self.state = state
        self.episode = episode
        self._grammar: Grammar = game.grammar
        self._boxes = boxes
        self._dice = dice
        self._possible = possible

    @property
    def tells_of_battles(self) -> bool:
        """Whether a line names a battle."""
        return any(line.says.get("b") for line in self.episode.lines)

    @property
    def is_incomplete(self) -> bool:
        """Whether a battle lacks a side, or others than it names bear its results."""
        fights = self._fights(self.episode.lines)
        declared = [fight for fight in fights.values() if fight.declared and not fight.known]
        return any(
            not (fight.attackers and fight.defenders) or self._with_those_of_results(fight, fights).units != fight.units
            for fight in declared
        )

    def readings(self) -> Iterator[Mended]:
        """Yield the readings, the nearest to the lines first."""
        wrong = [line for line in self.episode.lines if self._is_wrong_fate(line)]
        # Who has fought may have been removed by the key of another removal into the same box.
        fought = [line for line in self.episode.lines if line not in wrong and self._is_fate_of_a_fighter(line)]
        found = [
            self._readings_of(self._without(lines)) for lines in ((wrong, [*wrong, *fought]) if fought else (wrong,))
        ]
        yield from islice(chain(*found), _MOST)

    def _readings_of(self, basis: Mended) -> Iterator[Mended]:
        mended = self._renumbered(basis)
        fights = self._fights(mended.lines)
        variants = [
            list(islice(self._completed(fight, fights), _MOST_OF_A_BATTLE)) or [fight] for fight in fights.values()
        ]
        for choice in islice(_choices([len(ways) for ways in variants]), _MOST):
            yield from self._with_dice(mended, [ways[at] for ways, at in zip(variants, choice, strict=True)])

    # ------------------------------------------------------------- the lines

    @property
    def has_wrong_fates(self) -> bool:
        """Whether a line puts a counter into a box in which it did not stay."""
        return any(map(self._is_wrong_fate, self.episode.lines))

    def _without(self, wrong: Sequence[Line]) -> Mended:
        """Set lines about the fate of units aside."""
        whole = self.episode.tracks_by_unit
        units = {line.says["u"] for line in wrong}
        lines = tuple(line for line in self.episode.lines if line not in wrong)
        tracks = tuple(track for track in self.episode.tracks if track.unit not in units)
        return Mended(lines, tracks, tuple(whole[unit] for unit in sorted(units)))

    def _is_fate_of_a_fighter(self, line: Line) -> bool:
        verb, unit = self._grammar.verbs[line.says.verb], line.says.get("u") or ""
        if verb.governs != FATE or verb.role or line.says.get("b") or unit not in self.episode.tracks_by_unit:
            return False
        fights = self._fights_as_told.values()
        named = {other.says.get("u") for fight in fights for other in fight.results}
        return unit in named or any(unit in fight.units for fight in fights)

    def _is_wrong_fate(self, line: Line) -> bool:
        """Tell whether a line puts a counter into a box in which it did not stay."""
        track = self.episode.tracks_by_unit.get(line.says.get("u") or "")
        verb = self._grammar.verbs[line.says.verb]
        box = self._boxes.get((verb.name, line.says.get("u") or ""))
        return verb.governs == FATE and track is not None and box is not None and track.goal != box

    def _renumbered(self, mended: Mended) -> Mended:
        """Give each line of a result the number of the battle in which its unit fought, where it has another."""
        fights = self._fights(mended.lines)
        lines = [self._die_renumbered(line, fights) for line in mended.lines]
        fights = self._fights(lines)
        lines = [self._line_renumbered(self._of_a_battle_renumbered(line, fights), fights) for line in lines]
        now = {id(line): again for line, again in zip(mended.lines, lines, strict=True)}
        tracks = tuple(replace(track, line=now.get(id(track.line), track.line)) for track in mended.tracks)
        return replace(mended, lines=tuple(lines), tracks=tracks)

    def _die_renumbered(self, line: Line, fights: Mapping[str, Fight]) -> Line:
        """Give the die of a battle that nobody fights the number of the last one before it that lacks a die.

        Of all other lines under its number each is about a unit of that battle.
        """
        named = fights.get(line.says.get("b") or "")
        if named is None or named.units or len(named.rolls) != 1 or self._grammar.role(line.says.verb) != ROLL:
            return line
        without = [fight for fight in fights.values() if fight.attackers and fight.defenders and not fight.rolls]
        before = [fight for fight in without if all(step < line.step for step in fight.declared)]
        right = max(before, key=lambda fight: max(fight.declared, default=0), default=None)
        told = {other.says.get("u") for other in named.results} - {None}
        if right is None or not told <= right.units:
            return line
        return replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": right.number}))

    def _line_renumbered(self, line: Line, fights: Mapping[str, Fight]) -> Line:
        unit, number = line.says.get("u"), line.says.get("b")
        if not unit or number not in fights or self._grammar.role(line.says.verb) in (*DECLARING, ROLL):
            return line
        own = [fight for fight in fights.values() if unit in fight.units]
        assert number is not None
        if any(fight.number == number for fight in own) or (not own and fights[number].at <= line.step):
            return line
        if self._tells_of_a_side(fights[number], unit, line.step):
            return line
        # Whom no line puts into a battle has fought in the one before.
        own = own or [fight for fight in fights.values() if fight.at <= line.step]
        if not own:
            return line
        before = [fight for fight in own if fight.at <= line.step]
        right = max(before, key=lambda fight: fight.at) if before else min(own, key=lambda fight: fight.at)
        return replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": right.number}))

    def _of_a_battle_renumbered(self, line: Line, fights: Mapping[str, Fight]) -> Line:
        """Give what names no unit, and a battle that nobody fights, the number of the one whose die fell last before.

        What its other lines say is about units of that battle.
        """
        named = fights.get(line.says.get("b") or "")
        if line.says.get("u") or named is None or named.units or named.rolls:
            return line
        before = [fight for fight in fights.values() if fight.units and fight.rolls and fight.rolls[0] < line.step]
        right = max(before, key=lambda fight: fight.rolls[-1], default=None)
        told = {other.says.get("u") for other in named.results} - {None}
        if right is None or not told <= right.units:
            return line
        return replace(line, says=Declaration(line.says.verb, {**line.says.fields, "b": right.number}))

    def _tells_of_a_side(self, fight: Fight, unit: UnitId, step: int) -> bool:
        """Tell whether a unit is of the side of a battle that no line puts into it: then the battle's results tell."""
        side_of = self.game.side_of
        return bool(fight.units) and fight.at <= step and all(side_of[one] != side_of[unit] for one in fight.units)

    @cached_property
    def _fights_as_told(self) -> Mapping[str, Fight]:
        """The battles by their numbers, of which the phase's own lines tell."""
        return self._fights(self.episode.lines)

    def _fights(self, lines: Iterable[Line]) -> dict[str, Fight]:
        """Return the battles by their numbers."""
        found = {
            str(battle.number): Fight(
                str(battle.number), dict.fromkeys(battle.attackers), dict.fromkeys(battle.defenders), known=True
            )
            for battle in self.state.battles
        }
        for line in lines:
            number, unit = line.says.get("b"), line.says.get("u")
            if not number or not is_number(number) or (unit and unit not in self.game.units):
                continue
            fight, role = found.setdefault(number, Fight(number)), self._grammar.role(line.says.verb)
            if role in DECLARING and unit:
                fight.declare(role, unit, line.step)
            elif role == ROLL:
                fight.rolls.append(line.step)
            else:
                fight.results.append(line)
        for line in self.episode.fought:
            number = line.says.get("b") or ""
            if number in found and self._grammar.role(line.says.verb) not in (*DECLARING, ROLL):
                found[number].results.append(line)
        return found

    # ------------------------------------------------------------- the units

    def _completed(self, fight: Fight, fights: Mapping[str, Fight]) -> Iterator[Fight]:
        """Yield a battle with units that its lines may have left out, the fewest first."""
        known = self._with_those_of_results(fight, fights)
        if not known.units or fight.known:
            yield fight
            return
        for against in self._with_defenders(known):
            stack = self._with_their_stack(against)
            yield from self._with_attackers(stack, fights)

    def _with_those_of_results(self, fight: Fight, fights: Mapping[str, Fight]) -> Fight:
        """Return a battle with the units that its results name and that are in no battle."""
        elsewhere = {unit for other in fights.values() for unit in other.units}
        attackers, defenders = dict(fight.attackers), dict(fight.defenders)
        for line in fight.results:
            unit = line.says.get("u")
            if unit is None or unit not in self.game.units or unit in elsewhere:
                continue
            if line.says.verb in self._dice.asked or not isinstance(self._place(unit, fight.at), int):
                # Who intervenes from a box is no attacker or defender.
                continue
            side = self._side_of(fight)
            if side and self._may_have_fought(fight, unit, side):
                (attackers if self.game.side_of[unit] == side else defenders)[unit] = None
        return replace(fight, attackers=attackers, defenders=defenders)

    def _may_have_fought(self, fight: Fight, unit: UnitId, side: str) -> bool:
        """Tell whether a unit stood with the defenders of a battle, or as one of the attackers beside them."""
        at, against = self._place(unit, fight.at), {self._stood(other, fight) for other in fight.defenders}
        if not against or self.game.side_of[unit] != side:
            return not against or at in against
        return any(isinstance(to, int) and self.game.board.grid.adjacent(at, to) for to in against)  # type: ignore[arg-type]

    def _side_of(self, fight: Fight) -> str:
        """Return the side that attacks in a battle; '' if that is unknown."""
        if fight.attackers:
            return self.game.side_of.get(next(iter(fight.attackers)), "")
        defender = self.game.side_of.get(next(iter(fight.defenders), ""), "")
        return next((side for side in self.game.sides if side != defender), "") if defender else ""

    def _with_defenders(self, fight: Fight) -> Iterator[Fight]:
        """Yield a battle whose lines name no defenders with those of each hex that its attackers could attack."""
        if fight.defenders:
            yield fight
            return
        stand = [at for unit in fight.attackers if isinstance(at := self._stood(unit, fight), int)]
        enemies = self._standing(fight, own=False)
        near = [at for at in enemies if all(self.game.board.grid.adjacent(at, own) for own in stand)]
        gone = {track.unit for track in self.episode.tracks_by_unit.values()}
        for at in sorted(near, key=lambda at: (not gone.intersection(enemies[at]), at)):
            yield replace(fight, defenders=dict.fromkeys(enemies[at]))

    def _with_their_stack(self, fight: Fight) -> Fight:
        """Return a battle with all who stood with its defenders."""
        enemies = self._standing(fight, own=False)
        places = {self._stood(unit, fight) for unit in fight.defenders}
        together = {unit: None for at in places if isinstance(at, int) for unit in enemies.get(at, ())}
        return replace(fight, defenders={**fight.defenders, **together})

    def _with_attackers(self, fight: Fight, fights: Mapping[str, Fight]) -> Iterator[Fight]:
        """Yield a battle as it is, and with one or two more attackers that stood beside its defenders."""
        if fight.attackers:
            yield fight
        at = next((at for unit in fight.defenders if isinstance(at := self._stood(unit, fight), int)), None)
        if at is None:
            return
        elsewhere = {unit for other in fights.values() for unit in other.attackers}
        own = self._standing(fight, own=True)
        beside = [unit for near in hexes(self.game.board.grid.neighbours[at]) for unit in own.get(near, ())]
        others = [unit for unit in beside if unit not in fight.attackers and not self._stays_out(unit)]
        free = [unit for unit in others if unit not in elsewhere]
        flying = () if fight.attackers else tuple((unit,) for unit in self._from_boxes(fight))
        for more in (*combinations(free, 1), *flying, *combinations(free, 2), *combinations(others, 1)):
            yield replace(fight, attackers={**fight.attackers, **dict.fromkeys(more)})

    def _stays_out(self, unit: UnitId) -> bool:
        """Tell whether chat says of a unit that it does not attack."""
        return bool(self.episode.chat) and stays_out(self.game.units[unit].names, self.episode.chat)

    def _from_boxes(self, fight: Fight) -> Iterator[UnitId]:
        """Yield the units that may attack the defenders of a battle out of a box: aircraft."""
        for unit, at in self.state.forces[self._side_of(fight)].places.items():
            attack = Attack(int(fight.number), (unit,), tuple(fight.defenders))
            if isinstance(at, str) and self._possible(attack):
                yield unit

    def _standing(self, fight: Fight, *, own: bool) -> dict[Hex, list[UnitId]]:
        """Return the units of the attacking side, or those of the other, by the hexes in which they stood."""
        side, found = self._side_of(fight), dict[Hex, list[UnitId]]()
        for each in self.game.sides:
            if (each == side) is own:
                for unit in self.state.forces[each].places:
                    at = self._place(unit, fight.at)
                    if isinstance(at, int):
                        found.setdefault(at, []).append(unit)
        return found

    def _stood(self, unit: UnitId, fight: Fight) -> Place | None:
        """Return where a unit of a battle stood when that was declared: it may have gone on before the die."""
        found = self._place(unit, fight.declared[0]) if fight.declared else None
        return found if isinstance(found, int) else self._place(unit, fight.at)

    def _place(self, unit: UnitId, step: int) -> Place | None:
        """Return where a unit was before a step."""
        before = [place for at, place in self.episode.visits.get(unit, ()) if at < step]
        return before[-1] if before else self.state.place(unit)

    # -------------------------------------------------------------- the dice

    def _with_dice(self, mended: Mended, fights: Sequence[Fight]) -> Iterator[Mended]:
        """Yield the lines with the units of battles, and with plain dice for those that lack one."""
        lines = self._with_units(mended.lines, fights)
        dice = [line for line in lines if self._grammar.role(line.says.verb) == PLAIN_DIE]
        if dice and self._dice.fired and any(fight.known for fight in fights):
            yield from self._fired(mended, lines, dice, {fight.number: fight for fight in fights if fight.known})
            return
        without = list(self._lacking(lines, fights)) if dice else []
        if not without:
            yield replace(mended, lines=lines)
            return
        for chosen in _dealt(self._grammar, dice, without):
            yield self._rolled(mended, lines, chosen)

    def _rolled(self, mended: Mended, lines: Sequence[Line], chosen: Iterable[tuple[Line, _Slot]]) -> Mended:
        """Return the lines with plain dice as those of battles."""
        rolled = {
            id(line): replace(line, says=Declaration(slot.verb, {**slot.fields, "die": line.says["die"]}))
            for line, slot in chosen
        }
        return replace(
            mended,
            lines=tuple(self._asked_before_dice(self._declared_before_dice([rolled.get(id(ln), ln) for ln in lines]))),
            dice=frozenset(line.step for line in rolled.values()),
        )

    def _fired(
        self, mended: Mended, lines: Sequence[Line], dice: Sequence[Line], fights: Mapping[str, Fight]
    ) -> Iterator[Mended]:
        """Yield the lines with each plain die as the fire of a side in a battle."""
        verb, rounds = self._dice.fired[0], self._dice.rounds.get(self.state.clock.phase, 0)

        def suffers(line: Line) -> str:
            """Return the side that fires at the unit of a result."""
            fight, unit = fights.get(line.says.get("b") or ""), line.says.get("u")
            if fight is None or line.says.verb not in self._dice.hit:
                return ""
            first, second = self._dice.roles
            if unit is None:
                # What stands in the hex of the defenders takes it for them.
                return first
            return second if unit in fight.attackers else first if unit in fight.defenders else ""

        sides = sides_of(fights, self._dice.roles, lines, self._dice.fired, suffers)
        for way in islice(dealt(dice, sides, rounds), _MOST_DICE):
            slots = [_Slot(verb, {"b": side.battle, "as": side.word}, fights[side.battle]) for side in way]
            yield self._rolled(mended, lines, zip(dice, slots, strict=True))

    def _lacking(self, lines: Sequence[Line], fights: Sequence[Fight]) -> Iterator[_Slot]:
        """Yield the dice that battles lack: their own, and those that lines ask for."""
        rolling = next(iter(self._grammar.verbs_of(ROLL)), "")
        for fight in fights:
            if rolling and not fight.rolls and fight.attackers and fight.defenders:
                yield _Slot(rolling, {"b": fight.number}, fight)
        rolled = {(line.says.verb, line.says.get("b")) for line in lines}
        for line in lines:
            verb = self._dice.asked.get(line.says.verb, "")
            number = line.says.get("b") or ""
            if verb and (verb, number) not in rolled:
                yield _Slot(verb, {"b": number}, Fight(number, declared=[line.step]))

    def _with_units(self, lines: Sequence[Line], fights: Sequence[Fight]) -> tuple[Line, ...]:
        """Return the lines with one more for each unit that they leave out of a battle, before its die."""
        found = self._declared_before_dice(lines)
        known = self._fights(lines)
        for fight in fights:
            for role, units in ((ATTACK, fight.attackers), (DEFEND, fight.defenders)):
                verb = next(iter(self._grammar.verbs_of(role)))
                own = known[fight.number].units
                for unit in units:
                    if unit not in own:
                        line = Line(
                            (fight.declared or [fight.at])[0], Declaration(verb, {"b": fight.number, "u": unit})
                        )
                        found.insert(_index_of(found, fight), line)
        return tuple(found)

    def _asked_before_dice(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines with those that ask for a die no later than that die."""
        found: list[Line] = []
        for line in lines:
            verb, number = self._dice.asked.get(line.says.verb), line.says.get("b")
            told = ((i, other) for i, other in enumerate(found) if verb == other.says.verb)
            at, die = next(((i, other) for i, other in told if other.says.get("b") == number), (len(found), line))
            found.insert(at, line if die is line else replace(line, step=die.step))
        return found

    def _declared_before_dice(self, lines: Sequence[Line]) -> list[Line]:
        """Return the lines with those that declare a battle before its die, or before what is said of it otherwise."""
        found: list[Line] = []
        rolled: dict[str, int] = {}
        for line in lines:
            number, role = line.says.get("b") or "", self._grammar.role(line.says.verb)
            if role in DECLARING and number in rolled:
                found.insert(rolled[number], line)
                rolled = {each: at + (at >= rolled[number]) for each, at in rolled.items()}
                continue
            if number and role not in DECLARING:
                rolled.setdefault(number, len(found))
            found.append(line)
        return found


def _choices(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield choices among several variants each: the first of all, then another for one, then for two."""
    first = (0,) * len(lengths)
    yield first
    ways = [(at, other) for at, length in enumerate(lengths) for other in range(1, length)]
    for count in (1, 2):
        for changed in combinations(ways, count):
            others = dict(changed)
            if len(others) == count:
                yield tuple(others.get(at, 0) for at in range(len(lengths)))


def _index_of(lines: Sequence[Line], fight: Fight) -> int:
    """Return where among some lines the first of a battle stands."""
    return next((at for at, line in enumerate(lines) if line.says.get("b") == fight.number), len(lines))


def _dealt(grammar: Grammar, dice: Sequence[Line], slots: Sequence[_Slot]) -> Iterator[list[tuple[Line, _Slot]]]:
    """Yield the ways to deal plain dice to battles without one, those that fit the order of the steps first."""
    if len(dice) <= len(slots):
        ways = [list(zip(dice, chosen, strict=True)) for chosen in islice(permutations(slots, len(dice)), _MOST_DEALT)]
    else:
        ways = [list(zip(chosen, slots, strict=True)) for chosen in islice(permutations(dice, len(slots)), _MOST_DEALT)]
    yield from sorted(ways, key=lambda way: _out_of_order(grammar, way))[:_MOST_DICE]


def _out_of_order(grammar: Grammar, way: Sequence[tuple[Line, _Slot]]) -> tuple[int, int, int]:
    """Return how badly dice fit the order of the steps, as three counts of which the first weighs most.

    They are the dice that come before their battle was declared or, counted twice, after its result was carried out;
    the dice after which no line tells of a result; the dice of battles of which lines had said nothing but who fights.
    """
    fights = [(line, slot.fight) for line, slot in way]
    early = sum(line.step < fight.declared[-1] for line, fight in fights if fight.declared)
    late = sum(any(_is_carried_out(grammar, result, line) for result in fight.results) for line, fight in fights)
    barren = sum(not any(result.step > line.step for result in fight.results) for line, fight in fights)
    silent = sum(not any(result.step < line.step for result in fight.results) for line, fight in fights)
    return 2 * late + early, barren, silent


def _is_carried_out(grammar: Grammar, result: Line, die: Line) -> bool:
    """Tell whether a line carries out before a die what it has brought."""
    verb = grammar.verbs[result.says.verb]
    return result.step < die.step and bool(verb.governs or not verb.says_only)

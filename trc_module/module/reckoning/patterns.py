"""Expressions of VASSAL's for what a game says of a battle: who takes part, where, when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from trc_module.hexgrid import Hex, HexSet, Orientation, hexes
from trc_module.module.agreement import option_property
from trc_module.module.battle import ATTACKER, DEFENDER, ROLE
from trc_module.module.layout import MAIN_MAP
from trc_module.module.pieces import FACES
from trc_module.module.recipe import ModuleInputs
from trc_module.module.reckoning.names import AT, HEX, SPOT
from trc_module.module.sentences import CALLED
from trc_module.module.table.conditions import IS, layer_name
from trc_module.module.table.statuses import STATUS
from trc_module.rules.reckoning import Shift, Sides, When, Who

_ANY = "[^;]*"


def quoted(expression: str) -> str:
    """Return an expression as it stands within quotes of another."""
    return expression.replace('"', '\\"')


def counted(condition: str) -> str:
    """Return the expression for how many counters on the map meet a condition."""
    return f'Count("{{{quoted(condition)}}}","{MAIN_MAP}")'


def summed(factor: str, condition: str) -> str:
    """Return the expression for the sum of a factor of the counters on the map that meet a condition."""
    return f'Sum("{factor}","{{{quoted(condition)}}}","{MAIN_MAP}")'


@dataclass(frozen=True)
class Patterns:
    """The expressions of one module."""

    parts: ModuleInputs
    conditions: Sequence[str]
    """The conditions that units may have, in the order in which notes have them."""
    statuses: Sequence[str]
    """Their statuses; a note has the number, 0 for none."""

    # ------------------------------------------------------------------ notes

    def note(self) -> str:
        """Return the note of a unit as a plain text with its properties in dollars.

        No expression: it would take a hex 0402 for a number.
        """
        flags = [f"${layer_name(condition)}_Level$" for condition in self.conditions]
        flags += [f"${STATUS}$"] if self.statuses else []
        told = (f"${ROLE}$", "$CurrentX$,$CurrentY$", "$LocationName$", "$unit$", f"${FACES}_Level$", ",".join(flags))
        return f"<{';'.join(told)};${CALLED}$;/$Side$/>"

    def of_part(self, role: int, *, place: str = _ANY, who: Who | None = None) -> str:
        """Return the pattern of the notes of those who have a part in the battle; `place` is one of their hexes."""
        return f"<{role};{_ANY};{place};{self._faces(who)};[^>]*>"

    def _faces(self, who: Who | None) -> str:
        """Return the pattern of id, level and flags."""
        if who is None:
            return f"{_ANY};{_ANY};{_ANY}"
        flags = self._flags(who)
        if who.faces == self._every_face:
            return f"{_ANY};{_ANY};{flags}"
        levels: dict[str, set[int]] = defaultdict(set)
        for unit, face in who.faces:
            levels[unit].add(face + 1)
        groups: dict[str, list[str]] = defaultdict(list)
        for unit, shown in sorted(levels.items()):
            faces = 1 + len(self.parts.roster.units[unit].faces)
            level = _ANY if len(shown) == faces else f"[{''.join(map(str, sorted(shown)))}]"
            groups[level].append(unit)
        told = "|".join(f"(?:{'|'.join(units)});{level}" for level, units in groups.items())
        return f"(?:{told});{flags}" if told else "(?!)"

    @cached_property
    def _every_face(self) -> frozenset[tuple[str, int]]:
        units = self.parts.roster.units.values()
        return frozenset((unit.id, face) for unit in units for face in range(1 + len(unit.faces)))

    def _flags(self, who: Who) -> str:
        if not who.having and not who.without:
            return _ANY
        told = [self._flag(str(IS), condition, who) for condition in self.conditions]
        if self.statuses:
            number = {word: str(n) for n, word in enumerate(self.statuses, 1)}
            have = [number[word] for word in who.having if word in number]
            lack = [number[word] for word in who.without if word in number]
            told.append(have[0] if have else f"(?![{''.join(lack)}])[^,;]*" if lack else "[^,;]*")
        return ",".join(told)

    @staticmethod
    def _flag(is_: str, condition: str, who: Who) -> str:
        if condition in who.having:
            return is_
        return f"(?!{is_})[^,;]*" if condition in who.without else "[^,;]*"

    def some(self, pattern: str) -> str:
        """Return the condition that one of the notes has a pattern."""
        return f'{AT}.matches(".*{pattern}.*")'

    def number(self, pattern: str) -> str:
        """Return the expression for how many notes have a pattern, which begins with `<` and ends with `>`."""
        return f'{AT}.replaceAll("{pattern}","#").replaceAll("<[^>]*>","").length()'

    def none_but(self, pattern: str, role: int) -> str:
        """Return the condition that all notes of a part have a pattern."""
        other = DEFENDER if role == ATTACKER else ATTACKER
        return f'{AT}.replaceAll("<{other};[^>]*>|{pattern}","").equals("")'

    # -------------------------------------------------------------------- map

    def name(self, at: Hex) -> str:
        """Return the name of a hex."""
        return self.parts.board.grid.name(at)

    def is_one_of(self, some: HexSet | Iterable[Hex]) -> str:
        """Return the condition that one of some hexes is attacked."""
        named = [self.name(h) for h in (hexes(some) if isinstance(some, int) else some)]
        return f'";{";".join(named)};".contains({HEX})' if named else "false"

    def by_hex(self, values: Mapping[Hex, int]) -> str:
        """Return the expression for the number of the hex that is attacked, 0 where there is none."""
        groups: dict[int, list[Hex]] = defaultdict(list)
        for at, value in values.items():
            groups[value].append(at)
        told = "".join(f"{self.is_one_of(some)}?{value}:" for value, some in groups.items())
        return f'({HEX}.equals("")?0:{told}0)'

    def beside(self, sides: Sides) -> str:
        """Return the expression for the pattern of the hexes from which some hexsides lead into the attacked one."""
        origins: dict[Hex, list[str]] = defaultdict(list)
        for origin, target in sorted(sides):
            origins[target].append(self.name(origin))
        table = "".join(f"{self.name(target)}:{'|'.join(found)};" for target, found in origins.items())
        # Of a hex into which none leads the table says nothing: `-` is the name of no hex.
        entry = f'{HEX}.replaceAll(";$",":")'
        found = f'";{table}".replaceAll(".*"+{entry}+"([^;]*);.*","$1")'
        return f'(";{table}".contains({entry})?{found}:"-")'

    def across(self, sides: Sides, *, by_any: bool) -> str:
        """Return the condition that all attackers, or any of them, attack across some hexsides."""
        place = f'(?:"+{self.beside(sides)}+")'
        pattern = self.of_part(ATTACKER, place=place)
        return self.some(pattern) if by_any else self.none_but(pattern, ATTACKER)

    def origins_across(self, sides: Sides, who: Who | None) -> str:
        """Return the expression for the number of hexes from which attackers attack across some hexsides."""
        own = f'{AT}.replaceAll("<{DEFENDER};[^>]*>","").replaceAll("{self._others(who)}","")'
        origins = f'{own}.replaceAll("<[^;]*;[^;]*;([^;]*);[^>]*>","$1|")'
        beside = f'("|"+{self.beside(sides)}+"|")'
        # Of the hexes beside, those stay from which somebody attacks; `=` is the name of none.
        kept = f'{beside}.replaceAll("[|](?!(?:"+{origins}+"=)[|])[^|]*(?=[|])","")'
        return f'({kept}.replaceAll("[^|]","").length()-1)'

    def _others(self, who: Who | None) -> str:
        return "(?!)" if who is None else f"<{ATTACKER};(?!{_ANY};{_ANY};{self._faces(who)};)[^>]*>"

    def around(self) -> str:
        """Return an expression for the pattern of the six places around a piece."""
        layout = self.parts.layout.map_layout
        half, step = int(layout.pitch / 2), int(layout.step)
        ways = ((-2 * half, 0), (2 * half, 0), (-half, -step), (half, -step), (-half, step), (half, step))
        if self.parts.board.grid.orientation is not Orientation.POINTY_TOP:
            ways = tuple((y, x) for x, y in ways)  # type: ignore[assignment]
        places = (f'(CurrentX+({x}))+","+(CurrentY+({y}))' for x, y in ways)
        return '"(?:"+' + '+"|"+'.join(places) + '+")"'

    # ------------------------------------------------------------- conditions

    def phasing(self, side: str) -> str:
        """Return the condition that it is a side's step."""
        names = zip(self.parts.phase_names, self.parts.game.sequence.steps, strict=True)
        steps = "|".join(name for name, step in names if step.side == side)
        return f'"|{steps}|".contains("|"+Step+"|")'

    def of_side(self, role: int, side: str) -> str:
        """Return the condition that a side has units with a part in the battle."""
        return self.some(f"<{role};[^>]*/{side}/>")

    def when(self, when: When, shifts: Sequence[Shift] = ()) -> str:
        """Return a condition; '' if nothing need hold."""
        told = [*self._of_the_moment(when), *self._of_those_in_it(when)]
        told += [self._in(when.hexes)] if when.hexes is not None else []
        told += [f"{self._markers(kind)}>0" for kind in when.markers]
        told += [f"{self._markers(kind)}==0" for kind in when.no_markers]
        barred = (self.when(other.when, shifts) or "true" for other in shifts if other.name in when.unless)
        return "&&".join(each for each in (*told, *(f"!({each})" for each in barred)) if each)

    def _of_the_moment(self, when: When) -> Iterator[str]:
        """Yield the conditions on step, turn and optional rules."""
        if when.phasing is not None:
            sides = self.parts.game.sides
            turn = "||".join(f"{self.of_side(ATTACKER, side)}&&{self.phasing(side)}" for side in sides)
            yield f"({turn})" if when.phasing else f"!({turn})"
        if when.turns is not None:
            yield f'" {" ".join(map(str, sorted(when.turns)))} ".contains(" "+Turn+" ")' if when.turns else "false"
        if when.phases is not None:
            names = zip(self.parts.phase_names, self.parts.game.sequence.steps, strict=True)
            yield f'"|{"|".join(name for name, step in names if step.phase in when.phases)}|".contains("|"+Step+"|")'
        for name, words in when.said:
            yield f'" {" ".join(sorted(words))} ".contains(" "+{name}+" ")'
        yield from (self._option(number, agreed=True) for number in when.options)
        yield from (self._option(number, agreed=False) for number in when.without_options)

    def _of_those_in_it(self, when: When) -> Iterator[str]:
        """Yield the conditions on those who take part."""
        if when.side:
            yield self.of_side(ATTACKER, when.side)
        if when.across is not None:
            yield self.across(when.across, by_any=True)
        if when.not_across is not None:
            yield f"!{self.across(when.not_across, by_any=True)}"
        yield from (self.some(self.of_part(ATTACKER, who=who)) for who in when.attackers)
        yield from (self.some(self.of_part(DEFENDER, who=who)) for who in when.defenders)
        yield from (f"!{self.some(self.of_part(DEFENDER, who=who))}" for who in when.no_defenders)

    def _in(self, some: HexSet) -> str:
        """Return the condition that one of some hexes is attacked, told by the others if those are fewer."""
        others = self.parts.board.grid.all & ~some
        if others.bit_count() < some.bit_count():
            return f'!{HEX}.equals("")&&!{self.is_one_of(others)}'
        return f'!{HEX}.equals("")&&{self.is_one_of(some)}'

    def _option(self, number: str, *, agreed: bool) -> str:
        if number not in self.parts.options:
            return "false" if agreed else ""
        holds = f'{option_property(number)}.equals("{number},")'
        return holds if agreed else f"!{holds}"

    @staticmethod
    def _markers(kind: str) -> str:
        return counted(f'Kind=="{kind}"&&{SPOT}.equals(CurrentX+","+CurrentY)')

"""The acts of a game as sentences: who went where, who attacked whom at which odds, and what came of it.

A roll is told with its attack. The other acts have forms in the catalogues (`act_forms`), those that only one game
knows in the game's own; an act without a form is told in the words of a record, with units by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any

from trc_module.auditing.audit import Audit
from trc_module.auditing.judged import Done
from trc_module.hexgrid import Hex
from trc_module.printable import as_heading, joined, printable
from trc_module.report.act_forms import Value, act_forms, filled
from trc_module.report.tongue import ENGLISH, Tongue
from trc_module.rules.actions import Action, Attack, End, Lose, Retreat, RollCombat
from trc_module.rules.battles import UNKNOWN, WON, Battle, battle_numbered
from trc_module.rules.clock import Clock
from trc_module.rules.places import Place, Trail
from trc_module.rules.record.grammar import Flag, Hexes, Maybe, One, Part, Path, Units

_ID = re.compile(r"[\w-]+")
_Part = tuple[int, str, int]
"""Turn, side and part: the battles of such a part are numbered from 1."""


@dataclass(frozen=True, slots=True)
class ToldSentence:
    """A sentence, with the steps that show it, and the units and hexes that it is about."""

    steps: tuple[int, ...]
    clock: Clock
    words: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


def told_acts(audit: Audit, tongue: Tongue = ENGLISH, *, ids: bool = False) -> list[ToldSentence]:
    """Return the acts of a game as sentences; with `ids` each unit's id stands behind its name."""
    return list(_Teller(audit, tongue, ids).all())


def sentences_text(audit: Audit, told: Iterable[ToldSentence], tongue: Tongue = ENGLISH) -> str:
    """Return sentences as text, under the moments at which they were done."""
    parts = []
    for clock, group in groupby(told, key=lambda each: each.clock):
        lines = [f"  {_where(audit, each)}  {each.words}" for each in group]
        moment = tongue.phrase(clock.words)
        parts.append(joined([as_heading(moment), *lines]))
    return "\n\n".join(parts)


def sentences_tree(audit: Audit, told: Iterable[ToldSentence]) -> list[dict[str, Any]]:
    """Return sentences as plain data."""
    return [
        {
            "steps": [audit.chain.label(step) for step in each.steps],
            "turn": each.clock.turn,
            "side": each.clock.side,
            "part": each.clock.part,
            "phase": each.clock.phase,
            "sentence": printable(each.words),
            "units": list(each.units),
            "hexes": list(each.hexes),
        }
        for each in told
    ]


def _part(clock: Clock) -> _Part:
    return clock.turn, clock.side, clock.part


def _where(audit: Audit, told: ToldSentence) -> str:
    return f"{audit.chain.label(told.steps[-1]) if told.steps else '-':>4}"


class _Teller:
    """Tells the acts of one audit."""

    def __init__(self, audit: Audit, tongue: Tongue, ids: bool) -> None:
        self._audit, self._tongue, self._ids = audit, tongue, ids
        self._game = audit.log.parts.game
        self._units = tongue.units(audit.log.parts.roster.units)
        self._grid = audit.log.parts.board.grid
        self._named = {at: name for name, at in self._game.places.items()}

    def all(self) -> Iterator[ToldSentence]:
        """Yield a sentence for each act that is not told with another."""
        rolled = {
            (done.clock, done.action.number): done.action
            for done in self._audit.acts
            if isinstance(done.action, RollCombat)
        }
        attacked = {(done.clock, a.number) for done in self._audit.acts if isinstance(a := done.action, Attack)}
        for done in self._audit.acts:
            act = done.action
            if isinstance(act, RollCombat) and (done.clock, act.number) in attacked:
                continue
            if isinstance(act, Attack):
                yield self._attack(done, act, rolled.get((done.clock, act.number)))
            else:
                units = tuple(dict.fromkeys(word for word in _ID.findall(done.text) if word in self._game.side_of))
                words = self._said(done)
                yield ToldSentence(done.steps, done.clock, words, units, self._hexes(act, done.text))

    # -------------------------------------------------------------- sentences

    def _said(self, done: Done) -> str:
        act = done.action
        if isinstance(act, End):
            return self._fill("The {q} phase ends.", q=self._word(done.clock.phase))
        syntax = next((each for each in self._game.statements if act is not None and each.makes(act)), None)
        forms = self._forms.get(syntax.verb, ()) if syntax is not None else ()
        said = filled(forms, dict(self._values(syntax.parts, act))) if syntax is not None and forms else ""
        return said or self._in_the_words_of_a_record(done.text)

    def _values(self, parts: Iterable[Part], act: Any) -> Iterator[tuple[str, Value]]:
        """Yield the fields of an act that its record would name, with what a sentence says for each."""
        for part in parts:
            match part:
                case Maybe(parts=inner):
                    yield from self._values(inner, act) if part.present(act) else ()
                case Flag(into=into):
                    yield from [(into, Value("", "true"))] if getattr(act, into) else ()
                case Path(into=into):
                    trail: Trail = getattr(act, into)
                    for name, at in (("start", trail.hexes[0]), ("goal", trail.hexes[-1])):
                        yield name, Value(self.place(at), self._grid.name(at))
                case Units(into=into):
                    units = getattr(act, into)
                    yield into, Value(self._list(units), " ".join(units), len(units))
                case Hexes(into=into):
                    places = getattr(act, into)
                    yield into, Value(self._joined(map(self.place, places)), "", len(places))
                case One(into=into, shape=shape):
                    yield into, self._value(getattr(act, into), shape)

    def _value(self, value: Any, shape: str) -> Value:
        if isinstance(value, int):
            at = shape in {"HEX", "HEX|BOX"}
            return Value(self.place(Hex(value)) if at else str(value), str(value), value)
        if isinstance(value, tuple):
            return Value(", ".join(map(str, value)), " ".join(map(str, value)), len(value))
        plain = str(value)
        if plain in self._units:
            return Value(self.name(plain), plain)
        if shape == "HEX|BOX":
            return Value(self._fill("box '{x}'", x=self._word(plain)), plain)
        said = self._word(plain)
        return Value(self._tongue.sentence(said) or said, plain)

    @cached_property
    def _forms(self) -> Mapping[str, tuple[str, ...]]:
        return act_forms(self._tongue.language, self._audit.log.parts.folder)

    def _attack(self, done: Done, act: Attack, roll: RollCombat | None) -> ToldSentence:
        battle = self._battles.get((_part(done.clock), act.number))
        places: Mapping[str, Hex] = battle.places if battle else {}
        at = list(dict.fromkeys(places[unit] for unit in act.defenders if unit in places))
        goal = self._joined(map(self.place, at)) if at else self._list(act.defenders)
        odds = (roll.odds if roll else "") or done.odds or act.odds
        result = (roll.result if roll else "") or (battle.result if battle else "")
        form = "{u} attacks {b}" if len(act.attackers) == 1 else "{u} attack {b}"
        words = self._fill(form, u=self._list(act.attackers), b=goal)
        words += self._fill(" at {q}", q=odds) if odds else ""
        if result == WON:
            words += self._fill(": automatic victory")
        elif result and result != UNKNOWN:
            words += f": {result}"
        numbered = (_part(done.clock), act.number) in self._numbered
        more = [self._fill("battle {q}", q=str(act.number))] if numbered else []
        more += [self._fill("die {q}", q=str(roll.die))] if roll else []
        words += f" ({', '.join(more)})" if more else ""
        hexes = tuple(map(self._grid.name, at))
        return ToldSentence(done.steps, done.clock, f"{words}.", (*act.attackers, *act.defenders), hexes)

    @cached_property
    def _battles(self) -> Mapping[tuple[_Part, int], Battle]:
        """The battles of all parts of turns by number, as they stood when the part ended."""
        states = (*self._audit.phases, (self._audit.end.clock, self._audit.end))
        return {
            (_part(at), each.number): battle_numbered(state.battles, each.number) or each
            for at, state in states
            for each in state.battles
        }

    @cached_property
    def _numbered(self) -> set[tuple[_Part, int]]:
        """The battles that are spoken of by number, in acts that have no sentence of their own."""
        acts = ((done.clock, done.action) for done in self._audit.acts)
        return {
            (_part(clock), number)
            for clock, act in acts
            if not isinstance(act, Attack | RollCombat | Lose | Retreat) and not hasattr(act, "trail")
            if isinstance(number := getattr(act, "number", None), int)
        }

    def _in_the_words_of_a_record(self, text: str) -> str:
        verb, _, rest = text.partition(" ")
        told = _ID.sub(lambda word: self.name(word[0]) if word[0] in self._units else word[0], rest)
        number, colon, more = told.partition(":")
        head = self._word(verb)
        if colon and number.isdigit():
            head, told = f"{head} {number}", more.strip()
        return f"{as_heading(head)}{': ' if told else ''}{told}."

    # ------------------------------------------------------------------ words

    def name(self, unit: str) -> str:
        """Return what players call a unit, and with ids its id."""
        known = self._units.get(unit)
        spoken = (known.spoken if known else "") or unit
        return f"{spoken} ({unit})" if self._ids and spoken != unit else spoken

    def place(self, place: Place) -> str:
        """Return a place by its name and the hex, as far as it has a name."""
        if isinstance(place, str):
            return self._word(place)
        name = self._named.get(place)
        at = self._grid.name(place)
        return f"{self._tongue.place(name)} ({at})" if name else at

    def _list(self, units: Iterable[str]) -> str:
        return self._joined(map(self.name, units))

    def _joined(self, words: Iterable[str]) -> str:
        names = list(words)
        both = self._tongue.words.get(" and ", " and ")
        return both.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def _word(self, word: str) -> str:
        return self._tongue.word(word)

    def _fill(self, form: str, **values: str) -> str:
        return self._tongue.fill(form, **values)

    def _hexes(self, act: Action | None, text: str) -> tuple[str, ...]:
        """Return the hexes that an act names, in their order."""
        trail = getattr(act, "trail", None)
        if isinstance(trail, Trail):
            return tuple(dict.fromkeys(map(self._grid.name, trail.hexes)))
        at: Hex | None = getattr(act, "hex", None)
        if isinstance(at, int):
            return (self._grid.name(at),)
        return tuple(dict.fromkeys(word for word in _ID.findall(text) if self._grid.find(word) is not None))

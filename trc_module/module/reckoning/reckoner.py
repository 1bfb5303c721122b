"""The traits of the marker that reckons: it is on the table in every game, and only a counter can be asked for sums.

Each figure is a property of the module that one trait sets, in the order of the battle: the hex, strengths, shifts,
column, words. Properties of the marker itself would all be worked out for each key that it hears.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from trc_module.charts.results import ONE_SHEET
from trc_module.module.battle import ATTACKER, BATTLE_DIE, DEFENDER, NO_ROLE, ROLE
from trc_module.module.layout import MAIN_MAP
from trc_module.module.reckoning.names import (
    AT,
    ATTACK,
    COLUMN,
    DEFENCE,
    FIND_NOW,
    FOUND,
    FOUND_X,
    FOUND_Y,
    HEX,
    NOTES,
    ODDS,
    RECKON_NOW,
    RECKONED,
    RESULT,
    SETTLE_NOW,
    SHIFT_SUM,
    SPOT,
    WHO,
    count_property,
    shift_property,
)
from trc_module.module.reckoning.patterns import Patterns, counted, quoted, summed
from trc_module.module.texts import Texts
from trc_module.rules.reckoning import COUNTED, FIRST, NOTHING, Reckoning, Shift, Who
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, set_global_property, set_to, trigger
from trc_module.vassal.values import Key

_BELOW = -1000
"""The index of the column of a battle whose odds are below the table and are not fought."""


def sets(name: str, key: Key, expression: str) -> Trait:
    """Return what sets a property of the module to what an expression comes to."""
    return set_global_property(name, (PropertyChange(key, set_to(f"{{{expression}}}")),))


def in_turn(stem: str, told: Key, values: Iterable[tuple[str, str]]) -> Iterator[Trait]:
    """Yield what sets properties to expressions one after the other when a key is pressed."""
    values = list(values)
    keys = [Key.named(f"{stem}{number}") for number in range(len(values))]
    yield trigger(keys, key=told)
    for key, (name, expression) in zip(keys, values, strict=True):
        yield sets(name, key, expression)


def who_attacks(patterns: Patterns, texts: Texts) -> str:
    """Return the expression for who attacks whom: `41st Panzer Corps (Y17) against 24th Army (X17)`; '' for nobody."""
    attackers, defenders = (
        f'{AT}.replaceAll("<{other};[^>]*>","")'
        f'.replaceAll("<{own};[^;]*;([^;]*);[^;]*;[^;]*;[^;]*;([^;]*);[^>]*>",", $2 ($1)").substring(2)'
        for own, other in ((ATTACKER, DEFENDER), (DEFENDER, ATTACKER))
    )
    both = f'{AT}.contains("<{ATTACKER};")&&{AT}.contains("<{DEFENDER};")'
    return f'({both}?{attackers}+" {texts("reckoned.against")} "+{defenders}:"")'


def finds(patterns: Patterns) -> Iterator[Trait]:
    """Yield what finds the only possible target: all enemies next to every attacker stand in one hex."""
    enemy = f'!{AT}.matches(".*<{ATTACKER};[^>]*/"+Side+"/>.*")'
    alone = f'{AT}.replaceAll("<{ATTACKER};"+{patterns.around()}+";[^>]*>","").equals("")'
    target = f"{ROLE}=={NO_ROLE}&&{enemy}&&{alone}"
    asked = f'{AT}.contains("<{DEFENDER};")||!{AT}.contains("<{ATTACKER};")'

    def place(axis: str) -> str:
        return f'{FOUND}==0?0:Sum("{axis}","{{{quoted(target)}}}","{MAIN_MAP}")/{FOUND}'

    here = counted(f"CurrentX=={FOUND_X}&&CurrentY=={FOUND_Y}&&{target}")
    yield from in_turn(
        "Find",
        FIND_NOW,
        (
            (FOUND, f"{asked}?0:{counted(target)}"),
            (FOUND_X, place("CurrentX")),
            (FOUND_Y, place("CurrentY")),
            (FOUND, f"{FOUND}==0?0:{here}=={FOUND}?{FOUND}:0"),
        ),
    )


@dataclass(frozen=True)
class Reckoner:
    """Make the traits of the marker for one game's odds and results."""

    patterns: Patterns
    told: Reckoning
    texts: Texts
    words: Mapping[str, str]
    """What things are called in the module's language, by the words of shifts and notes; see `word`."""

    def word(self, kind: str, name: str) -> str:
        """Return what a shift or a note is called: its own text, else the map's word of that name, else the name."""
        text = self.words.get(f"{kind}.{name}") or self.words.get(f"ground.{name}") or name.replace("-", " ")
        return text.replace('"', "'")

    def traits(self) -> Iterator[Trait]:
        """Yield them, outermost first."""
        yield from in_turn("Reckon", RECKON_NOW, self._reckoned())
        yield from in_turn("Settle", SETTLE_NOW, ((RESULT, self._result()), (RECKONED, self._settled())))

    # ---------------------------------------------------------------- figures

    def _reckoned(self) -> Iterator[tuple[str, str]]:
        """Yield the properties in the order in which they are worked out."""
        told = self.told
        defenders = f'{AT}.replaceAll("<{ATTACKER};[^>]*>","")'
        first = f"^<{DEFENDER};([^;]*);([^;]*);.*$"
        yield HEX, f'{defenders}.equals("")?"":{defenders}.replaceAll("{first}",";$2;")'
        yield SPOT, f'{defenders}.equals("")?"":{defenders}.replaceAll("{first}","$1")'
        yield ATTACK, summed("CF", f"{ROLE}=={ATTACKER}")
        yield DEFENCE, f"Math.max(1,{self._defence()})"
        for number, shift in enumerate(told.shifts):
            yield shift_property(number), self._shift(shift)
        total = "+".join(shift_property(number) for number in range(len(told.shifts)))
        yield SHIFT_SUM, total or "0"
        yield COLUMN, self._base()
        names = ",".join(told.table.columns)
        yield ODDS, f'{self._untold()}||{self._final()}<0?"":"{names}".split(",")[{self._final()}]'
        yield NOTES, self._notes()
        yield RECKONED, self._words()
        yield (
            WHO,
            f'{who_attacks(self.patterns, self.texts)}+({self._fought()}?({ODDS}.equals("")?"":", "+{ODDS})+", ":"")',
        )

    def _fought(self) -> str:
        return f'{AT}.contains("<{ATTACKER};")&&{AT}.contains("<{DEFENDER};")'

    def _defence(self) -> str:
        text, ground = self._defenders(), self.told.ground
        if ground is None:
            return text
        added = self.patterns.by_hex(ground.by_hex)
        if ground.lost_by is not None:
            such = self.patterns.of_part(DEFENDER, who=ground.lost_by)
            added = f"({self.patterns.none_but(such, DEFENDER)}?0:{added})"
        return f"{text}+{added}"

    def _defenders(self) -> str:
        """Return the expression for the strength of the defenders together, without their ground."""
        if self.told.defence is None:
            return summed("CF", f"{ROLE}=={DEFENDER}")
        faces: dict[int, set[tuple[str, int]]] = {}
        for face, value in self.told.defence.items():
            faces.setdefault(value, set()).add(face)
        patterns = self.patterns
        each = (
            f"{value}*{patterns.number(patterns.of_part(DEFENDER, who=Who(frozenset(some))))}"
            for value, some in faces.items()
            if value
        )
        return "+".join(each) or "0"

    def _shift(self, shift: Shift) -> str:
        patterns = self.patterns
        value = patterns.by_hex(shift.by_hex) if shift.by_hex else str(shift.columns)
        if shift.counted:
            value = f"({value})*{count_property(shift.counted)}"
        conditions = [patterns.when(shift.when, self.told.shifts)]
        if shift.across is not None:
            conditions.append(patterns.across(shift.across, by_any=shift.by_any))
        holds = "&&".join(each for each in conditions if each)
        return f"{holds}?{value}:0" if holds else value

    def _divisor(self) -> str:
        found = [f"({self.patterns.when(when) or 'true'}?{by}:1)" for by, when in self.told.divided]
        return "*".join((DEFENCE, *found))

    def _base(self) -> str:
        """Return the expression for the index of the column before shifts."""
        told, defence = self.told, self._divisor()
        ratios = [tuple(map(int, column.split("-"))) for column in told.table.columns]
        last = len(ratios) - 1
        text = str({NOTHING: _BELOW, FIRST: 0}.get(told.under, 0))
        if told.under == COUNTED:
            # As 1-3, 1-2: each step down one more.
            text = f"{ATTACK}<1?{_BELOW}:{ratios[0][1]}-({defence}+{ATTACK}-1)/{ATTACK}"
        for index, (attack, against) in enumerate(ratios):
            reached = str(index)
            if index == last and told.above_counts:
                reached = f"{last}+{ATTACK}/({defence})-{attack // against}"
            text = f"{ATTACK}*{against}>={attack}*{defence}?{reached}:{text}"
        return text

    def _final(self) -> str:
        last = len(self.told.table.columns) - 1
        shifted = f"Math.min({last},{COLUMN}+{SHIFT_SUM})"
        if self.told.below == FIRST:
            shifted = f"Math.max(0,{shifted})"
        return f"({COLUMN}=={_BELOW}?-1:{shifted})"

    # ------------------------------------------------------------------ words

    def _unknown(self) -> list[tuple[str, str]]:
        """Return the conditions under which nothing is reckoned, each with the expression for why."""
        told, patterns, texts = self.told, self.patterns, self.texts
        defenders = f'{AT}.replaceAll("<{ATTACKER};[^>]*>","")'
        one = f'<{DEFENDER};[^;]*;"+{HEX}.replaceAll(";","")+";[^>]*>'
        found = [(f'!{defenders}.replaceAll("{one}","").equals("")', f'"{texts("reckoned.several")}"')]
        if told.missing:
            lack = ", ".join(self.word("unknown", name) for name in told.missing)
            found.append(("true", f'"{texts("reckoned.missing", what=lack)}"'))
        for role, faces in ((ATTACKER, told.unknown_attack), (DEFENDER, told.unknown_defence)):
            if faces:
                pattern = patterns.of_part(role, who=Who(faces))
                found.append((patterns.some(pattern), f'"{texts("reckoned.factor")}"'))
        if told.ground is not None and told.ground.unknown:
            found.append((patterns.is_one_of(told.ground.unknown), f'"{texts("reckoned.ground")}"'))
        return found

    def _untold(self) -> str:
        return f"!({self._fought()})||" + "||".join(condition for condition, _ in self._unknown())

    def _notes(self) -> str:
        """Return the expression for what is not counted: `, events of cards, a change of the weather`."""
        parts: dict[str, list[str]] = {}
        for note in self.told.notes:
            parts.setdefault(note.name, []).append(self.patterns.when(note.when) or "true")
        told = (
            f'({"||".join(f"({each})" for each in when)}?", {self.word("unknown", name)}":"")'
            for name, when in parts.items()
        )
        return "+".join(('""', *told))

    def _named(self, index: str) -> str:
        """Return the expression for the column of an index, in words where the table has none."""
        columns = self.told.table.columns
        least = self.texts("reckoned.below", column=columns[0])
        most = f"Math.min({len(columns) - 1},{index})"
        return f'({index}<0?"{least}":"{",".join(columns)}".split(",")[{most}])'

    def _words(self) -> str:
        """Return the expression for the odds in words, without the battle's number."""
        told, texts = self.told, self.texts
        divided = "+".join(f'({self.patterns.when(when) or "true"}?" / {by}":"")' for by, when in told.divided)
        strengths = f'{ATTACK}+{divided + "+" if divided else ""}" : "+{DEFENCE}+" = "+{self._named(COLUMN)}'
        shifts = "".join(
            f'+({each}==0?"":", {self.word("shift", shift.name)} "+({each}>0?"+":"")+{each})'
            for number, shift in enumerate(told.shifts)
            for each in (shift_property(number),)
        )
        final = f'+({SHIFT_SUM}==0?"":" -> "+{self._named(self._final())})'
        if told.low:
            low = texts("reckoned.low-result", result=f"{told.low}: {self._meaning(told.low)}")
        else:
            low = texts("reckoned.low", column=told.table.columns[0])
        below = f'+({self._final()}<0?" ({low})":"")'
        notes = f'+({NOTES}.equals("")?"":" ({texts("reckoned.without")} "+{NOTES}.substring(2)+")")'
        text = f"{strengths}{shifts}{final}{below}{notes}"
        for condition, why in reversed(self._unknown()):
            text = f"{condition}?{why}:{text}"
        return f'!({self._fought()})?"":{text}'

    def _meaning(self, result: str) -> str:
        text = self.words.get(f"result.{result}", self.told.table.meanings.get(result, ""))
        return text.replace('"', "'").rstrip(".")

    # -------------------------------------------------------------- the result

    def _read(self, column: str) -> str:
        """Return the expression for what the die means in a column, an expression too."""
        told = self.told
        table = "".join(f";{sheet}:{name}:{','.join(row)},;" for (sheet, name), row in told.table.cells.items())
        sheet = f'"{told.sheets[-1][0]}"'
        for name, when in reversed(told.sheets[:-1]):
            sheet = f'({self.patterns.when(when) or "true"}?"{name}":{sheet})'
        if told.table.sheets in ((), (ONE_SHEET,)):
            sheet = '""'
        row = f'"{table}".replaceAll(".*;"+{sheet}+":"+{column}+":([^;]*);.*","$1")'
        return f'{row}.split(",")[{BATTLE_DIE}_result-({told.table.die[0]})]'

    def _result(self) -> str:
        return f'{ODDS}.equals("")?"":{self._read(ODDS)}'

    def _settled(self) -> str:
        """Return the expression for the result in words, without the battle's number."""
        told, texts = self.told, self.texts
        head = f'{ODDS}+", {texts("reckoned.die")} "+{BATTLE_DIE}_result+": "'
        text = f"{head}+{self._in_words(RESULT)}"
        if told.higher is not None:
            columns = told.table.columns
            one_up = f'"{",".join((*columns[1:], columns[-1]))}".split(",")[{self._final()}]'
            some = self.patterns.some(self.patterns.of_part(DEFENDER, who=told.higher))
            name = self.word("shift", "higher")
            text += f'+({some}?". {name}: "+{self._in_words(f"({self._read(one_up)})")}:"")'
        costly = " ".join(name for name, costs in told.losses.items() if any(costs))
        offer = f'" {costly} ".contains(" "+{RESULT}+" ")?". {texts("reckoned.offer")}":"."'
        return f'{RESULT}.equals("")?"":{text}+({offer})'

    def _in_words(self, result: str) -> str:
        meaning = '""'
        for name in reversed(list(self.told.table.meanings)):
            meaning = f'{result}.equals("{name}")?"{name}: {self._meaning(name)}":{meaning}'
        return f"({meaning})"

"""Chapter 21: Axis replacements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec import Struct

from trc_module.facts import Fact
from trc_module.games.trc.arrivals.entry_hexes import Arrival, EntryHexes, city_gate
from trc_module.games.trc.arrivals.reinforcements import hungarian_line
from trc_module.games.trc.arrivals.sequence_of_arrivals import axis_headquarters_second, axis_replacements_first
from trc_module.games.trc.book import book
from trc_module.games.trc.boxes import POOL, REMOVED, WITHDRAWN
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.marks import Arrived, Held, Replaced
from trc_module.games.trc.special_rules import Basic, special_rule
from trc_module.games.trc.steps import MOVEMENT
from trc_module.games.trc.supply.control import controls
from trc_module.hexgrid import HexSet, hexes
from trc_module.roster import Unit
from trc_module.rules.actions import Replace
from trc_module.rules.finding import Finding, Verdict, by_some_way, violation
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence

MINORS = ("finnish", "italian", "rumanian", "hungarian")
_INFANTRY = ("3-4", "4-4", "5-4")


def kind_of(unit: Unit) -> str:
    """Return as what a unit is replaced: 'armor', '3-4', 'mountain', a nation, 'free', or '' for none of them."""
    if unit.nation in MINORS:
        return unit.nation
    if unit.formation in ("ss", "luftwaffe") or unit.type == "hq":
        return "free"
    if unit.type in ("armor", "motorized", "mountain"):
        return unit.type
    if unit.type == "infantry":
        factors = f"{unit.combat}-{unit.move}"
        return factors if factors in _INFANTRY else "infantry"
    return ""


class ReplacementClaim(Struct, frozen=True):
    """One unit that the Axis may replace on a replacement turn: of a kind, or what may stand in for it."""

    kind: str
    open: bool
    """Whether the pool has no unit of the kind left for it, so that another may stand in."""

    def takes(self, unit: Unit, *, strict: bool = True) -> bool:
        """Tell whether a unit may fill it; without `strict` as if the pool had none of the kind."""
        return kind_of(unit) == self.kind or ((self.open or not strict) and stands_in(self.kind, unit))


def stands_in(kind: str, unit: Unit) -> bool:
    """Tell whether a unit may stand in for one of a kind that the pool has not (21.6)."""
    if minors_and_germans_apart(kind, unit):
        return False
    return three_four_stands_in(kind, unit) or armor_stand_in(kind, unit) or weaker_infantry(kind, unit)


def replaced_units(state: State) -> tuple[UnitId, ...]:
    """Return the units that have been replaced on this turn."""
    return Replaced.firsts(state)


@hook
def yielding_wells(game: Trc, state: State) -> HexSet:
    """Return the oil wells that give an armor replacement to the side that controls them."""
    return game.board.oil_hexes


def wells(game: Trc, state: State) -> tuple[int, int]:
    """Return how many oil wells the Axis controls: for certain, and at most."""
    known = [controls(state, AXIS, well) for well in hexes(yielding_wells(game, state))]
    return known.count(True), len(known) - known.count(False)


def claims(game: Trc, state: State, pool: Iterable[Unit], oil: int) -> tuple[ReplacementClaim, ...]:
    """Return what the Axis may replace on this turn; `pool` is the pool as it was before the first replacement."""
    each = game.charts.replacements.axis_each_time
    number = {
        "armor": oil,
        **dict.fromkeys(each.infantry, 1),
        "mountain": each.mountain,
        "motorized": each.motorized,
        **dict.fromkeys(MINORS, each.minor_ally),
    }
    in_pool = [kind_of(unit) for unit in pool]
    found = [ReplacementClaim(kind, n >= in_pool.count(kind)) for kind, total in number.items() for n in range(total)]
    return (*found, *further_claims(game, state))


@hook
def further_claims(game: Trc, state: State) -> tuple[ReplacementClaim, ...]:
    """Return claims beside those of 21.4."""
    return ()


@hook
def owner_of_a_claim(
    game: Trc, state: State, rule: str, taken: Sequence[Unit], slots: Sequence[ReplacementClaim]
) -> str:
    """Return the rule that is broken by one replacement too many; `rule` is the basic game's."""
    return rule


def matched(units: Sequence[Unit], slots: Sequence[ReplacementClaim], *, strict: bool = True) -> int:
    """Return how many of some units can have a claim of their own at the same time."""
    return sum(_placed(units, slots, strict=strict))


def _placed(units: Sequence[Unit], slots: Sequence[ReplacementClaim], *, strict: bool) -> Iterator[bool]:
    """Yield for each unit whether it can have a claim beside those before it that have one."""
    taken: dict[int, int] = {}

    def place(i: int, seen: set[int]) -> bool:
        for j, slot in enumerate(slots):
            if j not in seen and slot.takes(units[i], strict=strict):
                seen.add(j)
                if j not in taken or place(taken[j], seen):
                    taken[j] = i
                    return True
        return False

    return (place(i, set()) for i in range(len(units)))


def finds_a_claim(taken: Sequence[Unit], slots: Sequence[ReplacementClaim], *, strict: bool = True) -> bool:
    """Tell whether the last of some units has a claim beside the others; those before it may have one too many."""
    placed = [*_placed(taken, slots, strict=strict)]
    return bool(placed) and placed[-1]


@book.rule("21.1")
def axis_replacements_come_in(case: Arrival) -> EntryHexes | None:
    """Axis replacements arrive as reinforcements do, Finns at Helsinki."""
    nation, board = case.unit.nation, case.game.board
    if case.unit.side != AXIS:
        return None
    if nation in ("finnish", "rumanian"):
        return city_gate(case, "21.1", "Helsinki" if nation == "finnish" else "Bucharest", ())
    if nation == "hungarian":
        line = hungarian_line(case.game)
        return EntryHexes(
            "21.1", line, Sentence("on the Hungarian rail line ({names})", ", ".join(board.grid.names(line)))
        )
    return EntryHexes("21.1", board.edges["west"], "at the west edge")


def _axis(game: Trc, state: State, act: Replace) -> bool:
    return game.side_of[act.unit] == AXIS == state.clock.side


@hook
def on_a_replacement_turn(game: Trc, state: State) -> bool:
    """Tell whether the Axis takes replacements on this turn."""
    return state.clock.turn in game.charts.replacements.axis_turns


@hook
def own_gate_of_a_replacement(game: Trc, case: Arrival) -> EntryHexes | None:
    """Return the gate of a unit whose replacement comes in by a rule of its own; None for all others."""
    return None


@book.check("21.2a", "21.2b", "21.2c", "21.2d", Replace)
def when_the_axis_replaces(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """The Axis replaces in May/June of 1942 to 1944: headquarters in the second impulse, all others in the first."""
    unit, clock = game.units[act.unit], state.clock
    if not _axis(game, state, act) or special_rule(game, state, unit, Basic.REPLACEMENT_TURN):
        return
    if not on_a_replacement_turn(game, state):
        turn = game.charts.turns.get(clock.turn)
        text = Sentence("{unit} was replaced in {turn}; the Axis takes replacements only in May/June.", act.unit, turn)
        yield violation("21.2a", text, units=(act.unit,))
        return
    if clock.phase != MOVEMENT:
        text = Sentence("{unit} was replaced outside a movement phase ({clock}).", act.unit, clock.words)
        yield violation("4.1.2d", text, units=(act.unit,))
        return
    rule = "21.2b" if unit.type == "hq" else "21.2c" if unit.nation in MINORS else "21.2d"
    right = axis_headquarters_second(clock, unit) if unit.type == "hq" else axis_replacements_first(clock)
    if not right:
        yield violation(
            rule,
            Sentence(
                "{unit} was replaced in impulse {part}; headquarters come back in the second impulse, all other "
                "units in the first.",
                act.unit,
                clock.part,
            ),
            units=(act.unit,),
            facts=(unit.fact("type"),),
        )


@book.check("21.3a", Replace)
def out_of_the_pool(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Only eliminated units in the replacement pool are replaced, never surrendered ones."""
    at = state.place(act.unit)
    if _axis(game, state, act) and at not in (POOL, WITHDRAWN, REMOVED):
        yield violation(
            "21.3a",
            Sentence("{unit} was replaced, but it was {at}, not in the replacement pool.", act.unit, game.where(at)),
            units=(act.unit,),
        )


@book.judge(Replace)
def judge_the_claims(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """Judge whether the Axis may replace a unit beside those that it has replaced already."""
    unit = game.units[act.unit]
    if not _axis(game, state, act) or not on_a_replacement_turn(game, state) or state.place(act.unit) != POOL:
        return
    kind = kind_of(unit)
    if kind == "free" or act.unit in game.charts.replacements.never_replaced:
        return
    if unit.nation == "italian" and state.clock.turn in game.charts.replacements.no_italians_on:
        return
    if special_rule(game, state, unit, Basic.REPLACEMENT):
        return
    if unit.option:
        text = Sentence(
            "Whether {unit} may be replaced depends on rule {option}, which is not implemented yet.",
            act.unit,
            unit.option,
        )
        yield Finding("21.4c", Verdict.SKIPPED, text, (act.unit,))
        return
    pool, taken = _books(game, state, act.unit)
    sure, most = wells(game, state)
    if finds_a_claim(taken, claims(game, state, pool, sure)):
        return
    facts = tuple(fact for one in taken for fact in _facts(one))
    if finds_a_claim(taken, claims(game, state, pool, most)):
        text = Sentence(
            "Whether the Axis may replace {unit} depends on an oil well, and control of the well is unknown.", act.unit
        )
        yield by_some_way("21.4a", text, (act.unit,), facts=facts)
        return
    slots = claims(game, state, pool, sure)
    finding = _too_many(unit, taken, slots, sure, facts)
    yield replace(finding, rule=owner_of_a_claim(game, state, finding.rule, taken, slots))


def _books(game: Trc, state: State, unit: UnitId) -> tuple[list[Unit], list[Unit]]:
    """Return the pool as it was when the turn began, and what has been taken out of it with this unit."""
    counted = [name for name in replaced_units(state) if game.side_of[name] == AXIS and name != unit]
    pool = [game.units[name] for name in (*state.forces[AXIS].stack(POOL), *counted)]
    chart = game.charts.replacements
    taken = [game.units[name] for name in (*counted, unit)]
    idle = set(chart.never_replaced)
    judged = [one for one in taken if kind_of(one) != "free" and one.id not in idle]
    judged = [one for one in judged if not special_rule(game, state, one, Basic.REPLACEMENT)]
    if state.clock.turn in chart.no_italians_on:
        judged = [one for one in judged if one.nation != "italian"]
    return [one for one in pool if one.id not in idle], judged


def _facts(unit: Unit) -> tuple[Fact, ...]:
    return (unit.fact("type"), unit.fact("combat"), unit.fact("move"))


_COUNTED = {"armor": "21.4a", "mountain": "21.4d", "motorized": "21.4d", **dict.fromkeys(MINORS, "21.4e")}


def _too_many(
    unit: Unit, taken: Sequence[Unit], slots: Sequence[ReplacementClaim], oil: int, facts: tuple[Fact, ...]
) -> Finding:
    kind = kind_of(unit)
    same = sum(kind_of(one) == kind for one in taken)
    rule = _COUNTED.get(kind, "21.4c")
    german = [slot for slot in slots if slot.open and slot.kind not in MINORS]
    before = taken[:-1]
    have = matched(before, slots)
    left = [slot for slot in german if matched(before, [other for other in slots if other is not slot]) == have]
    what: str
    if kind == "armor":
        wells = Sentence("1 oil well") if oil == 1 else Sentence("{oil} oil wells", oil)
        what = Sentence("it is armor corps number {same}, and the Axis controls {wells}", same, wells)
    elif kind in MINORS:
        what = Sentence("it is {kind} unit number {same}; each ally may replace one", kind, same)
    elif not substitutes_only(taken, slots):
        rule, what = "21.6f", "the unit that it would be a substitute for was in the pool"
    elif left and kind not in ("3-4", "motorized"):
        rule = {"armor": "21.6b", "4-4": "21.6e", "5-4": "21.6e"}.get(left[0].kind, "21.6a")
        what = Sentence("it cannot be a substitute for the missing {kind}", left[0].kind)
    else:
        what = Sentence("it is {kind} corps number {same}, and no more may be replaced", kind or unit.type, same)
    return violation(rule, Sentence("{unit} was replaced, but {what}.", unit.id, what), units=(unit.id,), facts=facts)


@book.check("21.4g", Replace)
def no_german_cavalry(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """The German 1st Cavalry Corps is never replaced."""
    if act.unit in game.charts.replacements.never_replaced:
        yield violation("21.4g", Sentence("{unit} was replaced; this unit never may be.", act.unit), units=(act.unit,))


@book.check("21.5", Replace)
def no_more_italians(game: Trc, state: State, act: Replace) -> Iterator[Finding]:
    """No Italians are replaced in 1943 and 1944."""
    unit = game.units[act.unit]
    if unit.nation == "italian" and state.clock.turn in game.charts.replacements.no_italians_on:
        year = game.charts.turns[state.clock.turn].year
        yield violation(
            "21.5",
            Sentence("{unit} was replaced in {year}; there are no Italian replacements in that year.", act.unit, year),
            units=(act.unit,),
        )


@book.rule("21.6a")
def three_four_stands_in(kind: str, unit: Unit) -> bool:
    """A German 3-4 infantry corps may replace a mountain, motorized or infantry corps missing from the pool."""
    return kind_of(unit) == "3-4" and kind in ("mountain", "motorized", *_INFANTRY)


@book.rule("21.6b")
def armor_stand_in(kind: str, unit: Unit) -> bool:
    """A German 3-4 infantry or motorized corps may replace an armor corps missing from the pool."""
    return kind == "armor" and kind_of(unit) in ("3-4", "motorized")


@book.rule("21.6c")
def no_infantry_for_allies(kind: str) -> bool:
    """No 3-4 replaces an ally, an SS or a Luftwaffe unit, or a headquarters."""
    return kind in MINORS or kind == "free"


@book.rule("21.6d")
def minors_and_germans_apart(kind: str, unit: Unit) -> bool:
    """No ally replaces a German unit, and no German an ally."""
    return no_infantry_for_allies(kind) or unit.nation != "german"


@book.rule("21.6e")
def weaker_infantry(kind: str, unit: Unit) -> bool:
    """Any weaker German infantry corps may replace a 5-4 or a 4-4 missing from the pool."""
    if kind not in ("4-4", "5-4") or unit.type != "infantry" or unit.combat is None:
        return False
    return kind_of(unit) != "free" and unit.combat < int(kind[0])


@book.rule("21.6f")
def substitutes_only(taken: Sequence[Unit], slots: Sequence[ReplacementClaim]) -> bool:
    """A substitute comes only if the pool has no unit of the kind that is due."""
    return not finds_a_claim(taken, slots, strict=False)


@book.effect(Replace)
def take_back(game: Trc, state: State, act: Replace) -> State:
    """Bring the unit back, and remember it until the turn is over."""
    side = game.side_of[act.unit]
    place = act.place if isinstance(act.place, str) else game.hex_name(act.place)
    state = state.with_unit(side, act.unit, act.place).with_mark(Replaced(act.unit, place))
    if isinstance(act.place, str):
        return state.with_mark(Held(act.unit))
    return state.with_mark(Arrived(act.unit, POOL))

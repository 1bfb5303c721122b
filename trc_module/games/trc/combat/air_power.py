"""Chapter 15: air power."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.acts.battles import AutomaticVictory, Fly
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import BattleContext, Declaration, fight_of
from trc_module.games.trc.data import AXIS, Trc
from trc_module.games.trc.marks import UNDECLARED
from trc_module.games.trc.steps import COMBAT, MOVEMENT, WEATHER
from trc_module.hexgrid import Hex
from trc_module.rules.actions import AirSupport, Attack, End
from trc_module.rules.battles import Battle
from trc_module.rules.finding import Finding, violation
from trc_module.rules.game import in_words, place_name, spaced
from trc_module.rules.hooks import hook
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.weather import weather_of

STUKA, STURMOVIK = "stuka", "sturmovik"
OF_SIDE = {STUKA: "axis", STURMOVIK: "russian"}
MOST_TOGETHER = 3
"""The most that several shifts come to together (15.10)."""


def _of(air: tuple[AirSupport, ...], kind: str) -> list[AirSupport]:
    return [support for support in air if support.kind == kind]


def aircraft_of(side: str) -> str:
    """Return the kind of a side's aircraft."""
    return STUKA if OF_SIDE[STUKA] == side else STURMOVIK


def lender_types(kind: str) -> tuple[str, ...]:
    """Return the types of the units that lend aircraft of a kind (15.5, 15.8)."""
    return ("hq",) if kind == STUKA else ("hq", "leader")


def _used(state: State, kind: str) -> int:
    """Return how many air units of a kind have fought in this impulse."""
    return sum(len(_of(battle.air, kind)) for battle in state.battles)


def available(game: Trc, state: State, kind: str) -> int:
    """Return how many air units of a kind the chart gives to this turn and weather."""
    turn = game.charts.turns.get(state.clock.turn)
    if turn is None:
        return 0
    air = game.charts.air
    return air.stukas(turn, weather_of(state)) if kind == STUKA else air.sturmoviks(turn, weather_of(state))


def _targets(game: Trc, fight: BattleContext, support: AirSupport) -> list[Hex]:
    """Return the hexes attacked that are out of reach of the lender of the support; all if it is not on the map."""
    base = fight.state.place(support.by)
    if base is None or isinstance(base, str):
        return list(fight.at_hexes)
    chart = game.charts.air.stuka if support.kind == STUKA else game.charts.air.sturmovik
    return [at for at in fight.at_hexes if not in_range(game, base, at, chart.range)]


@book.rule("15.4")
def in_range(game: Trc, base: Hex, at: Hex, limit: int) -> bool:
    """The range of aircraft is counted in a straight line."""
    return game.board.grid.distance(base, at) <= limit


@book.check("4.1.4b", "4.2.3c", "15.1a", Attack, AutomaticVictory)
def first_impulse_only(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Aircraft fly in the first impulse only, also for automatic victories."""
    if state.clock.part == 1:
        return
    # An automatic victory has one rule for both kinds, and is told of once.
    own = {STUKA: "4.1.4b", STURMOVIK: "4.2.3c"} if isinstance(act, Attack) else dict.fromkeys(OF_SIDE, "15.1a")
    used = {own[support.kind]: support.kind for support in reversed(act.air) if support.kind in own}
    for rule in sorted(used):
        text = Sentence(
            "A {used} was used in battle {number}, which is in the second impulse.", used[rule].capitalize(), act.number
        )
        yield violation(rule, text)


@book.check("15.1b", Attack, AutomaticVictory)
def never_alone(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Aircraft attack only together with ground units."""
    fight = fight_of(game, state, act)
    if not fight.ground:
        yield violation(
            "15.1b",
            Sentence("{attackers} attacked without any ground unit.", in_words(act.attackers)),
            units=act.attackers,
            hexes=fight.names,
        )


@book.check("15.1c", Attack, AutomaticVictory)
def attackers_only(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Only the attacker uses aircraft."""
    for kind in (STUKA, STURMOVIK):
        if _of(act.air, kind) and OF_SIDE[kind] != state.clock.side:
            text = Sentence(
                "A {kind} was used in battle {number}, but only the attacker may use aircraft.",
                kind.capitalize(),
                act.number,
            )
            yield violation("15.1c", text)


@book.check("15.2a", Attack, AutomaticVictory)
def near_a_headquarters(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Stukas support a battle if all defenders are within eight hexes of one headquarters."""
    fight = fight_of(game, state, act)
    for support in _of(act.air, STUKA):
        if OF_SIDE[STUKA] != state.clock.side:
            continue
        lender = game.units[support.by]
        if lender.type != "hq" or lender.side != AXIS:
            yield violation(
                "15.2a",
                Sentence("{by} is not an Army Group headquarters and cannot support a Stuka.", support.by),
                units=(support.by,),
            )
        elif _targets(game, fight, support):
            yield _too_far("15.2a", game, fight, support)


def _too_far(rule: str, game: Trc, fight: BattleContext, support: AirSupport) -> Finding:
    base = fight.state.place(support.by)
    missed = _targets(game, fight, support)
    if base is None or isinstance(base, str):
        where = Sentence("is {base} and cannot support aircraft", game.where(base))
        hexes: tuple[str, ...] = ()
    else:
        at = missed[0]
        where = Sentence(
            "in {base} is {distance} hexes from {at}",
            game.hex_name(base),
            game.board.grid.distance(base, at),
            game.hex_name(at),
        )
        hexes = (game.hex_name(base), *(game.hex_name(h) for h in missed))
    return violation(
        rule,
        Sentence("{by} {where}; a {kind} reaches 8 hexes from it.", support.by, where, support.kind.capitalize()),
        units=(support.by,),
        hexes=hexes,
    )


@book.rule("15.5a")
def stuka_shift(game: Trc, fight: BattleContext) -> int:
    """A Stuka raises the odds by three."""
    return game.charts.air.stuka.shift if _of(fight.air, STUKA) else 0


@book.rule("15.7")
def sturmovik_shift(game: Trc, fight: BattleContext) -> int:
    """Each Sturmovik raises the odds by one."""
    return game.charts.air.sturmovik.shift * len(_of(fight.air, STURMOVIK))


@hook
def other_support(game: Trc, fight: BattleContext) -> int:
    """Return the steps by which support other than from the air raises the odds of a fight."""
    return 0


@book.rule("15.10b")
def three_steps_together(guns: int, air: int) -> int:
    """Aircraft and artillery together shift the odds by at most three steps."""
    return min(air + guns, MOST_TOGETHER) if guns else air


def shift(game: Trc, fight: BattleContext) -> int:
    """Return the steps by which support of all kinds raises the odds of a fight."""
    return three_steps_together(*support(game, fight))


def support(game: Trc, fight: BattleContext) -> tuple[int, int]:
    """Return the steps of the guns and of the aircraft of a fight, each by itself."""
    return other_support(game, fight), stuka_shift(game, fight) + sturmovik_shift(game, fight)


@book.check("15.5b", Attack, AutomaticVictory)
def one_stuka_a_battle(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """An attack uses at most one Stuka."""
    number = len(_of(act.air, STUKA))
    if number > 1:
        yield violation(
            "15.5b", Sentence("{number} Stukas support battle {act_number}; only one may.", number, act.number)
        )


@book.check("15.5c", Attack, AutomaticVictory)
def one_stuka_a_headquarters(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Each Army Group headquarters supports one Stuka."""
    here = [support.by for support in _of(act.air, STUKA)]
    if not here:
        return
    before = {support.by: battle for battle in state.battles for support in _of(battle.air, STUKA)}
    for by in dict.fromkeys(here):
        if by in before or here.count(by) > 1:
            text = (
                Sentence(
                    "{by} already supports a Stuka in battle {number}; it may support one in an impulse.",
                    by,
                    before[by].number,
                )
                if by in before
                else Sentence(
                    "{by} supports two Stukas in battle {number}; it may support one in an impulse.", by, act.number
                )
            )
            yield violation("15.5c", text, units=(by,))


@book.check("15.8a", Attack, AutomaticVictory)
def near_stavka(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Sturmoviks fly within eight hexes of Stavka."""
    fight = fight_of(game, state, act)
    for support in dict.fromkeys(_of(act.air, STURMOVIK)):
        on_map = not _off_map(state, support.by)
        if OF_SIDE[STURMOVIK] == state.clock.side and on_map and _targets(game, fight, support):
            yield _too_far("15.8a", game, fight, support)


def _off_map(state: State, unit: UnitId) -> bool:
    at = state.place(unit)
    return at is None or isinstance(at, str)


@book.check("15.8b", Attack, AutomaticVictory)
def stalin_stands_in(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """The range of Sturmoviks is counted from Stalin when Stavka has been eliminated."""
    if OF_SIDE[STURMOVIK] != state.clock.side:
        return
    leaders = [unit for unit in ("rus-stalin", "rus-stalin-mobile") if not _off_map(state, unit)]
    lenders = ["rus-stavka"] if not _off_map(state, "rus-stavka") else leaders
    for support in dict.fromkeys(_of(act.air, STURMOVIK)):
        if support.by not in lenders:
            origin = (
                Sentence("the range is counted from {lenders}", lenders[0])
                if lenders
                else "neither Stavka nor Stalin is on the map"
            )
            yield violation(
                "15.8b",
                Sentence(
                    "A Sturmovik was used in battle {number} from {by}; {origin}.", act.number, support.by, origin
                ),
            )


_LIMITED = {STUKA: ("15.6a", "15.6b"), STURMOVIK: ("15.9a", "15.9b")}
"""The rules on how many aircraft of a kind there are, and on when there is none."""


@book.check("15.6a", "15.6b", "15.9a", "15.9b", Attack, AutomaticVictory)
def as_many_as_there_are(game: Trc, state: State, act: Declaration) -> Iterator[Finding]:
    """Year and weather limit the number of aircraft: no Stukas after 1943, no Sturmoviks before, neither in snow."""
    turn = game.charts.turns.get(state.clock.turn)
    weather = spaced(weather_of(state))
    for kind, (too_many, none_at_all) in _LIMITED.items():
        flown = len(_of(act.air, kind))
        if not flown or turn is None or OF_SIDE[kind] != state.clock.side or state.clock.part != 1:
            continue
        used, most = _used(state, kind) + flown, available(game, state, kind)
        if not most:
            text = Sentence(
                "A {kind} was used in {weather} weather in {turn}; none may fly then.",
                kind.capitalize(),
                weather,
                turn,
            )
            yield violation(none_at_all, text)
        elif used > most:
            text = Sentence(
                "{used} {kind}s flew in this impulse; in {weather} weather of {turn} only {most} may.",
                used,
                kind.capitalize(),
                weather,
                turn,
                most,
            )
            yield violation(too_many, text)


@book.check("15.2b", Fly)
def on_a_defending_stack(game: Trc, state: State, act: Fly) -> Iterator[Finding]:
    """The aircraft counter lies on one of the defending stacks of its battle."""
    if game.units[act.unit].type != "air":
        text = Sentence(
            "{unit} was flown to {place}, but it is not an aircraft.", act.unit, place_name(game, act.place)
        )
        yield violation("15.2b", text, units=(act.unit,), facts=(game.units[act.unit].fact("type"),))
        return
    if isinstance(act.place, str) or state.clock.phase != COMBAT or UNDECLARED in state.marks:
        return
    battle = state.battles[-1] if state.battles else None
    if battle is None or not battle.air or act.place not in _attacked(battle):
        at = game.hex_name(act.place)
        yield violation(
            "15.2b",
            Sentence("{unit} was put on {at}, but no defender of a battle with air support is there.", act.unit, at),
            units=(act.unit,),
            hexes=(at,),
        )


def _attacked(battle: Battle) -> set[Hex]:
    return {battle.places[unit] for unit in battle.defenders}


@book.effect(Fly)
def land(game: Trc, state: State, act: Fly) -> State:
    """Put the air unit where it is said to be."""
    return state.with_unit(game.side_of[act.unit], act.unit, act.place)


@book.check("15.3", End)
def back_in_the_box(game: Trc, state: State, act: End) -> Iterator[Finding]:
    """Aircraft stay in their box when they do not fight.

    They may be put on the map before the combat phase of their side, whose end tells of those that were left there.
    """
    for side, force in state.forces.items():
        if side == state.clock.side and state.clock.phase in (WEATHER, MOVEMENT):
            continue
        for unit, at in force.places.items():
            if not isinstance(at, str) and game.units[unit].type == "air":
                name = game.hex_name(at)
                text = Sentence(
                    "{unit} lay in {name} at the end of a phase in which its side does not fight.", unit, name
                )
                if side == state.clock.side and state.clock.phase == COMBAT:
                    text = Sentence("{unit} was left in {name} when the combat phase ended.", unit, name)
                yield violation("15.3", text, units=(unit,), hexes=(name,), dedup_key=(side, "15.3", unit))

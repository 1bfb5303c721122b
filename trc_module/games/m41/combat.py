"""Combat rounds, hits, and what they do (M41-OPC-2, M41-OPC-4, M41-DIS-3, M41-CRT, M41-TER)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.facts import Fact
from trc_module.games.m41.acts import Absorb, TakeHit
from trc_module.games.m41.data import M41, book
from trc_module.games.m41.firepower import Firepower, firepower, holds_out, read_on_table, target_of
from trc_module.games.m41.marks import Absorbed, Downed
from trc_module.games.m41.supply import eliminated, supply_facts
from trc_module.games.m41.words import (
    AIR,
    BLITZ_COMBAT,
    COMBAT,
    DISRUPTED,
    FIGHTING,
    FORTIFIED,
    INFANTRY,
    ROUNDS,
    RUSSIAN,
    SHEETS,
    SHOCK,
)
from trc_module.rules.actions import End, Lose
from trc_module.rules.battles import Battle, battle_numbered, with_battle
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import agree, spaced
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems.dice_pools import (
    ATTACK,
    DEFEND,
    ROLES,
    Fire,
    FireOnTable,
    FiringRound,
    exchange_of,
    fire,
    with_exchange,
)
from trc_module.systems.statuses import status_of, with_status


def role_of(battle: Battle, unit: UnitId) -> str:
    """Return whether a unit attacks in a battle or defends; '' if it is not in it."""
    return ATTACK if unit in battle.attackers else DEFEND if unit in battle.defenders else ""


def rounds(game: M41, state: State) -> int:
    """Return how many rounds a battle of this phase has at most."""
    return ROUNDS.get(state.clock.phase, max(ROUNDS.values()))


@book.judge(Fire, FireOnTable)
def in_its_round(game: M41, state: State, act: Fire | FireOnTable) -> Iterator[Finding]:
    """Battles are fought in the combat phase, two rounds at most, while there are defenders (M41-SEQ, M41-OPC-1)."""
    power = firepower(game, state, act)
    if power is None:
        return
    if state.clock.phase not in FIGHTING:
        yield violation("M41-SEQ", Sentence("Battle {number} was fought in {clock}.", act.number, state.clock.words))
        return
    most = rounds(game, state)
    if power.round > most:
        rule = "M41-BLZ-1" if most == 1 else "M41-OPC-1"
        text = Sentence(
            "Battle {number} was fought for {round} rounds; {most} may be fought in this phase.",
            act.number,
            power.round,
            most,
        )
        yield violation(rule, text, dedup_key=(state.clock.side, "rounds", act.number))
    now = exchange_of(state, act.number)
    begins = power.round > now.round
    if begins and now.round and not _defenders(game, state, power.battle):
        text = Sentence(
            "Battle {number} went on; no defender is left in {target}.", act.number, game.hex_name(power.target)
        )
        yield violation("M41-OPC-1", text)
    if begins:
        yield from _all_taken(game, state, power.battle, now)
        if _is_passed_over(game, state, power.battle, now, act.role):
            who, others = _who(act.role), _who(_other(act.role))
            text = Sentence(
                "The {who} of battle {number} rolled a second time before the {others} rolled.", who, act.number, others
            )
            open_ = "The log does not show whether that is their second round, or the first one rolled again."
            yield Finding("M41-OPC-2", Verdict.UNDECIDED, Sentence("{text} {open}", text, open_))


def _other(role: str) -> str:
    return DEFEND if role == ATTACK else ATTACK


def _is_passed_over(game: M41, state: State, battle: Battle, now: FiringRound, role: str) -> bool:
    """Tell whether a side that fires again would begin a round before the other side, which can, has fired in this one.

    The dice of both are rolled at the same time; nobody has to roll all of his. Where all of its units have been hit,
    what the first roll has brought was carried out.
    """
    other = Firepower(game, state, battle, _other(role))
    able = not other.is_strike and any(other.factor(unit) for unit in other.ground if unit not in other.hit_now)
    return now.fired(role) and not now.fired(other.role) and able


def _defenders(game: M41, state: State, battle: Battle) -> list[UnitId]:
    target = target_of(battle)
    return [unit for unit in battle.defenders if state.place(unit) == target]


@book.check("M41-DIS-3", End)
def hits_are_taken(game: M41, state: State, act: End) -> Iterator[Finding]:
    """A combat phase ends when all hits are taken."""
    if state.clock.phase in FIGHTING:
        for battle in state.battles:
            yield from _all_taken(game, state, battle, exchange_of(state, battle.number))


def _all_taken(game: M41, state: State, battle: Battle, now: FiringRound) -> Iterator[Finding]:
    """Yield the hits of a round that a unit could have taken and none has."""
    for role in ROLES:
        able = [unit for unit in _targets(game, state, battle, role) if takes_more(game, state, battle, unit)]
        if now.hits_to_take(role) > 0 and able:
            who = "defenders" if role == DEFEND else "attackers"
            text = Sentence(
                "The {who} of battle {number} have not taken {hits_to_take} of their hits.",
                who,
                battle.number,
                now.hits_to_take(role),
            )
            yield violation(
                "M41-DIS-3", text, units=(able[0],), dedup_key=(state.clock.side, "owed", battle.number, role)
            )


def _targets(game: M41, state: State, battle: Battle, role: str) -> list[UnitId]:
    """Return the ground units that the hits on a side fall on: those that are still where they stood."""
    units = battle.attackers if role == ATTACK else battle.defenders
    return [u for u in units if game.units[u].type != AIR and state.place(u) == battle.places[u]]


def is_strike(game: M41, battle: Battle) -> bool:
    """Tell whether a battle is a strike from the air: only air units attack."""
    return all(game.units[unit].type == AIR for unit in battle.attackers)


def takes_more(game: M41, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a unit can take one more hit; a strike from the air does no more than disrupt."""
    return not is_strike(game, battle) or status_of(state, unit) != DISRUPTED or absorbs(game, state, battle, unit)


def staying_power(game: M41, state: State, unit: UnitId) -> int:
    """Return how many hits disruption absorbs in one round: two of units with two factors, else one."""
    who = game.units[unit]
    if who.type == SHOCK:
        return 2 if state.clock.phase == COMBAT else 1
    return who.combat or 1


def absorbs(game: M41, state: State, battle: Battle, unit: UnitId) -> bool:
    """Tell whether a disrupted unit of two factors absorbs one more hit: in the round in which it was disrupted."""
    taken = exchange_of(state, battle.number).takers.count(unit)
    return 0 < taken < staying_power(game, state, unit)


@book.check("M41-OPC-2", Fire)
def no_more_dice(game: M41, state: State, act: Fire) -> Iterator[Finding]:
    """Panzer units and the 4. Armee fire two dice, others one, Shock armies two in the first operational round."""
    power = firepower(game, state, act)
    if power is None or state.clock.phase not in FIGHTING:
        return
    if len(act.dice) > power.dice:
        yield _too_many(power, len(act.dice), power.dice, Sentence("rolled {count} dice", len(act.dice)))
    elif len(act.dice) < power.dice:
        text = Sentence(
            "The {who} of battle {number} rolled {count} of {dice} dice.",
            _who(act.role),
            act.number,
            len(act.dice),
            power.dice,
        )
        yield Finding("M41-OPC-2", Verdict.NOTE, text)
    most = power.hits(act.dice)
    # Fewer hits can be right where some units may be out of supply (no log tells which dice are theirs), or where the
    # weather is unknown.
    certain = power.surely_supplied and power.in_mud_or_snow is not None
    if act.hits is not None and (act.hits > most or (act.hits < most and certain)):
        counted = Sentence("{hits} {verb} counted", act.hits, agree(act.hits, "hit was", "hits were"))
        text = Sentence(
            "{counted} in battle {number}; {shown} scores {most}.", counted, act.number, _shown(act.dice), most
        )
        # What no weather and no ground allow does not rest on them.
        facts = power.rate_facts() if act.hits <= power.most_ever(act.dice) else ()
        yield violation("M41-OPC-4", text, facts=facts)


def _who(role: str) -> str:
    return "attackers" if role == ATTACK else "defenders"


def _shown(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))


def _too_many(power: Firepower, rolled: int, allowed: int, what: str) -> Finding:
    """Return the finding of too many dice, under the rule that takes those away that are too many."""
    number = power.battle.number
    text = Sentence(
        "The {who} of battle {number} {what}; they have {allowed}.", _who(power.role), number, what, allowed
    )
    rule, facts = "M41-OPC-2", power.facts()
    if power.ground and not power.units_dice and not power.own_dice and not power.is_strike:
        return violation(
            "M41-DIS-1", Sentence("{text} Disrupted units do not fire.", text), units=power.ground, facts=facts
        )
    if power.role == DEFEND:
        if rolled <= power.units_dice + power.own_dice + len(power.ground):
            rule = "M41-TER-2" if power.game.forest >> power.target & 1 else "M41-TER-1"
    elif rolled <= power.air_dice + sum(power.factor(unit, in_forest=False) for unit in power.ground):
        rule = "M41-TER-2"
    else:
        uncapped = sum(map(power.air_factor, power.air))
        printed = sum(power.game.units[unit].combat or 0 for unit in power.air)
        if rolled <= power.units_dice + uncapped:
            rule = "M41-AIR-2"
        elif power.state.clock.phase == BLITZ_COMBAT and rolled <= power.units_dice + printed:
            rule = "M41-AIR-1"
        elif rolled <= power.units_dice + printed:
            rule = "M41-TER-2"
    return violation(rule, text, facts=facts)


@book.check("M41-OPC-4", FireOnTable)
def at_its_rate(game: M41, state: State, act: FireOnTable) -> Iterator[Finding]:
    """Dice hit on 4 to 6; those of Germans in Mud and Snow on 5 and 6, unless they defend a city or town."""
    power = firepower(game, state, act)
    if power is None or state.clock.phase not in FIGHTING:
        return
    if power.in_mud_or_snow is None:
        text = Sentence("Battle {number} was read at the rate {sheet}; the weather is unknown.", act.number, act.sheet)
        yield Finding("M41-OPC-4", Verdict.UNDECIDED, text)
    elif SHEETS.index(act.sheet) < SHEETS.index(power.sheet):
        text = Sentence(
            "Battle {number} was read at the rate {sheet}; the {side} units fire at {power_sheet}.",
            act.number,
            act.sheet,
            power.side,
            power.sheet,
        )
        yield violation("M41-OPC-4", text, facts=power.rate_facts())


@book.judge(FireOnTable)
def no_more_strength(game: M41, state: State, act: FireOnTable) -> Iterator[Finding]:
    """The firing strength is the number of dice; those of units out of supply are halved (M41-OPC-2, M41-SUP-3)."""
    power = firepower(game, state, act)
    if power is None or state.clock.phase not in FIGHTING:
        return
    if power.strength < act.strength <= power.dice:
        who = Sentence("The {who} of battle {number}", _who(act.role), act.number)
        text = Sentence(
            "{who} were read at {strength}; out of supply they have {power_strength}.",
            who,
            act.strength,
            power.strength,
        )
        yield violation("M41-SUP-3", text, units=power.ground, facts=supply_facts(game))
    elif act.strength > power.dice:
        yield _too_many(power, act.strength, power.strength, Sentence("were read at {strength}", act.strength))


@book.check("M41-CRT", FireOnTable)
def as_the_table_says(game: M41, state: State, act: FireOnTable) -> Iterator[Finding]:
    """The hits are those of the table: column A of the die for attackers, column B for defenders (reading M06)."""
    if act.hits is None:
        return
    right, other = read_on_table(game, act)
    if act.hits == right:
        return
    said = agree(act.hits, "hit", "hits")
    rate = Sentence(
        "strength {strength} and die {die} at the {sheet} rate give {right}",
        act.strength,
        act.die,
        spaced(act.sheet),
        right,
    )
    if act.hits == other:
        text = Sentence(
            "Battle {number} was read as {hits} {said} by the other column of the die; {rate}.",
            act.number,
            act.hits,
            said,
            rate,
        )
        yield Finding("M41-CRT", Verdict.NOTE, text)
    else:
        facts = (game.firing.facts[act.sheet, act.die],)
        yield violation(
            "M41-CRT",
            Sentence("Battle {number} was read as {hits} {said}; {rate}.", act.number, act.hits, said, rate),
            facts=facts,
        )


for _kind in (Fire, FireOnTable):
    book.effect(_kind)(fire)


# ------------------------------------------------------------------ taking hits


@book.judge(TakeHit, Lose)
def only_what_was_scored(game: M41, state: State, act: TakeHit | Lose) -> Iterator[Finding]:
    """Units take as many hits as were scored: fortification first, then disruption, then they are destroyed."""
    battle = battle_numbered(state.battles, act.number)
    flies = game.units[act.unit].type == AIR
    if flies and isinstance(act, Lose):
        # Interceptions decide it: M41-AIR-3.
        return
    if battle is None or not (role := role_of(battle, act.unit)):
        yield violation(
            "M41-DIS-3", Sentence("{unit} is not in battle {number}.", act.unit, act.number), units=(act.unit,)
        )
        return
    now = exchange_of(state, act.number)
    if now.hits_to_take(role) <= 0:
        text = Sentence("{unit} took a hit in battle {number}; its side has none to take.", act.unit, act.number)
        yield violation("M41-DIS-3", text, units=(act.unit,))
    elif flies:
        text = Sentence(
            "{unit} took a hit in battle {number}; the text does not say whether aircraft take hits.",
            act.unit,
            act.number,
        )
        yield Finding("M41-DIS-3", Verdict.UNDECIDED, text, (act.unit,))
    status = status_of(state, act.unit)
    if isinstance(act, TakeHit):
        if status == DISRUPTED and not absorbs(game, state, battle, act.unit):
            text = Sentence("{unit} took a hit and stayed; one more hit destroys a disrupted unit.", act.unit)
            yield violation("M41-DIS-3", text, units=(act.unit,))
        return
    if is_strike(game, battle):
        text = Sentence("{unit} was destroyed by an air strike, which can only disrupt.", act.unit)
        yield violation("M41-AIR-1", text, units=(act.unit,))
    elif status == FORTIFIED:
        text = Sentence("{unit} was destroyed; its fortification absorbs the first hit.", act.unit)
        yield violation("M41-FORT-1", text, units=(act.unit,))
    elif status != DISRUPTED:
        yield violation(
            "M41-DIS-3", Sentence("{unit} was destroyed; its first hit disrupts it.", act.unit), units=(act.unit,)
        )
    elif absorbs(game, state, battle, act.unit):
        text = Sentence("{unit} was destroyed; it absorbs two hits in a round.", act.unit)
        yield violation("M41-DIS-3", text, units=(act.unit,))


@book.effect(TakeHit)
def take_hit(game: M41, state: State, act: TakeHit) -> State:
    """Take the fortification of a unit, or disrupt it."""
    battle = battle_numbered(state.battles, act.number)
    was_fortified = status_of(state, act.unit) == FORTIFIED
    after = with_status(state, act.unit, "" if was_fortified else DISRUPTED)
    if battle is None:
        return after
    taker = "" if was_fortified else act.unit
    now = exchange_of(state, act.number).taking(role_of(battle, act.unit) or DEFEND, taker)
    return with_exchange(after, act.number, now)


@book.effect(Lose)
def destroy(game: M41, state: State, act: Lose) -> State:
    """Destroy a unit."""
    battle = battle_numbered(state.battles, act.number)
    after = eliminated(game, state, act.unit)
    if battle is not None:
        after = after.changed(battles=with_battle(after.battles, battle.losing(act.unit)))
    if game.units[act.unit].type == AIR:
        return Downed.forgotten(after, str(act.number), act.unit)
    if battle is None:
        return after
    now = exchange_of(state, act.number).taking(role_of(battle, act.unit) or DEFEND)
    return with_exchange(after, act.number, now)


def walls_left(game: M41, state: State, battle: Battle) -> tuple[int, tuple[Fact, ...]]:
    """Return how many hits the city and the fortress of a battle absorb in a round, and the data that it rests on.

    A major city that infantry defends absorbs one, Tula's fortress one until the Germans take it.
    """
    target, left = target_of(battle), _defenders(game, state, battle)
    foot = any(game.units[unit].type in INFANTRY for unit in left)
    major = bool(game.board.major_cities >> target & 1) and foot
    russian = any(game.side_of[unit] == RUSSIAN for unit in left)
    fortress = russian and holds_out(game, state, target)
    facts = tuple(city.fact for city in game.board.cities.values() if city.hex == target or city.major)
    return major + fortress, (*facts, game.board.cities["Tula"].fact)


@book.check("M41-TER-2", Absorb)
def walls_absorb(game: M41, state: State, act: Absorb) -> Iterator[Finding]:
    """A major city held by infantry absorbs one hit a round, and so does Tula until the Germans take it."""
    battle = battle_numbered(state.battles, act.number)
    if battle is None:
        return
    now = exchange_of(state, act.number)
    most, facts = walls_left(game, state, battle)
    if now.hits_to_take(DEFEND) <= 0:
        yield violation(
            "M41-DIS-3", Sentence("A hit was absorbed in battle {number}; the defenders have none to take.", act.number)
        )
    elif most == 0 or Absorbed(str(act.number), str(now.round), str(most)) in state.marks:
        where = game.hex_name(target_of(battle))
        text = Sentence(
            "{where} absorbed a hit in battle {number}; it absorbs {most} in a round.", where, act.number, most
        )
        yield violation("M41-TER-2", text, hexes=(where,), facts=facts)


@book.effect(Absorb)
def absorb(game: M41, state: State, act: Absorb) -> State:
    """Apply a hit to walls."""
    now = exchange_of(state, act.number)
    before = sum(mark.round == str(now.round) for mark in Absorbed.of(state, str(act.number)))
    after = with_exchange(state, act.number, now.taking(DEFEND))
    return after.with_mark(Absorbed(str(act.number), str(now.round), str(before + 1)))


# ------------------------------------------------------------------ what may be done

_THROWS = 8


def _throws(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yield some throws of so many dice, which are the same for the same position."""
    for number in range(_THROWS):
        value = seed * 7919 + number * 104729 + 12345
        dice = []
        for _ in range(count):
            value = (value * 1103515245 + 12345) % (1 << 31)
            dice.append(1 + (value >> 12) % 6)
        yield tuple(dice)


@book.lister(Fire)
def fires(game: M41, state: State) -> Iterator[Fire | FireOnTable]:
    """Yield rolls of the sides that have dice, with the dice themselves and on the table."""
    if state.clock.phase not in FIGHTING:
        return
    for battle in state.battles:
        for role in ROLES:
            power = Firepower(game, state, battle, role)
            if power.round > rounds(game, state) or not power.dice or not _defenders(game, state, battle):
                continue
            if _is_passed_over(game, state, battle, exchange_of(state, battle.number), role):
                continue
            for dice in _throws(power.dice, state.clock.turn * 64 + battle.number * 8 + power.round):
                yield Fire(battle.number, role, dice, None if power.unsupplied else power.hits(dice))
            for die in range(1, 7):
                if power.strength and power.in_mud_or_snow is not None:
                    act = FireOnTable(battle.number, role, die, power.strength, power.sheet)
                    yield act
                    yield FireOnTable(
                        battle.number, role, die, power.strength, power.sheet, read_on_table(game, act)[0]
                    )


@book.lister(TakeHit)
def hits(game: M41, state: State) -> Iterator[TakeHit | Lose | Absorb]:
    """Yield the ways to take a hit."""
    for battle in state.battles if state.clock.phase in FIGHTING else ():
        for role in ROLES:
            if exchange_of(state, battle.number).hits_to_take(role) > 0:
                for unit in _targets(game, state, battle, role):
                    yield TakeHit(battle.number, unit)
                    yield Lose(battle.number, unit)
        if exchange_of(state, battle.number).hits_to_take(DEFEND) > 0:
            yield Absorb(battle.number)

"""Chapter 14: effects of terrain on a battle."""

from __future__ import annotations

from trc_module.board import Board, Terrain
from trc_module.board.rivers import river_networks
from trc_module.facts import Fact, Source
from trc_module.games.trc.book import book
from trc_module.games.trc.combat.battle_context import BattleContext
from trc_module.games.trc.combat.landings import undoubled_from_the_sea
from trc_module.games.trc.data import AXIS, RUSSIAN, Trc
from trc_module.games.trc.strait import kerch
from trc_module.hexgrid import Hex
from trc_module.rules.hooks import hook
from trc_module.sentence import Sentence

TWICE = 2


@book.rule("14.1a")
def in_mountains(fight: BattleContext, at: Hex) -> bool:
    """Mountains double the defence."""
    return fight.game.board.terrain[at] is Terrain.MOUNTAIN


@book.rule("14.1b")
def in_a_major_city(fight: BattleContext, at: Hex) -> bool:
    """A major city doubles the defence."""
    return bool(fight.game.board.major_cities >> at & 1)


@book.rule("14.1.1c")
def on_a_river(game: Trc, at: Hex) -> bool:
    """A hex through which a river runs only in part is a river hex."""
    return bool(game.board.river_hexes >> at & 1)


def in_part(board: Board, at: Hex) -> bool:
    """Tell whether every river of a hex begins or ends in it."""
    courses = [river.hexes for river in board.rivers if at in river.hexes]
    return bool(courses) and all(at in (course[0], course[-1]) for course in courses)


@book.rule("14.1.1b")
def on_one_river(fight: BattleContext, a: Hex, b: Hex) -> bool:
    """Two hexes are hexes of the same river if rivers link them through the hexsides they cross."""
    board = fight.game.board
    if "R10b" in fight.state.options:
        return (min(a, b), max(a, b)) in board.river_steps
    return bool(river_networks(board).get(a, 0) >> b & 1)


def one_river_fact(fight: BattleContext, a: Hex, b: Hex) -> Fact:
    """Return what is known about whether two neighbouring hexes lie on one river, with its doubt."""
    game, board = fight.game, fight.game.board
    names = Sentence("{first} and {second}", game.hex_name(a), game.hex_name(b))
    same = on_one_river(fight, a, b)
    says = Sentence("{names} lie on {word}", names, "one river" if same else "no common river")
    crossed = (min(a, b), max(a, b)) in board.river_steps
    facts = [fact for h in (a, b) for fact in board.river_facts(h)]
    doubt = next((fact.doubt for fact in facts if fact.doubt), "")
    open_to_doubt = same != crossed or (board.same_river(a, b) and not same)
    if open_to_doubt and "R10b" not in fight.state.options:
        doubt = doubt or "14.1.1 may also mean only the hexside between the two"
    source = min((fact.source for fact in facts), key=lambda source: source.trust)
    return Fact(says, source if doubt or source.kind != "rulebook" else Source("derived", "rivers"), doubt)


@book.rule("14.1.1a")
def all_on_rivers(fight: BattleContext) -> bool:
    """A river helps the defender only if every attacker is on a river hex."""
    return all(on_a_river(fight.game, at) for at in fight.from_hexes)


@book.rule("14.1.3")
def surprised(fight: BattleContext) -> bool:
    """The Russians get no help from rivers in the opening impulse."""
    clock = fight.state.clock
    return fight.enemy == RUSSIAN and (clock.turn, clock.side, clock.part) == (1, AXIS, 1)


@hook
def is_surprised(game: Trc, fight: BattleContext) -> bool:
    """Tell whether no river helps the defenders."""
    return surprised(fight)


@book.rule("14.1c")
def behind_a_river(fight: BattleContext, at: Hex) -> bool:
    """A river doubles the defence behind it."""
    return all_on_rivers(fight) and not is_surprised(fight.game, fight) and not on_the_attackers_river(fight, at)


def on_the_attackers_river(fight: BattleContext, at: Hex) -> bool:
    """Tell whether a hex lies on the same river as that of an attacker."""
    return any(on_one_river(fight, at, origin) for origin in fight.from_hexes)


@book.rule("14.1d")
def beyond_the_strait(fight: BattleContext, at: Hex) -> bool:
    """The defence is doubled if every attacker is across the Kerch Strait."""
    strait = kerch(fight.game.board)
    return all((origin, at) in (strait, strait[::-1]) for origin in fight.from_hexes)


CAUSES = (
    ("14.1a", in_mountains),
    ("14.1b", in_a_major_city),
    ("14.1c", behind_a_river),
    ("14.1d", beyond_the_strait),
)
"""The causes that double the defenders of a hex."""


def causes(fight: BattleContext, at: Hex) -> tuple[str, ...]:
    """Return the rules that double the defenders of a hex."""
    return tuple(rule for rule, holds in CAUSES if holds(fight, at))


@book.rule("14.1.2")
def multiplier(fight: BattleContext, at: Hex) -> int:
    """A defender is never more than doubled, and an attacker never at all."""
    return TWICE if causes(fight, at) else 1


def river_trouble(fight: BattleContext, at: Hex) -> tuple[str, str, tuple[Fact, ...]] | None:
    """Say which single rule keeps a hex near rivers from being doubled, in words, or None if no river is near.

    The most special rule comes first: that of the opening impulse, that of a landing, then those of the hexes.
    """
    game = fight.game
    dry = [origin for origin in fight.from_hexes if not on_a_river(game, origin)]
    if len(dry) == len(fight.from_hexes) and not on_a_river(game, at):
        return None
    facts = tuple(fact for h in (*fight.from_hexes, at) for fact in game.board.river_facts(h))
    where = game.hex_name(at)
    if not dry and is_surprised(fight.game, fight) and not on_the_attackers_river(fight, at):
        return (
            "14.1.3",
            Sentence("the Russians in {where} get no help from rivers in the opening impulse", where),
            facts,
        )
    if dry:
        names = ", ".join(game.hex_name(origin) for origin in dry)
        landed = undoubled_from_the_sea(fight, dry)
        if landed:
            return (
                "13.8c",
                Sentence(
                    "{landed} came ashore in {names}, which is not a river hex, and undoubles {where}",
                    landed[0],
                    names,
                    where,
                ),
                facts,
            )
        return (
            "14.1.1a",
            Sentence("the attackers in {names} are on no river, so {where} is not behind one", names, where),
            facts,
        )
    shared = [origin for origin in fight.from_hexes if on_one_river(fight, at, origin)]
    if not shared:
        return None
    names = ", ".join(game.hex_name(origin) for origin in shared)
    return (
        "14.1.1b",
        Sentence("{where} lies on the same river as {names}", where, names),
        tuple(one_river_fact(fight, at, origin) for origin in fight.from_hexes),
    )


def river_help(fight: BattleContext, at: Hex) -> tuple[str, str, tuple[Fact, ...]]:
    """Say which single rule puts a hex behind a river, in words."""
    game = fight.game
    where = game.hex_name(at)
    facts = tuple(fact for origin in fight.from_hexes for fact in game.board.river_facts(origin))
    if on_a_river(game, at):
        facts += tuple(one_river_fact(fight, at, origin) for origin in fight.from_hexes)
        return (
            "14.1.1b",
            Sentence("{where} is on another river than the attackers, so it is behind theirs", where),
            facts,
        )
    part = [game.hex_name(origin) for origin in fight.from_hexes if in_part(game.board, origin)]
    if part:
        return (
            "14.1.1c",
            Sentence("{part} is a river hex too, so {where} is behind the river", ", ".join(part), where),
            facts,
        )
    return "14.1c", Sentence("{where} is behind the river", where), facts


@book.rule("14.2a")
def attackers_hold_in_woods(game: Trc, at: Hex) -> bool:
    """Attackers in woods do not retreat on AR or A1."""
    return game.board.terrain[at] is Terrain.WOODS


@book.rule("14.2b")
def defenders_hold_in_woods(game: Trc, at: Hex) -> bool:
    """Defenders in woods do not retreat on DR, EX or D1."""
    return game.board.terrain[at] is Terrain.WOODS

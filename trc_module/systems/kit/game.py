"""A game whose rules are data, whole: its answers about moves, odds and victory, and the loading of its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from trc_module.board import load_board
from trc_module.charts import load_chart_set
from trc_module.facts.errors import DataErrorGroup
from trc_module.gamespec import read_spec
from trc_module.roster import load_roster
from trc_module.roster.vocabulary import read_vocabulary
from trc_module.rules.actions import Action, Attack, RollCombat
from trc_module.rules.battles import battle_numbered
from trc_module.rules.reckoning import Reckoning
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.entry import Entry
from trc_module.rules.rulebook.reader import read_rulebook
from trc_module.rules.score import Score, Winner
from trc_module.rules.sequence_file import read_sequence
from trc_module.rules.state import State, UnitId
from trc_module.sentence import Sentence
from trc_module.systems import common_acts as common
from trc_module.systems.acts import Act, ActTable
from trc_module.systems.kit import acts, after_battle, fighting, moving, odds, placing, returning
from trc_module.systems.kit.basics_file import facts_of, read_basics, unknown_names
from trc_module.systems.kit.contradictions import contradictions
from trc_module.systems.kit.ground import PERHAPS_PASSED, KitGround
from trc_module.systems.kit.ladder import Turned, ways_to_turn
from trc_module.systems.kit.register import section_of
from trc_module.systems.kit.rules import KitRules
from trc_module.systems.kit.tables import Basics, VictoryRules

if TYPE_CHECKING:
    from trc_module.systems.kit.bearings import KitBearings
    from trc_module.systems.kit.questions import KitQuestions

OF_TABLES = "a table of rules/basics.toml that names it"
"""What a rule may have in place of a function, in a game whose rules are data."""


class KitGame(KitGround):
    """One game whose rules are data; a game of its own overrides what it does in another way."""

    @cached_property
    def questions(self) -> KitQuestions:
        """The game's answers about positions: the odds with all that goes into them."""
        from trc_module.systems.kit.questions import KitQuestions

        return KitQuestions(self)

    @cached_property
    def bearings(self) -> KitBearings:
        """What counts, for players that want to win."""
        from trc_module.systems.kit.bearings import KitBearings

        return KitBearings(self)

    @cached_property
    def reckoning(self) -> Reckoning:
        """What its module reckons of a battle: all that the tables say."""
        from trc_module.systems.kit.reckoning import reckoning_of

        return reckoning_of(self)

    def may_move(self, state: State, unit: UnitId) -> bool:
        """Tell whether a unit moves in this phase."""
        return moving.may_move(self, state, unit)

    def odds(self, state: State, action: Action) -> str:
        """Return the column of an attack."""
        battle = battle_numbered(state.battles, action.number) if isinstance(action, RollCombat) else None
        of = action if isinstance(action, Attack) else battle
        return odds.column_of(self, state, of) if of is not None else ""

    def score(self, state: State) -> Score:
        """Return how the game stands: who holds a place after the last turn, or stands in most cities, has won."""
        told = self.basics.victory
        if told is None:
            return super().score(state)
        if told.most:
            return self._most_cities(state, told)
        holder = state.control.get(self.places[told.holds], "")
        won: tuple[Winner, ...] = ()
        if state.traces.get(PERHAPS_PASSED, 0) >> self.places[told.holds] & 1:
            said = Sentence("{holds} lies on the unknown way of a unit; nobody knows who holds it", told.holds)
            return Score(state.scenario, state.clock, None, 0, 0, (), (), (said,), ())
        if state.clock.turn > self.track.last and holder:
            text = Sentence("the {holder} side holds {holds} after turn {last}", holder, told.holds, self.track.last)
            won = (Winner(holder, told.rule, text, claimed=False),)
        said = Sentence("{holds} is held by: {holder}", told.holds, holder or "nobody")
        return Score(state.scenario, state.clock, None, 0, 0, (), won, (said,), ())

    def _most_cities(self, state: State, told: VictoryRules) -> Score:
        held = {side: (force.occupied & self.board.city_hexes).bit_count() for side, force in state.forces.items()}
        first = [side for side in self.sides if held[side] == max(held.values())]
        winner = first[0] if len(first) == 1 else told.tie
        won: tuple[Winner, ...] = ()
        if state.clock.turn > self.track.last and winner:
            text = ", ".join(
                Sentence("the {side} side holds {number}", side.capitalize(), number) for side, number in held.items()
            )
            won = (
                Winner(
                    winner, told.rule, Sentence("{text} cities after turn {last}", text, self.track.last), claimed=False
                ),
            )
        conditions = tuple(
            Sentence("the {side} side holds {number} cities", side.capitalize(), number)
            for side, number in held.items()
        )
        return Score(state.scenario, state.clock, None, 0, 0, (), won, conditions, ())


class Kit:
    """The rules of one game as its folder says them, its book, and the loading of its data."""

    def __init__(
        self,
        folder: Path,
        package: str = __package__,
        game: type[KitGame] = KitGame,
        more: Iterable[Act] = (),
    ) -> None:
        """Read the rules in a folder; `game` is the game's own class, `more` are acts that it has beside the common.

        DataErrorGroup names the lines that are wrong.
        """
        spec, basics = read_spec(folder), read_basics(folder)
        vocabulary = read_vocabulary(folder)
        self.game = game
        self.book = RuleBook(package, lambda: _words(basics, folder), or_else=OF_TABLES)
        self._more = tuple(more)
        facts = facts_of(basics, folder)
        self.rules = KitRules(folder, spec, basics, facts, vocabulary, read_sequence(folder), self.book)
        for chapter in (moving, placing, odds, fighting, after_battle, returning):
            chapter.register(self.book, basics)
        self.load: Callable[..., KitGame] = lru_cache(maxsize=8)(self._load)

    def _load(self, options: frozenset[str] = frozenset(), overlay: Path | None = None) -> KitGame:
        """Load the game; `overlay` is a folder with an owner's corrections of the data."""
        folder = self.rules.folder
        board, roster, charts = (
            load_board(folder, overlay),
            load_roster(folder, overlay),
            load_chart_set(folder, overlay),
        )
        errors = list(contradictions(self.rules, board, roster, charts))
        if errors:
            raise DataErrorGroup(errors)
        ways = ways_to_turn(roster.units.values(), self.rules.vocabulary.improved)
        acts = ActTable((*_acts(self.rules.basics, self.rules.spec.dice.faces, ways), *self._more))
        return self.game(self.rules, acts, board, roster, charts, options)


def _words(basics: Basics, folder: Path) -> Mapping[str, Entry]:
    """Return the rulebook; DataErrorGroup for each number of the file of rules as data that is not in it."""
    found = read_rulebook(folder / "rules")
    errors = list(unknown_names(basics, folder, {"rule": found}))
    if errors:
        raise DataErrorGroup(errors)
    return found


def _acts(basics: Basics, faces: int, ways: Sequence[Turned]) -> list[Act]:
    """Return the acts of a game, as far as it has rules about them, each in the section of its rulebook."""
    combat, back = section_of(basics.combat.rules["attack"]), basics.replacements
    steps = any(way.face for way in ways)
    found = []
    if basics.set_up:
        found.append(common.setting_up(section_of(basics.set_up.rules.get("place", basics.turn))))
    if back:
        found.append(acts.replacing(section_of(back.rules["where"])))
        found += [acts.restoring(section_of(back.rules["restore"]), ways)] if steps else []
    found += [common.entering(section_of(basics.arrivals.rule))] if basics.arrivals else []
    found += [
        common.moving(section_of(basics.movement.rules["points"])),
        common.attacking(combat),
        common.rolling(combat, faces=faces),
        *([acts.reducing(combat, ways)] if steps else []),
        acts.losing(combat, basics.losses.box, ways),
    ]
    found += [common.retreating(combat)] if basics.retreat else []
    found += [acts.advancing(combat)] if basics.advance else []
    return [*found, common.ending(section_of(basics.turn))]


def load_game_of_data(folder: Path, options: frozenset[str], overlay: Path | None) -> KitGame:
    """Load a game that has no package of its own, as its files are now."""
    return Kit(folder).load(options, overlay)

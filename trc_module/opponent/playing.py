"""The program's part of a turn: acts until the other side has to act, and what that side is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trc_module.rules.actions import Action, Claim, End, Setup
from trc_module.rules.engine import Referee, Told
from trc_module.rules.finding import Finding, Verdict, violation
from trc_module.rules.game import Game
from trc_module.rules.players import Opponent
from trc_module.rules.selfplay import IllegalPlayError, LiveObserver
from trc_module.rules.state import State
from trc_module.sentence import Sentence
from trc_module.systems.card_places import CardPlaces, card_moves
from trc_module.systems.cards import ANY_CARD, Play, held_by
from trc_module.systems.thrown_dice import Roll, in_groups, thrown


@dataclass(slots=True)
class PlayedPart:
    """What the program has done, and what it waits for."""

    acts: list[tuple[State, Action]] = field(default_factory=list)
    """Its acts, each with the position before it."""
    asked: tuple[Action, ...] = ()
    """The acts from which the other side chooses; none if it is simply its turn."""
    end: State | None = None


def play_part(
    game: Game, start: State, side: str, player: Opponent, roll: Roll, cards: CardPlaces | None = None
) -> PlayedPart:
    """Play a side's part of a turn from a position on; what the other side owes or may do in between ends it.

    `cards` say where the cards lie on a table; without them the player deals himself.
    """
    return _PartPlayed(game, start, side, player, roll, cards).part


class _AtTable(LiveObserver):
    """The view of a player who has the cards of one side in his hand, and no others."""

    def __init__(self, referee: Referee, side: str, cards: CardPlaces | None) -> None:
        super().__init__(referee)
        self._side, self._cards = side, cards

    def found(self, action: Action) -> list[Finding]:
        """Return all that can be said about an act; a card that lies elsewhere cannot be played."""
        found = super().found(action)
        if self._cards is None or not isinstance(action, Play) or action.card == ANY_CARD:
            return found
        if action.side != self._side or action.card in self._cards.hands[self._side]:
            return found
        return [
            *found,
            violation(
                "cards", Sentence("{card} is not in the hand of the {side} side.", action.card, self._side.capitalize())
            ),
        ]


class _PartPlayed:
    def __init__(
        self,
        game: Game,
        start: State,
        side: str,
        player: Opponent,
        roll: Roll,
        cards: CardPlaces | None,
    ) -> None:
        self.game, self.side, self.player, self.roll = game, side, player, roll
        self.referee, self.cards = Referee(game, start), cards or None
        self.look = _AtTable(self.referee, side, self.cards)
        self.part = PlayedPart()
        if self.cards is not None:
            # A log of an earlier version shows fewer cards in the hand than the side has.
            list(self.cards.fill(side, held_by(start, side)))
        player.plays(side, {side: self.cards.hands[side]} if self.cards is not None else {})
        self._offered = {_key(act) for act in self._of_the_other()}
        if self.referee.state.clock.side != side:
            self._answer()
        if self.referee.state.clock.side == side:
            self._play()
        self.part.end = self.referee.state

    # ------------------------------------------------------------- own phases

    def _play(self) -> None:
        while self._carries_out(tuple(self._of_the_other())):
            # What an earlier log has left undone, and nobody chooses.
            pass
        for act in self.player.acts(self.look):
            if isinstance(act, Claim):
                self._do(act)
                return
            if self.referee.state.clock.side != self.side:
                return
            if self._waits(act):
                return
            if isinstance(act, End) or self.game.decides(self.referee.state, act) == self.side:
                self._do(self._thrown(act))
                if self._asks():
                    return

    def _waits(self, act: Action) -> bool:
        """Tell whether an act has to wait for the other side, whose decision it is, or which owes something."""
        if isinstance(act, End):
            if not any(finding.verdict is not Verdict.NOTE for finding in self.look.found(act)):
                return False
        elif self.game.decides(self.referee.state, act) == self.side:
            return False
        return self._is_for_the_other(act)

    def _is_for_the_other(self, act: Action) -> bool:
        """Ask the other side for what the player would do in its place; carry out what has no alternative."""
        choices = tuple(act for act in self._of_the_other() if self.game.owed(self.referee.state, act))
        if _key(act) in map(_key, self._forced(choices)):
            self._do(self._thrown(act))
            return False
        self.part.asked = choices
        return bool(choices)

    def _carries_out(self, choices: Sequence[Action]) -> bool:
        """Carry out choices that are none; tell whether they were."""
        forced = self._forced(choices)
        for act in forced:
            self._do(self._thrown(act))
        return bool(forced)

    def _forced(self, choices: Sequence[Action]) -> Sequence[Action]:
        """Return choices that are none: acts that have to be, all of them, and that name all that they need.

        Acts that differ in their dice alone are one: nobody chooses how dice fall. Whoever sets up sets all up himself.
        """
        state, acts = self.referee.state, _named(choices)
        if not acts or isinstance(acts[0], Setup) or not self.game.owed(state, acts[0]):
            return ()
        turned = (acts[number:] + acts[:number] for number in range(len(acts)))
        return acts if len(acts) == 1 or all(self._is_owed_to_the_end(state, each) for each in turned) else ()

    def _is_owed_to_the_end(self, state: State, acts: Sequence[Action]) -> bool:
        """Tell whether after each of some acts, one after the other, the rest of them is asked for and nothing else."""
        for number, act in enumerate(acts[:-1], start=1):
            state = self.game.apply(state, act)
            asked = _named(
                [each for each in self.game.in_between(state) if self.game.decides(state, each) != self.side]
            )
            if len(asked) != len(acts) - number or any(each not in asked for each in acts[number:]):
                return False
        return True

    def _asks(self) -> bool:
        """Tell whether an act has brought the other side something to decide."""
        choices = tuple(self._of_the_other())
        new = {_key(act) for act in choices} - self._offered
        if not new:
            return False
        self._offered |= new
        if self._carries_out(choices):
            return self._asks()
        self.part.asked = choices
        return True

    # ----------------------------------------------------- in the other's phases

    def _answer(self) -> None:
        """Decide what the other side's battle leaves to this one."""
        while options := tuple(self._of(self.side)):
            act = self.player.answer(self.look, options)
            if act is None:
                return
            self._do(self._thrown(act))

    # -------------------------------------------------------------------- acts

    def _of(self, side: str) -> Iterator[Action]:
        state = self.referee.state
        return (act for act in self.game.in_between(state) if self.game.decides(state, act) == side)

    def _of_the_other(self) -> Iterator[Action]:
        state = self.referee.state
        return (act for act in self.game.in_between(state) if self.game.decides(state, act) != self.side)

    def _thrown(self, act: Action) -> Action:
        """Return an act with dice that nobody has chosen."""
        return thrown(self.game, self.referee.state, act, self.roll)

    def _do(self, act: Action) -> None:
        before = self.referee.state
        told = self.referee.act(act, self.look.found(act), self.look.known(act))
        found = self._accusing(told)
        if found:
            raise IllegalPlayError(self.game, before, told, tuple(found))
        if self.cards is not None:
            list(self.cards.follow(card_moves(self.game, before, self.referee.state, act)))
        self.part.acts.append((before, act))

    def _accusing(self, told: Told) -> Sequence[Finding]:
        """Return the findings that accuse this side, or leave it open whether it may.

        What the other left in disorder is not its fault, nor is what no act of any player could settle: data that lack.
        """
        return [
            each
            for each in told.findings
            if each.verdict not in (Verdict.NOTE, Verdict.SKIPPED)
            and not (each.units and all(self.game.side_of.get(unit) != self.side for unit in each.units))
        ]


def _named(choices: Sequence[Action]) -> list[Action]:
    """Return choices without those that leave the card open; of those that differ in their dice alone the first."""
    return [group[0] for group in in_groups([act for act in choices if getattr(act, "card", "") != ANY_CARD])]


def _key(act: Action) -> tuple[object, ...]:
    """Return what a choice is about: who has been asked once is not asked again because a way leads elsewhere now."""
    return type(act), getattr(act, "number", None), getattr(act, "unit", None)

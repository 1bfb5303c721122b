"""Questions: games in which the program plays both sides, and the position before each kind of question."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from trc_module.opponent.playing import PlayedPart, play_part
from trc_module.rules.actions import Action, Claim
from trc_module.rules.game import Game
from trc_module.rules.state import State
from trc_module.systems.card_places import DECK, OUT, CardPlaces

MOST_BACK = 8
"""Acts before a question from which on it is looked for again."""


def kind_of(act: Action) -> str:
    """Return what a question is about: the kind of act, and what a card is played for."""
    return f"{type(act).__name__} {getattr(act, 'purpose', '')}".strip()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: from this position on the side asks it if the dice fall so."""

    kind: str
    start: State
    side: str
    dice: tuple[int, ...]


class Dice:
    """Dice that fall as they are told, and then by lot."""

    def __init__(self, told: tuple[int, ...], seed: str) -> None:
        self._told, self._rng = list(told), random.Random(seed)
        self.fallen: list[int] = []

    def __call__(self, faces: int = 6) -> int:
        """Return the next die."""
        self.fallen.append(self._told.pop(0) if self._told else self._rng.randint(1, faces))
        return self.fallen[-1]


def part_from(game: Game, state: State, side: str, dice: Dice) -> PlayedPart:
    """Play a side's part at the level fair, by a player who remembers nothing."""
    return play_part(game, state, side, game.opponent("fair", 1, 1.0), dice)


def questions_in(game: Game, scenario: str, seed: int, parts: int) -> Iterator[Asked]:
    """Yield the questions of a game, each from the last position from which it is asked again."""
    state, dice = game.start(scenario, frozenset()), Dice((), f"{seed}")
    level = ("fair", "easy")[seed % 2]
    players = {side: game.opponent(level, seed, 1.0) for side in game.sides}
    cards = dealt(game, state, seed)
    side = state.clock.side
    for _ in range(parts):
        part = play_part(game, state, side, players[side], dice, cards)
        assert part.end is not None
        for kind in dict.fromkeys(map(kind_of, part.asked)):
            found = _again(game, part, side, kind, seed)
            if found is not None:
                yield found
        if any(isinstance(act, Claim) for _, act in part.acts) or game.score(part.end).over:
            return
        side_next = next((game.decides(part.end, act) for act in part.asked), part.end.clock.side)
        if not part.acts and side_next == side:
            return
        state, side = part.end, side_next


def _again(game: Game, part: PlayedPart, side: str, kind: str, seed: int) -> Asked | None:
    for start, _ in part.acts[: -MOST_BACK - 1 : -1]:
        for number in range(12):
            dice = Dice((), f"{seed} {number}")
            again = part_from(game, start, side, dice)
            if kind in map(kind_of, again.asked):
                return Asked(kind, start, side, tuple(dice.fallen))
    return None


def dealt(game: Any, state: State, seed: int) -> CardPlaces | None:
    """Return where the cards of a game lie as it begins; None in a game without any."""
    in_play = game.cards_in_play(state)
    if in_play is None:
        return None
    rng, markers = random.Random(seed), game.roster.markers
    kinds = {markers[card].kind for card in in_play}
    places = {name: DECK if name in in_play else OUT for name, marker in markers.items() if marker.kind in kinds}
    return CardPlaces(places, game.sides, lambda side, lying: rng.choice(lying))

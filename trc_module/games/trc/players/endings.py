"""An end phase: rails, supply, surrenders, partisans."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.games.trc.arrivals.entry_rules import entry_hexes
from trc_module.games.trc.data import RUSSIAN
from trc_module.games.trc.players.chapter import Chapter
from trc_module.games.trc.players.legal_actions import countries, left_in_finland, legal_conversions, without_supply
from trc_module.games.trc.players.option_actions import AT_LAST
from trc_module.rules.actions import Action, Enter


class Endings(Chapter):
    """Plays an end phase."""

    def acts(self) -> Iterator[Action]:
        """Yield the acts in the order of 4.1.6 and 4.2.5."""
        if self.taste.converts():
            yield from list(legal_conversions(self.game, self.state))
        while found := list(without_supply(self.game, self.state)):
            yield from found
        if self.side == RUSSIAN:
            yield from self._partisans()
            yield from list(countries(self.game, self.state))
            yield from list(left_in_finland(self.game, self.state))
        if self.state.clock.part == 2:
            yield from self.further(AT_LAST, 0.4)

    def _partisans(self) -> Iterator[Action]:
        for unit in sorted(self.game.partisans):
            if unit not in self.state.forces[RUSSIAN].places or not self.taste.chance(0.7):
                continue
            open_ = entry_hexes(self.game, self.state, unit) & ~self.game.zones.of(self.state.forces["axis"])
            for _ in range(3):
                if open_ and self.fine(act := Enter(unit, self.taste.entry(self.state, unit, open_))):
                    yield act
                    break

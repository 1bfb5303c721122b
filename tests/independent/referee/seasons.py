"""The weather (4.1.1)."""

from __future__ import annotations

from tests.independent.referee.objection import Objection, Objections
from tests.independent.referee.position import AXIS, View


class Weather(View):
    """The die of the weather."""

    def settled(self) -> str:
        """Return the weather of a turn that has no die."""
        return str(self.charts.months[self.charts.months_of(self.now.turn)].get("automatic", ""))

    def roll(self, die: int, weather: str, drm: int | None) -> Objections:
        """Judge a die and carry it out."""
        now = self.now
        row = self.charts.months[self.charts.months_of(now.turn)]
        if now.phase != "weather" or now.side != AXIS:
            yield Objection("4.1.1a", "the weather is settled when the turn begins")
        if now.rolled:
            yield Objection("4.1.1a", "the die of this turn has been rolled")
        if self.settled():
            rule = "4.1.1b" if self.settled() == "clear" else "4.1.1c"
            yield Objection(rule, f"it is {self.settled()} without a die")
            return
        cell = max(0, min(7, die + now.drm))
        right, change = row["weather"][cell], int(row["drm"][cell])
        if weather and weather != right:
            yield Objection("4.1.1d|4.1.1e", f"a {die} with {now.drm:+d} is {right}")
        if drm is not None and drm != now.drm + change:
            yield Objection("4.1.1f", f"the modifier becomes {now.drm + change:+d}")
        now.weather, now.drm, now.rolled = right, now.drm + change, True

    def close(self) -> Objections:
        """Judge that a turn with a die has had one."""
        if self.settled():
            self.now.weather = self.settled()
        elif not self.now.rolled:
            yield Objection("4.1.1a", "no die has been rolled")

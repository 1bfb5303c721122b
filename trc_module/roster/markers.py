"""One kind of marker: a counter that records something and is no unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trc_module.facts import Fact, Source
from trc_module.roster.cards import CardEvent


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker of rule 2.1, or one that this module adds because a log must tell what the table shows."""

    id: str
    side: str
    """A side of the game, or `both` for one that all use."""
    kind: str
    front: str
    """The text or picture of the front face."""
    back: str
    """The text or picture of the back face; empty if it has none."""
    count: int | None
    """The number that the rules allow; None where there is no limit (2.1)."""
    box: str
    """The box where it is kept, or where it stands when the campaign opens."""
    option: str
    """The optional rule that needs it, empty if it belongs to the campaign."""
    note: str = ""
    events: tuple[CardEvent, ...] = ()
    """Of a card, what stands on it."""
    by_text: bool = False
    """Whether each text of its kind has a pictogram of its own (`weather-snow`)."""
    liveries: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The livery of each side's markers, by the side."""
    captions: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The texts that are printed on a face instead of a caption, in another language."""
    sources: Mapping[str, Source] = field(default_factory=dict, hash=False)
    """As for a unit: by field, the row's own under the empty key."""
    doubts: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """Return what the marker is called: its front face."""
        return self.front

    def fact(self, name: str) -> Fact:
        """Return the fact in one field of this marker; AttributeError if it has no such field."""
        value = getattr(self, name)
        source = self.sources.get(name) or self.sources.get("") or Source("missing")
        shown = "unlimited" if name == "count" and value is None else "none" if value == "" else value
        return Fact(f"{self.id}: {name} {shown}", source, self.doubts.get(name) or self.doubts.get("", ""))

"""One HTML page that shows what errata do to the counters: each face that changes, before and after, side by side.

The page is a single file: pictures are data URIs, nothing is requested from anywhere, and there is no script.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from trc_module.art.counters.faces import STANDARD_PIXELS, has_back, render_face
from trc_module.art.counters.keys import face_key
from trc_module.art.counters.spec import FactorSize, Look, Side
from trc_module.roster import Marker, Roster, Unit

_SIDES: tuple[Side, ...] = ("front", "back")


@dataclass(frozen=True, slots=True)
class CounterChange:
    """A counter before and after; None before if it is new, None after if it is gone."""

    before: Unit | Marker | None
    after: Unit | Marker | None

    @property
    def id(self) -> str:
        """Return the counter's id, the newer one if it was renamed."""
        item = self.after or self.before
        assert item is not None
        return item.id

    def redrawn(self, look: Look = "nato", factors: FactorSize = "normal") -> tuple[Side, ...]:
        """Return the sides whose picture is another one, or is there no more, or is new."""
        keys = {side: [self._key(item, side, look, factors) for item in (self.before, self.after)] for side in _SIDES}
        return tuple(side for side, (old, new) in keys.items() if old != new)

    @staticmethod
    def _key(item: Unit | Marker | None, side: Side, look: Look, factors: FactorSize) -> str | None:
        if item is None or (side == "back" and not has_back(item)):
            return None
        return face_key(item, side, look, factors)


def counter_changes(before: Roster, after: Roster) -> tuple[CounterChange, ...]:
    """Return the counters of which any datum differs, in the order of the roster, those that are gone at the end.

    A renamed counter is one change, not a loss and a gain.
    """
    old: dict[str, Unit | Marker] = {**before.units, **before.markers}
    new: dict[str, Unit | Marker] = {**after.units, **after.markers}
    original = {before.formerly.get(name, name): name for name in old}
    changes = []
    seen = set()
    for name, item in new.items():
        previous = original.get(after.formerly.get(name, name))
        seen.add(previous)
        was = old[previous] if previous is not None else None
        if was != item:
            changes.append(CounterChange(was, item))
    gone = [CounterChange(item, None) for name, item in old.items() if name not in seen]
    return tuple(changes + gone)


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of the page and the lines under it: what else the errata change, such as charts."""

    title: str
    lines: Sequence[str]


def preview_page(
    title: str,
    changes: Sequence[CounterChange],
    notes: Sequence[str] = (),
    sections: Sequence[Section] = (),
    look: Look = "nato",
    factors: FactorSize = "normal",
) -> str:
    """Return the page. `notes` stand under the title: the date and source of an erratum, and its reason."""
    body = [f"<h1>{escape(title)}</h1>", *(f"<p>{escape(note)}</p>" for note in notes)]
    drawn = [change for change in changes if change.redrawn(look, factors)]
    other = [change for change in changes if change not in drawn]
    body.append(f"<h2>Counters that are redrawn: {len(drawn)}</h2>")
    body += [_counter(change, look, factors) for change in drawn]
    if other:
        lines = [f"{change.id}: {'; '.join(differences(change))}" for change in other]
        body += _section(Section(f"Counters that keep their pictures: {len(other)}", lines))
    for section in sections:
        body += _section(section)
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{_STYLE}</style>'
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n' + "\n".join(body) + "\n</body></html>\n"


def differences(change: CounterChange) -> tuple[str, ...]:
    """Return a line for each datum that differs, as `combat 4 -> 5`; `new` or `gone` for a whole counter."""
    before, after = change.before, change.after
    if before is None or after is None or type(before) is not type(after):
        return ("new" if before is None else "gone",)
    names = [name for name in before.__slots__ if name not in ("sources", "doubts")]
    changed = ((name, getattr(before, name), getattr(after, name)) for name in names)
    lines = tuple(f"{name} {_shown(old)} → {_shown(new)}" for name, old, new in changed if old != new)
    return lines or ("only its sources or doubts",)


def _shown(value: object) -> str:
    return "none" if value is None or value == "" else str(value)


def _counter(change: CounterChange, look: Look, factors: FactorSize) -> str:
    redrawn = change.redrawn(look, factors)
    pictures = "".join(_pair(change, side, look, factors) for side in redrawn)
    lines = "".join(f"<li>{escape(line)}</li>" for line in differences(change))
    return f"<article><h3>{escape(change.id)}</h3><ul>{lines}</ul><div class=faces>{pictures}</div></article>"


def _pair(change: CounterChange, side: Side, look: Look, factors: FactorSize) -> str:
    before = _picture(change.before, side, look, factors, "before")
    after = _picture(change.after, side, look, factors, "after")
    return f"<figure>{before}<span>→</span>{after}<figcaption>{side}</figcaption></figure>"


def _picture(item: Unit | Marker | None, side: Side, look: Look, factors: FactorSize, when: str) -> str:
    if item is None or (side == "back" and not has_back(item)):
        return f"<div class=none>{'no counter' if item is None else 'blank'}</div>"
    data = base64.b64encode(render_face(item, side, look, factors, pixels=2 * STANDARD_PIXELS)).decode()
    alt = escape(f"{item.id}, {side}, {when}", quote=True)
    return f'<img src="data:image/png;base64,{data}" width={STANDARD_PIXELS} height={STANDARD_PIXELS} alt="{alt}">'


def _section(section: Section) -> Iterator[str]:
    yield f"<h2>{escape(section.title)}</h2>"
    if section.lines:
        yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in section.lines) + "</ul>"
    else:
        yield "<p>None.</p>"


_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  background: light-dark(#efe8d4, #23211c); color: light-dark(#1d1b16, #ece6d6); }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; } h3 { font-size: 1rem; margin: 0; }
article { background: light-dark(#f9f5e9, #2e2b25); border-radius: .5rem; padding: .8rem 1rem; margin: .8rem 0; }
ul { margin: .2rem 0 .6rem; padding-left: 1.2rem; }
.faces { display: flex; flex-wrap: wrap; gap: 2rem; }
figure { margin: 0; display: grid; grid-template-columns: auto auto auto; gap: .3rem .7rem; align-items: center; }
figure span { font-size: 1.4rem; } figcaption { grid-column: 1 / -1; font-size: .85rem; opacity: .75; }
.none { width: 82px; height: 82px; box-sizing: border-box; border: 2px dashed currentColor; border-radius: 7px;
  display: grid; place-items: center; font-size: .8rem; opacity: .6; }
"""

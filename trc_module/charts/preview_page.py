"""The preview of an erratum as one HTML page, with pictures before and after where somebody can draw them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from trc_module.charts.preview import FindingChange, Preview
from trc_module.facts.errata import OF_THE_MAP
from trc_module.pages import escape, policy_tag
from trc_module.roster import ErratumChange, Marker, Unit

Picture: TypeAlias = Callable[[Unit | Marker, Literal["front", "back"]], bytes | None]
"""Draws one face of a counter as PNG; None if the face is blank."""

_STYLE = """
:root { color-scheme: light dark; background: Canvas; color: CanvasText }
:root { --line: #8a8170; --old: #a3341c; --new: #1d6b3a }
@media (prefers-color-scheme: dark) { :root { --line: #a79c86; --old: #ff9b80; --new: #7fd79c } }
body { font: 16px/1.45 system-ui, "Segoe UI", "Noto Sans", sans-serif }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin-bottom: .2rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
.about { margin-top: 0 } .about span { margin-right: 1.2rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; padding: .35rem .7rem .35rem 0; vertical-align: middle }
tr { border-top: 1px solid var(--line) } thead tr { border-top: 0 }
del { color: var(--old) } ins { color: var(--new); text-decoration: none; font-weight: 600 }
.faces img { width: 82px; height: 82px; margin: 3px 8px 3px 3px; border-radius: 8px }
.faces .same { opacity: .35 } .faces .was { outline: 3px solid var(--old) } .faces .is { outline: 3px solid var(--new) }
.faces em, .legend { opacity: .75 } .legend { font-size: .9rem; margin: 0 0 .6rem }
.maps { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: 1rem; margin-top: 1rem }
.maps figure { margin: 0 } .maps img { width: 100%; height: auto }
.findings td { vertical-align: top } .findings td:first-child { width: 32% }
.findings del, .findings ins { color: inherit } .findings ins { font-weight: 500 }
code { font-size: .95em; overflow-wrap: anywhere }
@media (max-width: 34rem) {
  .faces img { width: 68px; height: 68px; margin-right: 3px } th, td { padding-right: .4rem }
  .findings thead { display: none } .findings tr { display: block; padding: .4rem 0 }
  .findings td, .findings td:first-child { display: block; width: auto; padding: .15rem 0 }
  .findings td:nth-child(2)::before { content: "Before: "; font-weight: 600 }
  .findings td:nth-child(3)::before { content: "After: "; font-weight: 600 }
}
"""

_LEGEND = '<p class="legend">A framed face looks different, a faded one looks as it did.</p>'


def preview_page(
    preview: Preview,
    picture: Picture | None = None,
    findings: Sequence[FindingChange] | None = None,
    maps: tuple[bytes, bytes] | None = None,
) -> str:
    """Return the preview as a page that needs nothing but itself; without `picture` it has no pictures.

    `findings` are those that change in game records, None if no record was judged. `maps` are pictures of the map
    where it changes, before and after.
    """
    erratum = preview.erratum
    parts = [
        f"<h1>{escape(erratum.title)}</h1>",
        f'<p class="about"><span>{erratum.date.isoformat()}</span><span>{escape(str(erratum.source))}</span></p>',
        f"<p>{escape(erratum.why)}</p>" if erratum.why else "",
    ]
    pairs = preview.counters()
    if pairs:
        parts += ["<h2>Counters</h2>", _LEGEND if picture else "", _counters(preview, picture)]
    charts = [change for change in preview.changes if change.kind == "chart"]
    if charts:
        rows = "".join(f"<tr><td>{escape(c.subject)}</td><td>{_difference(c)}</td></tr>" for c in charts)
        parts += ["<h2>Charts</h2>", f"<table><thead><tr><th>Chart<th>Change</tr></thead>{rows}</table>"]
    if preview.of_the_map:
        parts += ["<h2>Map</h2>", _map(preview, maps)]
    if not pairs and not charts and not preview.of_the_map:
        parts.append("<p>Nothing changes.</p>")
    if findings is not None:
        parts += ["<h2>Findings</h2>", _findings(findings)]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">{policy_tag()}'
        f"<title>{escape(erratum.title)}</title>\n"
        '<meta name="viewport" content="width=device-width">\n'
        f"<style>{_STYLE}</style></head>\n<body><main>\n" + "\n".join(filter(None, parts)) + "\n</main></body></html>\n"
    )


def _counters(preview: Preview, picture: Picture | None) -> str:
    by_subject: dict[str, list[ErratumChange]] = {}
    for change in preview.changes:
        if change.kind != "chart" and change.kind not in OF_THE_MAP:
            by_subject.setdefault(change.subject.split()[0], []).append(change)
    rows = []
    for before, after in preview.counters():
        name = (before or after).id  # type: ignore[union-attr]  # one of the two is there
        said = [*by_subject.get(name, ())]
        if before and after and before.id != after.id:
            said += by_subject.get(after.id, ())
        cells = [f"<td><code>{escape(name)}</code></td>", f"<td>{'<br>'.join(map(_difference, said))}</td>"]
        if picture:
            cells += [f'<td class="faces">{faces}</td>' for faces in _faces(before, after, picture)]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    heads = "<th>Counter<th>Change" + ("<th>Before<th>After" if picture else "")
    return f"<table><thead><tr>{heads}</tr></thead>{''.join(rows)}</table>"


def _map(preview: Preview, maps: tuple[bytes, bytes] | None) -> str:
    rows = "".join(
        f"<tr><td>{escape(f'{change.kind} {change.subject}')}</td><td>{_difference(change)}</td></tr>"
        for change in preview.of_the_map
    )
    table = f"<table><thead><tr><th>Place<th>Change</tr></thead>{rows}</table>"
    if maps is None:
        return table
    names = ", ".join(map(preview.board_after.grid.name, preview.places()))
    images = "".join(
        f'<figure><img alt="The map around {escape(names)} {word}" src="data:image/png;base64,'
        f'{b64encode(data).decode("ascii")}"><figcaption>{word.capitalize()}</figcaption></figure>'
        for word, data in zip(("before", "after"), maps, strict=True)
    )
    return f'{table}<div class="maps">{images}</div>'


def _findings(findings: Sequence[FindingChange]) -> str:
    if not findings:
        return "<p>The rules say of the game records what they said before.</p>"
    rows = "".join(
        f"<tr><td>{escape(each.place)}<br><code>{escape(each.act)}</code></td>"
        f"<td>{_sentences(each.before, 'del')}</td><td>{_sentences(each.after, 'ins')}</td></tr>"
        for each in findings
    )
    return f'<table class="findings"><thead><tr><th>Act<th>Before<th>After</tr></thead>{rows}</table>'


def _sentences(said: Sequence[str], tag: str) -> str:
    return "<br>".join(f"<{tag}>{escape(sentence)}</{tag}>" for sentence in said) or "nothing to say"


def _faces(before: Unit | Marker | None, after: Unit | Marker | None, picture: Picture) -> tuple[str, str]:
    """Return the faces before and after; what looks the same on both sides is told from what does not."""
    sides: tuple[Literal["front", "back"], ...] = ("front", "back")
    drawn = [{side: picture(item, side) if item else None for side in sides} for item in (before, after)]
    cells = []
    for item, faces, word in zip((before, after), drawn, ("was", "is"), strict=True):
        if item is None:
            cells.append("<em>not there</em>")
            continue
        images = [
            f'<img class="{"same" if drawn[0][side] == drawn[1][side] else word}" alt="{escape(item.id)}, {side}"'
            f' src="data:image/png;base64,{b64encode(data).decode("ascii")}">'
            for side, data in faces.items()
            if data
        ]
        cells.append("".join(images))
    return cells[0], cells[1]


def _difference(change: ErratumChange) -> str:
    if change.action in ("add", "retire"):
        return "<ins>added</ins>" if change.action == "add" else "<del>retired</del>"
    # Of a face or an event, which of them; a thing of the map has its kind there.
    of = "" if change.kind in OF_THE_MAP else change.subject.partition(" ")[2]
    field = "renamed" if change.action == "rename" else " ".join(filter(None, (of, change.field)))
    old, new = _marked(change.old, change.new)
    return f"{escape(field)}: {old} → {new}"


def _marked(old: str, new: str) -> tuple[str, str]:
    """Mark what differs: the whole value, or, in two lists of the same length, only the places that do."""
    olds, news = old.split(", "), new.split(", ")
    if len(olds) != len(news):
        olds, news = [old], [new]
    shown: tuple[list[str], list[str]] = ([], [])
    for was, becomes in zip(olds, news, strict=True):
        same = was == becomes
        shown[0].append(escape(was) if same else f"<del>{escape(was) or 'nothing'}</del>")
        shown[1].append(escape(becomes) if same else f"<ins>{escape(becomes) or 'nothing'}</ins>")
    return ", ".join(shown[0]), ", ".join(shown[1])

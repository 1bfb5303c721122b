"""The reference of all traits, written out of the table: `python -m trc_module.vassal.traits.docs`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from trc_module.vassal.traits.fields import FieldSpec, TraitSpec
from trc_module.vassal.traits.table import TRAITS

_INTRODUCTION = """\
# The traits of VASSAL, field by field

Made from the table `trc_module/vassal/traits/table.py`, which reads, writes and checks them too; to
change this page, change the table and run `python -m trc_module.vassal.traits.docs`.

A piece's *type* lists its traits, outermost first, the basic piece last; its *state* has one entry
for each. A trait's type is its id and the fields below, separated by semicolons. A field that a text
leaves out has the default given here; fields beyond the last one known are kept as they are. *All
the rest* means that the field takes what is left of the text, semicolons and all; *as many as there
are*, that it takes all fields that are left. Python names are those that `Trait.make`,
`Trait.value` and `Trait.state_value` take.
"""


def trait_reference() -> str:
    """Return the whole page as Markdown."""
    parts = [_INTRODUCTION]
    for spec in sorted(TRAITS.values(), key=lambda spec: spec.id.lower()):
        parts.append("\n".join(_section(spec)))
    return "\n".join(parts)


def _section(spec: TraitSpec) -> Iterator[str]:
    yield f"## `{spec.id}` {spec.title}\n"
    since = f" Since VASSAL {spec.since}." if spec.since else ""
    yield f"{spec.about}{since} Class `VASSAL.counters.{spec.java_class}`.\n"
    if spec.variants:
        for first, layout in spec.variants.items():
            yield f"Type, if the first field is {first}:\n"
            yield from _table(layout)
        yield "Type, otherwise:\n"
        yield from _table(spec.fields)
    elif spec.fields:
        yield "Type:\n"
        yield from _table(spec.fields)
    elif spec.legacy:
        yield "Type: kept as it is.\n"
    else:
        yield "Type: nothing but the id.\n"
    if spec.state:
        yield "State:\n"
        yield from _table(spec.state)
    else:
        yield "State: always empty.\n"


def _table(layout: Sequence[FieldSpec]) -> Iterator[str]:
    yield "| # | field | kind | default | meaning |"
    yield "| --- | --- | --- | --- | --- |"
    for number, field in enumerate(layout, 1):
        yield f"| {number} | `{field.name}` | {_kind(field)} | {_default(field)} | {_meaning(field)} |"
    yield ""


def _kind(field: FieldSpec) -> str:
    if field.many:
        return "texts, as many as there are"
    return f"{field.kind.value}, all the rest" if field.rest else field.kind.value


def _default(field: FieldSpec) -> str:
    text = "" if field.many else field.encode(field.default)
    return f"`{_escape(text)}`" if text else ""


def _meaning(field: FieldSpec) -> str:
    choices = f" ({', '.join(f'`{choice}`' for choice in field.choices)})" if field.choices else ""
    since = f"; since VASSAL {field.since}" if field.since else ""
    return _escape(field.about + choices + since)


def _escape(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write `docs/traits.md` of the folder that this is run in."""
    Path("docs/traits.md").write_text(trait_reference(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

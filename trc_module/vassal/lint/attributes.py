"""Checks of single values: attributes of components and fields of traits."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import components, place_of, wrong_value
from trc_module.vassal.lint.nearest import Nearest
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView


@check(
    "VM101",
    "unreadable-piece",
    Severity.ERROR,
    about="The text of a palette slot or a prototype is not a piece, or is one with fewer states than traits. VASSAL "
    "shows an error in its place.",
    advice="Make the piece again in VASSAL's editor.",
)
def unreadable_piece(module: ModuleView) -> Iterator[LintSpot]:
    """Look for slots whose text is no piece [VASSAL.build.widget.PieceSlot]."""
    for place, reason in module.unreadable_pieces:
        yield LintSpot(place, reason)


@check(
    "VM102",
    "unknown-attribute",
    Severity.WARNING,
    about="A component has an attribute that VASSAL does not know. It is ignored without a word: a warning where a "
    "known attribute has nearly that name, a note otherwise, since older versions left attributes behind.",
    advice="Correct the attribute's name, or leave it out.",
)
def unknown_attribute(module: ModuleView) -> Iterator[LintSpot]:
    """Look for attributes that are not in the table of components [VASSAL.build.AbstractBuildable]."""
    nearest = Nearest(0.85)
    for element, key, _, spec in module.attributes:
        if spec is not None:
            continue
        known = components().get(str(element.tag)) or {}
        near = nearest.of(key.lower(), [name.lower() for name in known], element.tag)
        meant = next((name for name in known if near and name.lower() == near), "")
        message = f"has no attribute '{key}', so VASSAL ignores it"
        if meant and meant not in element.attrib:
            yield LintSpot(place_of(element), message, advice=f"Write '{meant}' if that is meant.")
        else:
            yield LintSpot(place_of(element), message, Severity.NOTE)


@check(
    "VM103",
    "bad-value",
    Severity.ERROR,
    about="An attribute is not a number, flag, key or colour where one is required. With a bad number VASSAL leaves "
    "the whole component out and shows an error. A bad key or colour counts as none and a bad flag as false, which is "
    "a warning.",
    advice="Write a value of the kind that is named.",
)
def bad_value(module: ModuleView) -> Iterator[LintSpot]:
    """Look for attributes that are not of their kind."""
    for element, key, value, spec in module.attributes:
        wrong = wrong_value(spec, value) if spec else ""
        if spec is None or not wrong or (spec.kind == "flag" and value.lower() in ("true", "false")):
            continue
        fatal = spec.kind in ("int", "number")
        yield LintSpot(place_of(element), f"the attribute '{key}' {wrong}", None if fatal else Severity.WARNING)


@check(
    "VM104",
    "bad-trait-field",
    Severity.ERROR,
    about="A field of a trait is not of its kind: no number, no key, or not one of the few words that it may be.",
    advice="Open the trait in VASSAL's editor and set the field again.",
)
def bad_trait_field(module: ModuleView) -> Iterator[LintSpot]:
    """Look for fields of traits that VASSAL cannot read."""
    for trait, places in module.different_traits.items():
        for problem in trait.problems("") if trait.spec is not None else ():
            newer = problem.message.endswith("more fields than VASSAL 3.7 knows")
            severity = Severity.NOTE if newer else None
            advice = "Nothing, if the module is of a newer VASSAL." if newer else ""
            yield from (LintSpot(place, problem.message, severity, advice) for place in places)


@check(
    "VM105",
    "unknown-component",
    Severity.ERROR,
    about="A component's class is neither VASSAL's nor in the module. VASSAL shows an error and leaves it out. For a "
    "name that begins as VASSAL's do it is a note, since a newer VASSAL may have it.",
    advice="Correct the class's name, or put the class into the module.",
)
def unknown_component(module: ModuleView) -> Iterator[LintSpot]:
    """Look for components of unknown classes."""
    for kind, element in module.elements:
        tag = str(element.tag)
        if "." not in tag or tag in components():
            continue
        if module.entries is not None and _is_class_of(tag, module.entries):
            continue
        if tag.startswith("VASSAL."):
            yield LintSpot(
                place_of(element),
                f"VASSAL 3.7 has no component '{kind}' that this program knows",
                Severity.NOTE,
                "Look whether the name is right and which version of VASSAL has it.",
            )
        elif module.entries is not None:
            yield LintSpot(place_of(element), f"the class '{tag}' is not in the module")


def _is_class_of(tag: str, entries: frozenset[str]) -> bool:
    """Tell whether a class is among a module's entries: compiled, or as a source in a folder of sources."""
    path = tag.replace(".", "/")
    return f"{path}.class" in entries or any(entry.endswith(f"{path}.java") for entry in entries)


@check(
    "VM106",
    "unknown-trait",
    Severity.WARNING,
    about="A trait is none of VASSAL's. Unless a class of the module reads it, VASSAL warns and puts an empty marker "
    "in its place. In a module with classes of its own (compiled, or their sources), and in an extension, whose module "
    "may have some, nothing is said.",
    advice="Take the trait out, or use a VASSAL that has it.",
)
def unknown_trait(module: ModuleView) -> Iterator[LintSpot]:
    """Look for traits that are not in the table of traits [VASSAL.build.module.BasicCommandEncoder]."""
    if module.is_extension or module.brings_classes:
        return
    for place, trait in module.unknown_traits:
        yield LintSpot(place, f"VASSAL has no trait '{trait.id}'")


@check(
    "VM108",
    "trait-lacks-field",
    Severity.ERROR,
    about="A trait has fewer fields than VASSAL needs to read it. It shows an error, and leaves out the piece, or "
    "whatever the piece is in.",
    advice="Open the trait in VASSAL's editor and set it again, or take it out.",
)
def trait_lacks_field(module: ModuleView) -> Iterator[LintSpot]:
    """Look for traits that are cut short [VASSAL.tools.SequenceEncoder.Decoder.nextToken]."""
    for trait, places in module.different_traits.items():
        spec = trait.spec
        if spec is not None and len(trait.tokens) < spec.needs:
            missing = spec.layout(trait.tokens[0] if trait.tokens else "")[len(trait.tokens)].name
            yield from (LintSpot(place, f"lacks the field '{missing}'") for place in places)

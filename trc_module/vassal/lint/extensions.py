"""Checks of extensions: what they hold, and where in the module it belongs (`lint EXTENSION --with MODULE`)."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal.buildfile import full_name, place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView, kind_of
from trc_module.vassal.palette import find_target

_ELEMENT = "module.ExtensionElement"


@check(
    "VM201",
    "broken-extension",
    Severity.ERROR,
    about="An extension holds its parts each in an element of its own, which says where in the module it belongs. With "
    "an element that holds none VASSAL cannot open the module at all; of two it takes the first and says nothing of "
    "the other; and a part without an element belongs nowhere, and keeps most modules from opening.",
    advice="Open the extension in VASSAL's editor, add the part there where it belongs, and save it.",
)
def broken_extension(module: ModuleView) -> Iterator[LintSpot]:
    """Look at the elements of an extension [VASSAL.build.module.ExtensionElement]."""
    if not module.is_extension:
        return
    for number, child in enumerate((child for child in module.root if isinstance(child.tag, str)), 1):
        kind = kind_of(child)
        place = f"{place_of(module.root)}, part {number}"
        if kind != _ELEMENT:
            # Languages stand for themselves; a class of the module's own may do so too.
            if str(child.tag).startswith("VASSAL.build."):
                yield LintSpot(place, f"the {kind.rpartition('.')[2]} stands in no {_ELEMENT.rpartition('.')[2]}")
            continue
        parts = [part for part in child if isinstance(part.tag, str)]
        if not parts:
            yield LintSpot(place, "is an empty ExtensionElement, so VASSAL cannot open the module with it")
        elif len(parts) > 1:
            left = ", ".join(place_of(part).rpartition("/")[2] for part in parts[1:4])
            yield LintSpot(place, f"holds {len(parts)} parts, of which VASSAL takes the first: not {left}")


@check(
    "VM202",
    "unknown-target",
    Severity.ERROR,
    about="A part of an extension belongs to a component that the module does not have. Where another component of "
    "that class is there VASSAL takes the first, which is a warning; otherwise it does not load the extension. Only "
    "looked for with --with; what another extension brings is not seen.",
    advice="Add the part in VASSAL's editor to the component where it belongs now.",
)
def unknown_target(module: ModuleView) -> Iterator[LintSpot]:
    """Look for the components that an extension adds to [VASSAL.build.module.ComponentPathBuilder]."""
    base = module.base
    if base is None or not module.is_extension:
        return
    for element in module.root.iter(full_name(_ELEMENT)):
        path = element.get("target", "")
        target, exact = find_target(base.root, path)
        place = place_of(element)
        if target is None:
            yield LintSpot(place, f"belongs to '{path}', which the module has not")
        elif not exact:
            yield LintSpot(
                place, f"belongs to '{path}', which the module has not; {place_of(target)} gets it", Severity.WARNING
            )

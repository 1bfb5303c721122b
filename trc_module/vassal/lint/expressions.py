"""Checks of the expressions in braces, which the engine reads as BeanShell."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.vassal import sequence
from trc_module.vassal.beanshell import assigns, problem_of
from trc_module.vassal.buildfile import place_of
from trc_module.vassal.lint.registry import LintSpot, Severity, check
from trc_module.vassal.lint.view import ModuleView
from trc_module.vassal.traits import Kind, Trait

_CHANGING = ("PROP", "setprop", "setpieceprop")
"""Traits with commands that change a property, to the value of an expression perhaps."""
_COMMANDS = "commands"
_SHOWN = 60


@check(
    "VM107",
    "bad-expression",
    Severity.ERROR,
    about="An expression in braces is none that BeanShell can read, so that it has no value, and the player sees an "
    "error whenever VASSAL asks for it; one that begins with a brace and does not end with one is a text to VASSAL. "
    "One that assigns with = what was probably meant to be compared is a warning.",
    advice="Correct the expression; VASSAL's editor marks what it cannot read.",
)
def bad_expression(module: ModuleView) -> Iterator[LintSpot]:
    """Look for expressions that cannot be read [VASSAL.script.ExpressionInterpreter]."""
    for element, key, text, spec in module.attributes:
        if spec is not None and spec.kind in ("format", "expression") and text.lstrip().startswith("{"):
            told = _told(text, closes=spec.kind == "expression")
            if told is not None:
                yield LintSpot(place_of(element), f"the attribute '{key}' {told[0]}", told[1], told[2])
    for trait, places in module.different_traits.items():
        for name, text, closes in _expressions(trait):
            told = _told(text, closes=closes)
            if told is not None:
                yield from (LintSpot(place, f"the field '{name}' {told[0]}", told[1], told[2]) for place in places)


def _told(text: str, *, closes: bool) -> tuple[str, Severity | None, str] | None:
    """Return what is wrong with a text that begins with a brace, how much, and what to do; None if nothing is."""
    shown = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
    if closes and not text.rstrip().endswith("}"):
        return (
            f"begins with a brace that nothing closes: {shown}",
            None,
            "Write a '}' at its end, if an expression is meant.",
        )
    if problem := problem_of(text):
        return f"{problem}: {shown}", None, ""
    if assigns(text):
        return f"assigns with '=': {shown}", Severity.WARNING, "Write '==' to compare."
    return None


def _expressions(trait: Trait) -> Iterator[tuple[str, str, bool]]:
    """Yield the texts of a trait that begin with a brace: the field's name, the text, and whether it must close it."""
    spec = trait.spec
    if spec is None or "{" not in trait.text:
        return
    for field, text in zip(spec.layout(trait.tokens[0] if trait.tokens else ""), trait.tokens, strict=False):
        if field.kind in (Kind.EXPRESSION, Kind.FORMAT) and not field.many and text.lstrip().startswith("{"):
            yield field.name, text, field.kind is Kind.EXPRESSION
    if trait.id in _CHANGING:
        for text in _changes(trait):
            yield _COMMANDS, text, True


def _changes(trait: Trait) -> Iterator[str]:
    """Yield the expressions in the commands of a property: `menu:key:P,{expression}` [DynamicProperty]."""
    text = str(trait.value(_COMMANDS))
    for command in sequence.decode(text, ",") if "{" in text else ():
        parts = sequence.decode(command, ":")
        change = sequence.decode(parts[2], ",") if len(parts) > 2 else []
        if len(change) > 1 and change[0] in ("P", "I") and change[1].lstrip().startswith("{"):
            yield change[1]

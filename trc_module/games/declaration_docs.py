"""The reference of a game's declarations: `python -m trc_module.games.declaration_docs`.

Written out of the table from which the module's report formats and the audit's parser are made.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trc_module.declarations import ALL, FATE, ONCE, OWNER, PHASING, WAY, Grammar
from trc_module.gamespec import first_game
from trc_module.rules.finder import find_game

PAGE = Path("docs") / "declarations.md"

_INTRODUCTION = """\
# Declarations

What the module prints into a log, and the audit reads. Players do not type these lines: counters' keys and menus and
the toolbar's buttons print them, and a line typed into the chat is not taken for one. A line is a sentence in the
language of the module, and behind it what the audit reads:

    * a sentence <!--{tag} VERB key=value key="a value with blanks"-->

VASSAL's chat window shows the sentence alone; the log holds both. VASSAL puts the `* ` in front. Older modules wrote
`*** {tag} VERB key=value` without a sentence; such lines are read as ever. Undo takes a line back. A line that a side
was not entitled to is disregarded, and the audit says so. `by` is the side of the player who pressed the key.

The sentences are texts of the module (`[line]` in its files of texts), and the audit does not look at them. A line
without one says what it means, in the words of the menu or of this page, which is made by `python -m
trc_module.games.declaration_docs` from the table that prints and reads the lines.
"""

_WHO = {OWNER: "the unit's side", PHASING: "the side whose phase it is"}
_GOVERNS = {
    WAY: "It says how the unit goes in this phase: the drags that follow it, or those before it if none follow.",
    ONCE: "It says how the unit goes next, or has just gone.",
    FATE: "The unit goes to its box in the same step.",
    ALL: "All units concerned go to their box in the same step.",
}


def declaration_reference(grammar: Grammar) -> str:
    """Return the page."""
    return "\n".join((_INTRODUCTION.format(tag=grammar.tag), *_verbs(grammar)))


def _verbs(grammar: Grammar) -> Iterator[str]:
    for verb in grammar.verbs.values():
        yield f"## {verb.name}{f' ({verb.number})' if verb.number else ''}\n"
        yield " ".join(filter(None, (verb.meaning, _GOVERNS.get(verb.governs, "")))) + "\n"
        yield f"May be declared by: {_WHO.get(verb.who, 'either side')}.\n"
        yield "| field | printed from | meaning |\n|---|---|---|"
        for field in verb.fields:
            printed = f"`{field.prints}`" if field.prints else "the button or menu entry"
            yield f"| `{field.key}`{'' if field.required else ' (may be empty)'} | {printed} | {field.meaning} |"
        yield ""


if __name__ == "__main__":
    PAGE.write_text(declaration_reference(find_game(first_game()).grammar), encoding="utf-8")

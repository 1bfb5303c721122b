"""The page about all checks, written out of the registry: `python -m trc_module.vassal.lint.docs`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from trc_module.vassal.lint import CHECKS, Check

_KINDS = {
    "VM10": "Components, attributes, traits",
    "VM11": "Prototypes",
    "VM12": "Numbers of slots",
    "VM13": "Keys",
    "VM14": "Properties",
    "VM15": "Pictures and files",
    "VM16": "Maps and boards",
    "VM17": "References",
    "VM18": "Set-ups",
    "VM19": "Versions",
    "VM20": "Extensions",
}

_INTRODUCTION = """\
# Checks of modules by `trc-module lint`

Made from the checks in `trc_module/vassal/lint`; to change this page, change the checks and run
`python -m trc_module.vassal.lint.docs`.

    trc-module lint MODULE.vmod                    all checks, on a module or an extension (.vmdx) of any game
    trc-module lint MODULE.vmod --select VM15      only those of a kind, or VM151,VM153 for single ones
    trc-module lint MODULE.vmod --ignore VM152     all but these
    trc-module lint MODULE.vmod --json             for programs
    trc-module lint EXT.vmdx --with MODULE.vmod    an extension beside the module that it adds to

Every finding has its code, which never changes, the place in the tree of the module, and what to do. **Errors** break
something, **warnings** probably do; either makes the exit code 1. **Notes** are for information: what may be meant that
way, or what a check cannot be sure of. In an extension nothing is called missing that the module itself may define
(with `--with` its pictures and prototypes are known); in a module with Java classes of its own nothing that those may
define or hear.

With 24 of 71 public commits of module makers that say "fix" an error or a warning went that lint names in the commit
before, with 28 at least a note (`python -m benchmarks.makers_commits CLONES`; the list is kept, the files are not).
Most of the others mend what no reader of the module can know to be wrong: a card that scores 2 points, a counter that
is too large.
"""


def lint_reference() -> str:
    """Return the whole page as Markdown."""
    parts = [_INTRODUCTION]
    for kind, title in _KINDS.items():
        parts.append(f"\n## {title}\n")
        parts += ["\n".join(_section(CHECKS[code])) for code in sorted(CHECKS) if code.startswith(kind)]
    return "\n".join(parts)


def _section(check: Check) -> Iterator[str]:
    yield f"### {check.code} {check.name} ({check.severity.value})\n"
    yield f"{check.about}\n"
    yield f"*What to do:* {check.advice}\n"


def main() -> None:
    """Write `docs/module-lint.md` of the folder that this is run in."""
    Path("docs/module-lint.md").write_text(lint_reference(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

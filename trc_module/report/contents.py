"""The contents of a VASSAL file, as text and as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from trc_module.digits import in_natural_order
from trc_module.printable import joined
from trc_module.replay.contents import GameContents
from trc_module.replay.module_contents import BoardSheet, ModuleContents
from trc_module.vassal.metadata import Metadata


def module_text(contents: ModuleContents) -> str:
    """Return what a module holds as text."""
    kind, (module, *places) = "extension" if contents.is_extension else "module", contents.adds_to or ("",)
    lines = [
        f"{contents.path}: {kind} '{contents.name}', version {contents.version or '?'}",
        *_pairs(
            {
                "Of": f"the module '{module}'" if module and module != "any module" else module,
                "For VASSAL": contents.vassal or "?",
                "Saved": _date(contents.data),
                "Description": contents.data.description if contents.data else "",
                "Sides": ", ".join(contents.sides),
            }
        ),
    ]
    for sheet in contents.maps:
        lines.append(f"  {sheet.kind.capitalize()} '{sheet.name}'")
        lines += [f"      {_board(board)}" for board in sheet.boards]
    lines += _pairs(
        {
            "Slots": f"{contents.slots}, and {contents.at_start} stacks and decks at start",
            "Prototypes": str(contents.prototypes),
            **{word.capitalize(): ", ".join(names) for word, names in contents.named.items()},
            "Images": str(contents.images),
            "Adds to": ", ".join(places),
        }
    )
    return joined(lines)


def game_text(contents: GameContents) -> str:
    """Return what a save or log holds as text."""
    kind = "log" if contents.steps else "save"
    module = contents.module
    whose = "of a module that it does not name"
    if module is not None and module.name:
        whose = f"of the module '{module.name}', version {module.version or '?'}"
    lines = [
        f"{contents.path}: {kind} {whose}",
        *_pairs(
            {
                "Written by": f"VASSAL {contents.save.vassal_version}" if contents.save else "",
                "Written at": _date(contents.save),
                "Comment": contents.save.description if contents.save else "",
                "Players": ", ".join(f"{p.name or '?'} ({p.side or '?'})" for p in contents.players),
            }
        ),
        f"  Pieces       {sum(contents.pieces.values())} in {contents.stacks} stacks and decks",
        *(f"      {count:5} " + (f"on '{name}'" if name else "on no map") for name, count in contents.pieces.items()),
    ]
    if contents.steps:
        lines.append(f"  Steps        {contents.steps}")
        lines += [f"      {word:<20} {count:5}" for word, count in contents.acts.items()]
        lines += _pairs({"Typed lines": ", ".join(f"{name} {n}" for name, n in contents.typed.items())})
        lines += [f"  Die '{roll.name}': {_spread(roll.results)}" for roll in contents.rolls]
    if not contents.ended and not contents.steps:
        lines.append("  It has no end: it is cut short, and VASSAL calls the loading cancelled.")
    if contents.unknown:
        lines.append(f"  {_commands(contents.unknown)} VASSAL itself does not know; it drops them.")
    if contents.malformed:
        lines.append(f"  {_commands(contents.malformed)} cannot be read; VASSAL would refuse the file.")
    return joined(lines)


def module_tree(contents: ModuleContents) -> dict[str, Any]:
    """Return what a module holds as plain data."""
    return {
        "kind": "extension" if contents.is_extension else "module",
        "file": contents.path.name,
        "name": contents.name,
        "version": contents.version,
        "vassal": contents.vassal,
        "description": contents.data.description if contents.data else "",
        "saved": _date(contents.data),
        "sides": list(contents.sides),
        "maps": [
            {"name": sheet.name, "kind": sheet.kind, "boards": [_board_tree(board) for board in sheet.boards]}
            for sheet in contents.maps
        ],
        "slots": contents.slots,
        "prototypes": contents.prototypes,
        "at_start": contents.at_start,
        **{word.replace(" ", "_").replace("-", "_"): list(names) for word, names in contents.named.items()},
        "images": contents.images,
        **({"adds_to": list(contents.adds_to)} if contents.is_extension else {}),
    }


def game_tree(contents: GameContents) -> dict[str, Any]:
    """Return the contents of a save or log as plain data; passwords are not in it."""
    return {
        "kind": "log" if contents.steps else "save",
        "file": contents.path.name,
        "module": {
            "name": contents.module.name if contents.module else None,
            "version": contents.module.version if contents.module else None,
            "vassal": contents.module.vassal_version if contents.module else None,
        },
        "vassal": contents.save.vassal_version if contents.save else None,
        "saved": _date(contents.save),
        "comment": contents.save.description if contents.save else "",
        "players": [{"name": p.name, "side": p.side} for p in contents.players],
        "boards": {name: list(boards) for name, boards in contents.boards.items()},
        "pieces": [{"map": name or None, "count": count} for name, count in contents.pieces.items()],
        "stacks": contents.stacks,
        "turns": dict(contents.turns),
        "steps": contents.steps,
        "commands": dict(contents.acts),
        "typed": dict(contents.typed),
        "reports": contents.reports,
        "dice": [
            {"name": r.name, "rolls": r.count, "results": dict(sorted(r.results.items()))} for r in contents.rolls
        ],
        "unknown": contents.unknown,
        "malformed": contents.malformed,
    }


def _pairs(pairs: Mapping[str, str]) -> Iterator[str]:
    return (f"  {word:<12} {value}" for word, value in pairs.items() if value)


def _date(data: Metadata | None) -> str:
    if data is None or data.date_saved is None:
        return ""
    try:
        return datetime.fromtimestamp(data.date_saved / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return ""


def _board(board: BoardSheet) -> str:
    size = f"{board.width} x {board.height}" if board.width and board.height else ""
    grids = (f"{n} times {grid}" if n > 1 else grid for grid, n in Counter(board.grids).items())
    zones = f"{board.zones} zone{'' if board.zones == 1 else 's'}" if board.zones else ""
    about = [part for part in (board.image, size, *grids, zones) if part]
    return f"board '{board.name}'" + (": " + ", ".join(about) if about else "")


def _board_tree(board: BoardSheet) -> dict[str, Any]:
    return {
        "name": board.name,
        "image": board.image,
        "width": board.width,
        "height": board.height,
        "grids": list(board.grids),
        "zones": board.zones,
    }


def _commands(count: int) -> str:
    return f"{count} command{'' if count == 1 else 's'} that"


def _spread(results: Mapping[str, int]) -> str:
    total = sum(results.values())
    return f"{total} roll{'' if total == 1 else 's'}: " + ", ".join(
        f"{face} x {n}" for face, n in sorted(results.items(), key=lambda item: in_natural_order(item[0]))
    )

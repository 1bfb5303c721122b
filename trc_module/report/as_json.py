"""An audit as JSON, in the form of `audit.schema.json` beside this file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from trc_module.auditing.audit import Audit, Noted
from trc_module.auditing.customs import remedy
from trc_module.printable import json_text
from trc_module.replay.gamelog import GameLog
from trc_module.report.agreed_ground import agreed_ground
from trc_module.report.dice import dice_tree
from trc_module.report.selection import left_out
from trc_module.report.victory import winner_tree, winners
from trc_module.rules.clock import Clock

FORMAT = "trc-module audit"
VERSION = 2
"""Since 2 a moment has `part` instead of `impulse`: what a side's turn is divided into is the game's own word."""


def audit_json(
    audit: Audit, shown: Iterable[Noted], custom: str | None = None, said: Mapping[int, str] | None = None
) -> str:
    """Return an audit as JSON text; passwords are not in it."""
    return json_text(audit_tree(audit, shown, custom, said))


def audit_tree(
    audit: Audit, shown: Iterable[Noted], custom: str | None = None, said: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return an audit as plain data.

    With a `custom`, what each finding means by that (see `replay.customs`); and what was `said` about it, by the `id`
    of each.
    """
    findings = tuple(shown)
    hidden = left_out(audit.findings, findings)
    return {
        "format": FORMAT,
        "version": VERSION,
        "file": audit.log.path.name,
        "game": audit.log.parts.game.name,
        "module": _module(audit.log),
        "agreedMap": agreed_ground(audit),
        "players": [{"name": player.name, "side": player.side} for player in audit.players],
        "steps": len(audit.steps),
        "logs": [
            {
                "file": audit.chain.name(index),
                "steps": len(link.execution.steps),
                "module": _module(link.execution.log),
                **_foreign(link.execution.log),
            }
            for index, link in enumerate(audit.chain.links)
        ],
        "acts": [{"steps": list(done.steps), **_moment(done.clock), "text": done.text} for done in audit.acts],
        "findings": [
            {
                **noted_tree(audit, noted),
                **remedy_tree(audit, noted, custom),
                **({"ruling": said[id(noted)]} if said and id(noted) in said else {}),
            }
            for noted in findings
        ],
        **({"left-out": hidden} if hidden else {}),
        "won": [winner_tree(winner) for winner in winners(audit)],
        "dice": dice_tree(audit),
    }


def noted_tree(audit: Audit, noted: Noted) -> dict[str, Any]:
    """Return a finding of an audit as plain data, with the steps that show it."""
    return {
        **noted.finding.to_dict(),
        "steps": list(noted.steps),
        "at": [_place(audit, step) for step in noted.steps],
        **_moment(noted.clock),
        "by": noted.side,
        "act": noted.act,
    }


def remedy_tree(audit: Audit, noted: Noted, custom: str | None) -> dict[str, Any]:
    """Return what a finding means by a custom under `remedy`; nothing by none, or if it accuses no player."""
    meant = remedy(audit, noted, custom)
    if meant is None:
        return {}
    at = _place(audit, meant.step) if meant.step else None
    return {"remedy": {"custom": custom, "means": meant.means, "sentence": meant.sentence, "at": at}}


def _place(audit: Audit, step: int) -> dict[str, Any]:
    log, number = audit.chain.place(step)
    return {"file": audit.chain.name(log), "step": number}


def _foreign(log: GameLog) -> dict[str, Any]:
    """Return what was judged in a log of another module and what was not; nothing for one of ours."""
    foreign = log.foreign
    if foreign is None:
        return {}
    return {"foreign": {"profile": foreign.profile, "judged": list(foreign.judged), "open": list(foreign.open)}}


def _module(log: GameLog) -> dict[str, str | None]:
    data = log.saved.module_data
    save = log.saved.save_data
    return {
        "name": data.name if data else None,
        "version": data.version if data else None,
        "vassal": save.vassal_version if save else None,
    }


def _moment(clock: Clock) -> dict[str, Any]:
    return {"turn": clock.turn, "side": clock.side, "part": clock.part, "phase": clock.phase}

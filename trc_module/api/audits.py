"""The audit of logs: the acts that were read, and what the rules say of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from trc_module.auditing.audit import Audit, Noted


@dataclass(frozen=True, slots=True)
class AuditedAct:
    """An act that was read out of the logs."""

    text: str
    """The act as a record writes it."""
    at: str
    """The moment in the game."""
    steps: tuple[int, ...]
    """The steps of the logs that show it, counted through all of them."""


@dataclass(frozen=True)
class AuditFinding:
    """One rule's word on what the logs show."""

    audit: Audit
    noted: Noted

    @property
    def rule(self) -> str:
        """Return the number of the rule in the game's rulebook, or `log.` and a word for what concerns the log."""
        return self.noted.finding.rule

    @property
    def verdict(self) -> str:
        """Return `violation`, `doubt`, `undecided`, `skipped` or `note`; only the first accuses for certain."""
        return self.noted.finding.verdict.value

    @property
    def sentence(self) -> str:
        """Return what is wrong, in one sentence for the players."""
        return self.noted.finding.sentence

    @property
    def legal(self) -> str:
        """Return the legal alternative, '' if it cannot be said in a few words."""
        return self.noted.finding.legal

    @property
    def units(self) -> tuple[str, ...]:
        """Return the units that it is about, by their ids."""
        return self.noted.finding.units

    @property
    def hexes(self) -> tuple[str, ...]:
        """Return the hexes that it is about, by their names."""
        return self.noted.finding.hexes

    @property
    def steps(self) -> tuple[int, ...]:
        """Return the steps of the logs that show it, counted through all of them."""
        return self.noted.steps

    @property
    def at(self) -> str:
        """Return the moment in the game."""
        return str(self.noted.clock)

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, as in the JSON of `trc-module audit --json`."""
        from trc_module.report.as_json import noted_tree

        return noted_tree(self.audit, self.noted)

    def __repr__(self) -> str:
        return f"<{self.verdict} {self.rule}>"

    def __str__(self) -> str:
        return f"step {self.steps[-1] if self.steps else 0}: {self.noted.finding}"


@dataclass(frozen=True)
class AuditResult:
    """The result of an audit of one log, or of the logs that make a game."""

    audit: Audit
    """All that the audit knows: positions, dice, players."""

    @cached_property
    def acts(self) -> tuple[AuditedAct, ...]:
        """Return the acts in their order."""
        return tuple(AuditedAct(done.text, str(done.clock), done.steps) for done in self.audit.acts)

    @cached_property
    def findings(self) -> tuple[AuditFinding, ...]:
        """Return what the rules say, notes included, in the order of the steps."""
        return tuple(AuditFinding(self.audit, noted) for noted in self.audit.findings)

    @property
    def clean(self) -> bool:
        """Return whether no rule is broken, nor seems to be."""
        return not any(noted.finding.accuses for noted in self.audit.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole audit as plain data: the JSON of `trc-module audit --json`."""
        from trc_module.report.as_json import audit_tree

        return audit_tree(self.audit, self.audit.findings)


def audit(
    *logs: str | Path,
    game: str | None = None,
    options: Iterable[str] = (),
    data: str | Path | None = None,
    profile: str | Path | None = None,
) -> AuditResult:
    """Judge a log, or the logs of one game in any order.

    `game` is taken from the logs unless it is named; so are the optional rules, where the logs tell them. `data` is a
    folder of your corrections of the game's data, `profile` the profile of another module. No file of settings is read.

    Raises:
        UserError: A file is no log, or is of no module that is known; the logs are of several games.
    """
    from trc_module.errors import UserError
    from trc_module.opening.choice import GameChoice
    from trc_module.opening.logs import audit_files

    if not logs:
        raise UserError("Expected a log (.vlog) to audit, or several.")
    overlay, foreign = (None if path is None else Path(path) for path in (data, profile))
    files = [Path(log) for log in logs]
    return AuditResult(audit_files(files, frozenset(options), overlay, foreign, choice=GameChoice(game)))

"""Report on a record after its trial, as text and as JSON."""

from __future__ import annotations

from trc_module.printable import json_text
from trc_module.rules.record.trial import ActOutcome, Trial


def trial_text(trial: Trial) -> str:
    """Return what the rules have to say, or, for a record with expectations, those that are not met."""
    notes = [f"note: {note}" for note in trial.notes]
    if trial.expectations:
        met = trial.expectations - len(trial.unmet)
        return "\n".join([*notes, *map(str, trial.unmet), f"{met} of {trial.expectations} expectations met."])
    lines = [line for outcome in trial.outcomes for line in _outcome_lines(outcome)]
    acts = len(trial.outcomes)
    return "\n".join(
        [*notes, *lines, f"{acts} {'act' if acts == 1 else 'acts'}, {len(trial.violations)} against the rules."]
    )


def _outcome_lines(outcome: ActOutcome) -> list[str]:
    if not outcome.told.findings:
        return []
    found = [f"line {outcome.line}: {outcome.text}"]
    for finding in outcome.told.findings:
        found.append(f"    {finding}")
        found += (f"        rests on: {fact}" for fact in finding.facts if not fact.trust.carries_violation)
    return found


def trial_json(trial: Trial) -> str:
    """Return the whole trial as JSON: every act with its findings, the expectations not met, and the verdict."""
    tree = {
        "clean": trial.clean,
        "acts": [
            {
                "line": outcome.line,
                "text": outcome.text,
                "at": str(outcome.told.clock),
                "findings": [finding.to_dict() for finding in outcome.told.findings],
            }
            for outcome in trial.outcomes
        ],
        "expectations": trial.expectations,
        "unmet": [{"line": u.line, "text": u.text, "act": u.act.line} for u in trial.unmet],
    }
    return json_text(tree)

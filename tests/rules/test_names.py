"""What the rules room offers under its own name is there, though its modules are imported only when asked for."""

from __future__ import annotations

import pytest

from trc_module import rules
from trc_module.rules import actions, engine, finding, paths, registry, zones


def test_every_name_of_the_room_is_that_of_its_module() -> None:
    assert all(hasattr(rules, name) for name in rules.__all__)
    assert rules.Action is actions.Action
    assert (rules.Referee, rules.check, rules.legal_actions) == (engine.Referee, engine.check, engine.legal_actions)
    assert (rules.Finding, rules.Limit, rules.Zones) == (finding.Finding, paths.Limit, zones.Zones)
    assert (rules.RuleBook, rules.covers) == (registry.RuleBook, registry.covers)


def test_a_name_that_there_is_not_is_an_error_as_usual() -> None:
    with pytest.raises(AttributeError, match=r"module 'trc_module\.rules' has no attribute 'cheque'"):
        rules.cheque  # type: ignore[attr-defined]  # noqa: B018

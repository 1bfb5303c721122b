"""The register in which the chapters enter their rules."""

from collections.abc import Mapping

from trc_module.resources import data_dir
from trc_module.rules.registry import RuleBook
from trc_module.rules.rulebook.entry import Entry


def _words() -> Mapping[str, Entry]:
    # Most commands judge, or build, and never ask what a rule says.
    from trc_module.rules.rulebook.reader import read_rulebook

    return read_rulebook(data_dir() / "trc" / "rules")


book = RuleBook("trc_module.games.trc", _words)

"""The register in which the chapters enter their rules."""

from trc_module.rules.registry import RuleBook

book = RuleBook("trc_module.games.trc")

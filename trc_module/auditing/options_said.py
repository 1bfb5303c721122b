"""Logs that say other optional rules than those by which they are judged."""

from __future__ import annotations

from collections.abc import Iterator

from trc_module.replay.agreed import agreed_in
from trc_module.replay.chain import Chain
from trc_module.rules.finding import Finding, Verdict
from trc_module.rules.registry import in_order
from trc_module.sentence import Sentence


def other_options_said(chain: Chain) -> Iterator[Finding]:
    """Yield a note for each log that says other optional rules than those by which it is judged."""
    for number, link in enumerate(chain.links):
        log = link.execution.log
        said = agreed_in([log])
        if said is not None and said.options != log.options:
            verb = "is" if len(said.options) == 1 else "are"
            rules = _rules(said.options), verb, _rules(log.options)
            form = "{log} says that {said} {verb} in play; it is judged with {judged}."
            yield Finding("log.options", Verdict.NOTE, Sentence(form, chain.name(number), *rules))


def _rules(options: frozenset[str]) -> str:
    numbers = ", ".join(sorted(options, key=in_order))
    if not options:
        return "no optional rules"
    form = "the optional rule {numbers}" if len(options) == 1 else "the optional rules {numbers}"
    return Sentence(form, numbers)

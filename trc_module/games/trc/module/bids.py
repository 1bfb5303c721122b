"""Bidding for sides (26.8) in the window of options, and the numbers of its rows."""

from __future__ import annotations

from trc_module.declarations import Grammar
from trc_module.module.agreement import out_of_play
from trc_module.module.options import CHANGE, OwnRow
from trc_module.module.texts import Texts
from trc_module.vassal.traits import Trait
from trc_module.vassal.traits.build import PropertyChange, choose, report, set_global_property, trigger
from trc_module.vassal.values import Key

BIDDING, BID_LINE, BID_PROPERTY = "26.8", "Row_1", "Bid"
_ASK_BID, _TELL_BID, _SAY_BID = Key.named("AskBid"), Key.named("TellBid"), Key.named("SayBid")
_PARTS = ("", "I", "II", "III")
"""The parts of a rule that are agreed on one by one."""
_MOST = 40
"""The highest bid that the list offers (26.8)."""


def bid_row(texts: Texts, grammar: Grammar) -> OwnRow:
    """Return the row that asks for the bid, and shows it."""
    return OwnRow(1, f"${BID_LINE}$  ${BID_PROPERTY}$", _bid(texts, grammar))


def bid_line(texts: Texts) -> str:
    """Return what the row says before a bid."""
    return f"\u25b6  {texts('options.bid')}"


def row_number(option: str) -> int:
    """Return the number of an optional rule's row, for ever: 2605 for 26.5, 2836 for 28.6-I."""
    section, _, part = option.partition("-")
    chapter, _, number = section.partition(".")
    return 100 * int(chapter) + int(number) + 30 * (_PARTS.index(part) if part else 0)


def _bid(texts: Texts, grammar: Grammar) -> tuple[Trait, ...]:
    bids = [f"{points:+d}" for points in range(_MOST, -_MOST - 1, -1)]
    change = PropertyChange(_ASK_BID, choose(texts("options.bid-prompt"), bids))
    return (
        Trait.make("hideCmd", name=BIDDING, action="Hide", filter=out_of_play(BIDDING), keys=(CHANGE,)),
        trigger((_ASK_BID, _TELL_BID), command=texts("menu.bid"), key=CHANGE),
        # A player who closes the list without a choice has bid nothing.
        trigger((_SAY_BID,), watch=(_TELL_BID,), when=f"{BID_PROPERTY} =~ [-+]?[0-9]+"),
        set_global_property(BID_PROPERTY, (change,)),
        report((_SAY_BID,), grammar.report_format("BID")),
    )

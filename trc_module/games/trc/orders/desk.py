"""The game's handling of its players' orders: drafts, checks before they are mailed, comparisons after."""

from __future__ import annotations

from collections.abc import Iterable

from trc_module.games.trc.data import Trc
from trc_module.games.trc.orders.checking import as_mailed, check_orders
from trc_module.games.trc.orders.comparing import compare
from trc_module.games.trc.orders.contact import orders_by_contact
from trc_module.games.trc.orders.drafting import draft_orders, title_of
from trc_module.games.trc.orders.fought import impulses
from trc_module.games.trc.orders.notation import orders_text, read_orders
from trc_module.games.trc.orders.telling import check_text, check_tree
from trc_module.rules.orders import Acted, Deviation, OrdersReport
from trc_module.rules.state import State

_BY_CONTACT = "# No battle has been declared: who attacks whom is a proposal by who stands next to whom.\n"


class TrcOrders:
    """The combat orders of The Russian Campaign, in the notation of its tournaments."""

    def __init__(self, game: Trc) -> None:
        self.game = game

    def draft(self, acts: Iterable[Acted], at: str, where: str, end: State | None = None) -> str:
        """Return the orders of the last impulse with battles, or of the one that `at` names, as text.

        Where none was declared and `end` is the position, they are drafted from who stands next to whom.
        """
        known = tuple(acts)
        titles = [title_of(clock) for clock in impulses(self.game, known)]
        wanted = " ".join(at.lower().split())
        if end is None or wanted in titles or (titles and not wanted) or (wanted and wanted != title_of(end.clock)):
            return orders_text(draft_orders(self.game, known, at, where))
        return _BY_CONTACT + orders_text(orders_by_contact(self.game, end, where))

    def check(self, state: State, text: str, where: str, earlier: Iterable[State] = ()) -> OrdersReport:
        """Hold orders against the position in which they are mailed, or against an earlier one if theirs is over."""
        orders = read_orders(text, where)
        found = check_orders(self.game, as_mailed(state, earlier, orders), orders, where)
        return OrdersReport(check_text(self.game, found), check_tree(self.game, found), found.clean)

    def compare(self, acts: Iterable[Acted], text: str, where: str) -> tuple[Deviation, ...]:
        """Return what was carried out otherwise than ordered."""
        return compare(self.game, acts, read_orders(text, where), where)

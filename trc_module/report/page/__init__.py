"""The audit as one HTML page that needs nothing but itself: the board, every position, and the findings beside them."""

from trc_module.report.page.page import Shell, audit_page

__all__ = ["Shell", "audit_page"]

"""The audit as one HTML page that needs nothing but itself: the board, every position, and the findings beside them."""

from trc_module.report.page.page import audit_page

__all__ = ["audit_page"]

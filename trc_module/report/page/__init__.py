"""The audit as one HTML page that needs nothing but itself: the board, every position, and the findings beside them."""

from trc_module.report.page.page import IN_ENGLISH, Shell, Speech, audit_page

__all__ = ["IN_ENGLISH", "Shell", "Speech", "audit_page"]

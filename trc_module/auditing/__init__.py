"""Reads what a replayed log shows and says as acts, and has each of them judged: the audit.

How findings are printed is not known here.
"""

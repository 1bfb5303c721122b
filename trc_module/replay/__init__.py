"""Executes a log's commands on a table, reads events and declarations out of it, and feeds the rules.

How findings are printed is not known here.
"""

"""Executes a log's commands on a table, joins, cuts and undoes logs, and tells what each step changed.

No rule is known here.
"""

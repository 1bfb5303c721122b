"""The table beside the board: a local page for players who never open a terminal.

It shows the games of the folders that it was given, audits what is dropped on it, and answers questions about
positions. It listens on the loopback alone and asks nothing of any network.
"""

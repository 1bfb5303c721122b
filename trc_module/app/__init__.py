"""The app: a local page for players who do not use a terminal.

It shows the games of the folders that it was given, audits what is dropped on it, and answers questions about
positions. It listens on the loopback alone and asks nothing of any network.
"""

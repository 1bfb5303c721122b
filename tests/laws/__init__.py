"""The laws of verdicts, tried by machine in every game: what an audit may never do.

The laws stand in plain words in docs/audit.md. Games are played by the engine against itself, so that nobody in them
has done anything wrong, and written as logs; each machine changes the logs in one way that makes nobody guilty.
"""

"""Self-play by the thousand turns: every position against the invariants, every game's log through the audit."""

"""Logs as people make them by hand: legal games whose lines are dropped, doubled, late, wrong and corrected."""

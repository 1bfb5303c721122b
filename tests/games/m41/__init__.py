"""Moscow 1941."""
